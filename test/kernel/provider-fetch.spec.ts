/** Calls to identity providers that administrators named, on a direct connection (05 §8.5). */
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { loadConfiguration } from '../../src/kernel/config/load-configuration.js';
import type { NameLookup } from '../../src/kernel/egress/destination/destination-guard.js';
import { ProviderFetch } from '../../src/modules/directory/sso/connections/provider/provider-fetch.js';
import { trusting } from '../harness/server/stands.js';
import { startUpstream, type Upstream } from '../harness/upstreams/upstream.js';

const ACCEPT = { accept: 'application/json' };
const at = (...addresses: string[]): NameLookup => {
  const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }) as const);
  return () => Promise.resolve(found);
};

let upstream: Upstream;
let trusted: Awaited<ReturnType<typeof trusting>>;
const open: ProviderFetch[] = [];

beforeAll(async () => {
  upstream = await startUpstream();
  trusted = await trusting(upstream);
});
afterAll(async () => {
  await upstream.close();
  await trusted.close();
});
afterEach(async () => {
  upstream.reset();
  for (const http of open.splice(0)) await http.onModuleDestroy();
});

function fetcher(lookup: NameLookup, settings: Record<string, string> = {}): ProviderFetch {
  const configuration = loadConfiguration({ ...trusted.settings, ...settings });
  const http = ProviderFetch.of(configuration, 'postgres://db.test/cg', lookup);
  open.push(http);
  return http;
}

const site = (path = '/') => `https://idp.acme.test:${upstream.port}${path}`;
const opened = (entries: string) => ({ SSO_ALLOWED_PRIVATE_HOSTS: entries });

