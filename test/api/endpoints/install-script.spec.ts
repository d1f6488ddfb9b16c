import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { TOOLS } from '../../../src/modules/endpoints/installer/model/install-tools.js';
import { type Owner, signUpOwner } from '../../harness/people/accounts.js';
import { api, type Answer } from '../../harness/clients/client.js';
import { type Machine, startMachine } from '../../harness/server/machine.js';
import { startReplica, startServer, type TestServer } from '../../harness/server/server.js';
import { until } from '../../harness/time/until.js';

const INSTALL = '/v1/install/cli';
const COMPLETE = '/v1/onboarding/install-complete';
/** In the link the script shows. */
const CODE = /\?code=([0-9a-f]{32})\s/;
const UNKNOWN_KEY = `oc_${'0'.repeat(64)}`;

let server: TestServer;
let owner: Owner;
let machine: Machine;

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  owner = await signUpOwner(server);
  machine = await startMachine();
  await machine.provide('cgw');
});
afterEach(() => machine.close());

function download(query: Record<string, string> = {}): Promise<Answer> {
  return api(server).get(`${INSTALL}?${new URLSearchParams(query).toString()}`);
}

async function isOnboarded(): Promise<boolean> {
  const [row] = await server.db.query<{ done: boolean }>(
    'SELECT onboarding_completed_at IS NOT NULL AS done FROM users WHERE id = $1',
    [owner.userId],
  );
  return row!.done;
}

function installations(): Promise<{ kind: string }[]> {
  return server.db.query('SELECT kind FROM workspace_installations WHERE workspace_id = $1 ORDER BY kind', [
    owner.workspaceId,
  ]);
}

/** What the shell thinks of the script, without running it. */
function syntaxFault(script: string): string {
  const { status, stderr } = spawnSync('/bin/sh', ['-n'], { input: script, encoding: 'utf8' });
  return status === 0 ? '' : stderr;
}

/** The lines that differ between two downloads. */
function settingsOf(script: string): string[] {
  return script.split('\n').slice(1, 5);
}

