import { Injectable } from '@nestjs/common';
import type { Authorized } from '../../exchange/progress.js';
import type { Ended, Step } from '../../exchange/steps.js';
import { PolicyStep } from './policy.js';

/** Refuses what would have to be held and cannot be (06 §9.1.3). */
@Injectable()
export class HoldableStep implements Step<Authorized> {
  readonly name = 'holdable';

  constructor(private readonly policy: PolicyStep) {}

  run(state: Authorized): Ended {
    const { decision, isWebSocket } = state;
    return decision.approval && isWebSocket ? this.policy.approvalRefusal(state, decision) : null;
  }
}
