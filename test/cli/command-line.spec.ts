import { execFile, spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { isOperation } from '../../cli/src/command-line/command.js';
import { type Owner, signUpOwner } from '../harness/people/accounts.js';
import { api } from '../harness/clients/client.js';
import { type CommandResult, jsonOf } from '../harness/server/command.js';
import { makePartner, OPERATOR, someEmail } from '../harness/people/partners.js';
import { startServer, type TestServer } from '../harness/server/server.js';
import { until } from '../harness/time/until.js';

const [ESCAPE, BELL] = ['\u001b', '\u0007'];
const [BOLD, NORMAL] = [`${ESCAPE}[1m`, `${ESCAPE}[22m`];
const PROGRAM = join(import.meta.dirname, '../../bin/credential-gateway.mjs');

let server: TestServer;
let owner: Owner;
let folder: string;

beforeAll(async () => {
  server = await startServer(OPERATOR);
  owner = await signUpOwner(server);
});
afterAll(() => server.close());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cg-person-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

interface Circumstances {
  env?: Record<string, string>;
  input?: string;
}

/** A person's shell: a home of its own and this server's address. */
function environment(env: Record<string, string> = {}): Record<string, string> {
  return {
    PATH: process.env.PATH ?? '',
    HOME: folder,
    CREDENTIAL_GATEWAY_HOME: join(folder, 'gateway'),
    CREDENTIAL_GATEWAY_URL: server.apiUrl,
    CREDENTIAL_GATEWAY_API_KEY: owner.apiKey,
    ...env,
  };
}

function cgw(args: readonly string[], { env, input = '' }: Circumstances = {}): Promise<CommandResult> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [PROGRAM, ...args],
      { env: environment(env), timeout: 60_000 },
      (error, stdout, stderr) =>
        resolve({
          status: error === null ? 0 : typeof error.code === 'number' ? error.code : -1,
          stdout,
          stderr,
        }),
    );
    child.stdin!.on('error', () => undefined).end(input);
  });
}

const TAKEN_BACK = new RegExp(`Waiting for [^\\r\\n]*\\r${ESCAPE}\\[2K`, 'g');

/** What stays on a terminal, made by `script`: what is said of a slow answer while it is awaited is taken back. */
function onTerminal(args: readonly string[], env: Record<string, string> = {}): Promise<string> {
  const line = [process.execPath, PROGRAM, ...args].map((word) => `'${word}'`).join(' ');
  return new Promise((resolve) => {
    const options = { env: environment({ TERM: 'xterm', ...env }), timeout: 60_000 };
    execFile('script', ['-qec', line, '/dev/null'], options, (_error, stdout) =>
      resolve(stdout.replaceAll('\r\n', '\n').replaceAll(TAKEN_BACK, '')),
    );
  });
}

const failure = ({ stderr }: CommandResult): { error: string; code: string; action?: string } =>
  JSON.parse(stderr) as { error: string; code: string; action?: string };

