import { LRUCache } from 'lru-cache';

export interface TurnLimits {
  /** What one agent may have made at once, and each second after that. */
  burst: number;
  perSecond: number;
  /** How many of one agent may wait, and how long each. */
  waiting: number;
  patienceMs: number;
  /** Over all agents, at the same time. */
  parallel: number;
}

interface Entry {
  run: () => Promise<unknown>;
  refuse: () => void;
  deadline: number;
}

interface Account {
  tokens: number;
  countedAt: number;
  waiting: Entry[];
}

const REMEMBERED_AGENTS = 10_000;
/** `setTimeout` takes what is longer for one millisecond. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * Work that agents can ask for without end: everyone has a bucket of their own, and who waits is served in turn. An
 * agent that has used its bucket up waits for itself alone.
 */
export class IssuanceTurns {
  private readonly accounts = new LRUCache<string, Account>({ max: REMEMBERED_AGENTS });
  /** Agents with something waiting; who was served goes to the end. */
  private readonly queue = new Map<string, Account>();
  private running = 0;
  private timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly limits: TurnLimits,
    private readonly clock: () => number = () => performance.now(),
  ) {}

  /** The outcome of `work` once it was its turn; null when too many wait before it, or for too long. */
  take<T>(agent: string, work: () => Promise<T>): Promise<T | null> {
    const account = this.accountOf(agent);
    if (account.waiting.length >= this.limits.waiting) return Promise.resolve(null);
    return new Promise((resolve, reject) => {
      account.waiting.push({
        run: () => work().then(resolve, reject),
        refuse: () => resolve(null),
        deadline: this.clock() + this.limits.patienceMs,
      });
      this.queue.set(agent, account);
      this.serve();
    });
  }

  private serve(): void {
    for (const [agent, account] of [...this.queue]) {
      if (this.running >= this.limits.parallel) return;
      this.refuseOverdue(account);
      const entry = this.mayRun(account) ? account.waiting.shift() : undefined;
      if (entry || account.waiting.length === 0) this.queue.delete(agent);
      if (entry && account.waiting.length > 0) this.queue.set(agent, account);
      if (entry) this.start(entry);
    }
    if (this.queue.size > 0) this.lookAgain();
  }

  private start(entry: Entry): void {
    this.running += 1;
    void entry.run().finally(() => {
      this.running -= 1;
      this.serve();
    });
  }

  private refuseOverdue({ waiting }: Account): void {
    while (waiting.length > 0 && waiting[0]!.deadline < this.clock()) waiting.shift()!.refuse();
  }

  private mayRun(account: Account): boolean {
    const now = this.clock();
    const gained = ((now - account.countedAt) / 1_000) * this.limits.perSecond;
    account.tokens = Math.min(this.limits.burst, account.tokens + gained);
    account.countedAt = now;
    if (account.waiting.length === 0 || account.tokens < 1) return false;
    account.tokens -= 1;
    return true;
  }

  /** When the next token of an agent is there, or the first entry is overdue: a token may take longer than a timer can. */
  private lookAgain(): void {
    this.timer ??= setTimeout(
      () => {
        this.timer = null;
        this.serve();
      },
      Math.min(1_000 / this.limits.perSecond, this.firstOverdue() - this.clock(), LONGEST_TIMER_MS),
    ).unref();
  }

  private firstOverdue(): number {
    let first = Infinity;
    for (const { waiting } of this.queue.values()) first = Math.min(first, waiting[0]!.deadline);
    // An entry is overdue after its deadline, not at it.
    return first + 1;
  }

  private accountOf(agent: string): Account {
    const known = this.accounts.get(agent) ?? this.queue.get(agent);
    if (known) return known;
    const account = { tokens: this.limits.burst, countedAt: this.clock(), waiting: [] };
    this.accounts.set(agent, account);
    return account;
  }
}
