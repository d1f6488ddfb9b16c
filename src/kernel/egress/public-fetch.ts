import type { OnModuleDestroy } from '@nestjs/common';
import { type Dispatcher, type EnvHttpProxyAgent, request } from 'undici';
import type { Configuration } from '../config/configuration.js';
import { readBounded } from './bounded-body.js';
import { DestinationGuard } from './destination/destination-guard.js';
import { destinationSettings } from './destination/destination-settings.js';
import { GuardedEgress, type TurnOf } from './guarded-egress.js';
import { providerEgress } from './provider-dispatcher.js';

export interface FetchLimits {
  accept: string;
  bytes: number;
  milliseconds: number;
}

export interface PublicRequest {
  method?: 'GET' | 'POST';
  headers: Readonly<Record<string, string>>;
  body?: string | Uint8Array;
  /** The most an answer may have. */
  bytes: number;
  /** For everything, look-up and body included. */
  signal: AbortSignal;
}

export interface PublicAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

export interface Fetched {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  /** Null unless the status is 200. */
  bytes: Buffer | null;
}

/**
 * Calls to hosts that somebody outside chose. Redirects are not followed; where they may lead is the caller's to judge.
 */
export class PublicFetch implements OnModuleDestroy {
  private readonly egress: GuardedEgress;

  /** By default all look-ups wait for each other: whoever chooses names can choose many. */
  constructor(guard: DestinationGuard, egress: EnvHttpProxyAgent.Options, turnOf: TurnOf = () => '') {
    this.egress = new GuardedEgress(guard, egress, turnOf);
  }

  /**
   * With the operator's settings, but for what they open to agents alone: the deployment's own origins and private
   * networks. An agent has proved itself and is bound by rules; whoever asks here may be anybody.
   */
  static of(configuration: Configuration, databaseUrl: string): PublicFetch {
    const settings = destinationSettings(configuration, databaseUrl);
    const guard = new DestinationGuard({
      ...settings,
      alwaysAllowedOrigins: [],
      ignorePrivateSettings: true,
    });
    return new PublicFetch(guard, providerEgress(configuration));
  }

  /** Throws `DestinationRefused`, or whatever kept the answer from coming: time, size, TLS, network. */
  async get(url: URL, { accept, bytes, milliseconds }: FetchLimits): Promise<Fetched> {
    const signal = AbortSignal.timeout(milliseconds);
    const { statusCode, headers, body } = await this.open(url, { headers: { accept }, signal });
    if (statusCode === 200) return { status: 200, headers, bytes: await readBounded(body, bytes) };
    body.destroy();
    return { status: statusCode, headers, bytes: null };
  }

  /** The whole answer, whatever its status. Throws like `get`. */
  async send(url: URL, { bytes, ...asked }: PublicRequest): Promise<PublicAnswer> {
    const { statusCode: status, headers, body } = await this.open(url, asked);
    return { status, headers, body: await readBounded(body, bytes) };
  }

  async onModuleDestroy(): Promise<void> {
    await this.egress.destroy();
  }

  private async open(url: URL, asked: Omit<PublicRequest, 'bytes'>): Promise<Dispatcher.ResponseData> {
    const { method = 'GET', headers, body, signal } = asked;
    await this.egress.judge(url, signal);
    const answer = await request(url, {
      method,
      headers: { 'user-agent': 'credential-gateway', ...headers },
      ...(body !== undefined && { body }),
      dispatcher: this.egress.dispatcher,
      signal,
    });
    // A body that is given up reports that as an error, which would end the process if nobody listened.
    answer.body.on('error', () => undefined);
    return answer;
  }
}