describe('the script (01 §19.9)', () => {
  it('is plain text that is asked for anew each time', async () => {
    const { status, headers, text } = await download();
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-cache',
    });
    expect(text.startsWith('#!/bin/sh\n')).toBe(true);
    expect(headers).not.toHaveProperty('pragma');
  });

  it('22.4 is kept from older caches too when it holds a key', async () => {
    expect((await download({ key: UNKNOWN_KEY })).headers['pragma']).toBe('no-cache');
  });

  it('passes sh -n in every variant, which differ in four lines only', async () => {
    const plain = (await download()).text;
    const keys = ['', UNKNOWN_KEY];
    const agents = ['', 'my-agent-1'];
    const variants = keys.flatMap((key) =>
      agents.flatMap((agent) =>
        ['', ...TOOLS].map((tool) =>
          Object.entries({ key, agent, tool }).filter(([, value]) => value !== ''),
        ),
      ),
    );
    expect(variants).toHaveLength(32);
    for (const query of variants.map((entries) => Object.fromEntries(entries))) {
      const { status, text } = await download(query);
      expect([query, status, syntaxFault(text)]).toEqual([query, 200, '']);
      expect(text.split('\n').slice(5)).toEqual(plain.split('\n').slice(5));
    }
  });

  it('holds the values it was asked for, and this server as the address', async () => {
    const { text } = await download({ key: UNKNOWN_KEY, tool: 'codex', agent: 'worker' });
    expect(settingsOf(text)).toEqual([
      `CG_URL='${server.apiUrl}'`,
      `CG_KEY='${UNKNOWN_KEY}'`,
      `CG_TOOL='codex'`,
      `CG_AGENT='worker'`,
    ]);
    for (const url of [server.apiUrl, `${server.apiUrl}/`, `${server.apiUrl}/v1`, `${server.apiUrl}/v1/`]) {
      expect(settingsOf((await download({ url })).text)[0]).toBe(`CG_URL='${server.apiUrl}'`);
    }
  });

  it('points at addresses of this deployment and at nothing else', async () => {
    const replica = await startReplica(server, {
      API_URL: 'https://api.example.test/base',
      APP_URL: 'https://app.example.test',
      GATEWAY_API_URL: 'https://gateway.example.test:8443',
    });
    const asked = (url: string) => api(replica).get(`${INSTALL}?${new URLSearchParams({ url }).toString()}`);
    for (const own of ['api.example.test/base', 'app.example.test', 'gateway.example.test:8443']) {
      const { status, text } = await asked(`https://${own}`);
      expect([status, settingsOf(text)[0]]).toEqual([200, `CG_URL='https://${own}'`]);
    }
    for (const foreign of [
      ...['https://evil.example', 'http://api.example.test/base', 'https://api.example.test/other'],
      ...['https://api.example.test.evil.example', 'https://gateway.example.test:8443/proxy/evil.example'],
      ...['https://app.example.test/v1/x', 'https://gateway.example.test', 'https://app.example.test:8443'],
    ]) {
      const { status, body } = await asked(foreign);
      expect([foreign, status, body]).toEqual([
        foreign,
        400,
        { error: 'url must be an address of this server' },
      ]);
    }
    await replica.close();
  });

  it('takes the configured address, whatever host the request names', async () => {
    const replica = await startReplica(server, { API_URL: 'https://api.example.test' });
    const { text } = await api(replica).with({ host: 'evil.example' }).get(INSTALL);
    expect(settingsOf(text)[0]).toBe(`CG_URL='https://api.example.test'`);
    await replica.close();
  });

  it('reads an agent that names a tool as the tool, as older links have it', async () => {
    expect(settingsOf((await download({ agent: 'cursor' })).text).slice(2)).toEqual([
      `CG_TOOL='cursor'`,
      `CG_AGENT=''`,
    ]);
    expect(settingsOf((await download({ agent: 'cursor', tool: 'codex' })).text).slice(2)).toEqual([
      `CG_TOOL='codex'`,
      `CG_AGENT='cursor'`,
    ]);
  });

  it.each<[string, string]>([
    ['key', 'oc_short'],
    ['key', `oc_${'g'.repeat(64)}`],
    ['key', `oc_org_${'0'.repeat(64)}`],
    ['key', `${UNKNOWN_KEY}'; reboot; '`],
    ['key', `${UNKNOWN_KEY}\n`],
    ['url', 'ftp://example.com'],
    ['url', 'example.com'],
    ['url', "http://example.com/';reboot;'"],
    ['url', 'http://example.com/$(reboot)'],
    ['url', 'http://example.com/`reboot`'],
    ['url', 'http://example.com/a b'],
    ['url', 'http://example.com/\nreboot'],
    ['url', 'http://example.com/?a=b'],
    ['url', 'http://user:secret@example.com'],
    ['url', 'http://example.com:99999999'],
    ['tool', 'emacs'],
    ['tool', ''],
    ['agent', 'Not An Agent'],
    ['agent', "a';reboot;'"],
    ['agent', 'a'.repeat(51)],
    ['agent', '-a'],
  ])('refuses the %s %j flat', async (name, value) => {
    const { status, body } = await download({ [name]: value });
    expect([status, typeof body.error]).toEqual([400, 'string']);
  });

  it('marks onboarding complete as soon as it is downloaded with a key', async () => {
    expect(await isOnboarded()).toBe(false);
    await download({ key: UNKNOWN_KEY });
    expect(await isOnboarded()).toBe(false);
    await download({ key: owner.apiKey });
    expect(await isOnboarded()).toBe(true);
    expect(await installations()).toEqual([]);
  });
});

