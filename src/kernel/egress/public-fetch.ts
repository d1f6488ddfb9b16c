import type { OnModuleDestroy } from '@nestjs/common';
import { type EnvHttpProxyAgent, request } from 'undici';
import type { Configuration } from '../config/configuration.js';
import { readBounded } from './bounded-body.js';
import { DestinationGuard } from './destination/destination-guard.js';
import { destinationSettings } from './destination/destination-settings.js';
import { GuardedEgress } from './guarded-egress.js';
import { providerEgress } from './provider-dispatcher.js';

export interface FetchLimits {
  accept: string;
  bytes: number;
  milliseconds: number;
}

export interface Fetched {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  /** Null unless the status is 200. */
  bytes: Buffer | null;
}

/**
 * GET of a URL whose host somebody outside chose. Redirects are not followed; where they may lead is the caller's to
 * judge.
 */
export class PublicFetch implements OnModuleDestroy {
  private readonly egress: GuardedEgress;

  constructor(guard: DestinationGuard, egress: EnvHttpProxyAgent.Options) {
    this.egress = new GuardedEgress(guard, egress);
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
    await this.egress.judge(url, signal);
    const { statusCode, headers, body } = await request(url, {
      headers: { accept, 'user-agent': 'credential-gateway' },
      dispatcher: this.egress.dispatcher,
      signal,
    });
    // A body that is given up reports that as an error, which would end the process if nobody listened.
    body.on('error', () => undefined);
    if (statusCode === 200) return { status: 200, headers, bytes: await readBounded(body, bytes) };
    body.destroy();
    return { status: statusCode, headers, bytes: null };
  }

  async onModuleDestroy(): Promise<void> {
    await this.egress.destroy();
  }
}
