import { randomUUID } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { Configuration } from '../../kernel/config/configuration.js';
import type { AgentAccess } from '../../modules/policy/agent-snapshot/agent-access.js';
import type { Exchange, ExchangeOutcome } from '../exchange/exchange.js';
import type { DecisionState, SettledApproval } from '../exchange/decision-state.js';
import type { LogRecord } from '../request-log/log-record.js';
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
/** What whoever wants to see a body waits for an agent that is still sending it. */
const SHOWN_WITHIN_MS = 2_000;

/** How the request would be logged with this outcome at that moment. */
export type LoggedAs = (outcome: ExchangeOutcome, at: Date) => LogRecord;

/** What is logged while nothing was answered (06 §14.4). */
const STILL_HELD: ExchangeOutcome = {
  status: STATUS_WHILE_HELD,
  refusal: null,
  complete: false,
  injectionCount: 0,
  latencyMs: 0,
};

/** `hold` of 06 §19: asks a person and waits; what that means for the request is not decided here. */
@Injectable()
export class ApprovalStage {
  private readonly logger = new Logger(ApprovalStage.name);
  private readingAhead = 0;

  constructor(
    private readonly configuration: Configuration,
    private readonly requests: ApprovalQueue,
    private readonly log: ApprovalLog,
  ) {}

  /** Null when it cannot be recorded, or when too many wait already. */
  async hold(
    exchange: Exchange,
    access: AgentAccess,
    { facts }: Pick<DecisionState, 'facts'>,
    loggedAs: LoggedAs,
  ): Promise<SettledApproval | null> {
    const id = randomUUID();
    const request = await describeRequest(exchange, access.agent, facts?.methods ?? []);
    const stopReading = this.readOn(exchange);
    try {
      const held = await this.requests.hold(
        {
          id,
          organizationId: access.organization.id,
          workspaceId: access.workspaceId,
          agentId: access.agent.id,
          lifetimeSeconds: this.lifetimeOf(exchange),
          request,
        },
        (tx, triggeredAt) =>
          this.log.write(tx, { id, triggeredAt, settlement: null }, loggedAs(STILL_HELD, triggeredAt)),
        AbortSignal.any([exchange.gone, exchange.body.refused]),
        () => exchange.body.soFar(this.configuration.gateway.conditionBodyBytes, SHOWN_WITHIN_MS),
      );
      return held && { id, triggeredAt: held.createdAt, settlement: held.settlement };
    } catch (error) {
      this.logger.error({ err: error }, 'request could not be held for approval');
      return null;
    } finally {
      stopReading();
    }
  }

  private readOn({ body }: Exchange): () => void {
    if (this.readingAhead >= MAX_READ_AHEAD) return () => undefined;
    this.readingAhead += 1;
    const stop = body.readOn(READ_AHEAD_BYTES);
    return () => {
      this.readingAhead -= 1;
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
