import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { admitted } from '../../../../domain/agents/conversations/allowance.js';
import {
  knownOf,
  isObservable,
  isStored,
  type NewEvent,
} from '../../../../domain/agents/conversations/transcript-event.js';
import { maskingEvents, type OpenWord } from '../../../../domain/agents/conversations/live-words.js';
import { shownInput } from '../../../../domain/agents/conversations/shown-input.js';
import { reportedFailure } from '../../../../domain/agents/conversations/turn-failure.js';
import type { TurnEnd, TurnStatus } from '../../../../domain/agents/conversations/turn-status.js';
import type { Reading } from '../../../../domain/text/reading.js';
import { Database, type Tx } from '../../../../kernel/database/database.js';
import { AppError } from '../../../../kernel/errors/app-error.js';
import { READING } from '../../../../kernel/scheduling/reading-turns.js';
import { LEASE_SECONDS } from '../records/conversation-rules.js';
import { ConversationStore } from '../records/conversation-store.js';
import { TranscriptWriter } from '../transcript/transcript-writer.js';
import type { TurnEntity, TurnUsage } from '../records/turn.entity.js';
import { type Ending, TurnClosing } from '../turns/turn-closing.js';
import { ReceivedCredentials } from './received-credentials.js';
import { type LeaseClaim, RunLeases } from './run-leases.js';
import { runErrors } from './run.errors.js';

export interface Appended {
  acceptedThrough: number;
  leaseExpiresAt: Date;
  abortRequested: boolean;
}

export interface FinishReport {
  /** Number of the last event of the attempt. */
  through: number;
  status: TurnEnd;
  error?: string | undefined;
  errorCode?: string | undefined;
  usage?: TurnUsage | undefined;
  sessionRef?: string | undefined;
  /** Follow-ups that became part of the run. */
  joined?: readonly string[] | undefined;
}

/** Of runs that say something just now. */
const MAX_OPEN_WORDS = 1_000;
const STARTED_AGAIN: NewEvent = { type: 'notice', level: 'info', text: 'The agent was started again.' };

/** What an executor says about a run of its (04 §9): events, once each and in order, and how it ended. */
@Injectable()
export class RunReports {
  /** Last words of what is said live, by lease; gone with this process, which readers may miss. */
  private readonly open = new LRUCache<string, OpenWord>({ max: MAX_OPEN_WORDS });

  constructor(
    private readonly db: Database,
    private readonly leases: RunLeases,
    private readonly transcript: TranscriptWriter,
    private readonly closing: TurnClosing,
    private readonly conversations: ConversationStore,
    private readonly credentials: ReceivedCredentials,
  ) {}

  /** `first` is the number of the first of them in this attempt. Renews the lease. */
  async append(claim: LeaseClaim, first: number, events: readonly NewEvent[]): Promise<Appended> {
    const { mask, organizationId } = await this.credentials.ofRun(claim, !events.some(isStored));
    let open: OpenWord | null = null;
    const appended = await this.db.tx(async (tx) => {
      const { turn, over } = await this.leases.hold(tx, claim);
      const last = first + events.length - 1;
      if (over) return { acceptedThrough: last, leaseExpiresAt: turn.leaseExpiresAt!, abortRequested: true };
      const known = knownOf(first, events.length, turn.acceptedThrough);
      if (known === null) throw gapBehind(turn);
      const fresh = await READING.read(organizationId, withShownInputs(events.slice(known)));
      // The answer comes last but one; the end follows from `finish`.
      const answerAt = fresh.findIndex(({ type }) => type === 'text');
      if (fresh.length > 0 && (turn.answered || (answerAt !== -1 && answerAt < fresh.length - 1)))
        throw new AppError(runErrors.run_is_answered);
      const before = this.open.get(claim.leaseId) ?? null;
      const [visible, left] = await READING.read(organizationId, maskingEvents(fresh, mask, before));
      open = left;
      return this.take(tx, turn, { fresh, visible }, answerAt !== -1);
    });
    if (open === null) this.open.delete(claim.leaseId);
    else this.open.set(claim.leaseId, open);
    return appended;
  }

