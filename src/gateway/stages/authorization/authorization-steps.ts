import { Injectable } from '@nestjs/common';
import {
  type Admitted,
  type Authorized,
  type Described,
  isAuthorized,
  isDescribed,
  Steps,
} from '../../exchange/progress.js';
import { ResourceGuardStep } from '../../guards/resource-guard.js';
import {
  AvailabilityStep,
  ChooseConnectionStep,
  DetectStep,
  EmptyScopeStep,
  PlaceholderRefreshStep,
} from './app.js';
import { BudgetStep } from './budget.js';
import { ClaimStep, normalisePath } from './target.js';
import { HoldableStep, PeekBodyStep, PolicyStep } from './policy.js';
import { RateLimits } from './limits.js';

/**
 * What decides about a request, in the order of 06 §19; made or simulated, first seen or seen again after a person agreed.
 */
@Injectable()
export class AuthorizationSteps {
  readonly steps: Steps<Admitted>;

  constructor(
    claim: ClaimStep,
    detect: DetectStep,
    availability: AvailabilityStep,
    chooseConnection: ChooseConnectionStep,
    emptyScope: EmptyScopeStep,
    placeholderRefresh: PlaceholderRefreshStep,
    peekBody: PeekBodyStep,
    policy: PolicyStep,
    rateLimits: RateLimits,
    resourceGuard: ResourceGuardStep,
    budget: BudgetStep,
    holdable: HoldableStep,
  ) {
    const allowed = Steps.of<Authorized>(rateLimits, resourceGuard, budget.foreseen, holdable);
    const described = Steps.of<Described>(policy).reaching('authorized', isAuthorized, allowed);
    this.steps = Steps.of<Admitted>(
      normalisePath,
      claim,
      detect,
      availability,
      chooseConnection,
      emptyScope,
      placeholderRefresh,
      peekBody,
    ).reaching('described', isDescribed, described);
  }
}