describe('output and exit statuses (07 B10)', () => {
  it('is one JSON document with the hint first, lists wrapped', async () => {
    const listed = await cgw(['agents', 'list']);
    expect(listed.status).toBe(0);
    expect(Object.keys(jsonOf(listed))).toEqual(['hint', 'data']);
    expect(jsonOf(listed).data).toEqual([
      expect.objectContaining({ identifier: 'default', isDefault: true }),
    ]);
    const status = jsonOf(await cgw(['auth', 'status']));
    expect([Object.keys(status)[0], status.email]).toEqual(['hint', owner.email]);
    expect(listed.stdout).toContain('{\n  "hint": ');
  });

  it('keeps the fields that were asked for, and prints bare values', async () => {
    const { stdout } = await cgw(['agents', 'list', '--fields', 'identifier,isDefault']);
    expect(JSON.parse(stdout)).toEqual([{ identifier: 'default', isDefault: true }]);
    expect((await cgw(['agents', 'list', '--quiet', 'identifier'])).stdout).toBe('default\n');
    expect((await cgw(['agents', 'list', '--quiet', 'nothing'])).stdout).toBe('');
    const missing = await cgw(['agents', 'get-default', '--quiet', 'nothing']);
    expect([missing.status, failure(missing).error]).toEqual([1, 'The response has no "nothing".']);
  });

  it('shows at most so many of a list', async () => {
    const names = Array.from({ length: 22 }, (_, at) => `many-${String(at).padStart(2, '0')}`);
    for (const identifier of names)
      await api(server).as(owner.apiKey).post('/v1/agents', { name: identifier, identifier });
    const lines = async (...more: string[]): Promise<number> =>
      (await cgw(['agents', 'list', '--quiet', 'id', ...more])).stdout.trim().split('\n').length;
    expect([await lines(), await lines('--max', '3'), await lines('--max', '0')]).toEqual([20, 3, 23]);
    const wrong = await cgw(['agents', 'list', '--max', 'many']);
    expect([wrong.status, failure(wrong).code]).toEqual([1, 'ERROR']);
  });

  it.each<[string, readonly string[], Record<string, string>, number, string]>([
    [
      'not logged in',
      ['agents', 'list'],
      { CREDENTIAL_GATEWAY_API_KEY: `oc_${'0'.repeat(64)}` },
      2,
      'AUTH_REQUIRED',
    ],
    ['never logged in', ['agents', 'list'], { CREDENTIAL_GATEWAY_API_KEY: '' }, 2, 'AUTH_REQUIRED'],
    ['unknown', ['agents', 'get', 'nobody'], {}, 3, 'NOT_FOUND'],
    ['taken', ['agents', 'create', '--name', 'D', '--identifier', 'default'], {}, 4, 'CONFLICT'],
    ['refused by the server', ['agents', 'rename', '--id', 'x', '--json', '{"name":""}'], {}, 1, 'ERROR'],
    ['no such command', ['teleport'], {}, 3, 'NOT_FOUND'],
    ['no such flag', ['agents', 'list', '--everything'], {}, 1, 'ERROR'],
    ['a flag is missing', ['agents', 'create', '--name', 'x'], {}, 1, 'ERROR'],
    ['leads elsewhere', ['agents', 'get', '../org'], {}, 1, 'ERROR'],
    ['not one of the values', ['agents', 'create', '--kind', 'cloud'], {}, 1, 'ERROR'],
    ['no server there', ['counts'], { CREDENTIAL_GATEWAY_URL: 'http://127.0.0.1:9' }, 1, 'ERROR'],
    ['no address', ['counts'], { CREDENTIAL_GATEWAY_URL: 'ftp://x' }, 1, 'ERROR'],
    ['no key', ['counts'], { CREDENTIAL_GATEWAY_API_KEY: 'secret' }, 2, 'AUTH_REQUIRED'],
  ])('%s: says why and what to do, in one line of JSON', async (_what, args, env, status, code) => {
    const result = await cgw(args, { env });
    expect([result.status, result.stdout, failure(result).code]).toEqual([status, '', code]);
    expect(failure(result).error).not.toBe('');
    expect(result.stderr.trim().split('\n')).toHaveLength(1);
    expect(await readdir(folder)).toEqual([]);
  });

  it('R33 is a table on a terminal, without colours where they are not wanted', async () => {
    const colourful = await onTerminal(['agents', 'list', '--max', '1', '--fields', 'identifier,isDefault']);
    const [heading = ''] = colourful.split('\n');
    expect(heading).toBe(`${BOLD}IDENTIFIER  IS DEFAULT${NORMAL}`);
    const plain = await onTerminal(['agents', 'get-default'], { NO_COLOR: '1' });
    expect(plain).toMatch(/^ID {2,}\S+\n/);
    expect(plain).not.toContain(ESCAPE);
    expect(plain).toContain('Open in a browser: http');
    expect(JSON.parse(await onTerminal(['counts', '--output', 'json', '--fields', 'agents']))).toHaveProperty(
      'agents',
    );
    expect((await cgw(['counts', '--output', 'table'])).stdout).toMatch(/^AGENTS {2,}\d+\n/);
    expect(await onTerminal(['agents', 'get', 'nobody'])).toMatch(/^Agent not found\n$/);
  });

  it('lets no control character of a name reach the terminal', async () => {
    const name = `red ${ESCAPE}[31m bell ${BELL}`;
    const { body } = await api(server).as(owner.apiKey).post('/v1/agents', { name, identifier: 'odd' });
    const shown = await onTerminal(['agents', 'get', body.id], { NO_COLOR: '1' });
    expect(shown).toContain('red  [31m bell');
    for (const character of [ESCAPE, BELL]) expect(shown).not.toContain(character);
  });
});

