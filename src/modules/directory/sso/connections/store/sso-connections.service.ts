import { Injectable } from '@nestjs/common';
import { placesIn, SecretBox } from '../../../../../kernel/crypto/secret-box.js';
import { Database, type Queryable } from '../../../../../kernel/database/database.js';
import { selection } from '../../../../../kernel/database/statements/entity-columns.js';
import { isUuid } from '../../../../../kernel/database/uuid.js';
import { isProviderName } from './service-provider.js';
import { SsoConnectionEntity } from './sso-connection.entity.js';

/** A connection that people may sign in through, as far as the organization decides: it is not disabled. */
export interface UsableConnection {
  connection: SsoConnectionEntity;
  organizationId: string;
  providerName: string;
  jitEnabled: boolean;
}

type Row = SsoConnectionEntity & Pick<UsableConnection, 'providerName' | 'jitEnabled'>;

const boundTo = placesIn(SsoConnectionEntity);

const USABLE = `SELECT ${selection(SsoConnectionEntity, undefined, 'c')},
    s.provider_name AS "providerName", s.jit_enabled AS "jitEnabled"
  FROM sso_connections c JOIN sso_settings s ON s.organization_id = c.organization_id
  WHERE c.status <> 'disabled' AND`;

/** Connections for those who sign people in; whether the deployment is entitled is the guard's to say. */
@Injectable()
export class SsoConnections {
  constructor(
    private readonly db: Database,
    private readonly box: SecretBox,
  ) {}

  /** Of the provider name in an address; null also for a disabled one. */
  async byProvider(providerName: string, q: Queryable = this.db): Promise<UsableConnection | null> {
    return isProviderName(providerName)
      ? this.first(q, `${USABLE} s.provider_name = $1`, providerName)
      : null;
  }

  async byId(id: string, q: Queryable = this.db): Promise<UsableConnection | null> {
    return isUuid(id) ? this.first(q, `${USABLE} c.id = $1`, id) : null;
  }

  /** Whether the name was allotted to an organization, with a connection or without one. */
  async knows(providerName: string): Promise<boolean> {
    if (!isProviderName(providerName)) return false;
    const rows = await this.db.query('SELECT 1 FROM sso_settings WHERE provider_name = $1', [providerName]);
    return rows.length === 1;
  }

  /** Throws `UndecryptableError` for a secret that was sealed with a key this deployment does not have. */
  clientSecretOf({ id, clientSecret }: Pick<SsoConnectionEntity, 'id' | 'clientSecret'>): string {
    if (clientSecret === null) throw new Error('The connection has no client secret');
    return this.box.open(clientSecret, boundTo(id));
  }

  private async first(q: Queryable, sql: string, value: string): Promise<UsableConnection | null> {
    const [row] = await q.query<Row>(sql, [value]);
    if (row === undefined) return null;
    const { providerName, jitEnabled, ...connection } = row;
    return { connection, organizationId: connection.organizationId, providerName, jitEnabled };
  }
}