describe('the script on a machine', () => {
  it('with a key stores address and key, pins the agent, suggests the alias and reports', async () => {
    const { text } = await download({ key: owner.apiKey, tool: 'claude-code', agent: 'worker' });
    const { ended, output } = machine.run(text);
    expect([await ended, output()]).toEqual([0, expect.stringContaining("alias claude='cgw run -- claude'")]);
    expect(await machine.calls()).toEqual([
      { program: 'cgw', args: ['config', 'set', 'api-host', server.apiUrl], input: '' },
      { program: 'cgw', args: ['auth', 'login'], input: owner.apiKey },
      { program: 'cgw', args: ['config', 'set', 'agent', 'worker'], input: '' },
    ]);
    expect(output()).toContain('acts as the agent "worker"');
    expect(output()).not.toContain(owner.apiKey);
    expect(await installations()).toEqual([{ kind: 'cli-install' }]);
  });

  it('without a key logs in with a code that a person confirms', async () => {
    await machine.provide('xdg-open');
    await machine.provide('sleep', 'PATH=/usr/bin:/bin exec sleep 0.2');
    const { ended, output } = machine.runAtTerminal((await download()).text);
    await until(() => CODE.test(output()));
    const [, code] = CODE.exec(output())!;
    // It is started beside the script, and would end with the terminal.
    await until(async () => (await machine.calls()).some(({ program }) => program === 'xdg-open'));
    const session = api(server).as(owner.cookie).inWorkspace(owner.workspaceId);
    expect((await session.post('/v1/auth/cli/confirm', { code })).status).toBe(200);
    expect([await ended, output()]).toEqual([0, expect.stringContaining('Done.')]);
    const calls = await machine.calls();
    expect(calls.find(({ program }) => program === 'xdg-open')?.args).toEqual([
      expect.stringContaining(`/auth/cli?code=${code}`),
    ]);
    expect(calls.find(({ args }) => args[0] === 'auth')?.input).toBe(owner.apiKey);
    expect(calls.filter(({ program }) => program === 'sleep')[0]?.args).toEqual(['2']);
    expect(await installations()).toEqual([{ kind: 'cli-install' }]);
    expect(await isOnboarded()).toBe(true);
  });

  /** Node.js and the tools of every system, and no cgw yet. */
  const bareMachine = (): Promise<Machine> => startMachine({ node: process.execPath });

  it('installs the command line of this server where Node.js is and nothing else, and connects it', async () => {
    const bare = await bareMachine();
    const { text } = await download({ key: owner.apiKey, agent: 'worker' });
    const { ended, output } = bare.run(text);
    expect([await ended, output()]).toEqual([0, expect.stringContaining('Done.')]);
    const { ended: asked, output: answer } = bare.run(
      'PATH=$HOME/.local/bin:$PATH; cgw auth status --quiet email && cgw config get agent --quiet value',
    );
    expect([await asked, answer()]).toEqual([0, `${owner.email}\nworker\n`]);
    expect(output()).not.toContain(owner.apiKey);
    expect(await installations()).toEqual([{ kind: 'cli-install' }]);
    await bare.close();
  });

  it('hands out one program and its description, the same each time', async () => {
    const first = await fetch(`${server.apiUrl}/v1/install/cgw.tgz`);
    expect([first.status, first.headers.get('content-type')]).toEqual([200, 'application/gzip']);
    const archive = Buffer.from(await first.arrayBuffer());
    const { stdout } = spawnSync('tar', ['-tzf', '-'], { input: archive, encoding: 'utf8' });
    expect(stdout.trim().split('\n')).toEqual(
      ['LICENSE', 'README.md', 'cgw.mjs', 'package.json'].map((name) => `package/${name}`),
    );
  });

  it('says what is missing before anybody has to log in', async () => {
    const bare = await startMachine();
    const { ended, output } = bare.run((await download()).text);
    expect([await ended, output()]).toEqual([1, expect.stringContaining('Install Node.js 20 or newer')]);
    const old = await startMachine();
    await old.provide('node', 'case $1 in --version) echo v18.20.0 ;; *) exit 1 ;; esac');
    const second = old.run((await download()).text);
    expect([await second.ended, second.output()]).toEqual([1, expect.stringContaining('this is v18.20.0')]);
    await Promise.all([bare.close(), old.close()]);
  });

  it('gives up when the code has expired', async () => {
    await machine.provide('sleep', 'PATH=/usr/bin:/bin exec sleep 0.2');
    const { ended, output } = machine.runAtTerminal((await download()).text);
    await until(() => CODE.test(output()));
    await server.db.query(`UPDATE device_logins SET expires_at = now() - interval '1 second'`);
    expect([await ended, output()]).toEqual([1, expect.stringContaining('expired')]);
    expect((await machine.calls()).filter(({ args }) => args[0] === 'auth')).toEqual([]);
  });

  it('asks every two seconds, for five minutes at most', async () => {
    await machine.provide('sleep');
    const { ended, output } = machine.runAtTerminal((await download()).text);
    expect([await ended, output()]).toEqual([1, expect.stringContaining('within five minutes')]);
    const pauses = (await machine.calls()).filter(({ program }) => program === 'sleep');
    expect(new Set(pauses.map(({ args }) => args.join()))).toEqual(new Set(['2']));
    expect(pauses).toHaveLength(150);
  });

  it.each<[string, Record<string, string>, 'terminal' | 'none']>([
    ['no terminal', {}, 'none'],
    ['no terminal, in a job of CI', { CI: 'true' }, 'none'],
    ['a terminal in a job of CI', { CI: '1' }, 'terminal'],
  ])('with %s and no key it waits for nobody and says how a key is given', async (_what, env, terminal) => {
    const logins = () => server.db.query<{ count: string }>('SELECT count(*) FROM device_logins');
    const before = await logins();
    const { text } = await download({ agent: 'ci' });
    const { ended, output } = terminal === 'none' ? machine.run(text, env) : machine.runAtTerminal(text, env);
    expect([await ended, output()]).toEqual([0, expect.stringContaining('CREDENTIAL_GATEWAY_API_KEY_FILE')]);
    expect(output()).not.toMatch(CODE);
    expect((await machine.calls()).map(({ args }) => args)).toEqual([
      ['config', 'set', 'api-host', server.apiUrl],
      ['config', 'set', 'agent', 'ci'],
    ]);
    expect(await logins()).toEqual(before);
  });

  it.each(['CREDENTIAL_GATEWAY_API_KEY', 'CREDENTIAL_GATEWAY_API_KEY_FILE'])(
    'with %s it logs in nowhere, stores no key and sends none, at a terminal too',
    async (name) => {
      const { text } = await download();
      const env = { [name]: name.endsWith('FILE') ? '/run/key' : owner.apiKey };
      for (const start of [() => machine.run(text, env), () => machine.runAtTerminal(text, env)]) {
        const { ended, output } = start();
        expect([await ended, output()]).toEqual([0, expect.stringContaining('API key of the environment')]);
      }
      expect((await machine.calls()).map(({ args }) => args[0])).toEqual(['config', 'config']);
      expect(await installations()).toEqual([]);
    },
  );

  it('tells GitHub Actions where the command line is', async () => {
    const bare = await bareMachine();
    const { text } = await download();
    const path = `${bare.home}/github-path`;
    const { ended, output } = bare.run(text, { CI: 'true', GITHUB_PATH: path });
    expect([await ended, output()]).toEqual([0, expect.not.stringContaining('export PATH')]);
    expect(await readFile(path, 'utf8')).toBe(`${bare.home}/.local/bin\n`);
    await bare.close();
  });

  it('stops where the server hands out no command line, and leaves nothing', async () => {
    const bare = await bareMachine();
    await bare.provide('curl', 'exit 22');
    const { ended, output } = bare.run((await download({ key: owner.apiKey })).text);
    expect([await ended, output()]).toEqual([
      1,
      expect.stringContaining('did not hand out the command line'),
    ]);
    const { ended: asked, output: answer } = bare.run(
      'ls -A "$HOME/.local/bin"; command -v cgw || echo none',
    );
    expect([await asked, answer()]).toEqual([0, 'none\n']);
    await bare.close();
  });

  it('says loudly that the installed command line cannot pin the agent, and goes on', async () => {
    await machine.provide('cgw', '[ "$3" != agent ] || exit 1');
    const { ended, output } = machine.run((await download({ key: owner.apiKey, agent: 'worker' })).text);
    expect([await ended, output()]).toEqual([0, expect.stringMatching(/\*{20}[^]*WARNING:[^]*"worker"/)]);
    expect(await installations()).toEqual([{ kind: 'cli-install' }]);
  });

  it('stops when the key is not accepted', async () => {
    await machine.provide('cgw', '[ "$1" != auth ] || exit 2');
    const { ended, output } = machine.run((await download({ key: UNKNOWN_KEY })).text);
    expect([await ended, output()]).toEqual([1, expect.stringContaining('could not store the API key')]);
  });

  it('does nothing when only a part of it arrived', async () => {
    const { text } = await download({ key: owner.apiKey });
    const { ended } = machine.run(text.slice(0, text.lastIndexOf('main "$@"')));
    await ended;
    expect(await machine.calls()).toEqual([]);
  });
});

