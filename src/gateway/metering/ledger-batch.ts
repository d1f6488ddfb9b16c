import type { BudgetedSecret, Charge } from '../exchange/results/charge.js';
import { UsageLine } from './usage-line.js';

/** One call that ended. */
export interface MeteredCall {
  readonly agentId: string;
  readonly organizationId: string;
  readonly charge: Charge;
}

export interface Spent {
  readonly secretId: string;
  readonly organizationId: string;
  /** As in `BudgetedSecret`; one call that knew speaks for those beside it that did not. */
  budgeted: true | null;
  total: bigint;
  /** By `YYYY-MM`; one, but for the moment in which it changes and while nothing can be written. */
  readonly months: Map<string, bigint>;
}

/** Lines of usage, and of spend. Beyond it a day's models of an agent become one, and beyond twice as many nothing is counted. */
const CAPACITY = 10_000;
/** Of one agent, beyond which its further models become one. */
const MAX_OF_AGENT = 100;
const MONTH_LENGTH = 7;
/** What columns of names hold; what is longer is no model. */
const MODEL_LENGTH = 128;
const NO_MODEL = 'unknown';
const OTHER_MODELS = 'other';

/** What is added up between two writes. */
export class LedgerBatch {
  /** By agent; a few each, so that none needs a key of its own. */
  private readonly agents = new Map<string, UsageLine[]>();
  private size = 0;
  private readonly spending = new Map<string, Spent>();

  get empty(): boolean {
    return this.size === 0;
  }

  /** `day`: `YYYY-MM-DD`. False: there is no room to count it. */
  add({ charge, agentId, organizationId }: MeteredCall, day: string): boolean {
    const line = this.lineOf(agentId, day, charge.row.provider, charge.model);
    line?.add(charge);
    if (charge.budgeted.length === 0) return line !== null;
    const nanoCents = charge.row.cost(charge.usage);
    let taken = line !== null;
    for (const secret of charge.budgeted) {
      taken = this.spend(secret, organizationId, day.slice(0, MONTH_LENGTH), nanoCents) && taken;
    }
    return taken;
  }

  get spent(): Iterable<Spent> {
    return this.spending.values();
  }

  spentOf(secretId: string, organizationId: string): Spent | undefined {
    return this.spending.size === 0 ? undefined : this.spending.get(keyOf(secretId, organizationId));
  }

  /** As JSON, like the next. */
  usageLines(): string {
    return jsonOf([...this.agents.values()].flat());
  }

  spendLines(): string {
    return jsonOf(
      [...this.spending.values()].flatMap(({ secretId, organizationId, budgeted, months }) =>
        [...months].map(([month, nanoCents]) => ({ secretId, organizationId, budgeted, month, nanoCents })),
      ),
    );
  }

  private spend(
    { secretId, budgeted }: BudgetedSecret,
    organizationId: string,
    month: string,
    nanoCents: bigint,
  ): boolean {
    const key = keyOf(secretId, organizationId);
    let spent = this.spending.get(key);
    if (spent === undefined) {
      if (this.spending.size >= CAPACITY) return false;
      spent = { secretId, organizationId, budgeted, total: 0n, months: new Map() };
      this.spending.set(key, spent);
    }
    spent.budgeted ??= budgeted;
    spent.total += nanoCents;
    spent.months.set(month, (spent.months.get(month) ?? 0n) + nanoCents);
    return true;
  }

  private lineOf(agentId: string, day: string, provider: string, model: string | null): UsageLine | null {
    let lines = this.agents.get(agentId);
    if (lines === undefined) {
      if (this.size >= 2 * CAPACITY) return null;
      this.agents.set(agentId, (lines = []));
    }
    const known = model === null ? undefined : lineIn(lines, day, provider, model);
    return known ?? this.namedLine(lines, agentId, day, provider, nameOf(model));
  }

  private namedLine(
    lines: UsageLine[],
    agentId: string,
    day: string,
    provider: string,
    model: string,
  ): UsageLine | null {
    // What one agent's upstream makes up costs nobody a long search.
    const full = this.size >= CAPACITY || lines.length >= MAX_OF_AGENT;
    const name = full ? OTHER_MODELS : model;
    const known = lineIn(lines, day, provider, model) ?? lineIn(lines, day, provider, name);
    if (known !== undefined) return known;
    if (this.size >= 2 * CAPACITY) return null;
    const line = new UsageLine(agentId, day, provider, name);
    lines.push(line);
    this.size += 1;
    return line;
  }
}

function lineIn(
  lines: readonly UsageLine[],
  day: string,
  provider: string,
  model: string,
): UsageLine | undefined {
  for (const line of lines) {
    if (line.model === model && line.provider === provider && line.day === day) return line;
  }
  return undefined;
}

/** Of what an upstream calls itself only what a name may be is kept. */
function nameOf(model: string | null): string {
  if (model === null || model === '') return NO_MODEL;
  return model.length <= MODEL_LENGTH && /^[\x21-\x7e]+$/.test(model) ? model : OTHER_MODELS;
}

function keyOf(secretId: string, organizationId: string): string {
  return `${secretId} ${organizationId}`;
}

function jsonOf(lines: readonly object[]): string {
  return JSON.stringify(lines, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
}
