/** The built-in pages as documents (01 §25, R21); what they do is in pages-browser.spec.ts. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { someAddress } from '../../harness/people/accounts.js';
import { type Answer, api } from '../../harness/clients/client.js';
import { startReplica, startServer, type TestServer } from '../../harness/server/server.js';
import { withCloud } from '../../harness/server/stands.js';
import { roomInThrottleWindow } from '../../harness/time/throttle-window.js';

const WORKSPACE = 'abcdefghijklmnop';
const AGENT = '3f0f1c2e-6a52-4c1b-9d1e-0a1b2c3d4e5f';

/** Every link of the table of 01 §25, also without its workspace where it has one. */
const SIGN_IN = [
  '/auth/login?error=state_mismatch',
  '/auth/signup?token=x',
  '/auth/reset-password?token=x',
  '/auth/cli?code=x',
];
const FLOWS = [
  '/join?token=x',
  '/claim?token=x',
  '/app-connect/github?status=success',
  '/?error=claim_invalid',
];
const LINKS = ['', `/w/${WORKSPACE}`].flatMap((place) => [
  `${place}/connections?connect=github&source=agent&agent_name=me`,
  `${place}/connections?request=api.example.test`,
  `${place}/connections/apps/github`,
  `${place}/connections/custom?create=generic&host=api.example.test&path=%2F%2A`,
  `${place}/connections/llms?create=anthropic`,
  `${place}/agents?new=1`,
  `${place}/agents/${AGENT}/channels?connected=slack`,
  `${place}/settings/install?agent=me`,
]);
const PAGES = [...SIGN_IN, ...FLOWS, ...LINKS, '/org/abcdefghijklmnop/billing'];

const CSP = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self'",
  'connect-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
  'require-trusted-types-for': "'script'",
  'trusted-types': "'none'",
};
const NO_ROUTE = { error: { type: 'invalid_request_error', message: expect.any(String) } };

let server: TestServer;

beforeAll(async () => {
  server = await startServer();
});

afterAll(async () => {
  await server?.close();
});

/** From an address of its own: pages under `/auth` are counted by address. */
function open(path: string, at: TestServer = server, method = 'GET'): Promise<Answer> {
  return api(at).with({ 'x-forwarded-for': someAddress() }).send(method, path);
}

function directivesOf({ headers }: Answer): Record<string, string> {
  const parts = String(headers['content-security-policy']).split(';');
  return Object.fromEntries(
    parts.map((part) => [part.trim().split(' ')[0], part.trim().replace(/^\S+ /, '')]),
  );
}

/** What a document or one of its files makes a browser load. */
function loadedBy(text: string): string[] {
  const patterns = [
    /<(?:script|img|link)\b[^>]*?(?:src|href)="([^"]*)"/g,
    /\b(?:from|import) '([^']*)'/g,
    /\burl\(([^)]*)\)/g,
  ];
  return patterns.flatMap((pattern) => [...text.matchAll(pattern)].map((match) => match[1]!));
}

