import type { PriceRow } from '../../domain/metering/prices/price-row.js';
import { addTokens, noTokens, type TokenSums } from '../../domain/metering/usage/token-usage.js';
import type { Charge } from '../exchange/results/charge.js';

/** What one agent used of one model on one day. What it costs is worked out when it is written, not with every call. */
export class UsageLine {
  private requests = 0;
  private estimated = 0;
  /** By row of the price table: one, but in lines that several models share. */
  private readonly used: { readonly row: PriceRow; readonly tokens: TokenSums }[] = [];

  constructor(
    readonly agentId: string,
    readonly day: string,
    readonly provider: string,
    readonly model: string,
  ) {}

  add({ usage, estimated, row }: Charge): void {
    this.requests += 1;
    if (estimated) this.estimated += 1;
    addTokens(this.tokensAt(row), usage);
  }

  /** As it is written; the database tells no kinds of cache writes apart. */
  toJSON(): object {
    const { agentId, day, provider, model, requests, estimated } = this;
    const sums = noTokens();
    let nanoCents = 0n;
    for (const { row, tokens } of this.used) {
      addTokens(sums, tokens);
      nanoCents += row.cost(tokens);
    }
    const { cacheWrite, cacheWriteHour, ...tokens } = sums;
    return {
      agentId,
      day,
      provider,
      model,
      requests,
      estimated,
      ...tokens,
      cacheWrite: cacheWrite + cacheWriteHour,
      nanoCents: String(nanoCents),
    };
  }

  private tokensAt(row: PriceRow): TokenSums {
    for (const part of this.used) if (part.row === row) return part.tokens;
    const tokens = noTokens();
    this.used.push({ row, tokens });
    return tokens;
  }
}
