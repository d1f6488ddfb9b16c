import type { Duplex } from 'node:stream';
import type { Destination, DestinationGuard } from '../../kernel/egress/destination/destination-guard.js';
import { Admission, type AdmissionEvents, type Admitted } from './admission.js';
import type { AgentMessage } from '../exchange/agent-message.js';
import { approvalStoreUnavailable, settled } from '../approvals/approval-refusals.js';
import { catchSync, isPromise, thenSync } from '../exchange/maybe-async.js';
import { BodyBudgets, BodyRefused } from '../exchange/body/body-budgets.js';
import { bodyKept, bodyRefused } from '../exchange/body-refusals.js';
import type { Exchange } from '../exchange/exchange.js';
import { HeaderList } from '../exchange/headers.js';
import { forgetBody, DecisionState } from '../exchange/decision-state.js';
import { authorize } from './authorize.js';
import { tokenRefusal } from './message-token.js';
import type { ModelCalls } from './model-calls.js';
import { bodyOf, normalise, normaliseMethod } from './open-exchange.js';
import { ProxiedRequest } from './proxied-request.js';
import { answerFault, sendRefusal } from '../exchange/responder.js';
import { GOES_ON, goesOn, inOrder, type Listed, refused, type Step } from '../exchange/step.js';
import type { AgentSteps, Produced } from '../exchange/steps.js';
import { stillPasses } from './still-passes.js';
import { dropTokenPlaceholder } from '../exchange/upstream-headers.js';
import type { Upstream } from '../upstream/upstream.js';
import { destinationNotAllowed } from '../upstream/upstream-refusals.js';
import { resolutionFailed, type Refusal } from '../exchange/refusals.js';

/**
 * The steps of an agent's request by their names in 06 §19 and in their order; who wants to know what happens to a
 * request reads this file from top to bottom, and `authorize.ts` in its middle. `frame`, `classify` and `tunnel` come
 * before and are the listener's, `collectSecrets` is part of `chooseConnection` and `produceCredentials`; no vault is
 * asked by host (ADR 52). `budget` is asked twice, before a hold and of what is on the request. Holds no state.
 *
 * Nothing is waited for but what a step waits for itself: nearly every request is sent before `run` returns.
 */
export class Pipeline {
  private readonly admission: Admission;

  /** What comes between `normalise` and `finalise`. */
  private readonly preparing: readonly Listed<ProxiedRequest>[] = [
    ({ exchange }) => normaliseMethod(exchange),
    ({ exchange }) => this.destination(exchange),
    (passage) => this.judge(passage, new DecisionState(), true),
    (passage) => (needsApproval(passage.state!) ? this.hold(passage, passage.state!) : GOES_ON),
    (passage) => this.produceCredentials(passage),
    ({ exchange, access, produced }) => this.steps.budget(exchange, access, produced!),
    (passage) => this.buildRequest(passage),
    ({ exchange }) => bodyKept(exchange.body),
    ({ exchange, access, injectionCount }) =>
      injectionCount > 0 ? this.steps.quota(exchange, access) : GOES_ON,
    ({ exchange, produced }) =>
      produced?.changes ? this.steps.finalise(exchange, produced.changes) : GOES_ON,
  ];