describe('without an external dashboard', () => {
  it.each(PAGES)('01-42 %s is a page that is not kept, framed, sniffed or told about', async (path) => {
    const answer = await open(path);
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': path.startsWith('/app-connect/') ? 'same-origin' : 'no-referrer',
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.any(String),
    });
    expect(directivesOf(answer)).toEqual(CSP);
    expect(answer.headers).not.toHaveProperty('set-cookie');
    expect(answer.text).toMatch(/^<!doctype html>\n<html lang="en">/);
    expect(answer.text).toMatch(/<title>[^<]+ · Credential Gateway<\/title>/);
    expect(answer.text.match(/<h1/g)!.length).toBeGreaterThan(0);
  });

  it('01-42 nothing comes from another origin, and no script or style stands in a page', async () => {
    const files = new Set<string>();
    for (const path of PAGES) {
      const { text } = await open(path);
      expect(text).not.toMatch(/https?:\/\/|<style|style=|<script(?![^>]*\bsrc=)|\son\w+=|javascript:/i);
      for (const file of loadedBy(text)) files.add(file);
    }
    for (const file of files) {
      expect(file).toMatch(/^\/pages\/[a-z-]+\.(?:js|css|svg)$/);
      const { status, text, headers } = await open(file);
      expect([file, status]).toEqual([file, 200]);
      expect(headers['x-content-type-options']).toBe('nosniff');
      for (const further of loadedBy(text)) files.add(`/pages/${further.replace(/^\.\//, '')}`);
      expect(text.replace('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:\/\/|\beval\(|innerHTML/);
    }
    expect(files).toContain('/pages/common.js');
    expect(files).toContain('/pages/app-fields.js');
  });

  it.each(PAGES)('01-42 %s says the same whatever its address says', async (path) => {
    const hostile = '"><script>alert(1)</script>';
    const plain = await open(path.split('?')[0]!);
    const parameters = [
      'token',
      'code',
      'error',
      'next',
      'message',
      'connect',
      'host',
      'agent_name',
      'status',
    ];
    const query = parameters.map((name) => `${name}=${encodeURIComponent(hostile)}`).join('&');
    const answer = await open(`${path.split('?')[0]!}?${query}&__proto__[x]=1`);
    expect([answer.status, answer.text]).toEqual([200, plain.text]);
    expect(JSON.stringify(answer.headers)).not.toContain('alert');
  });

  it('01-42 nor does a hostile part of the path stand in the page', async () => {
    const hostile = encodeURIComponent('"><img src=x onerror=alert(1)>');
    for (const path of [`/app-connect/${hostile}`, `/w/${hostile}/connections`, `/org/${hostile}/billing`]) {
      const answer = await open(path);
      expect(answer.status).toBe(200);
      expect(answer.text).not.toMatch(/onerror|%22/i);
    }
  });

  it('25 HEAD is answered like GET, a trailing slash is tolerated', async () => {
    expect(await open('/join', server, 'HEAD')).toMatchObject({ status: 200, text: '' });
    expect((await open('/auth/login/')).status).toBe(200);
  });

  it.each(['POST', 'PUT', 'DELETE'])('25 %s on a page is no route', async (method) => {
    expect(await open('/join', server, method)).toMatchObject({ status: 404, body: NO_ROUTE });
  });

  it('25 the endpoint on the path of a page is unaffected', async () => {
    const body = { token: 'x', newPassword: 'long enough' };
    const answer = await api(server).post('/auth/reset-password', body);
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_TOKEN' } });
  });

  it.each(['/w', `/w/${WORKSPACE}`, '/auth', '/auth/nothing', '/app-connect', '/pages', '/nothing-here'])(
    '25 %s is no page',
    async (path) => {
      expect((await open(path)).status).toBe(404);
    },
  );

  it.each(['common', 'login.html', 'layout.html', '..%2fpages.service.js', '%2e%2e/x', 'toString', '%00'])(
    '25 /pages/%s is not served',
    async (name) => {
      expect([400, 404]).toContain((await open(`/pages/${name}`)).status);
    },
  );

  it('25 pages are in no description of the API', async () => {
    const { body } = await api(server).get('/openapi.json');
    const strange = Object.keys(body.paths).filter((path) =>
      /^\/(?:w|pages|join|claim|app-connect|org)?(?:\/|$)/.test(path),
    );
    expect(strange).toEqual([]);
  });

  it('25 no page says that something is missing which is there', async () => {
    for (const path of PAGES)
      expect([path, (await open(path)).text]).toEqual([
        path,
        expect.not.stringMatching(/no command line|no claim links|later version|not available yet/i),
      ]);
    expect((await open('/settings/install')).text).toMatch(/cgw run/);
    expect((await open('/claim')).text).toContain('/pages/claim.js');
  });

  it('25 every call a page names is an endpoint of the contract', async () => {
    const rows = readFileSync(join(import.meta.dirname, '../../../docs/contract/routes.tsv'), 'utf8').split(
      '\n',
    );
    const routes = new Set(
      rows.map((row) =>
        row
          .split('\t')
          .slice(0, 2)
          .join(' ')
          .replaceAll(/\{\w+\}/g, '{}'),
      ),
    );
    const named = new Set<string>();
    for (const path of PAGES) {
      const { text } = await open(path);
      const plain = text.replaceAll(/<\/?span[^>]*>/g, '').replaceAll(/\{\w+\}/g, '{}');
      for (const [call] of plain.matchAll(/\b(?:GET|PUT|POST|PATCH|DELETE) \/v1\/[^\s<?]*/g)) named.add(call);
    }
    const generic = [...named].map((call) => call.replace('/apps//', '/apps/{}/'));
    expect(generic.length).toBeGreaterThan(10);
    expect(generic.filter((call) => !routes.has(call))).toEqual([]);
  });

  it('03 §5.5 the connect page knows how each app is connected, and nothing else of it', async () => {
    const { body: forms, headers } = await open('/pages/app-forms.json');
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(Object.keys(forms)).toHaveLength(56);
    expect(forms.github).toEqual({
      name: 'GitHub',
      methods: [{ kind: 'oauth', fields: [], scopes: expect.arrayContaining(['repo']) }],
    });
    expect(forms.attio.methods).toMatchObject([{ kind: 'oauth' }, { method: 'api_key', kind: 'direct' }]);
    expect(forms.aws.methods[0].fields[1]).toMatchObject({ label: 'Secret Access Key', secret: true });
    for (const { methods } of Object.values<any>(forms)) {
      for (const field of methods.flatMap(({ fields }: any) => fields))
        expect(Object.keys(field)).not.toEqual(expect.arrayContaining(['pattern']));
    }
  });

  it('21 pages under /auth count with the rest of it, by address', async () => {
    await roomInThrottleWindow(4, 10);
    const from = api(server).with({ 'x-forwarded-for': '198.51.100.200' });
    const answers = await Promise.all(Array.from({ length: 101 }, () => from.get('/auth/login')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(100);
    const refused = answers.find(({ status }) => status === 429)!;
    expect(refused.headers).toMatchObject({
      'retry-after': expect.any(String),
      'x-retry-after': expect.any(String),
    });
    expect((await from.get('/join')).status).toBe(200);
  });
});

describe('with an external dashboard', () => {
  const APP = 'https://app.cg.example.com';

  async function withSettings(settings: Record<string, string>, work: (at: TestServer) => Promise<void>) {
    const replica = await startReplica(server, settings);
    await work(replica).finally(() => replica.close());
  }

  it('01-42 the links lead there, with all they say', async () => {
    await withSettings({ APP_URL: `${APP}/` }, async (at) => {
      for (const path of PAGES) {
        const answer = await open(path, at);
        expect([answer.status, answer.headers.location]).toEqual([302, APP + path]);
        expect(answer.headers).toMatchObject({
          'referrer-policy': 'no-referrer',
          'cache-control': 'no-store',
        });
      }
      expect((await open('/pages/common.js', at)).status).toBe(200);
      const body = { email: 'nobody@example.test', password: 'long enough' };
      expect((await api(at).post('/auth/sign-in/email', body)).status).toBe(401);
    });
  });

  it('01-42 nobody but the operator decides where they lead', async () => {
    await withSettings({ APP_URL: `${APP}/dashboard` }, async (at) => {
      const headers = {
        host: 'evil.example',
        'x-forwarded-host': 'evil.example',
        'x-forwarded-proto': 'https',
      };
      for (const path of ['/join?next=//evil.example', '/join/?next=https://evil.example']) {
        const { status, headers: answered } = await api(at).with(headers).get(path);
        expect([status, String(answered.location).startsWith(`${APP}/dashboard/join`)]).toEqual([302, true]);
      }
      const absolute = await absoluteForm(at, 'http://evil.example/join?token=x');
      expect(absolute).toContain(`location: ${APP}/dashboard/join?token=x\r\n`);
    });
  });

  it('25 a dashboard of the same origin as the server is the built-in one', async () => {
    await withSettings(
      { APP_URL: 'https://cg.example.com', API_URL: 'https://cg.example.com' },
      async (at) => {
        expect((await open('/auth/login', at)).status).toBe(200);
      },
    );
    await withSettings({ APP_URL: 'https://cg.example.com' }, async (at) => {
      const asked = api(at).with({ host: 'cg.example.com' });
      expect((await asked.get('/auth/login')).status).toBe(200);
      expect((await open('/auth/login', at)).headers.location).toBe('https://cg.example.com/auth/login');
    });
  });
});

describe('on Cloud', () => {
  let cloud: TestServer;

  withCloud((stand) => ({ cloud } = stand));

  it.each(SIGN_IN)('11 %s is an unknown route, like all of /auth', async (path) => {
    expect((await open(path, cloud)).status).toBe(404);
  });

  it('25 the pages that need no sign-in of ours are there', async () => {
    for (const path of [...FLOWS, ...LINKS]) expect((await open(path, cloud)).status).toBe(200);
  });
});

/** A request line with a whole URL, as proxies send it; the client here cannot. */
async function absoluteForm({ apiUrl }: TestServer, target: string): Promise<string> {
  const { connect } = await import('node:net');
  const { port, hostname } = new URL(apiUrl);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let text = '';
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
    socket.on('end', () => resolve(text)).on('error', reject);
    socket.end(`GET ${target} HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n`);
  });
}
