import { Injectable } from '@nestjs/common';
import { bodyKept } from '../exchange/body-refusals.js';
import { type AuthorizedExchange, isReady, type ReadyExchange } from '../exchange/progress.js';
import { Steps } from '../exchange/steps.js';
import { ResourceGuardStep } from '../guards/resource-guard.js';
import { finalise } from '../signing/finalise.js';
import { BudgetStep } from '../stages/authorization/budget.js';
import { buildRequest } from '../stages/build-request.js';
import { CallQuotaStep } from '../stages/call-quota.js';
import { ProduceCredentialsStep } from '../stages/credentials/inject.js';

/** What makes a request that was let pass ready to be sent, in the order of 06 §19. */
@Injectable()
export class PreparationSteps {
  readonly steps: Steps<AuthorizedExchange>;

  constructor(
    guard: ResourceGuardStep,
    produceCredentials: ProduceCredentialsStep,
    budget: BudgetStep,
    quota: CallQuotaStep,
  ) {
    this.steps = Steps.of<AuthorizedExchange>(guard.proofs, produceCredentials).reaching(
      'ready',
      isReady,
      Steps.of<ReadyExchange>(budget.settled, buildRequest, bodyKept, quota, quota.counted, finalise),
    );
  }
}
