import type { Batch, Ending, LeftRun, RunJournal } from './journal.js';
import { type ApiAnswer, errorIn, type RunnerApi } from './runner-api.js';
import type { Finish, TurnEvent } from './work.js';

const MERGE_MS = 250;
const MAX_EVENTS = 100;
/** Of 1,000,000 characters that one report may have; they may take several bytes each. */
const MAX_OF_BATCH = 400_000;
/** Beyond this a command is not read on until the server has taken some. */
const MAX_WAITING = 2_000_000;
const REFUSED = 'The server rejected a report of the runner.';

export interface ReporterEvents {
  /** The lease holds for so long, counted from when the server was asked. */
  renewed(askedAt: number): void;
  abortRequested(): void;
  /** Nothing that is said counts any more. */
  lost(): void;
}

/**
 * What happens in one attempt of a turn, told to the server in order: numbered from 1, written down, sent, repeated until it
 * is acknowledged (04 §9.1.3). Pieces of an answer wait a quarter of a second for more.
 */
export class Reporter {
  private last = 0;
  private acknowledged = 0;
  private pieces: TurnEvent[] = [];
  private timer: NodeJS.Timeout | null = null;
  private readonly waiting: Batch[] = [];
  private size = 0;
  private sending: Promise<void> | null = null;
  private refused = false;
  private readonly over = new AbortController();
  private relieved: (() => void) | null = null;

  constructor(
    private readonly api: RunnerApi,
    private readonly journal: RunJournal,
    private readonly turn: { readonly turnId: string; readonly leaseId: string },
    private readonly events: ReporterEvents,
  ) {}

  /** With what an earlier start did not get rid of. */
  static resumed(
    api: RunnerApi,
    journal: RunJournal,
    { run, batches }: LeftRun,
    events: ReporterEvents,
  ): Reporter {
    const reporter = new Reporter(api, journal, run, events);
    for (const batch of batches) reporter.queue(batch);
    return reporter;
  }

  get isFull(): boolean {
    return this.size > MAX_WAITING;
  }

  /** Called once when there is room again. */
  whenRelieved(then: () => void): void {
    this.relieved = then;
  }

  say(event: TurnEvent): void {
    if (this.over.signal.aborted) return;
    if (!event.type.endsWith('.delta')) {
      this.pieces.push(event);
      return this.flush();
    }
    const before = this.pieces.at(-1);
    const text = String(before?.['text']) + String(event['text']);
    if (before?.type === event.type && text.length <= 16_000)
      this.pieces[this.pieces.length - 1] = { ...before, text };
    else this.pieces.push(event);
    if (this.pieces.length >= MAX_EVENTS) this.flush();
    else this.timer ??= setTimeout(() => this.flush(), MERGE_MS);
  }

  /** All that was said is with the server; rejects when it will never be. */
  async confirmed(): Promise<void> {
    this.flush();
    await this.sent();
    this.over.signal.throwIfAborted();
    if (this.refused) throw new Error(REFUSED);
  }

  async finish(report: Finish, events: readonly TurnEvent[]): Promise<void> {
    this.flush();
    if (this.over.signal.aborted) return;
    const batch = { first: this.last + 1, events };
    const ending: Ending = { batch, report: { through: this.last + events.length, ...report } };
    this.journal.write('ending', ending);
    await this.hand(ending);
  }

  /** An ending as it was written down. */
  async hand({ batch, report }: Ending): Promise<void> {
    this.queue(batch);
    await this.sent();
    const told: Ending['report'] = this.refused
      ? { through: this.acknowledged, status: 'failed', error: REFUSED }
      : report;
    if ((await this.post('finish', told)) !== null) this.close();
  }

  /** Hands the turn back; false when it was seen already. */
  async release(reasonCode?: string): Promise<boolean> {
    this.flush();
    await this.sent();
    const answer = await this.post('release', reasonCode === undefined ? {} : { reasonCode });
    if (answer?.status === 409) return false;
    this.close();
    return true;
  }

  /** Says nothing more, and forgets what was to be said. */
  close(): void {
    this.over.abort();
    if (this.timer !== null) clearTimeout(this.timer);
    this.journal.close();
  }

  private flush(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    while (this.pieces.length > 0 && !this.over.signal.aborted) {
      const events = this.pieces.splice(0, fitting(this.pieces));
      const batch = { first: this.last + 1, events };
      this.last += events.length;
      this.journal.add(batch);
      this.queue(batch);
    }
    this.send();
  }

  private queue(batch: Batch): void {
    if (batch.events.length === 0) return;
    this.waiting.push(batch);
    this.size += sizeOf(batch.events);
  }

  /** What was queued while the last of it was on its way is on its way next. */
  private async sent(): Promise<void> {
    this.send();
    while (this.sending !== null) await this.sending;
  }

  private send(): void {
    this.sending ??= this.sendAll().finally(() => {
      this.sending = null;
      if (this.waiting.length > 0 && !this.refused && !this.over.signal.aborted) this.send();
    });
  }

  private async sendAll(): Promise<void> {
    for (let batch = this.waiting[0]; batch !== undefined && !this.refused; batch = this.waiting[0]) {
      const askedAt = performance.now();
      const answer = await this.post('events', batch);
      if (answer === null) return;
      if (answer.status !== 200) {
        this.refused = true;
        return;
      }
      this.events.renewed(askedAt);
      this.acknowledged = batch.first + batch.events.length - 1;
      this.waiting.shift();
      this.size -= sizeOf(batch.events);
      this.journal.acknowledged(batch);
      if (!this.isFull) this.relieve();
      if (answer.body['abortRequested'] === true) this.events.abortRequested();
    }
  }

  private relieve(): void {
    const then = this.relieved;
    this.relieved = null;
    then?.();
  }

  /** Null when the lease is lost, or nobody waits for it. */
  private async post(what: string, body: object): Promise<ApiAnswer | null> {
    const { turnId, leaseId } = this.turn;
    const path = `turns/${turnId}/${what}`;
    const answer = await this.api
      .insist('POST', path, { leaseId, ...body }, this.over.signal)
      .catch((error: unknown) => {
        if (this.over.signal.aborted) return null;
        throw error;
      });
    if (answer === null) return null;
    const isLost = errorIn(answer) === 'lease_lost' || [401, 404].includes(answer.status);
    if (!isLost) return answer;
    this.close();
    this.events.lost();
    return null;
  }
}

/** How many of them one report takes, at least one. */
function fitting(events: readonly TurnEvent[]): number {
  let size = 0;
  const fit = events.findIndex((event, at) => {
    size += sizeOf([event]);
    return at === MAX_EVENTS || (at > 0 && size > MAX_OF_BATCH);
  });
  return fit === -1 ? events.length : fit;
}

function sizeOf(events: readonly TurnEvent[]): number {
  return JSON.stringify(events).length;
}
