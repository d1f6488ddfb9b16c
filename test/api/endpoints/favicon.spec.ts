import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { api, type Answer } from '../../harness/clients/client.js';
import { startReplica, startServer, type TestServer } from '../../harness/server/server.js';
import { startUpstream, type Upstream } from '../../harness/upstreams/upstream.js';

const ICO = Buffer.from([0, 0, 1, 0, 1, 0, 16, 16]);
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0]);

let upstream: Upstream;
let server: TestServer;
let folder: string;

beforeAll(async () => {
  upstream = await startUpstream();
  folder = await mkdtemp(join(tmpdir(), 'cg-favicon-'));
  const authority = join(folder, 'authority.pem');
  await writeFile(authority, upstream.authorityPem);
  // The names below resolve nowhere, so they are left to the egress proxy, behind which every host is the upstream.
  server = await startServer({ ...upstream.settings, GATEWAY_UPSTREAM_CA_FILE: authority });
});

afterAll(async () => {
  await server.close();
  await upstream.close();
  await rm(folder, { recursive: true, force: true });
});

beforeEach(() => {
  upstream.reset();
  answerWith(ICO, 'image/x-icon');
});

function answerWith(bytes: Buffer, type: string | undefined, status = 200): void {
  upstream.answer = (_request, response) =>
    response.writeHead(status, type === undefined ? {} : { 'content-type': type }).end(bytes);
}

/** A site nobody asked for before. */
function someSite(): string {
  return `site-${randomBytes(6).toString('hex')}.example.test`;
}

function favicon(domain: string, of: TestServer = server): Promise<Answer> {
  return api(of).get(`/v1/favicon?domain=${encodeURIComponent(domain)}`);
}

async function expectUnavailable(domain: string): Promise<void> {
  const { status, body, headers } = await favicon(domain);
  expect([status, body.error?.type, headers['cache-control']]).toEqual([502, 'api_error', 'no-store']);
}

