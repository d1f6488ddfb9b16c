import { Injectable } from '@nestjs/common';
import { AddressEcho } from '../../domain/decision/injection/request-edits/address-echo.js';
import { applyInjections } from '../../domain/decision/injection/request-edits/apply.js';
import { bodyKept } from '../exchange/body-refusals.js';
import { type AuthorizedExchange, isReady, type ReadyExchange } from '../exchange/progress.js';
import { type Step, Steps } from '../exchange/steps.js';
import { ResourceGuardStep } from '../guards/resource-guard.js';
import { finalise } from '../signing/finalise.js';
import { BudgetStep } from '../stages/authorization/budget.js';
import { CallQuotaStep } from '../stages/call-quota.js';
import { ProduceCredentialsStep } from '../stages/credentials/inject.js';

/** `buildRequest` of 06 §19: writes the credentials. */
const buildRequest: Step<ReadyExchange> = {
  name: 'buildRequest',
  run(state) {
    const { outbound, produced } = state;
    const { injections, changes } = produced;
    if (changes?.host) outbound.host = changes.host;
    outbound.echo = AddressEcho.of(injections);
    state.injectionCount = applyInjections(outbound, injections).count + (changes?.signing ? 1 : 0);
    if (state.injectionCount > 0) state.written = produced;
    return null;
  },
};

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
