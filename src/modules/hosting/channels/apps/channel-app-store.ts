import { randomUUID } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { placesIn, SecretBox } from '../../../../kernel/crypto/secret-box.js';
import type { Queryable, Tx } from '../../../../kernel/database/database.js';
import { selection } from '../../../../kernel/database/statements/entity-columns.js';
import type { ChannelProvider } from '../accounts/channel-integration.entity.js';
import { isMadeByOrganization } from './app-trust.js';
import { ChannelAppEntity } from './channel-app.entity.js';
import type { ChannelAppCredentials } from './channel-app-credentials.js';

const FIELDS = [
  'id',
  'agentId',
  'integrationId',
  'provider',
  'transport',
  'status',
  'externalId',
  'identityRef',
  'identityName',
  'credentialsCiphertext',
  'createdByUserId',
  'createdAt',
] as const satisfies (keyof ChannelAppEntity)[];

const UNREAD_AT_ONCE = 500;

/** An agent's app with the workspace it is in. */
export interface ChannelAppRow extends Pick<ChannelAppEntity, (typeof FIELDS)[number]> {
  teamId: string;
  teamName: string | null;
}

export type NewChannelApp = Pick<
  ChannelAppEntity,
  | 'integrationId'
  | 'provider'
  | 'transport'
  | 'status'
  | 'externalId'
  | 'appName'
  | 'createdByUserId'
  | 'madeByOrganization'
> &
  Partial<Pick<ChannelAppEntity, 'identityRef' | 'identityName'>> & {
    agentId: string;
    credentials: ChannelAppCredentials;
  };

/** What makes a presence work: who its bot is, and its tokens. */
export interface AppInstallation {
  identityRef: string;
  identityName: string | null;
  credentials: ChannelAppCredentials;
}

const SELECT = `
  SELECT ${selection(ChannelAppEntity, FIELDS, 'p')}, i.external_id AS "teamId", i.name AS "teamName"
  FROM channel_presences p JOIN channel_integrations i ON i.id = p.integration_id`;

const placeOf = placesIn(ChannelAppEntity);

/** The rows of `channel_presences`. Tokens go in and out of here only sealed. */
@Injectable()
export class ChannelAppStore {
  private readonly logger = new Logger(ChannelAppStore.name);

  constructor(private readonly box: SecretBox) {}

  /** Oldest first. */
  list(q: Queryable, agentId: string): Promise<ChannelAppRow[]> {
    return q.query<ChannelAppRow>(`${SELECT} WHERE p.agent_id = $1 ORDER BY p.created_at, p.id`, [agentId]);
  }

  async find(q: Queryable, agentId: string, provider: ChannelProvider): Promise<ChannelAppRow | null> {
    return this.one(q, 'p.agent_id = $1 AND p.provider = $2', [agentId, provider]);
  }

  /** Kept from being changed by others until the transaction ends. */
  async lock(tx: Tx, agentId: string, provider: ChannelProvider): Promise<ChannelAppRow | null> {
    return this.one(tx, 'p.agent_id = $1 AND p.provider = $2 FOR UPDATE OF p', [agentId, provider]);
  }

  async insert(tx: Tx, { credentials, ...draft }: NewChannelApp): Promise<ChannelAppRow> {
    const id = randomUUID();
    await tx.query(
      `INSERT INTO channel_presences (id, agent_id, integration_id, provider, transport, status, external_id,
         app_name, identity_ref, identity_name, credentials_ciphertext, created_by_user_id, made_by_organization)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
      [
        id,
        draft.agentId,
        draft.integrationId,
        draft.provider,
        draft.transport,
        draft.status,
        draft.externalId,
        draft.appName,
        draft.identityRef ?? null,
        draft.identityName ?? null,
        this.sealed(id, credentials),
        draft.createdByUserId,
        draft.madeByOrganization,
      ],
    );
    return (await this.one(tx, 'p.id = $1', [id]))!;
  }

  /** From now on the agent is there. */
  async activate(tx: Tx, { id }: ChannelAppRow, installed: AppInstallation): Promise<ChannelAppRow> {
    await tx.query(
      `UPDATE channel_presences SET status = 'active', status_reason = NULL, identity_ref = $2,
         identity_name = $3, credentials_ciphertext = $4, updated_at = now() WHERE id = $1`,
      [id, installed.identityRef, installed.identityName, this.sealed(id, installed.credentials)],
    );
    return (await this.one(tx, 'p.id = $1', [id]))!;
  }

  /** Rows from before `made_by_organization` get it from their credentials, a few at a time. */
  async settleTrust(q: Queryable): Promise<void> {
    const unread = await q.query<Pick<ChannelAppRow, 'id' | 'credentialsCiphertext'>>(
      `SELECT ${selection(ChannelAppEntity, ['id', 'credentialsCiphertext'])} FROM channel_presences
       WHERE made_by_organization IS NULL LIMIT ${UNREAD_AT_ONCE}`,
    );
    for (const row of unread)
      await q.query(
        'UPDATE channel_presences SET made_by_organization = $2 WHERE id = $1 AND made_by_organization IS NULL',
        [row.id, isMadeByOrganization(this.open(row))],
      );
  }

  async rename(q: Queryable, id: string, identityName: string): Promise<void> {
    await q.query('UPDATE channel_presences SET identity_name = $2 WHERE id = $1', [id, identityName]);
  }

  /** Whoever goes on with it stands for it, where the account of who began is gone. */
  async adopt(q: Queryable, id: string, userId: string): Promise<void> {
    await q.query(
      'UPDATE channel_presences SET created_by_user_id = $2 WHERE id = $1 AND created_by_user_id IS NULL',
      [id, userId],
    );
  }

  async delete(tx: Tx, id: string): Promise<void> {
    await tx.repository(ChannelAppEntity).delete({ id });
  }

  /** Nothing of it is the agent's any more; its app is left to whoever tears down. */
  async abandon(tx: Tx, id: string): Promise<void> {
    await tx.query('DELETE FROM channel_thread_links WHERE presence_id = $1', [id]);
    await tx.query('UPDATE channel_presences SET agent_id = NULL, updated_at = now() WHERE id = $1', [id]);
  }

  /** An empty object where no key opens them. */
  open({
    id,
    credentialsCiphertext,
  }: Pick<ChannelAppRow, 'id' | 'credentialsCiphertext'>): ChannelAppCredentials {
    const opened = this.box.openOr(credentialsCiphertext, placeOf(id), (err) => {
      this.logger.warn({ presenceId: id, err }, 'tokens of a Slack app could not be decrypted');
      return '{}';
    });
    return JSON.parse(opened) as ChannelAppCredentials;
  }

  private async one(
    q: Queryable,
    condition: string,
    values: readonly unknown[],
  ): Promise<ChannelAppRow | null> {
    const [row] = await q.query<ChannelAppRow>(`${SELECT} WHERE ${condition}`, values);
    return row ?? null;
  }

  private sealed(id: string, credentials: ChannelAppCredentials): string {
    return this.box.seal(JSON.stringify(credentials), placeOf(id));
  }
}
