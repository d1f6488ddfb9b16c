/**
 * The 1Password SDK in a thread of its own: one WebAssembly module of 14 MB that signs in with 4096-bit arithmetic
 * of about 0.1 s, and does its HTTP by the global `fetch` of whoever loaded it. Here neither is in the way of agents'
 * requests, and that `fetch` belongs to nobody else: it goes through the operator's egress proxy and roots, to
 * hosts of 1Password only, and follows no redirect.
 *
 * Node runs this file as it is, types stripped, when the server runs from source: packages and types are all it
 * may import.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { type Client, createClient } from '@1password/sdk';
import { LRUCache } from 'lru-cache';
import { EnvHttpProxyAgent, fetch, install, Request, type RequestInit, setGlobalDispatcher } from 'undici';
import type { VaultItemFields } from '../provider/vault-provider.js';
import type { SdkCalls, SdkForget, SdkReply, SdkRequest, SdkSettings } from './sdk-calls.js';

const INTEGRATION_NAME = 'Credential Gateway';
const MAX_CLIENTS = 100;
const CLIENT_IDLE_MS = 1_800_000;
/** Beyond what a person browses; a list is cut there. */
const MAX_LISTED = 10_000;

const settings = workerData as SdkSettings;
const clients = new LRUCache<string, Promise<Client>>({
  max: MAX_CLIENTS,
  ttl: CLIENT_IDLE_MS,
  updateAgeOnGet: true,
});

type Handlers = {
  [Call in keyof SdkCalls]: (
    client: Client,
    ...args: SdkCalls[Call]['args']
  ) => Promise<SdkCalls[Call]['result']>;
};

const handlers: Handlers = {
  vaults: async (client) => {
    const vaults = await client.vaults.list();
    return vaults.slice(0, MAX_LISTED).map(({ id, title }) => ({ id, title }));
  },
  items: async (client, vaultId) => {
    const items = await client.items.list(vaultId);
    return items.slice(0, MAX_LISTED).map(({ id, title, category }) => ({ id, title, category }));
  },
  fields: async (client, vaultId, itemId) => labelsOf(await client.items.get(vaultId, itemId)),
  value: (client, reference) => client.secrets.resolve(reference),
};

restrictFetch();
parentPort?.on('message', (request: SdkRequest | SdkForget) => {
  if ('forget' in request) return void clients.delete(request.forget);
  say({ id: request.id, received: true });
  void answer(request).then(say);
});

function say(reply: SdkReply): void {
  parentPort?.postMessage(reply);
}

async function answer({ id, token, call, args }: SdkRequest): Promise<SdkReply> {
  try {
    const handler = handlers[call] as (client: Client, ...args: readonly string[]) => Promise<unknown>;
    return { id, result: await handler(await clientOf(token), ...args) };
  } catch (error) {
    return { id, failure: error instanceof Error ? error.message : '' };
  }
}

function clientOf(token: string): Promise<Client> {
  const known = clients.get(token);
  if (known !== undefined) return known;
  const { integrationVersion } = settings;
  const client = createClient({ auth: token, integrationName: INTEGRATION_NAME, integrationVersion });
  clients.set(token, client);
  client.catch(() => clients.delete(token));
  return client;
}

/** Values stay here. */
function labelsOf({ fields, sections }: Awaited<ReturnType<Client['items']['get']>>): VaultItemFields {
  return {
    fields: fields.map(({ id, title, fieldType, sectionId }) => ({
      id,
      title,
      fieldType,
      ...(sectionId && { sectionId }),
    })),
    sections: sections.map(({ id, title }) => ({ id, title })),
  };
}

function restrictFetch(): void {
  const { egress, requestTimeoutMs } = settings;
  const timeouts = { headersTimeout: requestTimeoutMs, bodyTimeout: requestTimeoutMs };
  setGlobalDispatcher(new EnvHttpProxyAgent({ ...egress, ...timeouts }));
  install();
  const restricted = (input: Request | string, init?: RequestInit): Promise<unknown> => {
    const { protocol, hostname } = new URL(input instanceof Request ? input.url : input);
    if (protocol !== 'https:' || !isAllowed(hostname))
      return Promise.reject(new TypeError('Not a 1Password host'));
    return fetch(input, { ...init, redirect: 'error' });
  };
  Object.assign(globalThis, { fetch: restricted });
}

function isAllowed(hostname: string): boolean {
  return settings.domains.some((domain) => hostname === domain || hostname.endsWith(`.${domain}`));
}
