import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { OrganizationCaller } from '../../../../kernel/access/declaration/caller.js';
import { hasRank } from '../../../../kernel/access/declaration/roles.js';
import { type Queryable, RunAgain, type Tx } from '../../../../kernel/database/database.js';
import { selection } from '../../../../kernel/database/statements/entity-columns.js';
import { AppError } from '../../../../kernel/errors/app-error.js';
import { channelErrors } from './channel.errors.js';
import { ChannelIntegrationEntity, type ChannelProvider } from './channel-integration.entity.js';
import type { SealedPair } from './integration-credentials.js';

const FIELDS = [
  'id',
  'provider',
  'externalId',
  'name',
  'needsCredentials',
  'credentialsRotatedAt',
] as const satisfies (keyof ChannelIntegrationEntity)[];

/** Everything of it that may be shown. */
export interface IntegrationRow extends Pick<ChannelIntegrationEntity, (typeof FIELDS)[number]> {
  hasCredentials: boolean;
}

/** A workspace at a provider, as the provider told it. */
export interface Tenant {
  readonly externalId: string;
  readonly name: string | null;
}

const COLUMNS = `${selection(ChannelIntegrationEntity, FIELDS, 'i')},
  i.credential_ciphertext IS NOT NULL AS "hasCredentials"`;
const OF_ORGANIZATION = `SELECT ${COLUMNS} FROM channel_integrations i WHERE i.organization_id = $1`;

/** The rows of `channel_integrations`; every statement names the organization. */
@Injectable()
export class IntegrationStore {
  list(q: Queryable, organizationId: string): Promise<(IntegrationRow & { presenceCount: number })[]> {
    return q.query(
      `SELECT ${COLUMNS}, (SELECT count(*)::integer FROM channel_presences p
         WHERE p.integration_id = i.id AND p.agent_id IS NOT NULL) AS "presenceCount"
       FROM channel_integrations i WHERE i.organization_id = $1 ORDER BY i.provider`,
      [organizationId],
    );
  }

  async find(
    q: Queryable,
    organizationId: string,
    provider: ChannelProvider,
  ): Promise<IntegrationRow | null> {
    const [row] = await q.query<IntegrationRow>(`${OF_ORGANIZATION} AND i.provider = $2`, [
      organizationId,
      provider,
    ]);
    return row ?? null;
  }

  /** Kept from being changed until the transaction ends; what hangs on it is counted exactly meanwhile. */
  async lock(tx: Tx, organizationId: string, provider: ChannelProvider): Promise<IntegrationRow | null> {
    const [row] = await tx.query<IntegrationRow>(`${OF_ORGANIZATION} AND i.provider = $2 FOR UPDATE`, [
      organizationId,
      provider,
    ]);
    return row ?? null;
  }

  /**
   * Where an app that somebody attaches by hand is: the organization's Slack workspace. Where there is none, an owner or
   * administrator binds the organization to the app's; an app of anybody else has a row of its own, which is of no
   * organization and goes with the app (R52.3).
   */
  join(
    tx: Tx,
    { organizationId, role }: Pick<OrganizationCaller, 'organizationId' | 'role'>,
    provider: ChannelProvider,
    tenant: Tenant,
  ): Promise<IntegrationRow> {
    if (hasRank(role, 'admin')) return this.ensure(tx, organizationId, provider, tenant);
    return this.joinUnbound(tx, organizationId, provider, tenant);
  }

  /** The organization's, locked; made for this workspace where there is none. Another workspace's is a conflict. */
  async ensure(
    tx: Tx,
    organizationId: string,
    provider: ChannelProvider,
    tenant: Tenant,
  ): Promise<IntegrationRow> {
    await tx.query(
      `INSERT INTO channel_integrations (id, organization_id, provider, external_id, name)
       VALUES ($1, $2, $3, $4, $5) ON CONFLICT (organization_id, provider) DO NOTHING`,
      [randomUUID(), organizationId, provider, tenant.externalId, tenant.name],
    );
    const row = await this.lock(tx, organizationId, provider);
    // Let go by somebody since.
    if (row === null) throw new RunAgain();
    if (row.externalId !== tenant.externalId) throw new AppError(channelErrors.other_slack_workspace);
    return row;
  }

  private async joinUnbound(
    tx: Tx,
    organizationId: string,
    provider: ChannelProvider,
    tenant: Tenant,
  ): Promise<IntegrationRow> {
    const bound = await this.lock(tx, organizationId, provider);
    if (bound !== null && bound.externalId !== tenant.externalId)
      throw new AppError(channelErrors.other_slack_workspace);
    if (bound !== null) return bound;
    const [row] = await tx.query<IntegrationRow>(
      `INSERT INTO channel_integrations AS i (id, provider, external_id, name) VALUES ($1, $2, $3, $4)
       RETURNING ${COLUMNS}`,
      [randomUUID(), provider, tenant.externalId, tenant.name],
    );
    return row!;
  }

  /** Binds the organization to this workspace, with the tokens that were just got for it. */
  async keep(tx: Tx, id: string, tenant: Tenant, { sealed, expiresAt }: SealedPair): Promise<void> {
    await tx.query(
      `UPDATE channel_integrations SET external_id = $2, name = coalesce($3, name), credential_ciphertext = $4,
         credential_expires_at = $5, credentials_rotated_at = now(), rotation_leased_until = NULL,
         needs_credentials = false, updated_at = now()
       WHERE id = $1`,
      [id, tenant.externalId, tenant.name, sealed, expiresAt],
    );
  }

  /** Whether an agent is attached, or a person linked. An app that is to be torn down counts for nothing. */
  async isUsed(tx: Tx, id: string): Promise<{ byPresences: boolean; byLinks: boolean }> {
    const [row] = await tx.query<{ byPresences: boolean; byLinks: boolean }>(
      `SELECT EXISTS (SELECT 1 FROM channel_presences WHERE integration_id = $1 AND agent_id IS NOT NULL)
           AS "byPresences",
         EXISTS (SELECT 1 FROM channel_user_links WHERE integration_id = $1) AS "byLinks"`,
      [id],
    );
    return row!;
  }

  async forgetCredential(tx: Tx, id: string): Promise<void> {
    await tx.query(
      `UPDATE channel_integrations SET credential_ciphertext = NULL, credential_expires_at = NULL,
         credentials_rotated_at = NULL, needs_credentials = false, updated_at = now() WHERE id = $1`,
      [id],
    );
  }

  /** With who is who there. What apps are still to be torn down is torn down with its token first. */
  async release(tx: Tx, id: string): Promise<void> {
    await tx.query('DELETE FROM channel_user_links WHERE integration_id = $1', [id]);
    await tx.query('UPDATE channel_integrations SET organization_id = NULL WHERE id = $1', [id]);
    await this.deleteReleased(tx, id);
  }

  /** Of no organization any more, once the last app is gone; without an id all of them. */
  async deleteReleased(q: Queryable, id: string | null = null): Promise<void> {
    await q.query(
      `DELETE FROM channel_integrations i WHERE i.organization_id IS NULL AND ($1::uuid IS NULL OR i.id = $1)
         AND NOT EXISTS (SELECT 1 FROM channel_presences p WHERE p.integration_id = i.id)`,
      [id],
    );
  }
}
