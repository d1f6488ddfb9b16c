import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { note } from '../terminal/output.js';
import { printable } from '../terminal/printable.js';
import type { AgentFolders } from './agents/agent-folders.js';
import { AgentStarts } from './agents/agent-starts.js';
import { EarlierWork } from './earlier-work.js';
import type { Journal } from './reports/journal.js';
import { refused } from './reports/refusal.js';
import type { ApiAnswer, RunnerApi } from './reports/runner-api.js';
import { TurnAttempt, type AttemptSurroundings } from './turn-attempt.js';
import { isId, type TurnRun, type WorkItem } from './reports/work.js';

const HEARTBEAT_MS = 15_000;
const BEATS_BETWEEN_CLEANINGS = 40;
const WAIT_S = 25;
const POLL_TIMEOUT_MS = (WAIT_S + 15) * 1_000;
/** As many as one heartbeat names (04 §9.2). */
const MAX_LEASES = 100;

export interface DaemonSettings {
  readonly name: string;
  /** Turns at work at once. */
  readonly turns: number;
  readonly steer: boolean;
  /** How long a turn may still take when the runner is told to end. */
  readonly graceMs: number;
}

/** A runner: it asks for work, does it, and says so (04 §9). */
export class Daemon {
  private readonly bootId = randomBytes(16).toString('hex');
  /** By lease; those beyond the number at work wait for their turn. */
  private readonly attempts = new Map<string, TurnAttempt>();
  private readonly waiting: TurnAttempt[] = [];
  private readonly working = new Set<Promise<void>>();
  private readonly starts: AgentStarts;
  private readonly ending = new AbortController();
  private readonly gone = new AbortController();

  constructor(
    private readonly api: RunnerApi,
    private readonly journal: Journal,
    private readonly folders: AgentFolders,
    private readonly settings: DaemonSettings,
    private readonly around: Omit<AttemptSurroundings, 'folderOf'>,
  ) {
    this.starts = new AgentStarts(api, this.bootId);
  }

  /** Until it is told to end; throws when it can be no runner, or is one no more. */
  async work(): Promise<void> {
    await this.register();
    await this.clean();
    const beating = this.beat();
    try {
      await this.poll();
      await this.finishAll();
    } finally {
      this.gone.abort();
      await beating;
      for (const attempt of this.attempts.values()) attempt.lose();
      await Promise.all(this.working);
      await this.starts.settled();
    }
  }

  /** Takes nothing more; what is at work has a little time. */
  end(): void {
    this.ending.abort();
  }

  private async register(): Promise<void> {
    const { turns, steer, name } = this.settings;
    const earlier = new EarlierWork(this.journal);
    const capabilities = {
      maxSandboxes: turns,
      backend: 'process',
      homeDurability: 'resident',
      steer,
      attachments: true,
    };
    const body = { name, bootId: this.bootId, capabilities, resume: earlier.resume };
    const answer = await this.api.insist('POST', 'register', body, this.ending.signal);
    if (answer.status !== 200) throw refused(answer);
    await earlier.handIn(this.api, this.starts, new Set(answer.body['resumed'] as string[]));
    note(`Registered as ${name} (${String(answer.body['runnerId'])}).`);
  }

  private async poll(): Promise<void> {
    while (!this.ending.signal.aborted) {
      if (this.attempts.size >= MAX_LEASES) {
        await pause(HEARTBEAT_MS, undefined, { signal: this.ending.signal }).catch(() => undefined);
        continue;
      }
      const askedAt = performance.now();
      const limit = Math.max(1, Math.min(5, this.settings.turns - this.attempts.size));
      const answer = await this.ask('work', { wait: WAIT_S, limit }, POLL_TIMEOUT_MS);
      if (answer === null) continue;
      for (const item of (answer.body['items'] ?? []) as WorkItem[]) this.take(item, askedAt);
      // They count as received from then on (04 §8.4.4), and from then on their time is known.
      if (this.attempts.size > 0) await this.renew();
    }
  }

  private take(item: WorkItem, askedAt: number): void {
    if (item.kind === 'turn.run') return this.begin(item, askedAt);
    if (item.kind === 'turn.abort') return this.attempts.get(item.leaseId)?.abort();
    if (item.kind === 'turn.steer')
      return [...this.attempts.values()].find(({ run }) => run.turnId === item.targetTurnId)?.steer(item);
    if (!isId(item.agentId)) return;
    if (item.kind === 'agent.sync') this.sync(item.agentId);
    if (item.kind === 'agent.stop') this.stopAgent(item);
  }

