/** Fetches of hosts that callers name, on a direct connection: what is reached and what is not (06 §8). */
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { loadConfiguration } from '../../src/kernel/config/load-configuration.js';
import {
  DestinationGuard,
  type DestinationSettings,
  type ResolvedAddress,
} from '../../src/kernel/egress/destination/destination-guard.js';
import { PublicFetch } from '../../src/kernel/egress/public-fetch.js';
import { startUpstream, type Upstream } from '../harness/upstreams/upstream.js';

const LIMITS = { accept: 'image/*', bytes: 1_000, milliseconds: 1_000 };
const LOOPBACK: ResolvedAddress = { address: '127.0.0.1', family: 4 };
const PUBLIC: ResolvedAddress = { address: '203.0.113.1', family: 4 };

let upstream: Upstream;
const open: PublicFetch[] = [];

beforeAll(async () => {
  upstream = await startUpstream();
});
afterAll(() => upstream.close());
afterEach(async () => {
  upstream.reset();
  for (const http of open.splice(0)) await http.onModuleDestroy();
});

/** Without an egress proxy, with a name server that answers what the test says. */
function fetcher(
  lookup: DestinationSettings['lookup'],
  settings: Partial<DestinationSettings> = {},
  tls: object = { ca: upstream.authorityPem },
): PublicFetch {
  const guard = new DestinationGuard({
    allowPrivateNetworks: false,
    allowedPrivateHosts: [],
    deniedHosts: [],
    alwaysAllowedOrigins: [],
    self: [],
    ignorePrivateSettings: false,
    lookup,
    ...settings,
  });
  const http = new PublicFetch(guard, { httpProxy: '', httpsProxy: '', noProxy: '', requestTls: tls });
  open.push(http);
  return http;
}

const site = (path = '/favicon.ico') => new URL(`https://site.example.test:${upstream.port}${path}`);

describe('a fetch of a named host', () => {
  it('goes to an address of the name, with the name in TLS and Host', async () => {
    const http = fetcher(() => Promise.resolve([LOOPBACK]), { allowedPrivateHosts: ['127.0.0.1'] });
    const { status, bytes } = await http.get(site(), LIMITS);
    expect([status, bytes?.toString()]).toEqual([200, 'ok']);
    expect(upstream.only()).toMatchObject({ scheme: 'https', host: `site.example.test:${upstream.port}` });
  });

  it('is refused when the name leads to a private address, also among public ones', async () => {
    for (const addresses of [
      [LOOPBACK],
      [PUBLIC, LOOPBACK],
      [{ address: '::ffff:7f00:1', family: 6 as const }],
    ]) {
      const http = fetcher(() => Promise.resolve(addresses));
      await expect(http.get(site(), LIMITS)).rejects.toMatchObject({ reason: 'private_address' });
    }
    expect(upstream.seen).toEqual([]);
  });

  it('is refused in private networks, also in those the operator opened to agents', async () => {
    const configuration = loadConfiguration({
      GATEWAY_ALLOW_PRIVATE_NETWORKS: 'true',
      GATEWAY_ALLOWED_PRIVATE_HOSTS: 'localhost',
    });
    const http = PublicFetch.of(configuration, 'postgres://db.test/cg');
    open.push(http);
    for (const host of ['localhost', '10.0.0.1']) {
      const url = new URL(`https://${host}:${upstream.port}/favicon.ico`);
      await expect(http.get(url, LIMITS)).rejects.toMatchObject({ reason: 'private_address' });
    }
    expect(upstream.seen).toEqual([]);
  });

  it('is refused when the name changes its mind between the look and the connection', async () => {
    const answers = [[PUBLIC], [LOOPBACK]];
    const http = fetcher(() => Promise.resolve(answers.shift() ?? [LOOPBACK]));
    await expect(http.get(site(), LIMITS)).rejects.toMatchObject({ reason: 'private_address' });
    expect(upstream.seen).toEqual([]);
  });

  it('is refused for addresses and metadata names without a look', async () => {
    const http = fetcher(() => Promise.reject(new Error('nobody should ask')), {
      deniedHosts: ['denied.test'],
    });
    for (const [host, reason] of [
      ['127.0.0.1', 'private_address'],
      ['[::1]', 'private_address'],
      ['169.254.169.254', 'metadata_address'],
      ['metadata.google.internal', 'metadata_address'],
      ['metadata.google.internal.', 'metadata_address'],
      ['METADATA.goog.', 'metadata_address'],
      ['denied.test.', 'denied_host'],
    ]) {
      await expect(http.get(new URL(`https://${host}/`), LIMITS)).rejects.toMatchObject({ reason });
    }
  });

  it('fails when the name does not resolve, and in time when its server stays silent', async () => {
    const unknown = fetcher(() => Promise.reject(new Error('ENOTFOUND')));
    await expect(unknown.get(site(), LIMITS)).rejects.toThrow('ENOTFOUND');
    // Its look-up ends with the test: one that never does would keep a turn of the whole process.
    const look = Promise.withResolvers<ResolvedAddress[]>();
    const silent = fetcher(() => look.promise);
    const began = Date.now();
    await expect(silent.get(site(), LIMITS)).rejects.toThrow();
    expect(Date.now() - began).toBeLessThan(3_000);
    look.resolve([]);
  });

  it('fails when the answer is too long or trickles, and reads no body but that of a 200', async () => {
    const http = fetcher(() => Promise.resolve([LOOPBACK]), { allowedPrivateHosts: ['127.0.0.1'] });
    upstream.answer = (_request, response) => response.end(Buffer.alloc(1_001));
    await expect(http.get(site(), LIMITS)).rejects.toThrow('longer');
    upstream.answer = (_request, response) => response.writeHead(200).write('a');
    await expect(http.get(site(), LIMITS)).rejects.toThrow();
    upstream.answer = (_request, response) => response.writeHead(302, { location: '/other' }).end('moved');
    expect(await http.get(site(), LIMITS)).toMatchObject({ status: 302, bytes: null });
  });

  it('fails when nobody vouches for the certificate', async () => {
    const http = fetcher(() => Promise.resolve([LOOPBACK]), { allowedPrivateHosts: ['127.0.0.1'] }, {});
    await expect(http.get(site(), LIMITS)).rejects.toThrow();
    expect(upstream.seen).toEqual([]);
  });
});
