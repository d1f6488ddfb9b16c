import { Injectable } from '@nestjs/common';
import type { AgentAccess } from '../../modules/policy/agent-snapshot/agent-access.js';
import { budgetedCallOf } from '../../domain/metering/prices/budgeted-call.js';
import { meteringOf } from '../../domain/metering/usage/metered-call.js';
import type { ModelPrices } from '../../domain/metering/prices/price-table.js';
import type { ReadyExchange } from '../exchange/progress.js';
import { HeaderList } from '../exchange/headers/headers.js';
import type { CallMeter } from '../exchange/results/upstream-answer.js';
import type { Charge } from '../exchange/results/charge.js';
import { BodyDecoders } from './body-decoders.js';
import { Budgets } from './budgets.js';
import { ModelCallMeter } from './call-meter.js';
import { MeteringLedger } from './metering-ledger.js';
import { PriceBook } from './price-book.js';

const NONE: readonly string[] = [];
/** Of agents, as of one moment. */
const known = new WeakMap<AgentAccess, ReadonlySet<string>>();

/** The secrets an agent may receive that a partner lends its organization. */
export function lentTo(access: AgentAccess): ReadonlySet<string> {
  let lent = known.get(access);
  if (lent === undefined) {
    lent = new Set(access.secrets.filter(({ level }) => level === 'partner').map(({ id }) => id));
    known.set(access, lent);
  }
  return lent;
}

/** Those of them that are a partner's. */
export function lentAmong(access: AgentAccess, secretIds: readonly string[]): readonly string[] {
  if (secretIds.length === 0) return NONE;
  const lent = lentTo(access);
  return lent.size === 0 ? NONE : secretIds.filter((id) => lent.has(id));
}

/** What calls of models use, for everybody, and against the budgets of partners (06 §13.4). */
@Injectable()
export class Metering {
  /** Keys of providers among what an agent may receive, as of one moment. */
  private readonly keys = new WeakMap<AgentAccess, ReadonlyMap<string, ModelPrices>>();

  constructor(
    private readonly book: PriceBook,
    private readonly budgets: Budgets,
    private readonly ledger: MeteringLedger,
    private readonly decoders: BodyDecoders,
  ) {}

  /** Null for what is no call of a model, after one look into a small map. */
  meter(state: ReadyExchange): CallMeter | null {
    const { method, isWebSocket, outbound, body, canonicalPath: path, access } = state;
    if (method !== 'POST' || isWebSocket) return null;
    const secretIds = state.written?.secretIds ?? [];
    const lent = lentAmong(access, secretIds);
    const prices = this.pricesOf(state.host, access, secretIds);
    if (prices === null) return null;
    const metering = meteringOf(prices.api, method, path);
    if (metering === 'free') return null;
    const sent = new HeaderList(outbound.headers);
    if (lent.length > 0) sent.set('accept-encoding', 'identity');
    const budgeted = this.budgets.inForce(access, lent);
    const call = budgetedCallOf(prices.api, { method, path, isWebSocket });
    return new ModelCallMeter(
      prices,
      (codings, read) => this.decoders.readBeside(access.organization.id, codings, read),
      metering,
      body,
      sent.allSpellings('content-encoding'),
      budgeted,
      { bounded: budgeted.length > 0 && call !== 'unmeterable', usageAsked: outbound.usageAsked === true },
    );
  }

  count(access: AgentAccess, charge: Charge): void {
    this.ledger.add({ agentId: access.agent.id, organizationId: access.organization.id, charge });
  }

  /** By the host, else by the kind of key that is used on it; null where neither is a model's. */
  pricesOf(host: string, access: AgentAccess, secretIds: readonly string[]): ModelPrices | null {
    const found = this.book.ofHost(host);
    if (found !== null || secretIds.length === 0) return found;
    const keys = this.keysOf(access);
    if (keys.size === 0) return null;
    const key = secretIds.find((id) => keys.has(id));
    return key === undefined ? null : keys.get(key)!;
  }

  private keysOf(access: AgentAccess): ReadonlyMap<string, ModelPrices> {
    let keys = this.keys.get(access);
    if (keys === undefined) {
      const priced = access.secrets.map(({ id, type }) => [id, this.book.ofSecretType(type)] as const);
      keys = new Map(priced.filter((entry): entry is [string, ModelPrices] => entry[1] !== null));
      this.keys.set(access, keys);
    }
    return keys;
  }
}
