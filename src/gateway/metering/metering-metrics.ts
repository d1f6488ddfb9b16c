import { Injectable, Logger } from '@nestjs/common';
import type { PriceRow } from '../../domain/metering/prices/price-row.js';
import { addTokens, noTokens, type TokenSums } from '../../domain/metering/usage/token-usage.js';
import type { Counted, NameIn } from '../../kernel/metrics/labelled.js';
import { Metrics } from '../../kernel/metrics/metrics.js';
import type { Charge } from '../exchange/results/charge.js';

const UNKNOWN_MODEL = 'unknown';
/** Names of models that were reported; an upstream that invents more is not reported any further. */
const MAX_REPORTED = 100;
/** Nano-cents of a dollar. */
const DOLLAR = 1e11;

/** Providers are those of the price table; a model is a row of it, or `unknown`. */
type Priced = NameIn<'the price table'>;

interface Tally {
  readonly labels: { readonly provider: Priced; readonly model: Priced };
  readonly tokens: TokenSums;
  told: number;
  estimated: number;
}

/**
 * What metering adds to `/metrics`. The label `model` is a row of the price table, of which there are as many as the
 * operator wrote, or `unknown`; none names an agent or a host (06 §18.2).
 */
@Injectable()
export class MeteringMetrics {
  private readonly logger = new Logger('Metering');
  private readonly tallies = new Map<PriceRow, Tally>();
  private readonly reported = new Set<string>();
  private readonly unknown: Counted<{ provider: Priced }>;
  private readonly failures: Counted;
  private readonly drops: Counted;

  constructor(metrics: Metrics) {
    this.unknown = metrics.counter<{ provider: Priced }>({
      name: 'gateway_llm_unknown_models_total',
      help: 'Calls of models without a row in the price table, counted at the highest rates of their provider',
      labelNames: ['provider'],
    });
    this.failures = metrics.counter({
      name: 'gateway_metering_store_failures_total',
      help: 'How often usage could not be written or a budget could not be read; requests passed',
    });
    this.drops = metrics.counter({
      name: 'gateway_metering_drops_total',
      help: 'Calls that were not counted because too many waited to be written',
    });
    this.register(metrics);
  }

  metered({ usage, estimated, row, model }: Charge): void {
    if (row.pattern === null) this.report(row.provider, model);
    const tally = this.tallyOf(row);
    if (estimated) tally.estimated += 1;
    else tally.told += 1;
    addTokens(tally.tokens, usage);
  }

  storeFailed(): void {
    this.failures.inc();
  }

  dropped(): void {
    this.drops.inc();
  }

  private report(provider: string, model: string | null): void {
    this.unknown.inc({ provider });
    const name = `${provider} ${model ?? ''}`;
    if (this.reported.has(name) || this.reported.size >= MAX_REPORTED) return;
    this.reported.add(name);
    this.logger.warn({ provider, model }, 'model has no price; the highest rates of its provider apply');
  }

  private tallyOf(row: PriceRow): Tally {
    let tally = this.tallies.get(row);
    if (tally === undefined) {
      const labels = { provider: row.provider, model: row.pattern ?? UNKNOWN_MODEL };
      tally = { labels, tokens: noTokens(), told: 0, estimated: 0 };
      this.tallies.set(row, tally);
    }
    return tally;
  }

  private register(metrics: Metrics): void {
    const { tallies } = this;
    metrics.counter<{ provider: Priced; model: Priced; source: 'told' | 'estimated' }>({
      name: 'gateway_llm_calls_total',
      help: 'Metered model calls by row of the price table; `source` says whether the response reported its usage',
      labelNames: ['provider', 'model', 'source'],
      collect() {
        this.reset();
        for (const { labels, told, estimated } of tallies.values()) {
          this.inc({ ...labels, source: 'told' }, told);
          this.inc({ ...labels, source: 'estimated' }, estimated);
        }
      },
    });
    metrics.counter<{ provider: Priced; model: Priced; kind: keyof TokenSums }>({
      name: 'gateway_llm_tokens_total',
      help: 'Tokens of metered calls; tokens read from a cache or written into one count in no other kind',
      labelNames: ['provider', 'model', 'kind'],
      collect() {
        this.reset();
        for (const { labels, tokens } of tallies.values()) {
          for (const kind of Object.keys(tokens) as (keyof TokenSums)[])
            this.inc({ ...labels, kind }, tokens[kind]);
        }
      },
    });
    metrics.counter<{ provider: Priced; model: Priced }>({
      name: 'gateway_llm_cost_dollars_total',
      help: 'Cost of metered calls by the price table, in US dollars',
      labelNames: ['provider', 'model'],
      collect() {
        this.reset();
        for (const [row, { labels, tokens }] of tallies) this.inc(labels, Number(row.cost(tokens)) / DOLLAR);
      },
    });
  }
}
