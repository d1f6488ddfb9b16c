import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { SpokenPieces } from '../../../../domain/agents/turns/spoken-pieces.js';
import { isObservable, type NewEvent } from '../../../../domain/agents/conversations/transcript-event.js';
import type { ModelPiece } from '../../../../domain/protocols/llm/messages/model-messages.js';
import { AppError } from '../../../../kernel/errors/app-error.js';
import type { FinishReport, RunReports } from '../../conversations/runs/run-reports.js';
import type { ActiveRun } from './active-run.js';

/** 04 §11.5.3. */
const MERGED_MS = 250;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 4_000;

/**
 * What a run says of itself, numbered and in order, one report at a time. A database that does not answer is asked again
 * as long as the lease holds: repeats are known by their numbers.
 */
export class TurnJournal {
  private readonly log = new Logger(TurnJournal.name);
  private readonly pieces = new SpokenPieces();
  private timer: NodeJS.Timeout | undefined;
  private through = 0;
  private reported: Promise<void> = Promise.resolve();

  constructor(
    private readonly reports: RunReports,
    private readonly run: ActiveRun,
  ) {}

  /** Of an answer under way; published with those that follow shortly. */
  piece(piece: ModelPiece): void {
    this.pieces.add(piece);
    this.timer ??= setTimeout(() => void this.say().catch(() => undefined), MERGED_MS);
  }

  /** Resolves with their commit. */
  say(...events: NewEvent[]): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const all = [...this.pieces.take(), ...events];
    const said = this.reported.then(() => (all.length === 0 ? undefined : this.append(all)));
    this.reported = said.catch(() => undefined);
    return said;
  }

  /** What was not published yet never will be. */
  forget(): void {
    clearTimeout(this.timer);
    this.pieces.take();
  }

  async finish(report: Omit<FinishReport, 'through'>): Promise<void> {
    await this.say();
    await this.insistently(() => this.reports.finish(this.run.claim, { ...report, through: this.through }));
  }

  private async append(events: readonly NewEvent[]): Promise<void> {
    const first = this.through + 1;
    const asked = performance.now();
    this.run.observable ||= events.some(isObservable);
    const appended = await this.insistently(() => this.reports.append(this.run.claim, first, events));
    this.through = appended.acceptedThrough;
    this.run.lease.renewed(asked);
    if (appended.abortRequested) this.run.stop('abort');
  }

  /** A lease that is lost stops the run. */
  private async insistently<T>(report: () => Promise<T>): Promise<T> {
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      try {
        return await report();
      } catch (error) {
        if (error instanceof AppError || this.run.lease.leftMs < pause) {
          this.run.stop('lease_lost');
          throw error;
        }
        this.log.warn({ err: error, turnId: this.run.turn.id }, 'run could not be reported; retrying');
        await sleep(pause);
      }
    }
  }
}
