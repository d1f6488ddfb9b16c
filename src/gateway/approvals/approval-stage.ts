import { randomUUID } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { Configuration } from '../../kernel/config/configuration.js';
import { onBehalfOf } from '../../kernel/logging/request-context.js';
import { SharedPlaces } from '../../kernel/scheduling/shared-places.js';
import { llmHosts } from '../../kernel/config/llm-hosts.js';
import type { Exchange, ExchangeOutcome } from '../exchange/exchange.js';
import { lostBody } from '../exchange/responder.js';
import {
  type AuthorizedExchange,
  forgetBody,
  type SettledApproval,
  type Ended,
  type Step,
  type Admitted,
  progressOf,
  type Steps,
} from '../exchange/progress.js';
import { logRecordOf } from '../request-log/log-record.js';
import { tokenRefusal } from '../exchange/agent-token.js';
import type { AgentDirectory, GatewayServices } from '../exchange/services.js';
import { approvalStoreUnavailable, settled } from './approval-refusals.js';
import { describeRequest } from './describe-request.js';
import { ApprovalLog, STATUS_WHILE_HELD } from './approval-log.js';
import { ApprovalQueue } from './approval-queue.js';

const SHORTEST_SECONDS = 5;
/**
 * What is read ahead of a held body, so that an agent that leaves is noticed, and of how many bodies at once:
 * beyond that the bytes stay in the socket and the approval runs out instead.
 */
const READ_AHEAD_BYTES = 1_048_576;
const MAX_READ_AHEAD = 64;
/** Of these stay free for the next organization (R62). */
const RESERVE = 8;
/** What whoever wants to see a body waits for an agent that is still sending it. */
const SHOWN_WITHIN_MS = 2_000;

/** What is logged while nothing was answered (06 §14.4). */
const STILL_HELD: ExchangeOutcome = {
  status: STATUS_WHILE_HELD,
  refusal: null,
  complete: false,
  injectionCount: 0,
  latencyMs: 0,
};

/** `hold` of 06 §19: asks a person where a rule wants that, and waits; what the answer means is the next step's. */
@Injectable()
export class ApprovalStep implements Step<AuthorizedExchange> {
  readonly name = 'hold';
  private readonly llmHosts: ReadonlySet<string>;
  private readonly logger = new Logger(ApprovalStep.name);
  private readonly readingAhead = new SharedPlaces(MAX_READ_AHEAD, RESERVE);

  constructor(
    private readonly configuration: Configuration,
    private readonly requests: ApprovalQueue,
    private readonly log: ApprovalLog,
  ) {
    this.llmHosts = llmHosts(configuration.llmHostsExtra);
  }

  run(state: AuthorizedExchange): Promise<Ended> | Ended {
    return state.decision.approval ? this.ask(state) : null;
  }

  private async ask(state: AuthorizedExchange): Promise<Ended> {
    // It is read anew afterwards; nobody keeps it while a person is waited for.
    forgetBody(state);
    state.body.holdDerived(0);
    state.approval = await onBehalfOf(state.access.organization.id, () => this.hold(state));
    return state.approval === null ? approvalStoreUnavailable() : lostBody(state.body);
  }

  /** Null when it cannot be recorded, or when too many wait already. */
  private async hold(state: AuthorizedExchange): Promise<SettledApproval | null> {
    const { access, facts, body } = state;
    const id = randomUUID();
    const request = await describeRequest(state, access.agent, facts.methods);
    const stopReading = this.readOn(state, access.organization.id);
    try {
      const held = await this.requests.hold(
        {
          id,
          organizationId: access.organization.id,
          workspaceId: access.workspaceId,
          agentId: access.agent.id,
          lifetimeSeconds: this.lifetimeOf(state),
          request,
        },
        (tx, triggeredAt) =>
          this.log.write(
            tx,
            { id, triggeredAt, settlement: null },
            logRecordOf(state, STILL_HELD, this.llmHosts, triggeredAt),
          ),
        AbortSignal.any([state.gone, body.refused]),
        () => body.soFar(this.configuration.gateway.conditionBodyBytes, SHOWN_WITHIN_MS),
      );
      return held && { id, triggeredAt: held.createdAt, settlement: held.settlement };
    } catch (error) {
      this.logger.error({ err: error }, 'request could not be held for approval');
      return null;
    } finally {
      stopReading();
    }
  }

  private readOn({ body }: Exchange, organizationId: string): () => void {
    if (!this.readingAhead.tryTake(organizationId)) return () => undefined;
    const stop = body.readOn(READ_AHEAD_BYTES);
    return () => {
      this.readingAhead.giveBack(organizationId);
      stop();
    };
  }

  /** An agent may wait for less than the deployment's time, never for longer (06 §3.2). */
  private lifetimeOf({ headers }: Exchange): number {
    const longest = this.configuration.approvalTimeoutSecs;
    const wanted = headers.get('x-onecli-approval-timeout')?.trim() ?? '';
    const seconds = /^\d{1,6}$/.test(wanted) ? Number(wanted) : longest;
    return seconds >= SHORTEST_SECONDS && seconds <= longest ? seconds : longest;
  }
}

/**
 * What a person's answer means: once one agreed, everything that was decided is decided again by the state of now
 * (06 §15.1.5), but for the limits, which counted the request before.
 */
export class ApprovedStep implements Step<AuthorizedExchange> {
  readonly name = 'approved';
  private readonly agents: AgentDirectory;
  private readonly again: Steps<Admitted>;

  constructor({ agents, authorization }: Pick<GatewayServices, 'agents' | 'authorization'>) {
    this.agents = agents;
    this.again = authorization.except('rateLimits');
  }

  run(state: AuthorizedExchange): Promise<Ended> | Ended {
    if (state.approval === null) return null;
    return settled(state.approval) ?? this.authorizeAgain(state);
  }

  private async authorizeAgain(state: AuthorizedExchange): Promise<Ended> {
    const access = await this.agents.identify(state.tokenHash);
    if (access === null) return tokenRefusal(state.mode);
    startOver(state, access);
    return this.again.run(state);
  }
}

function startOver(state: Admitted, access: Admitted['access']): void {
  Object.assign(state, progressOf(access, state.approval), { waited: true });
}