  private sync(agentId: string): void {
    const computeRef = this.starts.computeOf(agentId);
    if (computeRef !== undefined)
      this.folders
        .of(agentId)
        .sync(this.api, computeRef)
        .catch(() => undefined);
  }

  /** What is at work ends with its compute; what waits here is made of what was true before, and goes back. */
  private stopAgent({ agentId, reason }: { agentId: string; reason: string }): void {
    for (const attempt of this.attempts.values()) {
      if (attempt.run.agentId !== agentId) continue;
      if (this.waiting.includes(attempt)) attempt.shutDown();
      else attempt.lose();
    }
    if (reason === 'deleted') void this.clean();
  }

  private begin(run: TurnRun, askedAt: number): void {
    if (![run.leaseId, run.agentId, run.turnId].every(isId) || this.attempts.has(run.leaseId)) return;
    const { turnId, leaseId, agentId } = run;
    const journal = this.journal.begin({ turnId, leaseId, agentId });
    const folderOf = (id: string) => this.folders.of(id);
    const attempt = new TurnAttempt(run, askedAt, journal, { ...this.around, folderOf });
    this.attempts.set(leaseId, attempt);
    this.waiting.push(attempt);
    this.next();
  }

  private next(): void {
    while (this.working.size < this.settings.turns && this.waiting.length > 0) {
      const attempt = this.waiting.shift()!;
      const { agentId, leaseId } = attempt.run;
      const work: Promise<void> = this.starts
        .whileStarted(agentId, (computeRef) => attempt.work(computeRef))
        .finally(() => {
          this.attempts.delete(leaseId);
          this.working.delete(work);
          // Perhaps because the agent is gone.
          if (attempt.isLost) void this.clean();
          this.next();
        });
      this.working.add(work);
    }
  }

  private clean(): Promise<void> {
    return this.folders.removeOrphans(this.api).catch((error: unknown) => {
      note(`The files of deleted agents could not be removed: ${printable((error as Error).message)}`);
    });
  }

  private async beat(): Promise<void> {
    for (let beat = 1; !this.gone.signal.aborted; beat++) {
      await pause(HEARTBEAT_MS, undefined, { signal: this.gone.signal }).catch(() => undefined);
      if (!this.gone.signal.aborted) await this.renew();
      if (beat % BEATS_BETWEEN_CLEANINGS === 0) await this.clean();
    }
  }

  private async renew(): Promise<void> {
    const askedAt = performance.now();
    const answer = await this.ask('heartbeat', { leases: [...this.attempts.keys()] });
    if (answer === null) return;
    const {
      renewed = [],
      lost = [],
      abort = [],
    } = answer.body as {
      renewed?: { leaseId: string }[];
      lost?: string[];
      abort?: string[];
    };
    for (const { leaseId } of renewed) this.attempts.get(leaseId)?.lease.renewed(askedAt);
    for (const leaseId of lost) this.attempts.get(leaseId)?.lose();
    for (const attempt of this.attempts.values()) if (abort.includes(attempt.run.turnId)) attempt.abort();
  }

  /** What is due with the lease of the boot; null where there was no answer, after a while. */
  private async ask(what: string, body: object, timeoutMs?: number): Promise<ApiAnswer | null> {
    const polls = what === 'work';
    const signal = polls ? this.ending.signal : this.gone.signal;
    const options = { signal, ...(timeoutMs !== undefined && { timeoutMs }) };
    const answer = await this.api
      .call('POST', what, { bootId: this.bootId, ...body }, options)
      .catch(() => null);
    if (answer?.status === 200) return answer;
    if (answer !== null && [401, 409].includes(answer.status)) this.failed(refused(answer));
    else if (polls) await pause(1_000 + Math.random() * 2_000, undefined, { signal }).catch(() => undefined);
    return null;
  }

  private failure: Error | null = null;

  private failed(error: Error): void {
    this.failure ??= error;
    for (const attempt of this.attempts.values()) attempt.lose();
    this.end();
  }

  /** On the way out: what nobody began goes back, what is at work has its time. */
  private async finishAll(): Promise<void> {
    if (this.failure !== null) throw this.failure;
    for (const attempt of this.waiting.splice(0)) {
      attempt.shutDown();
      const work: Promise<void> = attempt.work('').finally(() => {
        this.attempts.delete(attempt.run.leaseId);
        this.working.delete(work);
      });
      this.working.add(work);
    }
    const late = new AbortController();
    const grace = pause(this.settings.graceMs, undefined, { signal: late.signal }).catch(() => undefined);
    await Promise.race([this.settled(), grace]);
    for (const attempt of this.attempts.values()) attempt.shutDown();
    await this.settled();
    late.abort();
  }

  private async settled(): Promise<void> {
    await Promise.all(this.working);
  }
}
