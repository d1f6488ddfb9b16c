import type { DestinationGuard } from '../kernel/egress/destination/destination-guard.js';
import type { AgentAccess } from '../modules/policy/agent-snapshot/agent-access.js';
import { Admission, type AdmissionEvents, type Admitted } from './admission.js';
import type { AgentMessage } from './agent-message.js';
import { approvalStoreUnavailable, settled } from './approvals/approval-verdicts.js';
import { BodyBudgets, BodyRefused } from './body-budgets.js';
import { bodyKept, bodyRefused } from './body-verdicts.js';
import type { Exchange, JudgedRequest } from './exchange.js';
import { HeaderList } from './headers.js';
import { forgetBody, Judgement } from './judgement.js';
import { tokenRefusal } from './message-token.js';
import { bodyOf, normalise, normaliseMethod } from './open-exchange.js';
import { Passage } from './passage.js';
import { resetClient, sendVerdict } from './responder.js';
import { GOES_ON, goesOn, refused, type Step } from './step.js';
import type { AgentSteps, JudgingSteps } from './steps.js';
import { dropTokenPlaceholder } from './upstream/request-head.js';
import type { Upstream } from './upstream/upstream.js';
import { destinationNotAllowed, failedLeg } from './upstream/upstream-verdicts.js';
import { lookupFailed, resolutionFailed, type Verdict } from './verdicts.js';

const SWITCHING_PROTOCOLS = 101;

/** A request that nobody refuses any more. */
interface Ready {
  readonly judgement: Judgement;
  /** How many credentials are on it. */
  readonly injectionCount: number;
}

/**
 * The steps of an agent's request by their names in 06 §19 and in their order; who wants to know what happens to a
 * request reads this file from top to bottom. `frame`, `classify` and `tunnel` come before and are the listener's,
 * `collectSecrets` is part of `chooseConnection` and `produceCredentials`; no vault is asked by host (ADR 52);
 * `availability`, `resourceGuard` and `budget` find their places here when they come. Holds no state.
 */
export class Pipeline {
  private readonly admission: Admission;

  constructor(
    private readonly steps: AgentSteps,
    private readonly guard: DestinationGuard,
    private readonly upstream: Upstream,
    private readonly events: AdmissionEvents,
    private readonly budgets: BodyBudgets = new BodyBudgets(),
  ) {
    this.admission = new Admission(steps, events);
  }

  /** Never rejects: every outcome has been answered or cut when it resolves. */
  async run(message: AgentMessage): Promise<void> {
    const { client, mode } = message;
    try {
      const admitted = await this.admit(message);
      if (admitted.refused) return this.turnAway(message, admitted.verdict);
      const passage = admitted.found;
      const prepared = await this.prepare(passage);
      if (prepared.refused) return passage.refuse(prepared.verdict);
      const finalising = this.finalise(passage.exchange);
      if (finalising !== null) await finalising;
      await this.forward(passage, prepared.found);
    } catch (error) {
      this.events.fault(error);
      if (!sendVerdict(client, mode, lookupFailed(), [], { close: true })) resetClient(client);
    }
  }

  /** `authenticate` and `loadState` of a CONNECT, which knows no refusal of its inside (06 §4.2). */
  authenticate(headers: HeaderList): Promise<Step<Admitted>> {
    return this.admission.ofHeaders('connect', headers);
  }

  /** `authenticate`, `loadState`, `normalise`. */
  private async admit(message: AgentMessage): Promise<Step<Passage>> {
    const headers = new HeaderList(message.client.request.rawHeaders);
    const admitted = await this.admission.ofMessage(message, headers);
    if (admitted.refused) return admitted;
    const exchange = normalise(message, headers, admitted.found, this.budgets);
    if (exchange.refused) return exchange;
    return goesOn(new Passage(exchange.found, admitted.found.access, this.steps));
  }

  /** `destination` to `quota`. */
  private async prepare(passage: Passage): Promise<Step<Ready>> {
    const { exchange } = passage;
    try {
      const method = normaliseMethod(exchange);
      if (method.refused) return method;
      const destination = this.destination(exchange);
      if (destination.refused) return destination;
      const first = await this.judge(passage, new Judgement(), true);
      if (first.refused) return first;
      const judged = needsApproval(first.found) ? await this.hold(passage, first.found) : first;
      if (judged.refused) return judged;
      const produced = await this.steps.produceCredentials(exchange, passage.access, judged.found);
      if (produced.refused) return produced;
      const count = this.steps.buildRequest(exchange, produced.found);
      if (count > 0) judged.found.written = produced.found;
      const body = bodyKept(exchange.body);
      if (body.refused) return body;
      const asked = count > 0 ? this.steps.quota(exchange, passage.access) : GOES_ON;
      const quota = asked instanceof Promise ? await asked : asked;
      return quota.refused ? quota : goesOn({ judgement: judged.found, injectionCount: count });
    } catch (error) {
      if (error instanceof BodyRefused) return refused(bodyRefused(error.reason));
      if (!exchange.gone.aborted) this.events.fault(error);
      return refused(resolutionFailed());
    }
  }

