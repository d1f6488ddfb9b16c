import { Injectable } from '@nestjs/common';
import { NoAnswerInTime } from '../../kernel/database/shared-reads.js';
import type { AgentAccess } from '../../modules/policy/agent-snapshot/agent-access.js';
import { AgentAccessLoader } from '../../modules/policy/agent-snapshot/agent-access.loader.js';
import { type AgentDirectory, StateUnavailable } from '../exchange/services.js';
import { AgentAccessCache } from './agent-access-cache.js';

/** Agents by their tokens, and what they may do. */
@Injectable()
export class AgentIdentities implements AgentDirectory {
  constructor(
    private readonly cache: AgentAccessCache,
    private readonly loader: AgentAccessLoader,
  ) {}

  identify(tokenHash: Buffer): Promise<AgentAccess | null> | AgentAccess | null {
    const found = this.cache.byToken(tokenHash);
    return found instanceof Promise ? found.catch((error) => this.tellApart(error, tokenHash)) : found;
  }

  /**
   * An agent that can be told while its rules cannot be read is a matter of the rules (R22, 06 §3.1.8). A database that
   * is not even heard, or did not answer, is not asked a second time: whoever waits has waited long enough.
   */
  private async tellApart(cause: unknown, tokenHash: Buffer): Promise<never> {
    if (cause instanceof NoAnswerInTime || !this.cache.hears()) throw cause;
    const known = await this.loader.knows(tokenHash).catch(() => false);
    throw known ? new StateUnavailable('The state of a known agent cannot be read', { cause }) : cause;
  }
}
