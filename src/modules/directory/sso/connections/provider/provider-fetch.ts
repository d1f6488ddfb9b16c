import type { OnModuleDestroy, OnModuleInit } from '@nestjs/common';
import type { CustomFetchOptions } from 'openid-client';
import type { EnvHttpProxyAgent } from 'undici';
import type { Configuration } from '../../../../../kernel/config/configuration.js';
import {
  DestinationGuard,
  type DestinationSettings,
  type NameLookup,
} from '../../../../../kernel/egress/destination/destination-guard.js';
import { destinationSettings } from '../../../../../kernel/egress/destination/destination-settings.js';
import { HostList } from '../../../../../kernel/egress/destination/host-list.js';
import { providerEgress } from '../../../../../kernel/egress/provider-dispatcher.js';
import { PublicFetch } from '../../../../../kernel/egress/public-fetch.js';
import { isInsideName, providerUrl } from './provider-address.js';
import { ProviderUnanswered, unanswered } from './provider-unanswered.js';

export interface ProviderCall {
  accept: string;
  signal?: AbortSignal;
}

export interface ProviderPost extends ProviderCall {
  body: string;
  contentType: string;
  headers?: Readonly<Record<string, string>>;
}

export interface ProviderAnswer {
  status: number;
  body: Buffer;
  headers: Headers;
}

interface Asked {
  method: 'GET' | 'POST';
  headers: Readonly<Record<string, string>>;
  body?: string | Uint8Array;
  signal?: AbortSignal;
}

/** As `customFetch` of openid-client takes it. */
export type ProviderFetching = (url: string, options: CustomFetchOptions) => Promise<Response>;

const TOTAL_MS = 10_000;
const ANSWER_BYTES = 1_000_000;
/** Statuses whose answers a `Response` must not give a body. */
const BODILESS = new Set([204, 205, 304]);

/**
 * Every call to an address that an administrator gave, or that a document from there named (05 §8.5): `https`, to a
 * public address that was checked and is the one connected to, or to what `SSO_ALLOWED_PRIVATE_HOSTS` opens. Redirects
 * are answers like any other; they are not followed.
 */
export class ProviderFetch implements OnModuleInit, OnModuleDestroy {
  private readonly opened: HostList;
  private readonly guard: DestinationGuard;
  private readonly http: PublicFetch;

  constructor(settings: DestinationSettings, egress: EnvHttpProxyAgent.Options) {
    this.opened = new HostList(settings.allowedPrivateHosts);
    this.guard = new DestinationGuard(settings);
    // One silent name server keeps the look-ups of its own names waiting and nobody else's.
    this.http = new PublicFetch(this.guard, egress, ({ host }) => host);
  }

  /** What agents may reach says nothing about identity providers; what is closed to agents everywhere is closed here. */
  static of(configuration: Configuration, databaseUrl: string, lookup?: NameLookup): ProviderFetch {
    const settings = {
      ...destinationSettings(configuration, databaseUrl),
      allowPrivateNetworks: false,
      allowedPrivateHosts: configuration.ssoAllowedPrivateHosts,
      alwaysAllowedOrigins: [],
      ignorePrivateSettings: false,
      ...(lookup && { lookup }),
    };
    return new ProviderFetch(settings, providerEgress(configuration));
  }

  async onModuleInit(): Promise<void> {
    await this.guard.learnOwnAddresses();
  }

  async onModuleDestroy(): Promise<void> {
    await this.http.onModuleDestroy();
  }

  /** Throws `ProviderUnanswered`; whatever status comes is an answer. */
  get(url: string | URL, { accept, signal }: ProviderCall): Promise<ProviderAnswer> {
    return this.send(url, { method: 'GET', headers: { accept }, signal });
  }

  /** As `get`. */
  post(url: string | URL, call: ProviderPost): Promise<ProviderAnswer> {
    const { accept, body, contentType, headers, signal } = call;
    const sent = { ...headers, accept, 'content-type': contentType };
    return this.send(url, { method: 'POST', headers: sent, body, signal });
  }

  asFetch(): ProviderFetching {
    return async (url, { method, headers, body, signal }) => {
      const answer = await this.send(url, {
        method: method === 'POST' ? 'POST' : 'GET',
        headers,
        ...(body != null && { body: sendable(body) }),
        signal,
      });
      const { status } = answer;
      const content = BODILESS.has(status) ? null : new Uint8Array(answer.body);
      return new Response(content, { status, headers: answer.headers });
    };
  }

  private async send(
    address: string | URL,
    { method, headers, body, signal }: Asked,
  ): Promise<ProviderAnswer> {
    const url = this.addressOf(address);
    const limit = AbortSignal.timeout(TOTAL_MS);
    try {
      const answer = await this.http.send(url, {
        method,
        headers,
        ...(body !== undefined && { body }),
        bytes: ANSWER_BYTES,
        signal: signal === undefined ? limit : AbortSignal.any([limit, signal]),
      });
      return { status: answer.status, body: answer.body, headers: fieldsOf(answer.headers) };
    } catch (cause) {
      throw unanswered(cause);
    }
  }

  private addressOf(address: string | URL): URL {
    const url = providerUrl(String(address));
    if (url === null) throw new ProviderUnanswered('its address is not an https URL without credentials');
    const port = Number(url.port) || 443;
    if (isInsideName(url.hostname) && !this.opened.matchesHost(url.hostname, port))
      throw new ProviderUnanswered('its host name is one of a private network');
    return url;
  }
}

function sendable(body: NonNullable<CustomFetchOptions['body']>): string | Uint8Array {
  if (body instanceof URLSearchParams) return body.toString();
  if (typeof body === 'string' || body instanceof Uint8Array) return body;
  throw new TypeError('only texts and bytes are sent to identity providers');
}

function fieldsOf(received: Record<string, string | string[] | undefined>): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(received))
    for (const each of [value ?? []].flat()) headers.append(name, each);
  return headers;
}
