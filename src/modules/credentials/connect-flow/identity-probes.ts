import { Injectable } from '@nestjs/common';
import { readAnswer, answerText, valueAt } from '../../../domain/decision/catalog/answer-map.js';
import type {
  DescribedCall,
  IdentityProbe,
} from '../../../domain/decision/catalog/model/connection-model.js';
import { readyRequest } from '../../../domain/decision/catalog/described-request.js';
import { type Values, valueIn } from '../../../domain/decision/catalog/template.js';
import {
  type ProviderAnswer,
  ProviderCalls,
  ProviderUnreachable,
} from '../../../kernel/egress/provider-calls.js';
import { ConnectRefused } from './connect-refused.js';

const PROBE_MS = 5_000;
const MAX_COLLECTED = 50;

type Metadata = Record<string, unknown>;

/** Finds out whose account it is (03 §5.1). What goes wrong here never keeps an account from being connected. */
@Injectable()
export class IdentityProbes {
  constructor(private readonly calls: ProviderCalls) {}

  /** One after the other; what a later one finds does not replace what is known. */
  async run(probes: readonly IdentityProbe[], values: Values, known: Metadata = {}): Promise<Metadata> {
    let found = known;
    let before: unknown;
    for (const probe of probes) {
      if (probe.unless !== undefined && found[probe.unless] !== undefined) continue;
      const origins = originsOf(probe, values);
      const answer = await this.ask(probe, values, origins);
      if (answer === null || answer.status < 200 || answer.status > 299) continue;
      found = { ...readOf(probe, answer.json, before, values), ...found };
      before = answer.json;
    }
    return found;
  }

  /** Null without an answer, or when there is nothing to ask with. */
  async ask(call: DescribedCall, values: Values, origins: Values = {}): Promise<ProviderAnswer | null> {
    const ready = readyRequest(call, values, origins);
    if (ready === null) return null;
    try {
      return await this.calls.send({ ...ready, milliseconds: PROBE_MS });
    } catch (error) {
      if (error instanceof ProviderUnreachable) return null;
      throw error;
    }
  }
}

/**
 * Addresses that came out of an answer. One that is not among the provider's own would lead credentials, and this
 * server, wherever somebody wants them: then nothing is connected at all.
 */
function originsOf({ origins = {} }: IdentityProbe, values: Values): Values {
  return Object.fromEntries(
    Object.entries(origins).map(([name, pattern]) => {
      const origin = valueIn(values, name);
      if (origin === undefined || !new RegExp(pattern).test(origin))
        throw new ConnectRefused('The provider named an address that is not its own.');
      return [name, origin];
    }),
  );
}

function readOf(probe: IdentityProbe, json: unknown, before: unknown, values: Values): Metadata {
  const { pick, collect, map } = probe;
  if (collect !== undefined) return { [collect.as]: collected(json, collect) };
  if (pick === undefined) return readAnswer(json, map, values);
  const wanted = answerText(before, pick.equals);
  const entry = listAt(json, pick.list).find(
    (one) => wanted !== '' && answerText(one, pick.where) === wanted,
  );
  return readAnswer(entry, map, values);
}

function collected(json: unknown, collect: NonNullable<IdentityProbe['collect']>): Metadata[] {
  const { list, where, equals, newestFirst, map } = collect;
  const entries = listAt(json, list).filter((entry) => answerText(entry, where) === equals);
  if (newestFirst !== undefined)
    entries.sort((a, b) => (answerText(a, newestFirst) < answerText(b, newestFirst) ? 1 : -1));
  const nothing = Object.fromEntries(Object.keys(map).map((field) => [field, null]));
  return entries.slice(0, MAX_COLLECTED).map((entry) => ({ ...nothing, ...readAnswer(entry, map) }));
}

function listAt(json: unknown, path: string): unknown[] {
  const list = valueAt(json, path);
  return Array.isArray(list) ? [...(list as unknown[])] : [];
}