  constructor(
    private readonly steps: AgentSteps,
    private readonly guard: DestinationGuard,
    private readonly upstream: Upstream,
    private readonly events: AdmissionEvents,
    private readonly budgets: BodyBudgets = new BodyBudgets(),
    private readonly modelCalls: ModelCalls | null = null,
  ) {
    this.admission = new Admission(steps, events);
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
  authenticate(headers: HeaderList, from: Duplex): Promise<Step<Admitted>> | Step<Admitted> {
    return this.admission.ofHeaders('connect', headers, from);
  }

  /** `authenticate`, `loadState`, `normalise`. */
  private admit(message: AgentMessage): Promise<Step<ProxiedRequest>> | Step<ProxiedRequest> {
    const headers = new HeaderList(message.client.request.rawHeaders);
    return thenSync<Step<Admitted>, Step<ProxiedRequest>>(
      this.admission.ofMessage(message, headers),
      (admitted) => {
        if (admitted.refused) return admitted;
        const exchange = normalise(message, headers, admitted.found, this.budgets);
        if (exchange.refused) return exchange;
        return goesOn(new ProxiedRequest(exchange.found, admitted.found.access, this.steps, this.events));
      },
    );
  }

  private proceed(message: AgentMessage, admitted: Step<ProxiedRequest>): Promise<void> | void {
    if (admitted.refused) return this.turnAway(message, admitted.refusal);
    const passage = admitted.found;
    const preparing = this.prepare(passage);
    return thenSync(preparing, (prepared) => {
      if (prepared.refused) return passage.refuse(prepared.refusal);
      const finalising = this.finalise(passage.exchange);
      if (!isPromise(preparing) && finalising === null) return this.forward(passage);
      return thenSync(finalising, () =>
        thenSync(this.compare(passage), (compared) =>
          compared.refused ? passage.refuse(compared.refusal) : this.forward(passage),
        ),
      );
    });
  }

  /** What waited leaves only if it would still be let through (R60). */
  private compare(passage: ProxiedRequest): Promise<Step> | Step {
    return this.orRefused(passage, () => stillPasses(this.steps, passage.exchange, passage.state!, passage));
  }

  /** `normalise` to `quota`, as far as they may refuse what is logged. */
  private prepare(passage: ProxiedRequest): Promise<Step> | Step {
    return this.orRefused(passage, () => inOrder(this.preparing, passage));
  }

  /** What goes wrong is a refusal. */
  private orRefused(passage: ProxiedRequest, steps: () => Promise<Step> | Step): Promise<Step> | Step {
    return catchSync(steps, (error) => {
      if (error instanceof BodyRefused) return refused(bodyRefused(error.reason));
      if (!passage.exchange.gone.aborted) this.events.fault(error);
      return refused(resolutionFailed());
    });
  }

  private destination(exchange: Exchange): Step {
    const reason = this.guard.judgeName(this.sought(exchange));
    return reason === null ? GOES_ON : refused(destinationNotAllowed(exchange.host, reason));
  }

  /** Only towards what the operator named for models is anybody asked whether this is a question to one. */
  private sought(exchange: Exchange): Destination {
    if (this.modelCalls === null || !this.guard.isForModels(exchange)) return exchange;
    if (!this.modelCalls.isOne(exchange)) return exchange;
    exchange.outbound.modelCall = true;
    const { scheme, host, port } = exchange;
    return { scheme, host, port, modelCall: true };
  }

  private judge(passage: ProxiedRequest, state: DecisionState, counting: boolean): Promise<Step> | Step {
    const { exchange, access } = passage;
    return thenSync(authorize(this.steps.authorization, exchange, access, state, counting), (judged) => {
      passage.state = state;
      return judged;
    });
  }

  /** `hold`, and once a person agreed everything that was judged by the state before the wait (06 §15.1.5). */
  private async hold(passage: ProxiedRequest, state: DecisionState): Promise<Step> {
    const { exchange } = passage;
    // It is read anew afterwards; nobody keeps it while a person is waited for.
    forgetBody(state);
    exchange.body.holdDerived(0);
    const approval = await this.steps.hold(exchange, passage.access, state);
    if (approval === null) return refused(approvalStoreUnavailable());
    state.approval = approval;
    const body = bodyKept(exchange.body);
    if (body.refused) return body;
    const approved = settled(approval);
    if (approved.refused) return approved;
    const access = await this.steps.identify(exchange.tokenHash);
    if (access === null) return refused(tokenRefusal(exchange.mode));
    passage.access = access;
    return this.judge(passage, new DecisionState(approval), false);
  }

  private produceCredentials(passage: ProxiedRequest): Promise<Step> | Step {
    const { exchange, access, state } = passage;
    return thenSync<Step<Produced>, Step>(
      this.steps.produceCredentials(exchange, access, state!),
      (produced) => {
        if (produced.refused) return produced;
        passage.produced = produced.found;
        return GOES_ON;
      },
    );
  }

  private buildRequest(passage: ProxiedRequest): Step {
    const { exchange, state, produced } = passage;
    passage.injectionCount = this.steps.buildRequest(exchange, produced!);
    if (passage.injectionCount > 0) state!.written = produced;
    return GOES_ON;
  }

  /** Null when there is nothing to wait for, which is nearly always. */
  private finalise(exchange: Exchange): Promise<void> | null {
    if (exchange.tokenHeader !== null)
      dropTokenPlaceholder(new HeaderList(exchange.outbound.headers), exchange.agentToken);
    return this.upstream.prepare(exchange);
  }

  /** `dial`, `responseHead` with its hints, `stream`, `record`. */
  private forward(passage: ProxiedRequest): void {
    const { exchange, access, state } = passage;
    passage.meter = this.steps.meter(exchange, access, state?.written ?? null);
    passage.forward((hooks) => this.upstream.forward(passage.exchange, hooks));
  }

  /** Nobody is known whose log this would be in. */
  private turnAway(message: AgentMessage, refusal: Refusal): void {
    const { client, mode } = message;
    const { uninvited } = bodyOf(message, this.budgets, null);
    const close = mode === 'tunnel' || uninvited || refusal.status === 400;
    sendRefusal(client, mode, refusal, [], { close });
  }
}

function needsApproval({ decision }: DecisionState): boolean {
  return decision?.kind === 'pass' && decision.approval;
}
