import { Injectable } from '@nestjs/common';
import { isLlmHost } from '../../../domain/decision/matching/llm-hosts.js';
import { Configuration } from '../../../kernel/config/configuration.js';
import { llmHosts } from '../../../kernel/config/llm-hosts.js';
import { ClaimTokens, claimUrl } from '../../../modules/partner/partners/claim-tokens.js';
import type { AgentAccess } from '../../../modules/policy/agent-snapshot/agent-access.js';
import type { Admitted } from '../../exchange/progress.js';
import type { Ended, Step } from '../../exchange/steps.js';
import { claimRequired } from '../../refusals/policy-refusals.js';

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
