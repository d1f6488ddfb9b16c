import type { Destination, DestinationGuard } from '../../kernel/egress/destination/destination-guard.js';
import type { Exchange } from '../exchange/exchange.js';
import type { Ended, Step } from '../exchange/steps.js';
import { destinationNotAllowed } from '../upstream/upstream-refusals.js';
import type { ModelCalls } from './model-calls.js';

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
