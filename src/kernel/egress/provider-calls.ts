import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { type Dispatcher, request } from 'undici';
import { Configuration } from '../config/configuration.js';
import { DatabaseLocation } from '../database/database-location.js';
import { readBounded } from './bounded-body.js';
import { DestinationGuard } from './destination/destination-guard.js';
import { destinationSettings } from './destination/destination-settings.js';
import { GuardedEgress } from './guarded-egress.js';
import { providerEgress } from './provider-dispatcher.js';

export interface ProviderCall {
  method: 'GET' | 'POST';
  url: URL;
  headers?: Readonly<Record<string, string>>;
  body?: string;
  milliseconds: number;
}

export interface ProviderAnswer {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The parsed body; undefined when it is no JSON. */
  json: unknown;
}

/** No answer: the network, TLS, time, size, or a destination that is closed. Its text names no credential; what it came from is its cause. */
export class ProviderUnreachable extends Error {}

/** Tokens, accounts and lists of folders have kilobytes. */
const ANSWER_LIMIT_BYTES = 1_048_576;

/**
 * Calls to providers at addresses of the catalogue: over the operator's way out, over TLS, once, within a time and a
 * size. A redirect is an answer like any other: credentials go where they were meant to go or nowhere. Addresses may be
 * made of what a person typed or a provider answered, so what is closed to agents is closed here too (06 §8, §11.4.6).
 */
@Injectable()
export class ProviderCalls implements OnModuleDestroy {
  private readonly egress: GuardedEgress;

  constructor(configuration: Configuration, database: DatabaseLocation) {
    const settings = destinationSettings(configuration, database.url);
    // Agents may poll the deployment's own origins; no provider is there.
    const guard = new DestinationGuard({ ...settings, alwaysAllowedOrigins: [] });
    this.egress = new GuardedEgress(guard, providerEgress(configuration), ({ host }) => host);
  }

  /** @throws ProviderUnreachable */
  async send({ method, url, headers, body, milliseconds }: ProviderCall): Promise<ProviderAnswer> {
    if (url.protocol !== 'https:' || url.username !== '' || url.password !== '')
      throw new ProviderUnreachable('credentials may not be sent to this URL');
    const signal = AbortSignal.timeout(milliseconds);
    try {
      await this.egress.judge(url, signal);
      const answer = await request(url, {
        method,
        headers: { accept: 'application/json', 'user-agent': 'credential-gateway', ...headers },
        ...(body !== undefined && { body }),
        dispatcher: this.egress.dispatcher,
        signal,
      });
      return { status: answer.statusCode, headers: answer.headers, json: await readJson(answer.body) };
    } catch (cause) {
      throw new ProviderUnreachable(`${url.host} did not answer`, { cause });
    }
  }

  async onModuleDestroy(): Promise<void> {
    await this.egress.destroy();
  }
}

async function readJson(body: Dispatcher.ResponseData['body']): Promise<unknown> {
  // A body that is given up reports that as an error, which would end the process if nobody listened.
  body.on('error', () => undefined);
  const bytes = await readBounded(body, ANSWER_LIMIT_BYTES);
  try {
    return JSON.parse(bytes.toString('utf8')) as unknown;
  } catch {
    return undefined;
  }
}
