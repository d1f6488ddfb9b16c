import { Injectable } from '@nestjs/common';
import { Database } from '../../../../kernel/database/database.js';
import type { ChannelAppCredentials } from '../apps/channel-app-credentials.js';
import { ChannelAppStore } from '../apps/channel-app-store.js';

/** An app whose agent is gone. */
export interface AppToDelete {
  readonly presenceId: string;
  readonly appId: string;
  /** Of its bot; null for an app that was never installed. */
  readonly botUserId: string | null;
  readonly integrationId: string;
  /** How often it was tried, this time included. */
  readonly attempts: number;
  /** Its parting name was seen to hold. */
  readonly renamed: boolean;
  readonly credentials: ChannelAppCredentials;
}

interface DoomedRow extends Omit<AppToDelete, 'credentials'> {
  credentialsCiphertext: string;
}

/** Longer than tearing one down takes, so that no two processes do; a process that died is followed after it. */
const LEASE = '3 minutes';
const AT_ONCE = 20;

/** What is left of presences that no agent has any more. */
@Injectable()
export class AppsToDelete {
  constructor(
    private readonly db: Database,
    private readonly presences: ChannelAppStore,
  ) {}

  /** Some that nobody else tears down, oldest first. */
  async claim(): Promise<AppToDelete[]> {
    const rows = await this.db.query<DoomedRow>(
      `UPDATE channel_presences SET teardown_leased_until = now() + interval '${LEASE}',
         teardown_attempts = teardown_attempts + 1
       WHERE id IN (
         SELECT id FROM channel_presences
         WHERE agent_id IS NULL AND (teardown_leased_until IS NULL OR teardown_leased_until < now())
         ORDER BY created_at LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED)
       RETURNING id AS "presenceId", external_id AS "appId", identity_ref AS "botUserId",
         integration_id AS "integrationId", teardown_attempts AS attempts, teardown_renamed AS renamed,
         credentials_ciphertext AS "credentialsCiphertext"`,
    );
    return rows.map(({ credentialsCiphertext, ...row }) => ({
      ...row,
      credentials: this.presences.open({ id: row.presenceId, credentialsCiphertext }),
    }));
  }

  async noteRenamed(presenceId: string): Promise<void> {
    await this.db.query('UPDATE channel_presences SET teardown_renamed = true WHERE id = $1', [presenceId]);
  }

  /** To be tried again, not before then. */
  async postpone(presenceId: string, seconds: number): Promise<void> {
    await this.db.query(
      'UPDATE channel_presences SET teardown_leased_until = now() + make_interval(secs => $2) WHERE id = $1',
      [presenceId, seconds],
    );
  }

  async forget(presenceId: string): Promise<void> {
    await this.db.query('DELETE FROM channel_presences WHERE id = $1 AND agent_id IS NULL', [presenceId]);
  }
}
