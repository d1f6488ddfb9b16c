import { Injectable } from '@nestjs/common';
import { isAmbiguousPath } from '../../../domain/decision/matching/canonical-path.js';
import { tooManyPaths } from '../../../domain/decision/matching/named-paths.js';
import type { Destination, DestinationGuard } from '../../../kernel/egress/destination/destination-guard.js';
import { isLlmHost } from '../../../domain/decision/matching/llm-hosts.js';
import { Configuration } from '../../../kernel/config/configuration.js';
import { llmHosts } from '../../../kernel/config/llm-hosts.js';
import { ClaimTokens, claimUrl } from '../../../modules/partner/partners/claim-tokens.js';
import type { AgentAccess } from '../../../modules/policy/agent-snapshot/agent-access.js';
import { overridesOf, type Exchange } from '../../exchange/exchange.js';
import type { Admitted, Ended, Step } from '../../exchange/progress.js';
import { ambiguousPath, methodNotAllowed } from '../../exchange/results/refusals.js';
import { destinationNotAllowed } from '../../upstream/upstream-refusals.js';
import { claimRequired } from '../../refusals/policy-refusals.js';
import { somebodyReadsPaths } from '../facts/path-readers.js';
import type { ModelCalls } from './model-calls.js';

/** What of `normalise` is refused to a known agent, and so logged. */
export const normaliseMethod: Step<Admitted> = {
  name: 'normaliseMethod',
  run: ({ method }) => (method === 'TRACE' ? methodNotAllowed(method) : null),
};

/** What of `normalise` depends on the agent (R25). */
export const normalisePath: Step<Admitted> = {
  name: 'normalisePath',
  run(state): Ended {
    const overrides = (state.overrides = overridesOf(state));
    const ambiguous =
      isAmbiguousPath(state.path) ||
      (overrides.length > 0 && (tooManyPaths(overrides) || overrides.some(isAmbiguousPath)));
    return ambiguous && somebodyReadsPaths(state.access, state.host) ? ambiguousPath() : null;
  },
};

/** `destination` of 06 §19: whether the name may be reached. */
export class DestinationStep implements Step<Exchange> {
  readonly name = 'destination';

  constructor(
    private readonly guard: DestinationGuard,
    private readonly modelCalls: ModelCalls | null,
  ) {}

  run(exchange: Exchange): Ended {
    const reason = this.guard.judgeName(this.sought(exchange));
    return reason === null ? null : destinationNotAllowed(exchange.host, reason);
  }

  /** Only towards what the operator named for models is anybody asked whether this is a question to one. */
  private sought(exchange: Exchange): Destination {
    if (this.modelCalls === null || !this.guard.isForModels(exchange)) return exchange;
    if (!this.modelCalls.isOne(exchange)) return exchange;
    exchange.outbound.modelCall = true;
    const { scheme, host, port } = exchange;
    return { scheme, host, port, modelCall: true };
  }
}

/** `claim` of 06 §19: an organization that nobody has claimed reaches models only. */
@Injectable()
export class ClaimStep implements Step<Admitted> {
  readonly name = 'claim';
  private readonly llmHosts: ReadonlySet<string>;

  constructor(
    private readonly configuration: Configuration,
    private readonly claims: ClaimTokens,
  ) {
    this.llmHosts = llmHosts(configuration.llmHostsExtra);
  }

  run({ host, access: { organization } }: Admitted): Ended {
    if (organization.claimed || isLlmHost(host, this.llmHosts)) return null;
    return claimRequired(this.linkOf(organization));
  }

  /** The live link, or the one that has expired: its page says so (07 §A8.4). */
  private linkOf({ id, claim }: AgentAccess['organization']): string {
    if (claim === null) throw new Error(`organization ${id} is unclaimed and has no claim`);
    return claimUrl(this.configuration.appUrl, this.claims.open(claim));
  }
}