  /** Idempotent for a lease. */
  async finish(
    claim: LeaseClaim,
    report: FinishReport,
  ): Promise<{ outcome: 'closed' | 'already_closed'; status: TurnStatus }> {
    const { error: said } = report;
    const error = said === undefined ? said : await this.masked(claim, said);
    this.open.delete(claim.leaseId);
    return this.db.tx(async (tx) => {
      const { turn, over } = await this.leases.hold(tx, claim);
      if (over) return { outcome: 'already_closed', status: turn.status };
      if (report.through > turn.acceptedThrough) throw gapBehind(turn);
      if (report.sessionRef !== undefined)
        await this.conversations.setSession(tx, turn.conversationId, report.sessionRef);
      await this.closing.close(tx, turn, endingOf({ ...report, error }), new Set(report.joined));
      return { outcome: 'closed', status: report.status };
    });
  }

  private async masked(claim: LeaseClaim, said: string): Promise<string> {
    const { mask, organizationId } = await this.credentials.ofRun(claim, false);
    return READING.read(organizationId, mask.masking(said));
  }

  private async take(
    tx: Tx,
    turn: TurnEntity,
    { fresh, visible }: { fresh: readonly NewEvent[]; visible: readonly NewEvent[] },
    answered: boolean,
  ): Promise<Appended> {
    let announced = turn.announced;
    let running = turn.status === 'running';
    const shown: NewEvent[] = [];
    for (const event of visible) {
      if (event.type !== 'turn.started') shown.push(event);
      else if (!running) {
        shown.push(announced ? STARTED_AGAIN : event);
        announced = running = true;
      }
    }
    const before = { rows: turn.storedRows, bytes: turn.storedBytes };
    const { events, spent } = admitted(shown, before, (event) => Buffer.byteLength(JSON.stringify(event)));
    const acceptedThrough = turn.acceptedThrough + fresh.length;
    const [row] = await tx.query<{ leaseExpiresAt: Date }>(
      `UPDATE turns SET lease_expires_at = clock_timestamp() + interval '${LEASE_SECONDS} seconds',
         lease_received = true, accepted_through = $2, observable = observable OR $3, answered = answered OR $4,
         announced = $5, stored_rows = $6, stored_bytes = $7, status = $8,
         started_at = CASE WHEN $8 = 'running' THEN coalesce(started_at, clock_timestamp()) END
       WHERE id = $1 RETURNING lease_expires_at AS "leaseExpiresAt"`,
      [
        turn.id,
        acceptedThrough,
        fresh.some(isObservable),
        answered,
        announced,
        spent.rows,
        spent.bytes,
        running ? 'running' : 'dispatched',
      ],
    );
    await this.transcript.append(tx, { conversationId: turn.conversationId, turnId: turn.id }, events);
    const abortRequested = turn.abortRequestedAt !== null;
    return { acceptedThrough, leaseExpiresAt: row!.leaseExpiresAt, abortRequested };
  }
}

/** Each may be as long as all of them. */
function* withShownInputs(events: readonly NewEvent[]): Reading<NewEvent[]> {
  const shown: NewEvent[] = [];
  for (const event of events) {
    shown.push(event.input === undefined ? event : { ...event, input: shownInput(event.input) });
    yield;
  }
  return shown;
}

function gapBehind({ acceptedThrough }: TurnEntity): AppError {
  return new AppError(runErrors.event_gap, { extra: { acceptedThrough } });
}

function endingOf({ status, error, errorCode, usage }: FinishReport): Ending {
  if (status === 'done') return { status, usage };
  if (status === 'aborted') return { status };
  return { status, failure: reportedFailure(error, errorCode), said: error === '' ? undefined : error };
}
