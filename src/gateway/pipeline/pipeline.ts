import type { Duplex } from 'node:stream';
import type { DestinationGuard } from '../../kernel/egress/destination/destination-guard.js';
import { Admission, type AdmissionEvents, type Bearer, bodyOf, normalise } from './admission.js';
import { ApprovedStep } from '../approvals/approval-stage.js';
import type { AgentMessage } from '../exchange/agent-message.js';
import { bodyRefused, answerFault, refuseExchange, sendRefusal } from '../exchange/responder.js';
import { BodyBudgets, BodyRefused } from '../exchange/body/body-budgets.js';
import { HeaderList } from '../exchange/headers/headers.js';
import {
  catchSync,
  thenSync,
  type Outcome,
  type AdmittedExchange,
  type AuthorizedExchange,
  isAuthorized,
  isReady,
  type Ended,
  Steps,
} from '../exchange/progress.js';
import { resolutionFailed, type Refusal } from '../exchange/results/refusals.js';
import type { GatewayServices } from '../exchange/services.js';
import { normaliseMethod, DestinationStep } from '../stages/authorization/target.js';
import type { Upstream } from '../upstream/upstream.js';
import type { ModelCalls } from '../stages/authorization/model-calls.js';
import { ProxiedRequest, recordEnd } from './proxied-request.js';
import { StillPassesStep } from './build-request.js';

/**
 * The way of an agent's request through the steps of 06 §19. `frame`, `classify` and `tunnel` come before and are the
 * listener's; `authorization-steps.ts` and `preparation-steps.ts` list what lies in the middle. `collectSecrets` is part of
 * `chooseConnection` and `produceCredentials`; no vault is asked by host (ADR 52). Holds no state.
 *
 * Nothing is waited for but what a step waits for itself: nearly every request is sent before `run` returns.
 */
export class Pipeline {
  private readonly admission: Admission;
  private readonly stillPasses: StillPassesStep;
  private readonly steps: Steps<AdmittedExchange>;

  constructor(
    private readonly services: GatewayServices,
    guard: DestinationGuard,
    private readonly upstream: Upstream,
    private readonly events: AdmissionEvents,
    private readonly budgets: BodyBudgets = new BodyBudgets(),
    modelCalls: ModelCalls | null = null,
  ) {
    this.admission = new Admission(services.agents, events);
    this.stillPasses = new StillPassesStep(services);
    this.steps = Steps.of<AdmittedExchange>(normaliseMethod, new DestinationStep(guard, modelCalls))
      .followedBy(services.authorization)
      .reaching(
        'authorized',
        isAuthorized,
        services.approval
          .followedBy(Steps.of<AuthorizedExchange>(new ApprovedStep(services)))
          .followedBy(services.preparation),
      )
      .followedBy(Steps.of<AdmittedExchange>(upstream.clientIdentity, this.stillPasses));
  }

  /** Never throws nor rejects: every outcome is answered or cut. */
  run(message: AgentMessage): Promise<void> | void {
    return catchSync(
      () => thenSync(this.admit(message), (admitted) => this.proceed(message, admitted)),
      (error) => {
        this.events.fault(error);
        answerFault(message.client, message.mode);
      },
    );
  }

  /** `authenticate` and `loadState` of a CONNECT, which knows no refusal of its inside (06 §4.2). */
  authenticate(headers: HeaderList, from: Duplex): Promise<Outcome<Bearer>> | Outcome<Bearer> {
    return this.admission.ofHeaders('connect', headers, from);
  }

  /** `authenticate`, `loadState`, `normalise`. */
  private admit(message: AgentMessage): Promise<Outcome<AdmittedExchange>> | Outcome<AdmittedExchange> {
    const headers = new HeaderList(message.client.request.rawHeaders);
    return thenSync<Outcome<Bearer>, Outcome<AdmittedExchange>>(
      this.admission.ofMessage(message, headers),
      (bearer) => (bearer.refused ? bearer : normalise(message, headers, bearer.found, this.budgets)),
    );
  }

  private proceed(message: AgentMessage, admitted: Outcome<AdmittedExchange>): Promise<void> | void {
    if (admitted.refused) return this.turnAway(message, admitted.refusal);
    const state = admitted.found;
    const ended = catchSync<Ended>(
      () => this.steps.run(state),
      (error) => this.refusalFor(error, state),
    );
    return thenSync(ended, (refusal) =>
      refusal === null ? this.forward(state) : this.refuse(state, refusal),
    );
  }

  /** What goes wrong is a refusal. */
  private refusalFor(error: unknown, { gone }: AdmittedExchange): Refusal {
    if (error instanceof BodyRefused) return bodyRefused(error.reason);
    if (!gone.aborted) this.events.fault(error);
    return resolutionFailed();
  }

  private forward(state: AdmittedExchange): void {
    if (!isReady(state)) throw new Error('A request is forwarded that is not ready');
    new ProxiedRequest(state, this.services, this.stillPasses, this.events).forward(this.upstream);
  }

  private refuse(state: AdmittedExchange, refusal: Refusal): void {
    refuseExchange(state, refusal);
    recordEnd(this.services, state, { status: refusal.status, refusal, complete: true, injectionCount: 0 });
  }

  /** Nobody is known whose log this would be in. */
  private turnAway(message: AgentMessage, refusal: Refusal): void {
    const { client, mode } = message;
    const { uninvited } = bodyOf(message, this.budgets, null);
    const close = mode === 'tunnel' || uninvited || refusal.status === 400;
    sendRefusal(client, mode, refusal, [], { close });
  }
}