describe('help', () => {
  it('07-B10.9 is text, piped or not, and JSON where that is asked for: for all, a group and a command', async () => {
    for (const line of [[], ['--help'], ['-h'], ['help']]) {
      const { status, stdout, stderr } = await cgw(line);
      expect([line, status, stdout.split('\n')[2], stderr]).toEqual([
        line,
        0,
        'Usage: cgw <command> [flags]',
        '',
      ]);
      expect(stdout.length).toBeLessThan(8_000);
    }
    const all = jsonOf(await cgw(['--help', '--output', 'json']));
    expect(Object.keys(all)).toEqual(['name', 'version', 'description', 'commands', 'hint']);
    const names = all.commands.map(({ name }: { name: string }) => name);
    expect(names).toEqual(expect.arrayContaining(['auth login', 'agents create', 'run', 'doctor']));
    const group = jsonOf(await cgw(['agents', 'grants', '--help', '--output=json']));
    expect(group.commands.map(({ name }: { name: string }) => name)).toEqual([
      ...['list', 'attach-connection', 'detach-connection', 'attach-secret', 'detach-secret'],
    ]);
    const text = await onTerminal(['secrets', 'create', '--help'], { NO_COLOR: '1' });
    expect(text).toContain(
      'Usage: cgw secrets create --name <name> --type <type> --host-pattern <host-pattern>',
    );
    expect(text).toContain('Sends: POST /v1/secrets');
    expect((await cgw(['help', 'nothing'])).status).toBe(3);
  });

  it('R33 a word that no command takes is refused before anything is done', async () => {
    const login = await cgw(['auth', 'login'], {
      env: { CREDENTIAL_GATEWAY_API_KEY: '' },
      input: owner.apiKey,
    });
    expect(login.status).toBe(0);
    Object.assign(globalThis, { CLI_VERSION: '0.0.0' });
    const { everyCommand } = await import('../../cli/src/commands.js');
    const { parsed } = await import('../../cli/src/command-line/arguments.js');
    for (const command of everyCommand()) {
      if (!isOperation(command) && command.passes === true) continue;
      const words = Array.from({ length: 4 }, (_, at) => `extra-${at}`);
      expect(() => parsed(words, command)).toThrow(/Unexpected argument: "extra-\d"/);
    }
    for (const line of ['auth logout extra', 'auth status extra', 'counts extra', 'agents get a extra']) {
      const { status, stderr } = await cgw(line.split(' '), { env: { CREDENTIAL_GATEWAY_API_KEY: '' } });
      expect([line, status, stderr]).toEqual([
        line,
        1,
        expect.stringContaining('Unexpected argument: \\"extra\\"'),
      ]);
    }
    const twice = await cgw(['agents', 'delete', 'one', '--id', 'other']);
    expect([twice.status, failure(twice).error]).toEqual([
      1,
      'Unexpected argument "one": --id is already given.',
    ]);
    const still = await cgw(['auth', 'status'], { env: { CREDENTIAL_GATEWAY_API_KEY: '' } });
    expect(still.status).toBe(0);
  });

  it('completes groups, commands, flags and values', async () => {
    const complete = async (...words: string[]): Promise<string[]> =>
      (await cgw(['__complete', ...words])).stdout.trim().split('\n');
    expect(await complete('age')).toEqual(['agents']);
    expect(await complete('agents', 'set')).toEqual(['set-default']);
    expect(await complete('secrets', 'create', '--host')).toEqual(['--host-pattern']);
    expect(await complete('secrets', 'create', '--type', 'a')).toEqual(['anthropic']);
    expect(await complete('-w', 'main', '--output', 'json', 'agents', 'set')).toEqual(['set-default']);
    expect(await complete('projects', 'cre')).toEqual(['create']);
    expect(await complete('run', '--', 'age')).toEqual(['']);
    for (const shell of ['bash', 'zsh', 'fish']) {
      const { stdout } = await cgw(['completion', shell]);
      expect(stdout).toContain('cgw __complete');
    }
  });
});

