import { Injectable } from '@nestjs/common';
import { bodyKept } from '../exchange/responder.js';
import { type AuthorizedExchange, isReady, type ReadyExchange, Steps } from '../exchange/progress.js';
import { ResourceGuardStep } from '../guards/resource-guard.js';
import { finalise, buildRequest } from './build-request.js';
import { BudgetStep } from '../stages/authorization/budget.js';
import { CallQuotaStep } from '../stages/authorization/limits.js';
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
