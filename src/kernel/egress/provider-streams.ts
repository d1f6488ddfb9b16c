import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { request, WebSocket } from 'undici';
import { Configuration } from '../config/configuration.js';
import { DatabaseLocation } from '../database/database-location.js';
import { DestinationGuard } from './destination/destination-guard.js';
import { destinationSettings } from './destination/destination-settings.js';
import { GuardedEgress } from './guarded-egress.js';
import { providerEgress } from './provider-dispatcher.js';

export interface Download {
  url: URL;
  headers: Readonly<Record<string, string>>;
  /** The most a file may have. */
  bytes: number;
  /** For everything, look-up and body included. */
  signal: AbortSignal;
}

export interface Downloaded {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Null for more than was allowed, and for every status but 200. */
  bytes: Buffer | null;
}

/**
 * What providers have beside calls: files and sockets, by the same way out as `ProviderCalls`. Redirects are not followed;
 * where one may lead is the caller's to judge.
 */
@Injectable()
export class ProviderStreams implements OnModuleDestroy {
  private readonly egress: GuardedEgress;

  constructor(configuration: Configuration, database: DatabaseLocation) {
    const settings = destinationSettings(configuration, database.url);
    const guard = new DestinationGuard({ ...settings, alwaysAllowedOrigins: [] });
    this.egress = new GuardedEgress(guard, providerEgress(configuration), ({ host }) => host);
  }

  /** Throws whatever kept the answer from coming. */
  async download({ url, headers, bytes, signal }: Download): Promise<Downloaded> {
    await this.egress.judge(url, signal);
    const { dispatcher } = this.egress;
    const { statusCode: status, headers: head, body } = await request(url, { headers, dispatcher, signal });
    // A body that is given up reports that as an error, which would end the process if nobody listened.
    body.on('error', () => undefined);
    if (status !== 200) {
      body.destroy();
      return { status, headers: head, bytes: null };
    }
    return { status, headers: head, bytes: await upTo(body, bytes) };
  }

  /** One that is being opened; whether it does is said by its events. */
  async socket(url: URL, signal: AbortSignal): Promise<WebSocket> {
    const judged = new URL(url);
    judged.protocol = url.protocol === 'ws:' ? 'http:' : 'https:';
    await this.egress.judge(judged, signal);
    return new WebSocket(url, { dispatcher: this.egress.dispatcher });
  }

  async onModuleDestroy(): Promise<void> {
    await this.egress.destroy();
  }
}

async function upTo(body: AsyncIterable<Uint8Array>, most: number): Promise<Buffer | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > most) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
