import { Injectable, Logger } from '@nestjs/common';
import { ceilingFailure, failureOf } from '../../../../domain/agents/conversations/turn-failure.js';
import { ModelFailure } from '../../../../domain/protocols/llm/answers/model-failure.js';
import { RunReleases } from '../../conversations/runs/run-releases.js';
import { type FinishReport, RunReports } from '../../conversations/runs/run-reports.js';
import { WaitingFailures } from '../../conversations/runs/waiting-failures.js';
import type { ActiveRun } from './active-run.js';
import { RunStopped } from './run-stopped.js';
import type { TurnLoop } from './turn-loop.js';
import { TurnJournal } from './turn-journal.js';
import { type PreparedTurn, TurnPreparation } from './turn-preparation.js';

type End = Pick<FinishReport, 'status' | 'error' | 'errorCode'>;

/** 04 §8.4.6. */
const START_FAILED = 'start_failed';
const FAULT = 'The agent failed because of a fault of the server.';
const MAX_ERROR = 2_000;

/** One turn from its claim to its end (04 §11.5), and what its end is when something goes wrong (04 §11.6). */
@Injectable()
export class TurnRunner {
  private readonly log = new Logger(TurnRunner.name);

  constructor(
    private readonly reports: RunReports,
    private readonly releases: RunReleases,
    private readonly failures: WaitingFailures,
    private readonly preparation: TurnPreparation,
  ) {}

  /** Never rejects. */
  async run(run: ActiveRun): Promise<void> {
    const journal = new TurnJournal(this.reports, run);
    let prepared: PreparedTurn | null = null;
    try {
      prepared = await this.preparation.prepare(run, journal);
      // What waits behind a turn without a key would fail like it (04 §8.4.7).
      if (prepared === null) return await this.failures.failClaimed(run.turn, failureOf('no_model_key'));
      await journal.say({ type: 'turn.started' });
      await prepared.loop.goOn();
      await this.succeed(journal, prepared.loop);
    } catch (error) {
      await this.end(run, journal, prepared, run.signal.aborted ? run.signal.reason : error).catch(
        (cause: unknown) => this.lostTrack(run, cause),
      );
    }
  }

  private async succeed(journal: TurnJournal, loop: TurnLoop): Promise<void> {
    await sayAnswer(journal, loop);
    await journal.finish({ status: 'done', usage: loop.usage, joined: loop.joined });
  }

  private async end(
    run: ActiveRun,
    journal: TurnJournal,
    prepared: PreparedTurn | null,
    error: unknown,
  ): Promise<void> {
    const why = error instanceof RunStopped ? error.why : null;
    // Somebody else has the turn now, or nobody.
    if (why === 'lease_lost') return journal.forget();
    if (!run.observable && (why === 'shutdown' || isGatewayAway(error))) {
      journal.forget();
      return this.releases.release(run.claim, why === 'shutdown' ? undefined : START_FAILED);
    }
    if (why === null) this.tell(run, error);
    if (prepared !== null) {
      await prepared.tools.stopped();
      await sayAnswer(journal, prepared.loop);
    }
    await journal.finish({ ...endOf(error), joined: prepared?.loop.joined });
  }

  private tell({ turn }: ActiveRun, err: unknown): void {
    const line = { err, turnId: turn.id, agentId: turn.agentId };
    if (err instanceof ModelFailure) this.log.warn(line, 'turn received no answer from its model');
    else this.log.error(line, 'turn failed because of a server fault');
  }

  /** Its lease runs out, and the turn is recovered (04 §8.4). */
  private lostTrack({ turn, signal }: ActiveRun, err: unknown): void {
    if (signal.reason instanceof RunStopped && signal.reason.why === 'lease_lost') return;
    this.log.error({ err, turnId: turn.id }, 'end of a turn could not be reported');
  }
}

async function sayAnswer(journal: TurnJournal, loop: TurnLoop): Promise<void> {
  const text = loop.said.whole();
  await (text === null ? journal.say() : journal.say({ type: 'text', text }));
}

function isGatewayAway(error: unknown): boolean {
  return error instanceof ModelFailure && error.outcome === 'gateway-unreachable';
}

function endOf(error: unknown): End {
  if (error instanceof RunStopped) {
    if (error.why === 'abort') return { status: 'aborted' };
    if (error.why === 'ceiling') return { status: 'failed', error: ceilingFailure({ started: true }).error };
    return { status: 'failed', errorCode: 'agent_restarted' };
  }
  if (!(error instanceof ModelFailure)) return { status: 'failed', error: FAULT };
  const said = error.message.slice(0, MAX_ERROR).toWellFormed();
  switch (error.outcome) {
    case 'no-key':
      return { status: 'failed', error: said, errorCode: 'no_model_key' };
    case 'provider-refused':
      return { status: 'failed', error: said, errorCode: 'model_provider_error' };
    default:
      return { status: 'failed', error: said };
  }
}
