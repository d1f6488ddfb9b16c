/** 01-41: `/docs` shows the document from assets of this server and reaches for nothing else. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { api, type Answer } from '../../harness/clients/client.js';
import { startServer, type TestServer } from '../../harness/server/server.js';

const CHROMIUM = '/usr/bin/chromium';
const hasBrowser = existsSync(CHROMIUM);
if (!hasBrowser) console.info(`The check in a browser is skipped: there is no ${CHROMIUM}.`);
const withBrowser = hasBrowser ? it : it.skip;
const PUBLIC_URL = 'https://api.cg.example.com';

describe('GET /docs', () => {
  let server: TestServer;
  let page: Answer;

  beforeAll(async () => {
    server = await startServer({ API_URL: PUBLIC_URL, APP_VERSION: '7.8.9' });
    page = await api(server).get('/docs');
  });

  afterAll(async () => {
    await server?.close();
  });

  /** Addresses of the page's scripts, styles and images, as a browser resolves them. */
  function assetsOf(path: string, html: string): URL[] {
    const references = [...html.matchAll(/\s(?:src|href)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/g)];
    return references.map((match) => new URL(match[1] ?? match[2] ?? match[3] ?? '', server.apiUrl + path));
  }

  it.each(['/docs', '/docs/'])('01-41 %s answers HTML without a credential', async (path) => {
    const answer = await api(server).get(path);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toMatch(/^text\/html/);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(answer.text).toContain('Credential Gateway API');
  });

  it('01 §5.4 where the Link of a deprecated input leads is the documentation', async () => {
    const { headers } = await api(server).get('/v1/projects');
    const target = /^<([^>]+)>/.exec(String(headers['link']))?.[1] ?? '';
    const answer = await api(server).get(new URL(target).pathname);
    expect([answer.status, answer.headers['location']]).toEqual([302, '/docs']);
  });

  it.each(['/docs', '/docs/'])(
    '01-41 %s loads its assets from this server, and they are there',
    async (path) => {
      const { text } = await api(server).get(path);
      const assets = assetsOf(path, text);
      expect(assets.length).toBeGreaterThanOrEqual(4);
      for (const asset of assets) {
        expect(asset.origin).toBe(server.apiUrl);
        const answer = await api(server).get(asset.pathname);
        expect([asset.pathname, answer.status]).toEqual([asset.pathname, 200]);
        expect(answer.headers['content-type']).toMatch(/javascript|css|image\/png/);
      }
    },
  );

  it('01-41 its page and styles import nothing from elsewhere', async () => {
    const styles = assetsOf('/docs', page.text).filter(({ pathname }) => pathname.endsWith('.css'));
    const sheets = await Promise.all(styles.map(({ pathname }) => api(server).get(pathname)));
    expect(sheets).toHaveLength(1);
    for (const { text } of [page, ...sheets]) {
      const urls = [...text.matchAll(/url\(\s*["']?([^"')]*)/g)].map(([, url]) => url ?? '');
      expect(urls.filter((url) => !url.startsWith('data:'))).toEqual([]);
      expect(text).not.toMatch(/@import/);
    }
    expect(page.text).not.toMatch(/<(?:iframe|object|embed|base|form|meta[^>]*http-equiv)/i);
    expect(page.text).not.toMatch(/<script(?![^>]*\ssrc=)[^>]*>/i);
  });

  it('01-41 it shows the document inline and asks no validator about it', async () => {
    const init = await api(server).get('/docs/swagger-ui-init.js');
    expect(init.text).toContain('"operationId": "createAgent"');
    expect(init.text).toContain('"validatorUrl": null');
    expect(init.text).not.toMatch(/validator\.swagger\.io/);
  });

  it('01-41 its policy forbids the browser to load, run or send anything elsewhere', () => {
    const policy = directivesOf(String(page.headers['content-security-policy']));
    expect(policy).toEqual({
      'default-src': ["'none'"],
      'script-src': ["'self'"],
      'style-src': ["'self'", "'unsafe-inline'"],
      'img-src': ["'self'", 'data:'],
      'connect-src': ["'self'", PUBLIC_URL],
      'base-uri': ["'none'"],
      'form-action': ["'none'"],
      'frame-ancestors': ["'none'"],
    });
    expect(page.headers).toMatchObject({
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
    });
  });

  it('01-41 the document says of which release it is', async () => {
    const [document, health] = await Promise.all(
      ['/openapi.json', '/healthz'].map((path) => api(server).get(path)),
    );
    expect(document!.body.info).toMatchObject({ version: '1.0', 'x-release': '7.8.9' });
    expect(health!.body.version).toBe('7.8.9');
  });

  it('01-41 the document is JSON and names the public address', async () => {
    const answer = await api(server).get('/openapi.json');
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.body.servers).toEqual([{ url: PUBLIC_URL, description: 'Management API' }]);
  });

  it.each([
    '/docs/nope.js',
    '/docs/..%2fpackage.json',
    '/docs/../../package.json',
    '/docs-json',
    '/docs-yaml',
  ])('%s is an unknown route', async (path) => {
    expect(await api(server).get(path)).toMatchObject({
      status: 404,
      body: { error: { type: 'invalid_request_error' } },
    });
  });

  withBrowser('01-41 a browser renders the operations under that policy', async () => {
    const flags = [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--virtual-time-budget=10000',
      '--dump-dom',
    ];
    const { stdout } = await promisify(execFile)(CHROMIUM, [...flags, `${server.apiUrl}/docs`], {
      maxBuffer: 64 * 1024 * 1024,
      timeout: 50_000,
    });
    // A long list is virtual: only what is in view is in the page.
    expect(stdout).toContain('opblock-summary-path');
  });
});

function directivesOf(policy: string): Record<string, string[]> {
  const directives = policy.split(';').map((directive) => directive.trim().split(/\s+/));
  return Object.fromEntries(directives.map(([name = '', ...values]) => [name, values]));
}
