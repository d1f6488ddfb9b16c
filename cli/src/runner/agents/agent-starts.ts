import type { RunnerApi } from '../reports/runner-api.js';

const TELL_TIMEOUT_MS = 10_000;

interface Start {
  readonly computeRef: string;
  turns: number;
  readonly told: Promise<void>;
}

/**
 * Which agents are at work. The server counts an agent as started from its first turn to the end of its last one here (R38.6);
 * it is told so in that order, under another name each time, since what an earlier start held is lost with it.
 */
export class AgentStarts {
  private readonly starts = new Map<string, Start>();
  private readonly telling = new Map<string, Promise<void>>();
  private count = 0;

  constructor(
    private readonly api: RunnerApi,
    private readonly bootId: string,
  ) {}

  async whileStarted(agentId: string, work: (computeRef: string) => Promise<void>): Promise<void> {
    const start = this.starts.get(agentId) ?? this.begin(agentId);
    start.turns++;
    try {
      await start.told;
      await work(start.computeRef);
    } finally {
      start.turns--;
      if (start.turns === 0) {
        this.starts.delete(agentId);
        void this.tell(agentId, 'stopped', start.computeRef);
      }
    }
  }

  /** What an earlier start of this program had running is not any more. */
  stopped(agentId: string): Promise<void> {
    return this.tell(agentId, 'stopped');
  }

  /** All that was to be told is, or cannot be. */
  async settled(): Promise<void> {
    await Promise.all(this.telling.values());
  }

  computeOf(agentId: string): string | undefined {
    return this.starts.get(agentId)?.computeRef;
  }

  private begin(agentId: string): Start {
    const computeRef = `${this.bootId}-${++this.count}`;
    const start = { computeRef, turns: 0, told: this.tell(agentId, 'running', computeRef) };
    this.starts.set(agentId, start);
    return start;
  }

  private tell(agentId: string, state: 'running' | 'stopped', computeRef?: string): Promise<void> {
    const { bootId } = this;
    const body = { bootId, state, ...(computeRef !== undefined && { computeRef }), homeRef: agentId };
    const told = (this.telling.get(agentId) ?? Promise.resolve())
      .then(() => this.api.call('POST', `agents/${agentId}/state`, body, { timeoutMs: TELL_TIMEOUT_MS }))
      .then(
        () => undefined,
        () => undefined,
      )
      .finally(() => {
        if (this.telling.get(agentId) === told) this.telling.delete(agentId);
      });
    this.telling.set(agentId, told);
    return told;
  }
}