describe('logging in and settings (07 B9, B11)', () => {
  const anonymous = { CREDENTIAL_GATEWAY_API_KEY: '' };

  it('takes a key on standard input, proves it, and keeps it where nobody else reads', async () => {
    const wrong = await cgw(['auth', 'login'], { env: anonymous, input: `oc_${'0'.repeat(64)}\n` });
    expect([wrong.status, failure(wrong).code]).toEqual([2, 'AUTH_REQUIRED']);
    expect(await readdir(folder)).toEqual([]);
    const login = await cgw(['auth', 'login'], { env: anonymous, input: `${owner.apiKey}\n` });
    expect([login.status, jsonOf(login)]).toEqual([
      0,
      expect.objectContaining({ status: 'ok', email: owner.email }),
    ]);
    expect(login.stdout + login.stderr).not.toContain(owner.apiKey);
    const kept = join(folder, 'gateway/credentials/api-key');
    const modes = await Promise.all(
      [kept, join(kept, '..')].map(async (path) => (await stat(path)).mode & 0o777),
    );
    expect([modes, (await readFile(kept, 'utf8')).trim()]).toEqual([[0o600, 0o700], owner.apiKey]);
    expect((await cgw(['auth', 'status', '--quiet', 'email'], { env: anonymous })).stdout).toBe(
      `${owner.email}\n`,
    );
    await chmod(kept, 0o644);
    const open = await cgw(['auth', 'status'], { env: anonymous });
    expect([open.status, failure(open).error]).toEqual([
      1,
      expect.stringContaining('can be read by other users'),
    ]);
    expect((await cgw(['auth', 'logout'], { env: anonymous })).status).toBe(0);
    // Nobody was asked, so there may be nothing at the address to look at.
    expect(jsonOf(await cgw(['auth', 'logout'], { env: anonymous }))).toEqual({ status: 'ok' });
    expect((await cgw(['auth', 'status'], { env: anonymous })).status).toBe(2);
  });

  it.each([
    ['an empty line', '\n'],
    ['nothing', ''],
  ])('07 B11 without a terminal it waits for nobody: %s on standard input ends it', async (_what, input) => {
    const result = await cgw(['auth', 'login'], { env: anonymous, input });
    expect([result.status, failure(result).code, failure(result).error]).toEqual([
      2,
      'AUTH_REQUIRED',
      expect.stringContaining('Standard input has no API key'),
    ]);
    expect(await server.db.query('SELECT 1 FROM device_logins')).toEqual([]);
  });

  it('07-B13 without a key shows a page, and connects when somebody confirms there', async () => {
    const terminal = spawn('script', ['-qec', `'${process.execPath}' '${PROGRAM}' auth login`, '/dev/null'], {
      env: environment({ ...anonymous, TERM: 'xterm', PATH: '/usr/bin:/bin' }),
    });
    let shown = '';
    terminal.stdout.setEncoding('utf8').on('data', (text: string) => (shown += text));
    const ended = new Promise((resolve) => terminal.once('close', resolve));
    await until(() => /\?code=([0-9a-f]{32})/.test(shown));
    const [, code] = /\?code=([0-9a-f]{32})/.exec(shown)!;
    await api(server).as(owner.cookie).inWorkspace(owner.workspaceId).post('/v1/auth/cli/confirm', { code });
    expect(await ended).toBe(0);
    expect(shown).not.toContain(owner.apiKey);
    expect((await readFile(join(folder, 'gateway/credentials/api-key'), 'utf8')).trim()).toBe(owner.apiKey);
  });

  it('a flag beats the environment, that the file, that the default', async () => {
    const value = async (args: string[], env: Record<string, string>): Promise<string> =>
      (await cgw(['config', 'get', 'api-host', '--quiet', 'value', ...args], { env })).stdout.trim();
    const none = { CREDENTIAL_GATEWAY_URL: '' };
    expect(await value([], none)).toBe('http://localhost:10254');
    await cgw(['config', 'set', 'api-host', 'http://file.example']);
    expect(await value([], none)).toBe('http://file.example');
    expect(await value([], { ...none, ONECLI_URL: 'http://older.example' })).toBe('http://older.example');
    expect(await value([], { CREDENTIAL_GATEWAY_URL: 'http://env.example' })).toBe('http://env.example');
    expect(await value(['--api-host', 'http://flag.example'], {})).toBe('http://flag.example');
    await cgw(['config', 'unset', 'api-host']);
    expect(JSON.parse(await readFile(join(folder, 'gateway/config.json'), 'utf8'))).toEqual({});
    const wrong = await cgw(['config', 'set', 'colour', 'red']);
    expect([wrong.status, failure(wrong).error]).toEqual([
      1,
      expect.stringContaining('There is no setting "colour"'),
    ]);
  });

  it('says which file is broken, and what cannot be written', async () => {
    await mkdir(join(folder, 'gateway'));
    await writeFile(join(folder, 'gateway/config.json'), '{"api-host": 5}');
    const broken = await cgw(['counts'], { env: { CREDENTIAL_GATEWAY_URL: '' } });
    expect([broken.status, failure(broken).error]).toEqual([
      1,
      expect.stringContaining('config.json is not a JSON object'),
    ]);
    const nowhere = await cgw(['config', 'set', 'agent', 'x'], {
      env: { CREDENTIAL_GATEWAY_HOME: '/dev/null/x' },
    });
    expect([nowhere.status, failure(nowhere).action]).toEqual([
      1,
      expect.stringContaining('CREDENTIAL_GATEWAY_HOME'),
    ]);
  });

  it('07-B9.3 finds a workspace by its slug, and sends an unknown one as it is', async () => {
    const created = jsonOf(await cgw(['workspaces', 'create', '--name', 'Second']));
    const env = { CREDENTIAL_GATEWAY_API_KEY: await organizationKey() };
    const agents = (workspace: string): Promise<CommandResult> =>
      cgw(['-w', workspace, 'agents', 'list', '--quiet', 'identifier'], { env });
    expect((await agents(created.slug)).stdout).toBe('default\n');
    expect((await agents(created.id)).stdout).toBe('default\n');
    const unknown = await agents('nowhere');
    expect([unknown.status, unknown.stdout]).toEqual([expect.any(Number), '']);
    expect(unknown.status).not.toBe(0);
  });

  async function organizationKey(): Promise<string> {
    const { body } = await api(server).as(owner.cookie).get('/v1/org/api-key');
    if (body?.apiKey) return body.apiKey as string;
    return (await api(server).as(owner.cookie).post('/v1/org/api-key/regenerate')).body.apiKey as string;
  }
});

