import type { OnModuleDestroy } from '@nestjs/common';
import type { LookupFunction } from 'node:net';
import { buildConnector, type Dispatcher, EnvHttpProxyAgent, request } from 'undici';
import type { Configuration } from '../config/configuration.js';
import { readBounded } from './bounded-body.js';
import {
  type Destination,
  DestinationGuard,
  DestinationRefused,
  type ResolvedAddress,
} from './destination/destination-guard.js';
import { destinationSettings } from './destination/destination-settings.js';
import { LookupTurns } from './destination/lookup-turns.js';
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

/** Names are chosen by callers, and each look-up of a silent one holds a thread (06 §8.2). */
const LOOKUPS_AT_ONCE = 2;

/** Under which look-ups wait for each other; by default all do. */
type TurnOf = (destination: Destination) => string;

/**
 * Calls to hosts that somebody outside chose: what is closed to agents (06 §8) is closed here too. A direct
 * connection goes to an address that was just checked, so a name that changes its mind finds no second look-up.
 * Redirects are not followed; where they may lead is the caller's to judge.
 */
export class PublicFetch implements OnModuleDestroy {
  private readonly dispatcher: EnvHttpProxyAgent;
  private readonly turns = new LookupTurns(LOOKUPS_AT_ONCE);

  constructor(
    private readonly guard: DestinationGuard,
    egress: EnvHttpProxyAgent.Options,
    private readonly turnOf: TurnOf = () => '',
  ) {
    const tls = egress.requestTls ?? {};
    this.dispatcher = new EnvHttpProxyAgent({ ...egress, connect: this.pinning(tls) });
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
    await this.dispatcher.destroy();
  }

  private async open(url: URL, asked: Omit<PublicRequest, 'bytes'>): Promise<Dispatcher.ResponseData> {
    const { method = 'GET', headers, body, signal } = asked;
    await unlessAborted(this.judge(destinationOf(url), signal), signal);
    const answer = await request(url, {
      method,
      headers: { 'user-agent': 'credential-gateway', ...headers },
      ...(body !== undefined && { body }),
      dispatcher: this.dispatcher,
      signal,
    });
    // A body that is given up reports that as an error, which would end the process if nobody listened.
    answer.body.on('error', () => undefined);
    return answer;
  }

  /** Before an egress proxy is asked, which may resolve a name that nobody resolves here (06 §8.7). */
  private async judge(destination: Destination, signal: AbortSignal): Promise<void> {
    await this.resolve(destination, signal).catch((error: unknown) => {
      if (error instanceof DestinationRefused || signal.aborted) throw error;
    });
  }

  private resolve(destination: Destination, signal?: AbortSignal): Promise<ResolvedAddress[]> {
    const look = () => this.guard.resolve(destination);
    return this.turns.run(this.turnOf(destination), look, () => signal?.aborted ?? false);
  }

  /** A connector for direct connections: TCP goes to a checked address, TLS and `Host` keep the name. */
  private pinning(tls: object): buildConnector.connector {
    return (options, callback) => {
      const destination = destinationOf(new URL(`${options.protocol}//${options.hostname}:${options.port}`));
      this.resolve(destination).then(
        (addresses) => buildConnector({ ...tls, lookup: answering(addresses) })(options, callback),
        (error: Error) => callback(error, null),
      );
    };
  }
}

/** A look-up cannot be called off, but nobody has to wait for it. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    work.then(resolve, reject);
  });
}

function destinationOf({ protocol, hostname, port }: URL): Destination {
  const scheme = protocol === 'http:' ? 'http' : 'https';
  return { scheme, host: hostname, port: Number(port) || (scheme === 'https' ? 443 : 80) };
}

function answering(addresses: readonly ResolvedAddress[]): LookupFunction {
  return (_hostname, options, callback) => {
    if (options.all) callback(null, [...addresses]);
    else callback(null, addresses[0]!.address, addresses[0]!.family);
  };
}
