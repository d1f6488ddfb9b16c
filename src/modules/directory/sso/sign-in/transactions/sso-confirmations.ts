import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { placesIn, SecretBox } from '../../../../../kernel/crypto/secret-box.js';
import { sha256 } from '../../../../../kernel/crypto/tokens.js';
import { Database } from '../../../../../kernel/database/database.js';
import { selection } from '../../../../../kernel/database/statements/entity-columns.js';
import { isUuid } from '../../../../../kernel/database/uuid.js';
import type { AssertedIdentity } from '../sessions/asserted-identity.js';
import { SsoConfirmationEntity } from './sso-confirmation.entity.js';

export interface Parked {
  connectionId: string;
  identity: AssertedIdentity;
  returnTo: string;
}

type StoredIdentity = Omit<AssertedIdentity, 'sessionEndsAt'> & { sessionEndsAt: string | null };

const boundTo = placesIn(SsoConfirmationEntity);
const COLUMNS = selection(SsoConfirmationEntity, ['connectionId', 'identity', 'returnTo']);

/** Verified answers that wait for their person: ten minutes, one browser, one use, whichever replica is asked. */
@Injectable()
export class SsoConfirmations {
  constructor(
    private readonly db: Database,
    private readonly box: SecretBox,
  ) {}

  /** `browser`: the secret of `BrowserBinding`. Answers the id that the page is given. */
  async park({ connectionId, identity, returnTo }: Parked, browser: string): Promise<string> {
    const id = randomUUID();
    await this.db.query(
      `INSERT INTO sso_confirmations (id, connection_id, browser_hash, identity, return_to, expires_at)
       VALUES ($1, $2, $3, $4, $5, now() + interval '10 minutes')`,
      [id, connectionId, sha256(browser), this.box.seal(JSON.stringify(identity), boundTo(id)), returnTo],
    );
    return id;
  }

  /** Null for an id that is unknown, over, or of another browser. */
  find(id: string, browser: string): Promise<Parked | null> {
    return this.first(id, browser, `SELECT ${COLUMNS} FROM sso_confirmations`);
  }

  /** The same, used up with this call: of two at once one gets it. */
  take(id: string, browser: string): Promise<Parked | null> {
    return this.first(id, browser, 'DELETE FROM sso_confirmations', `RETURNING ${COLUMNS}`);
  }

  async removeExpired(): Promise<void> {
    await this.db.query(`DELETE FROM sso_confirmations WHERE expires_at < now()`);
  }

  private async first(id: string, browser: string, action: string, returning = ''): Promise<Parked | null> {
    if (!isUuid(id)) return null;
    const [row] = await this.db.query<Pick<SsoConfirmationEntity, 'connectionId' | 'identity' | 'returnTo'>>(
      `${action} WHERE id = $1 AND browser_hash = $2 AND expires_at > now() ${returning}`,
      [id, sha256(browser)],
    );
    if (row === undefined) return null;
    const stored = JSON.parse(this.box.open(row.identity, boundTo(id))) as StoredIdentity;
    const sessionEndsAt = stored.sessionEndsAt === null ? null : new Date(stored.sessionEndsAt);
    return { ...row, identity: { ...stored, sessionEndsAt } };
  }
}
