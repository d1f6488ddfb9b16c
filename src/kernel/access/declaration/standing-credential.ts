import { Injectable } from '@nestjs/common';
import { Configuration } from '../../config/configuration.js';
import type { Tx } from '../../database/database.js';
import { AppError } from '../../errors/app-error.js';
import type { Principal } from './caller.js';
import { platformErrors } from '../../errors/platform-errors.js';

/** Whose credential is a row. */
type CredentialRow = Pick<Extract<Principal, { credentialId: string }>, 'credential' | 'credentialId'>;

/**
 * The credential of a call, proved again inside its transaction. For what outlives the credential it was asked with:
 * other keys, agents' tokens, ways in for other people. The guard looked before the transaction began; whoever loses
 * the credential in between must not leave with another one.
 */
@Injectable()
export class StandingCredential {
  private readonly sessionsAreRows: boolean;

  constructor({ edition }: Configuration) {
    this.sessionsAreRows = edition === 'onprem';
  }

  /**
   * Keeps session or key from being ended until `tx` is: whoever ends it waits and then finds what was made with it.
   * Throws `invalid_credentials`, as the guard would on the next request, when it has ended. On Cloud a session is no
   * row of ours; there the identity provider decides how long it lives. `NO KEY UPDATE`: two calls with one key that
   * both replace it queue up here instead of deadlocking over the row each of them holds a share of.
   */
  async lock(tx: Tx, { credential, credentialId }: CredentialRow): Promise<void> {
    if (credential === 'session' && !this.sessionsAreRows) return;
    const table = credential === 'session' ? 'user_sessions' : 'api_keys';
    const standing = await tx.query(`SELECT 1 FROM ${table} WHERE id = $1 FOR NO KEY UPDATE`, [credentialId]);
    if (standing.length !== 1) throw new AppError(platformErrors.invalid_credentials);
  }
}
