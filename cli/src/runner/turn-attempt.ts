import { note } from '../terminal/output.js';
import { printable } from '../terminal/printable.js';
import { forAgents } from '../run/environment.js';
import type { AgentFolder } from './agents/agent-folder.js';
import { CommandProcess } from './harnesses/command-process.js';
import type { Harness } from './harnesses/harness.js';
import type { RunJournal } from './reports/journal.js';
import { Lease } from './lease.js';
import { writeBack } from './agents/memory-files.js';
import { processIdentityOf } from './reports/process-identity.js';
import { Reporter } from './reports/reporter.js';
import type { RunnerApi } from './reports/runner-api.js';
import type { Steer, TurnRun } from './reports/work.js';

export interface AttemptSurroundings {
  readonly api: RunnerApi;
  readonly origin: string;
  readonly gateway?: string;
  readonly command: readonly [string, ...string[]];
  harness(): Harness;
  folderOf(agentId: string): AgentFolder;
}

/** Why a command was ended before it ended itself; `lost`: nobody wants to hear of it. */
type Stopped = 'aborted' | 'restarted' | 'released' | 'lost';

/** One turn at work: its lease, its command and what is said of it (04 §8.4, §9). */
export class TurnAttempt {
  readonly lease: Lease;
  private readonly reporter: Reporter;
  private readonly harness: Harness;
  private command: CommandProcess | null = null;
  private stopped: Stopped | null = null;

  constructor(
    readonly run: TurnRun,
    askedAt: number,
    private readonly journal: RunJournal,
    private readonly around: AttemptSurroundings,
  ) {
    this.lease = new Lease(askedAt, () => this.stop('restarted'));
    this.harness = around.harness();
    this.reporter = new Reporter(around.api, journal, run, {
      renewed: (at) => this.lease.renewed(at),
      abortRequested: () => this.abort(),
      lost: () => this.lose(),
    });
  }

  /** Resolves when nothing is left to do for it; what goes wrong is told to the server. */
  async work(computeRef: string): Promise<void> {
    try {
      await this.attempt(computeRef);
    } catch (error) {
      note(`Turn ${this.run.turnId}: ${printable((error as Error).message)}`);
      if (this.stopped !== 'lost') await this.handBack('start_failed');
    } finally {
      this.lease.end();
      this.reporter.close();
    }
  }

  get isLost(): boolean {
    return this.stopped === 'lost';
  }

  steer(steer: Steer): void {
    this.harness.steer(steer);
  }

  abort(): void {
    this.stop('aborted');
  }

  /** The lease is somebody else's, or the agent is gone: what runs ends at once, and nobody is told. */
  lose(): void {
    this.stop('lost');
    this.reporter.close();
  }

  /** The runner ends. What nobody saw yet goes back whole, the rest is failed with what it said. */
  shutDown(): void {
    this.stop(this.command === null ? 'released' : 'restarted');
  }

  private async attempt(computeRef: string): Promise<void> {
    const { api, command } = this.around;
    if (this.stopped !== null) return this.endUnstarted();
    this.reporter.say({ type: 'turn.started' });
    const folder = this.around.folderOf(this.run.agentId);
    // With what is there from before where it cannot be had now: the turn runs anyway.
    await folder.sync(api, computeRef).catch(() => undefined);
    await folder.receive(api, this.run.attachments);
    if (this.stopped !== null) return this.endUnstarted();
    await this.harness.announce(this.reporter, command[0]);
    if (this.stopped !== null) return this.endUnstarted();
    const env = this.environment(folder);
    const started = await CommandProcess.start(command, folder.home, env).catch(
      (error: NodeJS.ErrnoException) => error,
    );
    if (started instanceof Error) return this.cannotStart(started);
    this.command = started;
    const identity = processIdentityOf(started.pid);
    if (identity !== null) this.journal.write('child', identity);
    // Stopped between the look above and now.
    if (this.stopped !== null) started.kill('SIGKILL');
    const { run, reporter } = this;
    const callTool = (callId: string, tool: string, args: unknown): Promise<object> =>
      this.callTool(callId, tool, args);
    const followed = this.harness.follow({ run, home: folder.home, reporter, command: started, callTool });
    const [ended] = await Promise.all([started.ended, followed]);
    const { stopped } = this;
    if (stopped === 'lost') return;
    await writeBack(api, folder, run.leaseId);
    const { events, report } = this.harness.outcome(ended, stopped === 'released' ? 'restarted' : stopped);
    await this.reporter.finish(report, events);
  }

  private environment(folder: AgentFolder): Record<string, string> {
    const { run, around } = this;
    const { name, instructions, model, effort } = run.agent;
    return {
      ...forAgents(process.env),
      HOME: folder.home,
      ...folder.environmentOf(run.agent, around),
      AGENT_NAME: name,
      AGENT_INSTRUCTIONS: instructions ?? '',
      AGENT_MODEL: model,
      AGENT_EFFORT: effort ?? '',
      AGENT_TURN_ID: run.turnId,
      AGENT_CONVERSATION_ID: run.conversationId,
      AGENT_SESSION: run.resumeSessionRef ?? '',
    };
  }

  private async cannotStart(error: NodeJS.ErrnoException): Promise<void> {
    note(`${this.around.command[0]} cannot be started (${error.code ?? error.message}).`);
    await this.handBack(error.code === 'ENOENT' ? 'image_unavailable' : 'start_failed');
  }

  /** What was seen already cannot go back. */
  private async handBack(reasonCode?: string): Promise<void> {
    if (await this.reporter.release(reasonCode)) return;
    const errorCode = reasonCode === 'image_unavailable' ? reasonCode : 'agent_start_failed';
    await this.reporter.finish({ status: 'failed', errorCode }, []);
  }

  private async endUnstarted(): Promise<void> {
    if (this.stopped === 'lost') return;
    if (this.stopped === 'aborted') return this.reporter.finish({ status: 'aborted' }, []);
    await this.handBack();
  }

  private stop(why: Stopped): void {
    if (this.stopped === 'lost' || (this.stopped !== null && why !== 'lost')) return;
    this.stopped = why;
    if (this.command === null) return;
    if (why === 'aborted') void this.command.stop();
    else this.command.kill('SIGKILL');
  }

  private async callTool(callId: string, tool: string, args: unknown): Promise<object> {
    const { agentId, leaseId } = this.run;
    const call = { agentId, leaseId, callId, tool, args };
    const signal = AbortSignal.any([this.lease.signal, AbortSignal.timeout(60_000)]);
    const answer = await this.around.api.insist('POST', 'tool-calls', call, signal).catch(() => null);
    if (answer?.status === 200) return answer.body;
    return { ok: false, error: 'The tool is not available now.' };
  }
}