describe('writing', () => {
  it('takes a secret on standard input or from a file, and shows it nowhere', async () => {
    const flags = [
      '--type',
      'generic',
      '--host-pattern',
      'api.example.com',
      '--header-name',
      'authorization',
    ];
    const create = (name: string, ...more: string[]): string[] => [
      'secrets',
      'create',
      '--name',
      name,
      ...flags,
      ...more,
    ];
    const dry = await cgw(create('dry', '--value', 'top-secret', '--dry-run'));
    expect(jsonOf(dry)).toMatchObject({
      dry_run: true,
      payload: { name: 'dry', value: '***', injectionConfig: { headerName: 'authorization' } },
    });
    const piped = await cgw(create('piped', '--value', '-'), { input: 'top-secret\n' });
    await writeFile(join(folder, 'value'), 'top-secret\n');
    const filed = await cgw(create('filed', '--file', join(folder, 'value')));
    for (const { status, stdout, stderr } of [dry, piped, filed])
      expect([status, (stdout + stderr).includes('top-secret')]).toEqual([0, false]);
    const names = (await cgw(['secrets', 'list', '--quiet', 'name'])).stdout.trim().split('\n');
    expect(names.sort()).toEqual(['filed', 'piped']);
    const { id } = jsonOf(filed);
    expect(jsonOf(await cgw(['secrets', 'update', '--id', id, '--path-pattern', '/v2/*']))).toMatchObject({
      success: true,
    });
    expect(jsonOf(await cgw(['secrets', 'delete', '--id', id]))).toMatchObject({
      status: 'deleted',
      id,
    });
    const both = await cgw(['secrets', 'create', '--json', '{"name":"x"}', '--name', 'y']);
    expect([both.status, failure(both).error]).toEqual([
      1,
      expect.stringContaining('--json is the whole body'),
    ]);
  });

  it('grants by whole app or by tools, and asks twice before a workspace goes', async () => {
    const agent = jsonOf(await cgw(['agents', 'create', '--name', 'Granted', '--identifier', 'granted'])).id;
    const attach = ['agents', 'grants', 'attach-connection', agent, '--connection-id', 'c1', '--dry-run'];
    expect(jsonOf(await cgw(attach)).payload).toMatchObject({ access: 'full' });
    expect(jsonOf(await cgw([...attach, '--allow', 'a, b'])).payload).toMatchObject({
      access: 'custom',
      allow: ['a', 'b'],
      ask: [],
    });
    const deleting = await cgw(['workspaces', 'delete', owner.workspaceId]);
    expect([deleting.status, failure(deleting).error]).toEqual([1, expect.stringContaining('--confirm')]);
  });
});