describe('reporting an installation (01 §19.9, 07 C12)', () => {
  const report = (headers: Record<string, string>, body?: unknown): Promise<Answer> =>
    api(server).with(headers).post(COMPLETE, body);

  it('07-40 takes the key in X-API-Key only', async () => {
    const { status, body } = await report({ 'x-api-key': owner.apiKey });
    expect([status, body]).toEqual([200, { ok: true }]);
    const bearer = await report({ authorization: `Bearer ${owner.apiKey}` });
    expect([bearer.status, typeof bearer.body.error]).toEqual([401, 'string']);
  });

  it('records the installation for the workspace, once a kind, and ends onboarding', async () => {
    for (const body of [
      { type: 'migrate' },
      { type: 'cli-install' },
      {},
      undefined,
      { type: 'odd' },
      { type: 7 },
    ]) {
      expect((await report({ 'x-api-key': owner.apiKey }, body)).status).toBe(200);
    }
    expect(await installations()).toEqual([
      { kind: 'cli-install' },
      { kind: 'install' },
      { kind: 'migrate' },
    ]);
    expect(await isOnboarded()).toBe(true);
    const [entry] = await server.db.query<any>(
      `SELECT action, service, source, metadata, user_id AS "userId" FROM audit_log
       WHERE workspace_id = $1 AND metadata->>'installation' = 'migrate'`,
      [owner.workspaceId],
    );
    expect(entry).toEqual({
      action: 'update',
      service: 'workspace',
      source: 'api',
      metadata: { installation: 'migrate' },
      userId: owner.userId,
    });
  });

  it('answers 401 flat for keys that are none, unknown, of another kind, or of somebody suspended', async () => {
    const organizationKey = `oc_org_${'0'.repeat(64)}`;
    for (const key of ['', 'nonsense', UNKNOWN_KEY, organizationKey, `${owner.apiKey}x`]) {
      const { status, body } = await report({ 'x-api-key': key });
      expect([key, status, typeof body.error]).toEqual([key, 401, 'string']);
    }
    await server.db.query(`UPDATE memberships SET status = 'suspended' WHERE user_id = $1`, [owner.userId]);
    expect((await report({ 'x-api-key': owner.apiKey })).status).toBe(401);
    expect(await installations()).toEqual([]);
  });

  it('is answered under /api too', async () => {
    const answer = await api(server)
      .with({ 'x-api-key': owner.apiKey })
      .post('/api/onboarding/install-complete');
    expect(answer.status).toBe(200);
  });
});
