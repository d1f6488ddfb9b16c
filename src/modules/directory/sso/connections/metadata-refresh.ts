import { isDeepStrictEqual } from 'node:util';
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { Database, type Tx } from '../../../../kernel/database/database.js';
import { selection } from '../../../../kernel/database/statements/entity-columns.js';
import { Jobs } from '../../../../kernel/jobs/jobs.js';
import { actingPerson } from '../../../foundation/audit/model/audit-origin.js';
import type { IdentityProvider } from './provider/identity-provider.js';
import { SamlDescriptions } from './provider/saml-descriptions.js';
import { ssoConnectionAudit } from './sso-connection.audit.js';
import { SsoConnectionEntity } from './store/sso-connection.entity.js';
import { SsoSettings } from './store/sso-settings.service.js';

type Published = Pick<SsoConnectionEntity, 'id' | 'organizationId' | 'type' | 'status'> & {
  metadataUrl: string;
  identityProvider: IdentityProvider;
};

/** Every ten minutes; each connection comes round once in 24 hours. */
const OFTEN = '*/10 * * * *';
const MAX_AGE = '24 hours';
/** Whoever posts bad signatures must not make us ask the provider all the time. */
const PAUSE = '10 minutes';
/**
 * At ten seconds each at most, within the time until the next run; all day long some ten thousand connections. Few at once,
 * because names with silent servers hold threads that agents' look-ups need.
 */
const AT_ONCE = 2;
const IN_ONE_RUN = 100;

const COLUMNS = selection(SsoConnectionEntity, [
  'id',
  'organizationId',
  'type',
  'status',
  'metadataUrl',
  'identityProvider',
]);
const READ_FROM_URL = `metadata_url IS NOT NULL AND identity_provider IS NOT NULL`;

/** Keeps what is known of SAML providers as they publish it, so that they can change their keys (05 §8.6 rule 10). */
@Injectable()
export class MetadataRefresh implements OnModuleInit {
  private readonly log = new Logger(MetadataRefresh.name);

  constructor(
    private readonly db: Database,
    private readonly jobs: Jobs,
    private readonly descriptions: SamlDescriptions,
    private readonly settings: SsoSettings,
  ) {}

  onModuleInit(): void {
    this.jobs.registerPeriodic('sso.refresh-metadata', OFTEN, () => this.refreshOld());
  }

  /** After a signature that no known key made; what is published now, or null when that is not to be asked again yet. */
  async afterSignatureFailure(connectionId: string): Promise<IdentityProvider | null> {
    const [connection] = await this.db.query<Published>(
      `UPDATE sso_connections SET tried_at = now()
       WHERE id = $1 AND ${READ_FROM_URL} AND (tried_at IS NULL OR tried_at <= now() - $2::interval)
       RETURNING ${COLUMNS}`,
      [connectionId, PAUSE],
    );
    return connection === undefined ? null : this.refresh(connection);
  }

  /** Those longest untouched first; what is left over comes with the next run. */
  private async refreshOld(): Promise<void> {
    let left = IN_ONE_RUN;
    const lane = async (): Promise<void> => {
      while (left-- > 0) {
        const connection = await this.claimOld();
        if (connection === undefined) return;
        await this.refresh(connection);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
  }

  /** Marked as tried before it is, so that a process that dies of one does not come back to it at once. */
  private async claimOld(): Promise<Published | undefined> {
    const [connection] = await this.db.query<Published>(
      `UPDATE sso_connections SET tried_at = now() WHERE id = (
         SELECT id FROM sso_connections
         WHERE ${READ_FROM_URL} AND (tried_at IS NULL OR tried_at <= now() - $1::interval)
         ORDER BY tried_at NULLS FIRST LIMIT 1 FOR UPDATE SKIP LOCKED)
       RETURNING ${COLUMNS}`,
      [MAX_AGE],
    );
    return connection;
  }

  /** Never throws for what a provider does: the copy that is there goes on being used. */
  private async refresh(connection: Published): Promise<IdentityProvider | null> {
    const { id, metadataUrl, identityProvider: known } = connection;
    try {
      const published = await this.descriptions.read({ metadataUrl });
      if (published.entityId !== known.entityId) {
        await this.refuse(connection);
        return null;
      }
      return (await this.keep(connection, published)) ? published : null;
    } catch (error) {
      this.log.warn(
        { connectionId: id, reason: (error as Error).message },
        'identity provider metadata could not be refreshed',
      );
      return null;
    }
  }

  /** False when an administrator named another source meanwhile. Only a change is worth an entry. */
  private keep(connection: Published, published: IdentityProvider): Promise<boolean> {
    const { id, metadataUrl, identityProvider: known } = connection;
    return this.db.tx(async (tx) => {
      const kept = await tx.query(
        `UPDATE sso_connections SET identity_provider = $3, read_at = now()
         WHERE id = $1 AND metadata_url = $2 AND identity_provider ->> 'entityId' = $4 RETURNING 1`,
        [id, metadataUrl, JSON.stringify(published), known.entityId],
      );
      if (kept.length === 0) return false;
      if (!isDeepStrictEqual(known, published)) await this.record(tx, connection, 'success');
      return true;
    });
  }

  /** Whoever stands behind the address now, it is not whom an administrator connected. */
  private async refuse(connection: Published): Promise<void> {
    await this.db.tx((tx) => this.record(tx, connection, 'failure'));
  }

  private async record(tx: Tx, connection: Published, status: 'success' | 'failure'): Promise<void> {
    const { id: connectionId, organizationId, type, status: state } = connection;
    const { providerName } = await this.settings.of(tx, organizationId);
    const origin = { organizationId, by: actingPerson(null, null, 'system') };
    const metadata = { connectionId, providerName, type, status: state, trigger: 'metadata-refresh' };
    await ssoConnectionAudit.record(tx, origin, 'update', metadata, status);
  }
}
