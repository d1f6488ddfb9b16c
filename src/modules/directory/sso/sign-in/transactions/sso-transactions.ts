import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DeploymentKeys } from '../../../../../kernel/crypto/deployment-keys.js';
import { type FlowSecrets, FlowSigning } from '../../../../../kernel/crypto/flow-secrets.js';
import { sha256 } from '../../../../../kernel/crypto/tokens.js';
import { Database } from '../../../../../kernel/database/database.js';
import { selection } from '../../../../../kernel/database/statements/entity-columns.js';
import { Jobs } from '../../../../../kernel/jobs/jobs.js';
import type { SsoConnectionEntity } from '../../connections/store/sso-connection.entity.js';
import { SsoConfirmations } from './sso-confirmations.js';
import { SsoRefused } from '../refusals/sso-refused.js';
import { SsoTransactionEntity } from './sso-transaction.entity.js';

/** What a request to the provider is made of. */
export interface Begun extends Pick<FlowSecrets, 'nonce' | 'verifier' | 'requestId'> {
  /** `state`, or `RelayState`. */
  handle: string;
}

/** What its answer is held against. */
export interface TakenTransaction extends Begun {
  returnTo: string;
  /** Of the session that links itself to the provider's account; null for a sign-in. */
  linkSessionId: string | null;
}

type Connection = Pick<SsoConnectionEntity, 'id' | 'type'>;

const HOURLY = '29 * * * *';

/**
 * Sign-ins on their way through an identity provider: ten minutes, one use, one browser, one connection; whichever
 * replica gets the answer (05 §8.6 rules 1 and 2).
 */
@Injectable()
export class SsoTransactions implements OnModuleInit {
  private readonly signing: FlowSigning;

  constructor(
    private readonly db: Database,
    private readonly jobs: Jobs,
    private readonly confirmations: SsoConfirmations,
    keys: DeploymentKeys,
  ) {
    this.signing = new FlowSigning(keys.sessionSecret, 'single-sign-on');
  }

  onModuleInit(): void {
    this.jobs.registerPeriodic('single-sign-on.remove-expired', HOURLY, () => this.removeExpired());
  }

  /** `browser`: the secret of `BrowserBinding`. */
  async begin(
    { id, type }: Connection,
    {
      returnTo,
      browser,
      linkSessionId,
    }: Pick<TakenTransaction, 'returnTo' | 'linkSessionId'> & { browser: string },
  ): Promise<Begun> {
    const { state: handle, ...secrets } = this.signing.begin();
    // Deleted since it was looked up, it takes no more sign-ins.
    const kept = await this.db.query(
      `INSERT INTO sso_transactions (handle_hash, connection_id, protocol, browser_hash, return_to, link_session_id,
         expires_at)
       SELECT $1, id, $2, $3, $4, $6, now() + interval '10 minutes' FROM sso_connections WHERE id = $5 FOR KEY SHARE
       RETURNING 1`,
      [sha256(handle), type, sha256(browser), returnTo, id, linkSessionId],
    );
    if (kept.length === 0) throw new SsoRefused('sso_unavailable', 'The connection was deleted');
    return { handle, ...secrets };
  }

  /** Whether this deployment began a sign-in with this handle, however that ended. */
  isOurs(handle: string): boolean {
    return this.signing.of(handle) !== null;
  }

  /**
   * The transaction, used up with this call; null when the handle is not ours, was used, or is of another browser or
   * connection. Throws `SsoRefused` for one that came too late.
   */
  async take(handle: string, browser: string, { id, type }: Connection): Promise<TakenTransaction | null> {
    const secrets = this.signing.of(handle);
    if (secrets === null) return null;
    const [taken] = await this.db.query<
      Pick<TakenTransaction, 'returnTo' | 'linkSessionId'> & { overdue: boolean }
    >(
      `DELETE FROM sso_transactions
       WHERE handle_hash = $1 AND browser_hash = $2 AND connection_id = $3 AND protocol = $4
       RETURNING ${selection(SsoTransactionEntity, ['returnTo', 'linkSessionId'])}, expires_at <= now() AS overdue`,
      [sha256(handle), sha256(browser), id, type],
    );
    if (taken === undefined) return null;
    if (taken.overdue) throw new SsoRefused('sso_expired', 'The sign-in took longer than ten minutes');
    const { nonce, verifier, requestId } = secrets;
    const { returnTo, linkSessionId } = taken;
    return { handle, nonce, verifier, requestId, returnTo, linkSessionId };
  }

  private async removeExpired(): Promise<void> {
    await this.db.query(`DELETE FROM sso_transactions WHERE expires_at < now()`);
    await this.confirmations.removeExpired();
    await this.db.query(`DELETE FROM sso_seen WHERE expires_at < now()`);
  }
}