describe('run (07 B12)', () => {
  const run = (args: readonly string[], circumstances?: Circumstances): Promise<CommandResult> =>
    cgw(['run', '--gateway', new URL(server.gatewayUrl).host, ...args], circumstances);

  it('07-29 shows what it would set and writes nothing; then sets it, and the placeholder of a model key not', async () => {
    const dry = jsonOf(await run(['--dry-run', '--', 'node']));
    expect(dry.payload.env_injected).toEqual(
      expect.arrayContaining([
        'HTTPS_PROXY',
        'https_proxy',
        'NODE_EXTRA_CA_CERTS',
        'GIT_SSL_CAINFO',
        'DENO_CERT',
      ]),
    );
    expect(await readdir(folder)).toEqual([]);
    const { body: key } = await api(server).as(owner.apiKey).post('/v1/secrets', {
      name: 'k',
      type: 'anthropic',
      value: 'sk-ant-api03-x',
      hostPattern: 'api.anthropic.com',
    });
    const { stdout } = await run(['--', 'node', '-p', 'JSON.stringify(process.env)'], {
      env: { ANTHROPIC_API_KEY: 'mine', CURL_CA_BUNDLE: '/mine' },
    });
    const seen = JSON.parse(stdout) as Record<string, string>;
    expect(seen['HTTPS_PROXY']).toMatch(
      new RegExp(`^http://x:aoc_[0-9a-f]+@${new URL(server.gatewayUrl).host}$`),
    );
    expect(seen['https_proxy']).toBe(seen['HTTPS_PROXY']);
    const bundle = join(folder, 'gateway/ca-bundle.pem');
    expect([seen['NODE_EXTRA_CA_CERTS'], seen['CURL_CA_BUNDLE'], seen['ANTHROPIC_API_KEY']]).toEqual([
      bundle,
      bundle,
      undefined,
    ]);
    expect((await stat(bundle)).mode & 0o777).toBe(0o600);
    await api(server).as(owner.apiKey).delete(`/v1/secrets/${key.id}`);
  });

  it('07-30 ends with 3 for an agent that nobody knows, and never starts the program', async () => {
    const result = await run(['--agent', 'nope', '--', 'sh', '-c', `touch '${folder}/started'`]);
    expect([result.status, failure(result).code]).toEqual([3, 'NOT_FOUND']);
    expect(await readdir(folder)).toEqual([]);
    const absent = await run(['--', 'no-such-program']);
    expect([absent.status, failure(absent).error]).toEqual([1, 'no-such-program is not on your PATH.']);
    expect((await cgw(['run'])).status).toBe(1);
    const enforced = await run(['--enforce', '--', 'true']);
    expect([enforced.status, failure(enforced).error]).toEqual([1, expect.stringContaining('not supported')]);
  });

  it('R32 keeps what opens the management side from the program', async () => {
    const names = [
      'CREDENTIAL_GATEWAY_API_KEY',
      'OPERATOR_TOKEN',
      'DATABASE_URL',
      'SECRET_ENCRYPTION_KEY',
      'PGPASSWORD',
    ];
    const env = Object.fromEntries(
      names.map((name) => [name, name === names[0] ? owner.apiKey : 'x'.repeat(40)]),
    );
    const { stdout } = await run(['--', 'node', '-p', 'JSON.stringify(process.env)'], { env });
    const seen = JSON.parse(stdout) as Record<string, string>;
    expect(Object.keys(seen).filter((name) => names.includes(name))).toEqual([]);
    expect(stdout).not.toContain(owner.apiKey);
  });

  it.each(['node', 'python3', 'curl', 'git'])(
    'proves by a request of %s itself that it works',
    async (program) => {
      const result = await run(['--check', '--', program]);
      expect([result.status, result.stdout]).toEqual([
        0,
        expect.stringContaining('"answered_by": "gateway"'),
      ]);
    },
  );

  it('warns where no gateway answers, and a check says so', async () => {
    const unreachable = ['run', '--gateway', '127.0.0.1:9'];
    const { status, stderr, stdout } = await cgw([...unreachable, '--', 'echo', 'started']);
    expect([status, stdout]).toEqual([0, 'started\n']);
    expect(stderr).toContain('No gateway answers at 127.0.0.1:9');
    expect((await cgw([...unreachable, '--check', '--', 'curl'])).status).toBe(1);
  });

  it.each([0, 1, 37, 255])('ends with the status of the program: %i', async (status) => {
    expect((await run(['--', 'sh', '-c', `exit ${status}`])).status).toBe(status);
  });

  it('leaves output, arguments and signals to the program', async () => {
    const told = await run(['--', 'sh', '-c', 'printf "%s|" "$0" "$@"; cat', '--help', '--output', 'x'], {
      input: 'in',
    });
    expect(told.stdout).toBe('--help|--output|x|in');
    expect((await run(['--', 'sh', '-c', 'kill -9 $$'])).status).toBe(137);
    for (const [signal, status] of [
      ['SIGTERM', 15],
      ['SIGINT', 2],
    ] as const) {
      const script = `trap 'echo got; exit ${status}' ${signal.slice(3)}; echo ready; while :; do sleep 0.05; done`;
      const args = ['run', '--gateway', new URL(server.gatewayUrl).host, '--', 'sh', '-c', script];
      const child = spawn(process.execPath, [PROGRAM, ...args], { env: environment() });
      let output = '';
      child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
      const ended = new Promise((resolve) => child.once('exit', resolve));
      await until(() => output.includes('ready'));
      child.kill(signal);
      expect([await ended, output]).toEqual([status, 'ready\ngot\n']);
    }
  });

  it('teaches an agent it knows, and codex a login without a secret, once', async () => {
    for (const name of ['claude', 'codex']) {
      await writeFile(join(folder, name), '#!/bin/sh\nexit 0\n', { mode: 0o755 });
      expect((await run(['--', join(folder, name)])).status).toBe(0);
    }
    const skill = await readFile(join(folder, '.claude/skills/credential-gateway/SKILL.md'), 'utf8');
    expect(skill).toMatch(/^---\nname: /);
    const login = join(folder, '.codex/auth.json');
    expect((await stat(login)).mode & 0o777).toBe(0o600);
    await writeFile(login, '{"mine":true}');
    await run(['--', join(folder, 'codex')]);
    expect(await readFile(login, 'utf8')).toBe('{"mine":true}');
  });

  it('adds to a container what puts it behind the gateway, by names and not by values', async () => {
    await writeFile(join(folder, 'docker'), '#!/bin/sh\nprintf "%s\\n" "$@"; echo "proxy $HTTPS_PROXY"\n', {
      mode: 0o755,
    });
    const env = { PATH: `${folder}:${process.env.PATH}` };
    const { stdout } = await run(['--', 'docker', 'run', '--rm', 'image', 'x'], { env });
    const lines = stdout.trim().split('\n');
    expect([lines[0], lines.slice(-4, -1)]).toEqual(['run', ['--rm', 'image', 'x']]);
    expect(lines).toEqual(
      expect.arrayContaining(['-e', 'HTTPS_PROXY', '--add-host', 'host.docker.internal:host-gateway']),
    );
    expect(lines.at(-1)).toMatch(/^proxy http:\/\/x:aoc_/);
    expect(lines.filter((line) => line.endsWith(':/tmp/credential-gateway-ca.pem:ro'))).toHaveLength(1);
    expect(await readdir(join(folder, 'gateway/containers')).catch(() => [])).toEqual([]);
  });
});

