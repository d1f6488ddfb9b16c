import { Injectable } from '@nestjs/common';
import { type Admitted, type AuthorizedExchange, Steps } from '../exchange/progress.js';
import type { GatewayServices } from '../exchange/services.js';
import { ApprovalStep } from '../approvals/approval-stage.js';
import { Metering } from '../metering/metering.js';
import { ExchangeRecords } from '../pipeline/proxied-request.js';
import { PreparationSteps } from '../pipeline/preparation-steps.js';
import { OpenExchanges } from '../revocation/open-exchanges.js';
import { Reauthorization } from '../revocation/reauthorize.js';
import { AgentIdentities } from '../snapshot/agent-access-cache.js';
import { AuthorizationSteps } from '../stages/authorization/authorization-steps.js';
import { UpstreamHints } from '../stages/hints.js';
import { ProduceCredentialsStep } from '../stages/credentials/inject.js';

/** What the gateway of this process asks: the snapshot cache, the policy engine and the logs of a database. */
@Injectable()
export class AgentServices implements GatewayServices {
  readonly authorization: Steps<Admitted>;
  readonly approval: Steps<AuthorizedExchange>;
  readonly preparation: Steps<AuthorizedExchange>;

  constructor(
    authorization: AuthorizationSteps,
    hold: ApprovalStep,
    preparation: PreparationSteps,
    readonly agents: AgentIdentities,
    readonly reauthorization: Reauthorization,
    readonly credentials: ProduceCredentialsStep,
    readonly meters: Metering,
    readonly hints: UpstreamHints,
    readonly openExchanges: OpenExchanges,
    readonly records: ExchangeRecords,
  ) {
    this.authorization = authorization.steps;
    this.approval = Steps.of<AuthorizedExchange>(hold);
    this.preparation = preparation.steps;
  }
}