describe('icons of sites (01 §19.9)', () => {
  it('come from the site itself and may be kept for a day', async () => {
    const site = someSite();
    const { status, headers, text } = await favicon(site);
    expect([status, text]).toEqual([200, ICO.toString()]);
    expect(headers).toMatchObject({
      'content-type': 'image/x-icon',
      'cache-control': 'public, max-age=86400, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    });
    const seen = upstream.only();
    expect([seen.scheme, seen.host, seen.method, seen.url]).toEqual(['https', site, 'GET', '/favicon.ico']);
  });

  it('carry no credential of the caller to the site', async () => {
    await api(server)
      .with({ authorization: 'Bearer oc_canary', cookie: 'cg_session=canary', 'x-anything': 'canary' })
      .get(`/v1/favicon?domain=${someSite()}`);
    expect(JSON.stringify(upstream.only().rawHeaders)).not.toContain('canary');
  });

  it('are asked for once, however many want them, and so are sites without one', async () => {
    const site = someSite();
    await Promise.all([favicon(site), favicon(site), favicon(site.toUpperCase())]);
    expect((await favicon(site)).status).toBe(200);
    expect(upstream.seen).toHaveLength(1);
    answerWith(Buffer.from('not here'), 'text/html', 404);
    const without = someSite();
    await expectUnavailable(without);
    await expectUnavailable(without);
    expect(upstream.seen).toHaveLength(2);
  });

  it('are named by their bytes, whatever the site calls them', async () => {
    answerWith(PNG, 'image/x-icon');
    expect((await favicon(someSite())).headers['content-type']).toBe('image/png');
  });

  it.each<[string, Buffer, string | undefined]>([
    ['a page', Buffer.from('<html></html>'), 'text/html'],
    ['a page that claims to be a picture', Buffer.from('<script>alert(1)</script>'), 'image/png'],
    [
      'a picture that can carry scripts',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      'image/svg+xml',
    ],
    ['a picture that claims to be a page', PNG, 'text/html'],
    ['something without a type', PNG, undefined],
    ['nothing', Buffer.alloc(0), 'image/png'],
    ['more than an icon needs', Buffer.concat([PNG, Buffer.alloc(200_000)]), 'image/png'],
  ])('are not %s', async (_what, bytes, type) => {
    answerWith(bytes, type);
    await expectUnavailable(someSite());
  });

  it('follow redirects to other sites', async () => {
    const cdn = someSite();
    upstream.answer = (_request, response, { host }) =>
      host === cdn
        ? response.writeHead(200, { 'content-type': 'image/png' }).end(PNG)
        : response.writeHead(301, { location: `https://${cdn}/icon.png` }).end();
    const { status, headers } = await favicon(someSite());
    expect([status, headers['content-type']]).toEqual([200, 'image/png']);
  });

  it.each([
    'https://127.0.0.1/icon',
    'https://[::1]/icon',
    'https://2130706433/icon',
    'https://0x7f.1/icon',
    'https://169.254.169.254/latest/meta-data',
    'https://metadata.google.internal/computeMetadata/v1',
    'https://localhost/icon',
    'https://site.example.test:8443/icon',
    'https://user:secret@site.example.test/icon',
    'http://site.example.test/icon',
    'file:///etc/passwd',
    'data:image/png;base64,iVBORw0KGgo=',
  ])('do not follow a redirect to %s', async (location) => {
    upstream.answer = (_request, response) => response.writeHead(302, { location }).end();
    const site = someSite();
    await expectUnavailable(site);
    expect(upstream.only().host).toBe(site);
  });

  it('do not follow redirects for ever', async () => {
    const site = someSite();
    upstream.answer = (_request, response) =>
      response.writeHead(302, { location: `https://${site}/again` }).end();
    await expectUnavailable(site);
    expect(upstream.seen).toHaveLength(4);
  });

  it('are given up when the site does not answer', async () => {
    upstream.answer = () => undefined;
    const began = Date.now();
    await expectUnavailable(someSite());
    expect(Date.now() - began).toBeLessThan(9_000);
  });

  it.each([
    '',
    'localhost',
    '127.0.0.1',
    '169.254.169.254',
    '2130706433',
    '0x7f.0.0.1',
    '[::1]',
    '::1',
    'github.com:443',
    'github.com/evil',
    'user@github.com',
    'git hub.com',
    'github.com?x',
    '-a.com',
    'a..com',
    `${'a'.repeat(64)}.com`,
    `${'a.'.repeat(130)}com`,
    'münchen.de',
    'a.com\u0000',
  ])('are refused flat for %j, which is no site', async (domain) => {
    const { status, body } = await favicon(domain);
    expect([status, typeof body.error]).toEqual([400, 'string']);
    expect(upstream.seen).toEqual([]);
  });

  it('are refused flat when no site or two are named', async () => {
    for (const query of ['', '?domain=a.com&domain=b.com', '?domain[]=a.com']) {
      const { status, body } = await api(server).get(`/v1/favicon${query}`);
      expect([query, status, typeof body.error]).toEqual([query, 400, 'string']);
    }
  });

  it('never come from hosts agents may not reach either', async () => {
    const own = await startReplica(server, { ...upstream.settings, GATEWAY_DENIED_HOSTS: '*.denied.test' });
    for (const domain of ['www.denied.test', 'metadata.google.internal']) {
      expect((await favicon(domain, own)).status).toBe(502);
    }
    expect(upstream.seen).toEqual([]);
    await own.close();
  });

  it('do not exist where the operator switched them off', async () => {
    const own = await startReplica(server, { ...upstream.settings, FAVICON_PROXY: 'off' });
    for (const domain of [someSite(), 'no site']) {
      const { status, body } = await favicon(domain, own);
      expect([status, body.error?.type]).toEqual([404, 'invalid_request_error']);
    }
    expect(upstream.seen).toEqual([]);
    await own.close();
  });

  it('leave no fault in the log when a site has none', async () => {
    let log = '';
    const sink = { write: (line: string) => void (log += line) };
    const own = await startServer({ ...upstream.settings, LOG_LEVEL: 'info' }, sink);
    answerWith(Buffer.from('not here'), 'text/html', 404);
    expect((await favicon(someSite(), own)).status).toBe(502);
    await own.close();
    expect(log).toContain('/v1/favicon');
    expect(log).not.toContain('request failed');
  });
});
