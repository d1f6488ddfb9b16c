import { API_NAMES, type ApiName } from '../usage/answer-reading.js';
import { isCount } from '../json/number-reader.js';
import { PriceRow, type Rates, TOKEN_KINDS } from './price-row.js';
import type { TokenUsage } from '../usage/token-usage.js';

/** A dollar for a million tokens, in nano-cents a token. */
const NANO_CENTS = 100_000;
/** Dollars for a million tokens; beyond it sums of a month could leave what the database holds. */
const HIGHEST_PRICE = 10_000;

/** Tokens of one answer, where the file does not say; no model is known that says more. */
export const LARGEST_OUTPUT = 128_000;
const OUTPUT_FIELD = 'largestOutput';

/** Dollars for a million tokens, and how many tokens one answer has at most. */
type ModelEntry = Readonly<Record<keyof TokenUsage, number>> & { readonly largestOutput?: number };

/** One provider of the file: `models` are prices in dollars for a million tokens, by prefix or with `*`. */
export interface ProviderPrices {
  readonly api: ApiName;
  /** Names whose subdomains count as well. */
  readonly hosts: readonly string[];
  readonly models: Readonly<Record<string, ModelEntry>>;
}

/** Shape of `config/llm-prices.json` by the provider's name. */
export type PriceFile = Readonly<Record<string, ProviderPrices>>;

/** Names of models whose row is known; those of the calls of a day are a few dozen. */
const CAPACITY = 1_000;

/** What the models of one provider cost (06 §13.4.6). */
export class ModelPrices {
  private readonly rows: readonly PriceRow[];
  private readonly highest: PriceRow;
  private readonly found = new Map<string, PriceRow>();
  private readonly bounds = new Map<PriceRow, PriceRow>();

  constructor(
    provider: string,
    readonly api: ApiName,
    models: ProviderPrices['models'],
  ) {
    // The longest match wins; of two as long the first by name, so that every process takes the same.
    const patterns = Object.keys(models).sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
    this.rows = patterns.map((pattern) => {
      const entry = models[pattern]!;
      return new PriceRow(provider, pattern, ratesOf(entry), entry.largestOutput ?? LARGEST_OUTPUT);
    });
    const outputs = this.rows.map(({ largestOutput }) => largestOutput);
    this.highest = new PriceRow(provider, null, highestOf(this.rows), Math.max(...outputs));
  }

  /**
   * The row for a call whose input is only known to be at most so much: all of it at the provider's largest rate, the
   * output at the model's (R40.2). The same object for the same row.
   */
  boundOf(row: PriceRow): PriceRow {
    let bound = this.bounds.get(row);
    if (bound === undefined) {
      const { input, cacheWrite, cacheWriteHour } = this.highest.rates;
      const largest = [input, cacheWrite, cacheWriteHour].reduce((a, b) => (a > b ? a : b));
      bound = new PriceRow(row.provider, row.pattern, { ...row.rates, input: largest }, row.largestOutput);
      this.bounds.set(row, bound);
    }
    return bound;
  }

  /** Its own, or that of the highest rates; the same object whenever it is the same row. */
  rowOf(model: string | null): PriceRow {
    if (model === null) return this.highest;
    let row = this.found.get(model);
    if (row === undefined) {
      row = this.rows.find((each) => each.isAbout(model)) ?? this.highest;
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
      const unknown = Object.keys(prices).find(
        (kind) => kind !== OUTPUT_FIELD && !TOKEN_KINDS.includes(kind as keyof TokenUsage),
      );
      if (unknown !== undefined) return `${name}.models["${pattern}"].${unknown} is not known`;
      const lacking = TOKEN_KINDS.find((kind) => !isPrice(prices[kind]));
      if (lacking !== undefined)
        return `${name}.models["${pattern}"].${lacking} is no price with at most 5 decimals`;
      if (!isOutput(prices[OUTPUT_FIELD]))
        return `${name}.models["${pattern}"].${OUTPUT_FIELD} is no whole number of tokens`;
    }
  }
  return null;
}

/** A name as in addresses, without a port. */
function isHost(value: unknown): value is string {
  return typeof value === 'string' && /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/i.test(value);
}

function isOutput(value: unknown): boolean {
  return value === undefined || (typeof value === 'number' && isCount(value));
}

function isPrice(value: unknown): boolean {
  if (typeof value !== 'number' || !(value >= 0) || value > HIGHEST_PRICE) return false;
  const nanoCents = value * NANO_CENTS;
  return Math.abs(nanoCents - Math.round(nanoCents)) < 1e-3;
}

function ratesOf(prices: ModelEntry): Rates {
  const rate = (kind: keyof TokenUsage): bigint => BigInt(Math.round(prices[kind] * NANO_CENTS));
  return {
    input: rate('input'),
    output: rate('output'),
    cacheRead: rate('cacheRead'),
    cacheWrite: rate('cacheWrite'),
    cacheWriteHour: rate('cacheWriteHour'),
  };
}

function highestOf(rows: readonly PriceRow[]): Rates {
  const highest: Record<keyof TokenUsage, bigint> = {
    input: 0n,
    output: 0n,
    cacheRead: 0n,
    cacheWrite: 0n,
    cacheWriteHour: 0n,
  };
  for (const { rates } of rows) {
    for (const kind of TOKEN_KINDS) if (rates[kind] > highest[kind]) highest[kind] = rates[kind];
  }
  return highest;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
