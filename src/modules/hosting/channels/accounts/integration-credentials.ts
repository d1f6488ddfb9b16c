import { Injectable, Logger } from '@nestjs/common';
import { placesIn, SecretBox } from '../../../../kernel/crypto/secret-box.js';
import { Database } from '../../../../kernel/database/database.js';
import type { RotatedPair } from '../slack/slack-apps.js';
import { ChannelIntegrationEntity } from './channel-integration.entity.js';

/** What makes apps, and what gets the next pair, once. Never logged or serialised. */
interface TokenPair {
  readonly token: string;
  readonly refreshToken: string;
}

/** A pair as it is stored; whoever writes next compares it, so that nothing newer is written over. */
export interface StoredPair {
  readonly integrationId: string;
  readonly teamId: string;
  readonly pair: TokenPair;
  readonly expiresAt: Date;
  readonly sealed: string;
}

/** A pair that is ready to be stored. */
export interface SealedPair {
  readonly sealed: string;
  readonly expiresAt: Date;
}

interface PairRow {
  teamId: string;
  sealed: string;
  expiresAt: Date;
}

/** Longer than Slack is waited for, shorter than a person waits for a process that died. */
const LEASE_SECONDS = 20;
/** Rotated by the sweep once it is that old: a pair nobody uses would end, and with it the way to the next. */
const IS_STALE = `credential_ciphertext IS NOT NULL AND credentials_rotated_at < now() - interval '6 hours'`;

const placeOf = placesIn(ChannelIntegrationEntity);

/** The app-configuration tokens of organizations, in the clear for whoever makes and changes apps (04 §6.2). */
@Injectable()
export class IntegrationCredentials {
  private readonly logger = new Logger(IntegrationCredentials.name);

  constructor(
    private readonly db: Database,
    private readonly box: SecretBox,
  ) {}

  seal(integrationId: string, { token, refreshToken, expiresAt }: RotatedPair): SealedPair {
    const pair: TokenPair = { token, refreshToken };
    return { sealed: this.box.seal(JSON.stringify(pair), placeOf(integrationId)), expiresAt };
  }

  /** Null when there is none, or none that can be opened. */
  async read(integrationId: string): Promise<StoredPair | null> {
    return this.opened(integrationId, 'credential_ciphertext IS NOT NULL');
  }

  /** The same of one that is still stale: another process may have swept it since it was listed. */
  async readStale(integrationId: string): Promise<StoredPair | null> {
    return this.opened(integrationId, IS_STALE);
  }

  /** Claims the right to rotate it. False while another process does, and when it changed. */
  async lease({ integrationId, sealed }: StoredPair): Promise<boolean> {
    const rows = await this.db.query(
      `UPDATE channel_integrations SET rotation_leased_until = now() + interval '${LEASE_SECONDS} seconds'
       WHERE id = $1 AND credential_ciphertext = $2
         AND (rotation_leased_until IS NULL OR rotation_leased_until < now()) RETURNING 1`,
      [integrationId, sealed],
    );
    return rows.length > 0;
  }

  async release({ integrationId, sealed }: StoredPair): Promise<void> {
    await this.db.query(
      'UPDATE channel_integrations SET rotation_leased_until = NULL WHERE id = $1 AND credential_ciphertext = $2',
      [integrationId, sealed],
    );
  }

  /** Stores what Slack gave for a pair; null when somebody stored something else meanwhile. */
  async replace(stored: StoredPair, rotated: RotatedPair): Promise<StoredPair | null> {
    const { integrationId } = stored;
    const { sealed, expiresAt } = this.seal(integrationId, rotated);
    const rows = await this.db.query(
      `UPDATE channel_integrations SET credential_ciphertext = $3, credential_expires_at = $4,
         credentials_rotated_at = now(), rotation_leased_until = NULL, updated_at = now()
       WHERE id = $1 AND credential_ciphertext = $2 RETURNING 1`,
      [integrationId, stored.sealed, sealed, expiresAt],
    );
    const { token, refreshToken } = rotated;
    if (rows.length > 0) return { ...stored, pair: { token, refreshToken }, expiresAt, sealed };
    const current = await this.sameResealed(stored);
    return current && this.replace(current, rotated);
  }

  /** Slack takes it no more: an administrator has to paste a new one. */
  async clear(stored: StoredPair): Promise<void> {
    const rows = await this.db.query(
      `UPDATE channel_integrations SET credential_ciphertext = NULL, credential_expires_at = NULL,
         rotation_leased_until = NULL, needs_credentials = true, updated_at = now()
       WHERE id = $1 AND credential_ciphertext = $2 RETURNING 1`,
      [stored.integrationId, stored.sealed],
    );
    if (rows.length > 0) {
      this.logger.warn(
        { integrationId: stored.integrationId },
        'Slack refused the token of a workspace; a new token is required',
      );
      return;
    }
    const current = await this.sameResealed(stored);
    if (current) await this.clear(current);
  }

  /** Pairs that were last rotated long ago, oldest first. */
  async stale(): Promise<string[]> {
    const rows = await this.db.query<{ id: string }>(
      `SELECT id FROM channel_integrations WHERE ${IS_STALE} ORDER BY credentials_rotated_at`,
    );
    return rows.map(({ id }) => id);
  }

  /** The same pair under another key: changing the encryption key is no reason to lose what was given. */
  private async sameResealed(stored: StoredPair): Promise<StoredPair | null> {
    const current = await this.read(stored.integrationId);
    const same = current?.pair.refreshToken === stored.pair.refreshToken && current.sealed !== stored.sealed;
    return same ? current : null;
  }

  private async opened(integrationId: string, condition: string): Promise<StoredPair | null> {
    const [row] = await this.db.query<PairRow>(
      `SELECT external_id AS "teamId", credential_ciphertext AS sealed, credential_expires_at AS "expiresAt"
       FROM channel_integrations WHERE id = $1 AND ${condition}`,
      [integrationId],
    );
    if (!row) return null;
    const opened = this.box.openOr(row.sealed, placeOf(integrationId), (err) => {
      this.logger.warn({ integrationId, err }, 'token of a Slack workspace could not be decrypted');
      return null;
    });
    return opened === null ? null : { ...row, integrationId, pair: JSON.parse(opened) as TokenPair };
  }
}