describe('the operator and partners (07 B9.5, B11)', () => {
  it('R33 makes, suspends, resumes and ends a partner with the token of the environment', async () => {
    const partners = (...args: string[]): Promise<CommandResult> =>
      cgw(['operator', 'partners', ...args], { env: OPERATOR });
    const created = await partners('create', '--name', 'Resale', '--owner-email', someEmail());
    expect([created.status, created.stderr]).toEqual([0, '']);
    const { partner, partnerApiKey } = jsonOf(created);
    expect(partnerApiKey).toMatch(/^oc_partner_/);
    expect(jsonOf(await partners('suspend', partner.id))).toMatchObject({
      name: 'Resale',
      status: 'suspended',
    });
    const suspended = await partners('list', '--status', 'suspended', '--quiet', 'id');
    expect(suspended.stdout.split('\n')).toContain(partner.id);
    expect(jsonOf(await partners('resume', partner.id))).toMatchObject({ status: 'active' });
    expect(jsonOf(await partners('rename', partner.id, '--name', 'Other'))).toMatchObject({ name: 'Other' });
    const { partnerApiKey: next } = jsonOf(await partners('rotate-key', partner.id));
    const statusOf = async (key: string): Promise<number> =>
      (await api(server).as(key).get('/v1/partner')).status;
    expect([await statusOf(partnerApiKey), await statusOf(next)]).toEqual([401, 200]);
    expect((await partners('delete', partner.id)).status).toBe(0);
    const gone = await partners('get', partner.id);
    expect([gone.status, failure(gone).code]).toEqual([3, 'NOT_FOUND']);
  });

  it.each([
    ['missing', ''],
    ['wrong', 'not-the-token-of-this-server-at-all'],
  ])('R33 ends with 2 where the token of the operator is %s', async (_what, token) => {
    const refused = await cgw(['operator', 'partners', 'list'], { env: { OPERATOR_TOKEN: token } });
    expect([refused.status, refused.stdout, failure(refused)]).toEqual([
      2,
      '',
      expect.objectContaining({ code: 'AUTH_REQUIRED', action: expect.stringContaining('OPERATOR_TOKEN') }),
    ]);
  });

  it('is the whole of what a partner does, with its own key', async () => {
    const { key } = await makePartner(server);
    const env = { CREDENTIAL_GATEWAY_API_KEY: key };
    const partner = async (...args: string[]): Promise<any> => {
      const result = await cgw(['partner', ...args], { env, input: 'sk-lent\n' });
      expect([result.stderr, result.status]).toEqual(['', 0]);
      return jsonOf(result);
    };
    const { organizationId, claimUrl } = await partner('orgs', 'create', '--name', 'Acme');
    expect(claimUrl).toContain('token=');
    expect(await partner('orgs', 'get', organizationId)).toMatchObject({ name: 'Acme', status: 'unclaimed' });
    const { id: project } = await partner('projects', 'create', organizationId, '--name', 'Second');
    expect((await partner('projects', 'list', organizationId)).data).toHaveLength(2);
    await partner('projects', 'delete', organizationId, '--project-id', project);
    const of = [
      '--type',
      'anthropic',
      '--name',
      'Lent',
      '--host-pattern',
      'api.anthropic.com',
      '--value',
      '-',
    ];
    const { id: secret } = await partner('secrets', 'create', ...of);
    const limit = ['--limit-cents', '500', '--period', 'monthly'];
    await partner('budgets', 'set', organizationId, '--secret-id', secret, ...limit);
    expect((await partner('budgets', 'list', organizationId)).data).toEqual([
      expect.objectContaining({ secretId: secret, limitCents: 500, spentCents: 0 }),
    ]);
    await partner('budgets', 'remove', organizationId, '--secret-id', secret);
    const member = await partner('members', 'add', '--email', someEmail(), '--role', 'member');
    expect(await partner('members', 'set-role', member.userId, '--role', 'admin')).toBeDefined();
    await partner('members', 'remove', member.userId);
    await partner('orgs', 'delete', organizationId);
    expect((await partner('orgs', 'list')).data).toEqual([]);
  });

  it('07-B9.5 takes the key of a partner there and nowhere else, and no other key there', async () => {
    const { key } = await makePartner(server);
    const elsewhere = await cgw(['agents', 'list'], { env: { CREDENTIAL_GATEWAY_API_KEY: key } });
    const others = await cgw(['partner', 'orgs', 'list']);
    const login = await cgw(['auth', 'login'], { env: { CREDENTIAL_GATEWAY_API_KEY: '' }, input: key });
    for (const result of [elsewhere, others, login])
      expect([result.status, result.stdout, failure(result).code]).toEqual([2, '', 'AUTH_REQUIRED']);
  });
});
