import { settled } from './approval-refusals.js';
import { type Admitted, type AuthorizedExchange, progressOf } from '../exchange/progress.js';
import { tokenRefusal } from '../exchange/agent-token.js';
import type { AgentDirectory, GatewayServices } from '../exchange/services.js';
import type { Ended, Step, Steps } from '../exchange/steps.js';

/**
 * What a person's answer means: once one agreed, everything that was decided is decided again by the state of now
 * (06 §15.1.5), but for the limits, which counted the request before.
 */
export class ApprovedStep implements Step<AuthorizedExchange> {
  readonly name = 'approved';
  private readonly agents: AgentDirectory;
  private readonly again: Steps<Admitted>;

  constructor({ agents, authorization }: Pick<GatewayServices, 'agents' | 'authorization'>) {
    this.agents = agents;
    this.again = authorization.except('rateLimits');
  }

  run(state: AuthorizedExchange): Promise<Ended> | Ended {
    if (state.approval === null) return null;
    return settled(state.approval) ?? this.authorizeAgain(state);
  }

  private async authorizeAgain(state: AuthorizedExchange): Promise<Ended> {
    const access = await this.agents.identify(state.tokenHash);
    if (access === null) return tokenRefusal(state.mode);
    startOver(state, access);
    return this.again.run(state);
  }
}

function startOver(state: Admitted, access: Admitted['access']): void {
  Object.assign(state, progressOf(access, state.approval), { waited: true });
}
