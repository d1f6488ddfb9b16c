import { API_NAMES, type ApiName } from './answer-reading.js';
import type { TokenUsage } from './token-usage.js';

/** Nano-cents a token. */
type Rates = Readonly<Record<keyof TokenUsage, bigint>>;

const KINDS = ['input', 'output', 'cacheRead', 'cacheWrite', 'cacheWriteHour'] as const;
/** A dollar for a million tokens, in nano-cents a token. */
const NANO_CENTS = 100_000;
/** Dollars for a million tokens; beyond it sums of a month could leave what the database holds. */
const HIGHEST_PRICE = 10_000;

/** One provider of the file: `models` are prices in dollars for a million tokens, by prefix or with `*`. */
export interface ProviderPrices {
  readonly api: ApiName;
  /** Names whose subdomains count as well. */
  readonly hosts: readonly string[];
  readonly models: Readonly<Record<string, Readonly<Record<keyof TokenUsage, number>>>>;
}

/** Shape of `config/llm-prices.json` by the provider's name. */
export type PriceFile = Readonly<Record<string, ProviderPrices>>;

interface Row {
  readonly pattern: string;
  /** Between the `*` of the pattern. */
  readonly parts: readonly string[];
  readonly rates: Rates;
}

/** Names of models whose row is known; those of the calls of a day are a few dozen. */
const CAPACITY = 1_000;

export interface Priced {
  /** The row that was taken; null: none is about the model, so it cost the highest rates of the provider. */
  readonly row: string | null;
  readonly nanoCents: bigint;
}

/** What the models of one provider cost (06 §13.4.6). */
export class ModelPrices {
  private readonly rows: readonly Row[];
  private readonly highest: Rates;
  private readonly found = new Map<string, Row | null>();

  constructor(
    readonly provider: string,
    readonly api: ApiName,
    models: ProviderPrices['models'],
  ) {
    // The longest match wins; of two as long the first by name, so that every process takes the same.
    const patterns = Object.keys(models).sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
    this.rows = patterns.map((pattern) => ({
      pattern,
      parts: pattern.split('*'),
      rates: ratesOf(models[pattern]!),
    }));
    this.highest = highestOf(this.rows);
  }

  price(model: string | null, usage: TokenUsage): Priced {
    const row = model === null ? null : this.rowOf(model);
    return { row: row?.pattern ?? null, nanoCents: costOf(usage, row?.rates ?? this.highest) };
  }

  private rowOf(model: string): Row | null {
    let row = this.found.get(model);
    if (row === undefined) {
      row = this.rows.find(({ parts }) => isMatch(parts, model)) ?? null;
      if (this.found.size >= CAPACITY) this.found.clear();
      this.found.set(model, row);
    }
    return row;
  }
}

/** `more` is laid over: its providers and models come to those of `base`, or in their place. */
export function mergedPrices(base: PriceFile, more: PriceFile): PriceFile {
  const merged: Record<string, ProviderPrices> = { ...base };
  for (const [name, prices] of Object.entries(more)) {
    merged[name] = { ...merged[name], ...prices, models: { ...merged[name]?.models, ...prices.models } };
  }
  return merged;
}

/** Why a file cannot be laid over another, which may tell what is left out; null when it can. */
export function layerFault(file: unknown): string | null {
  if (!isRecord(file)) return 'is no object';
  for (const [name, provider] of Object.entries(file)) {
    if (!isRecord(provider)) return `${name} is no object`;
    if (provider.models !== undefined && !isRecord(provider.models)) return `${name}.models is no object`;
  }
  return null;
}

/** What is wrong with a file, in words; null when nothing is. */
export function priceFault(file: unknown): string | null {
  const unlayered = layerFault(file);
  if (unlayered !== null) return unlayered;
  const taken = new Map<string, string>();
  for (const [name, provider] of Object.entries(file as Record<string, Record<string, unknown>>)) {
    const { api, hosts, models, ...others } = provider;
    const [other] = Object.keys(others);
    if (other !== undefined) return `${name}.${other} is not known`;
    if (!API_NAMES.includes(api as ApiName)) return `${name}.api is none of ${API_NAMES.join(', ')}`;
    if (!Array.isArray(hosts) || !hosts.every(isHost)) return `${name}.hosts is no list of names`;
    for (const host of hosts.map((each) => each.toLowerCase())) {
      if (taken.has(host)) return `${name}.hosts has ${host}, which is one of ${taken.get(host)}`;
      taken.set(host, name);
    }
    if (!isRecord(models) || Object.keys(models).length === 0) return `${name}.models is empty`;
    for (const [pattern, prices] of Object.entries(models)) {
      if (!isRecord(prices)) return `${name}.models["${pattern}"] is no object`;
      const unknown = Object.keys(prices).find((kind) => !KINDS.includes(kind as keyof TokenUsage));
      if (unknown !== undefined) return `${name}.models["${pattern}"].${unknown} is not known`;
      const lacking = KINDS.find((kind) => !isPrice(prices[kind]));
      if (lacking !== undefined)
        return `${name}.models["${pattern}"].${lacking} is no price with at most 5 decimals`;
    }
  }
  return null;
}

/** A name as in addresses, without a port. */
function isHost(value: unknown): value is string {
  return typeof value === 'string' && /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/i.test(value);
}

function isPrice(value: unknown): boolean {
  if (typeof value !== 'number' || !(value >= 0) || value > HIGHEST_PRICE) return false;
  const nanoCents = value * NANO_CENTS;
  return Math.abs(nanoCents - Math.round(nanoCents)) < 1e-3;
}

function ratesOf(prices: Readonly<Record<keyof TokenUsage, number>>): Rates {
  const rate = (kind: keyof TokenUsage): bigint => BigInt(Math.round(prices[kind] * NANO_CENTS));
  return {
    input: rate('input'),
    output: rate('output'),
    cacheRead: rate('cacheRead'),
    cacheWrite: rate('cacheWrite'),
    cacheWriteHour: rate('cacheWriteHour'),
  };
}

function highestOf(rows: readonly Row[]): Rates {
  const highest: Record<keyof TokenUsage, bigint> = {
    input: 0n,
    output: 0n,
    cacheRead: 0n,
    cacheWrite: 0n,
    cacheWriteHour: 0n,
  };
  for (const { rates } of rows) {
    for (const kind of KINDS) if (rates[kind] > highest[kind]) highest[kind] = rates[kind];
  }
  return highest;
}

function costOf(usage: TokenUsage, rates: Rates): bigint {
  let cost = BigInt(usage.input) * rates.input + BigInt(usage.output) * rates.output;
  if (usage.cacheRead > 0) cost += BigInt(usage.cacheRead) * rates.cacheRead;
  if (usage.cacheWrite > 0) cost += BigInt(usage.cacheWrite) * rates.cacheWrite;
  if (usage.cacheWriteHour > 0) cost += BigInt(usage.cacheWriteHour) * rates.cacheWriteHour;
  return cost;
}

/** A prefix, in which `*` stands for anything. Parts are found from the left, so no step is taken back. */
function isMatch(parts: readonly string[], model: string): boolean {
  const [first] = parts;
  if (!model.startsWith(first!)) return false;
  let at = first!.length;
  for (let index = 1; index < parts.length; index += 1) {
    const part = parts[index]!;
    const found = model.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return true;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