  private destination(exchange: Exchange): Step {
    const reason = this.guard.judgeName(exchange);
    return reason === null ? GOES_ON : refused(destinationNotAllowed(exchange.host, reason));
  }

  private async judge(passage: Passage, judgement: Judgement, counting: boolean): Promise<Step<Judgement>> {
    const judged = await judge(this.steps.judging, passage.exchange, passage.access, judgement, counting);
    passage.judgement = judgement;
    return judged.refused ? judged : goesOn(judgement);
  }

  /** `hold`, and once a person agreed everything that was judged by the state before the wait (06 §15.1.5). */
  private async hold(passage: Passage, judgement: Judgement): Promise<Step<Judgement>> {
    const { exchange } = passage;
    // It is read anew afterwards; nobody keeps it while a person is waited for.
    forgetBody(judgement);
    exchange.body.holdDerived(0);
    const approval = await this.steps.hold(exchange, passage.access, judgement);
    if (approval === null) return refused(approvalStoreUnavailable());
    judgement.approval = approval;
    const body = bodyKept(exchange.body);
    if (body.refused) return body;
    const approved = settled(approval);
    if (approved.refused) return approved;
    const access = await this.steps.identify(exchange.tokenHash);
    if (access === null) return refused(tokenRefusal(exchange.mode));
    passage.access = access;
    return this.judge(passage, new Judgement(approval), false);
  }

  /** Null when there is nothing to wait for, which is nearly always. */
  private finalise(exchange: Exchange): Promise<void> | null {
    if (exchange.tokenHeader !== null)
      dropTokenPlaceholder(new HeaderList(exchange.outbound.headers), exchange.agentToken);
    return this.upstream.prepare(exchange);
  }

  /** `dial`, `responseHead` with its hints, `stream`, `record`. */
  private async forward(passage: Passage, { judgement, injectionCount }: Ready): Promise<void> {
    const { exchange, access } = passage;
    const leg = this.upstream.forward(exchange, {
      explain: injectionCount > 0 ? null : (answer) => this.steps.hintFor(exchange, access, answer),
      failed: (error) => failedLeg(exchange, error),
    });
    const release = this.steps.watch(exchange, access, judgement, (verdict) => {
      const { status } = verdict;
      if (leg.cut(verdict))
        passage.record({ status, verdict, complete: false, cut: true, injectionCount: 0 });
    });
    // What was made of the body counts among what is watched, no longer among what is kept (06 §13.6, §13.7).
    exchange.body.holdDerived(0);
    const result = await leg.result;
    passage.record({ ...result, injectionCount });
    const { socket } = exchange.client;
    if (result.status === SWITCHING_PROTOCOLS && !socket.destroyed) socket.once('close', release);
    else release();
  }

  /** Nobody is known whose log this would be in. */
  private turnAway(message: AgentMessage, verdict: Verdict): void {
    const { client, mode } = message;
    const { uninvited } = bodyOf(message, this.budgets, null);
    const close = mode === 'tunnel' || uninvited || verdict.status === 400;
    sendVerdict(client, mode, verdict, [], { close });
  }
}

/**
 * `claim` to `rateLimits`, and whether what is to be held can be. The first time they are asked `counting` is true; not
 * once a person has agreed, when the request was counted already (06 §15.1.5), nor for one that nobody makes (02 §8.6).
 * What is found out is written into `judgement`, whether the request goes on or not.
 */
export async function judge(
  steps: JudgingSteps,
  request: JudgedRequest,
  access: AgentAccess,
  judgement: Judgement,
  counting: boolean,
): Promise<Step> {
  const path = steps.normalisePath(request, access);
  if (path.refused) return path;
  const claimed = steps.claim(request, access);
  if (claimed.refused) return claimed;
  judgement.provider = steps.detect(request);
  const chosen = steps.chooseConnection(request, access);
  if (chosen.refused) return chosen;
  const winner = chosen.found;
  if (winner !== null) {
    judgement.winner = winner;
    judgement.provider = winner.provider;
    const scope = steps.emptyScope(winner, access);
    if (scope.refused) return scope;
  }
  const answered = steps.placeholderRefresh(request, winner);
  const settledHere = answered instanceof Promise ? await answered : answered;
  if (settledHere.refused) return settledHere;
  const facts = await steps.peekBody(request, access, winner);
  judgement.facts = facts;
  const decision = steps.evaluate(access, facts);
  judgement.decision = decision;
  const allowed = steps.policy(request, access, decision);
  if (allowed.refused) return allowed;
  if (counting) {
    const limited = await steps.rateLimits(access, allowed.found);
    if (limited.refused) return limited;
  }
  return steps.holdable(request, access, allowed.found);
}

function needsApproval({ decision }: Judgement): boolean {
  return decision?.kind === 'pass' && decision.approval;
}