describe('a call to an identity provider', () => {
  it('goes to private addresses that the operator opened, by name, address, block or port', async () => {
    for (const entries of [
      'idp.acme.test',
      '*.acme.test',
      '127.0.0.1',
      '127.0.0.0/8',
      `127.0.0.1:${upstream.port}`,
    ]) {
      const { status, body } = await fetcher(at('127.0.0.1'), opened(entries)).get(site(), ACCEPT);
      expect([entries, status, body.toString()]).toEqual([entries, 200, 'ok']);
      expect(upstream.only()).toMatchObject({ scheme: 'https', host: `idp.acme.test:${upstream.port}` });
    }
    for (const entries of ['other.acme.test', '127.0.0.1:443', '10.0.0.0/8', 'acme.test'])
      await expect(fetcher(at('127.0.0.1'), opened(entries)).get(site(), ACCEPT)).rejects.toMatchObject({
        reason: 'its address is not a public one',
      });
    expect(upstream.seen).toEqual([]);
  });

  it('is not opened by what is open to agents', async () => {
    const http = fetcher(at('127.0.0.1'), {
      GATEWAY_ALLOW_PRIVATE_NETWORKS: 'true',
      GATEWAY_ALLOWED_PRIVATE_HOSTS: 'idp.acme.test,127.0.0.1',
      API_URL: site(''),
    });
    await expect(http.get(site(), ACCEPT)).rejects.toMatchObject({ reason: /public/ });
    expect(upstream.seen).toEqual([]);
  });

  it('goes to the address that was checked: a name that changes its mind is refused', async () => {
    const answers = [['8.8.8.8'], ['127.0.0.1']];
    let asked = 0;
    const rebinding: NameLookup = (host) => at(...answers[Math.min(asked++, 1)]!)(host);
    const http = fetcher(rebinding);
    await expect(http.get(site(), ACCEPT)).rejects.toMatchObject({ reason: /public/ });
    expect([asked, upstream.seen]).toEqual([2, []]);
    for (const addresses of [['8.8.8.8', '127.0.0.1'], ['::ffff:127.0.0.1'], ['::1'], ['fd00::1']])
      await expect(fetcher(at(...addresses)).get(site(), ACCEPT)).rejects.toMatchObject({
        reason: /public/,
      });
    expect(upstream.seen).toEqual([]);
  });

  it('is https, without credentials, and to no name of an inside that was not opened by name', async () => {
    const http = fetcher(at('127.0.0.1'), opened('127.0.0.1'));
    for (const url of [
      `http://idp.acme.test:${upstream.port}/`,
      `https://user:pw@idp.acme.test:${upstream.port}/`,
      `https://user@idp.acme.test:${upstream.port}/`,
      'file:///etc/passwd',
      'data:,x',
      'not a url',
      `https://localhost:${upstream.port}/`,
      `https://a.localhost.:${upstream.port}/`,
      `https://idp.internal:${upstream.port}/`,
      `https://idp.local:${upstream.port}/`,
      `https://IDP.LOCAL.:${upstream.port}/`,
    ])
      await expect(http.get(url, ACCEPT)).rejects.toMatchObject({
        name: 'Error',
        reason: expect.any(String),
      });
    expect(upstream.seen).toEqual([]);
    const named = fetcher(at('127.0.0.1'), opened('*.internal'));
    expect((await named.get(`https://idp.internal:${upstream.port}/`, ACCEPT)).status).toBe(200);
  });

  it('follows no redirect, takes no long answer, and says why there was none', async () => {
    const http = fetcher(at('127.0.0.1'), opened('idp.acme.test'));
    upstream.answer = (_request, response) => response.writeHead(302, { location: site('/next') }).end();
    expect((await http.get(site(), ACCEPT)).status).toBe(302);
    expect(upstream.only().url).toBe('/');
    upstream.answer = (_request, response) => response.end(Buffer.alloc(1_000_001));
    await expect(http.get(site(), ACCEPT)).rejects.toMatchObject({ reason: /1,000,000 bytes/ });
    upstream.answer = (_request, response) => response.end(Buffer.alloc(1_000_000));
    expect((await http.get(site(), ACCEPT)).body).toHaveLength(1_000_000);
    upstream.answer = (request) => request.socket.destroy();
    await expect(http.get(site(), ACCEPT)).rejects.toMatchObject({ reason: /connection/ });
    upstream.answer = () => undefined;
    const signal = AbortSignal.timeout(50);
    await expect(http.get(site(), { ...ACCEPT, signal })).rejects.toMatchObject({ reason: /10 seconds/ });
    const unknown: NameLookup = () => Promise.reject(Object.assign(new Error('x'), { code: 'ENOTFOUND' }));
    await expect(fetcher(unknown).get(site(), ACCEPT)).rejects.toMatchObject({ reason: /not known/ });
    const distrusting = fetcher(at('127.0.0.1'), {
      GATEWAY_UPSTREAM_CA_FILE: '',
      ...opened('idp.acme.test'),
    });
    await expect(distrusting.get(site(), ACCEPT)).rejects.toMatchObject({ reason: /TLS certificate/ });
  });

  it('posts forms, and stands in for the fetch of a library', async () => {
    const http = fetcher(at('127.0.0.1'), opened('idp.acme.test'));
    upstream.answer = (_request, response) =>
      response.writeHead(400, { 'content-type': 'application/json', 'x-a': 'b' }).end('{"error":"x"}');
    const form = { body: 'a=b', contentType: 'application/x-www-form-urlencoded' };
    const posted = await http.post(site('/token'), { ...ACCEPT, ...form });
    expect([posted.status, posted.body.toString(), posted.headers.get('x-a')]).toEqual([
      400,
      '{"error":"x"}',
      'b',
    ]);
    const seen = upstream.only();
    expect([seen.method, seen.body.toString(), seen.headers['content-type']]).toEqual([
      'POST',
      'a=b',
      form.contentType,
    ]);
    const answer = await http.asFetch()(site('/token'), {
      method: 'POST',
      headers: { accept: 'application/json', authorization: 'Basic x' },
      body: new URLSearchParams({ c: 'd' }),
      redirect: 'manual',
    });
    expect([answer.status, await answer.json()]).toEqual([400, { error: 'x' }]);
    const { headers, body } = upstream.only();
    expect([headers.authorization, body.toString()]).toEqual(['Basic x', 'c=d']);
    upstream.answer = (_request, response) => response.writeHead(204).end();
    const empty = await http.asFetch()(site(), {
      method: 'GET',
      headers: {},
      body: null,
      redirect: 'manual',
    });
    expect([empty.status, await empty.text()]).toEqual([204, '']);
  });
});
