import { Injectable } from '@nestjs/common';
import { Configuration } from '../../../kernel/config/configuration.js';
import { llmHosts } from '../../../kernel/config/llm-hosts.js';
import type { Admitted } from '../../exchange/progress.js';
import type { Step } from '../../exchange/steps.js';
import { BodyTurns } from '../facts/body-turns.js';
import { bodyIsRead, factsOf, readBody, readerOf } from '../facts/request-facts.js';

/** `peekBody` of 06 §19: what policy looks at; waits only for a body that a rule looks at. */
@Injectable()
export class PeekBodyStep implements Step<Admitted> {
  readonly name = 'peekBody';
  private readonly llmHosts: ReadonlySet<string>;
  /** Prefix of a body that conditions see, in bytes (06 §2). */
  private readonly maxBytes: number;

  constructor(
    configuration: Configuration,
    private readonly turns: BodyTurns,
  ) {
    this.llmHosts = llmHosts(configuration.llmHostsExtra);
    this.maxBytes = configuration.gateway.conditionBodyBytes;
  }

  run(state: Admitted): Promise<null> | null {
    if (bodyIsRead(state)) return this.withBody(state);
    state.facts = factsOf(state, null, this.llmHosts);
    return null;
  }

  private async withBody(state: Admitted): Promise<null> {
    const body = await readBody(state, this.maxBytes, state.access.organization.id);
    const reader = readerOf(state.access);
    state.facts = await this.turns.take(reader, body, () => factsOf(state, body, this.llmHosts));
    return null;
  }
}
