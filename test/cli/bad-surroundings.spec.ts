import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { execFile, spawnSync } from 'node:child_process';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  generateAuthority,
  openAuthority,
} from '../../src/modules/foundation/certificate-authority/certificate-issuer.js';
import {
  CGW,
  type Circumstances,
  failureOf,
  makePerson,
  onTerminal,
  type Person,
  type Shown,
} from '../harness/server/cgw.js';
import { type CommandResult, jsonOf } from '../harness/server/command.js';

const KEY = `oc_${'a'.repeat(64)}`;
const USER = { email: 'ada@example.com', name: 'Ada' };
const NOBODY = 65_534;
const FULL = '/dev/full';

/** Answers as the API does, unless a test says otherwise. */
let answer: RequestListener;
let server: Server;
let origin: string;
let asked: string[];
let person: Person;
/** What takes as long as a command waits goes on beside everything else. */
let patient: { results: Promise<CommandResult[]>; close: () => Promise<void> };

const json =
  (status: number, body: unknown, headers = {}): RequestListener =>
  (_request, response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));

const cutShort: RequestListener = (request, response) => {
  response.writeHead(200, { 'content-length': '1000', 'content-type': 'application/json' });
  response.write('{"email": "ada', () => request.socket.destroy());
};

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    answer(request, response);
  });
  origin = await listening(server);
  patient = await startPatient();
});
afterAll(() => Promise.all([closed(server), patient.close()]));
beforeEach(async () => {
  asked = [];
  answer = json(200, USER);
  person = await makePerson({ CREDENTIAL_GATEWAY_URL: origin, CREDENTIAL_GATEWAY_API_KEY: KEY });
});
afterEach(() => person.close());

async function startPatient(): Promise<typeof patient> {
  const silent = createServer(() => undefined);
  const dripping = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const drip = setInterval(() => response.write(' '), 200);
    response.on('close', () => clearInterval(drip));
  });
  const somebody = await makePerson({ CREDENTIAL_GATEWAY_API_KEY: KEY });
  const addresses = await Promise.all([listening(silent), listening(dripping)]);
  const results = addresses.map((address) => somebody.cgw(['counts', '--api-host', address]));
  return {
    results: Promise.all(results),
    close: async () => {
      await Promise.all([closed(silent), closed(dripping)]);
      await somebody.close();
    },
  };
}

async function listening(each: Server): Promise<string> {
  await new Promise<void>((resolve) => each.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(each.address() as AddressInfo).port}`;
}

async function closed(each: Server): Promise<void> {
  each.closeAllConnections();
  await new Promise((resolve) => each.close(resolve));
}

const cgw = (args: readonly string[], circumstances?: Circumstances): Promise<CommandResult> =>
  person.cgw(args, circumstances);

/** Only there it asks a person (07 B11). */
const logInAtTerminal = (env?: Readonly<Record<string, string>>): Promise<Shown> =>
  onTerminal([process.execPath, CGW, 'auth', 'login'], person.environment(env));

const shell = (program: string, args: readonly string[]): Promise<CommandResult> =>
  new Promise((resolve) =>
    execFile(program, args, { env: person.environment({ TERM: 'xterm' }) }, (error, stdout, stderr) =>
      resolve({ status: error === null ? 0 : Number(error.code), stdout, stderr }),
    ),
  );

/** One line of JSON that names a cause, nothing on standard output, and no trace of a program that fell over. */
function expectFailure(result: CommandResult, status: number, code: string, error: string | RegExp): void {
  expect(result).toMatchObject({ status, stdout: '' });
  expect(result.stderr.trim().split('\n')).toHaveLength(1);
  expect(failureOf(result)).toMatchObject({ code, error: expect.stringMatching(error) });
}

describe('answers that are none of the API (07 B10)', () => {
  const page = (status: number, type: string): RequestListener => {
    return (_request, response) =>
      response.writeHead(status, { 'content-type': type }).end('<html><h1>Welcome</h1></html>');
  };

  it.each<[string, RequestListener, RegExp]>([
    ['a page', page(200, 'text/html'), /does not respond like the API/],
    ['a page that calls itself JSON', page(200, 'application/json'), /does not respond like the API/],
    [
      'a redirect',
      (_request, response) => response.writeHead(301, { location: 'https://login.example/x' }).end(),
      /it redirects to https:\/\/login\.example\.$/,
    ],
    ['a redirect to nowhere', (_request, response) => response.writeHead(302).end(), /it redirects to \?/],
    ['a number', json(200, 5), /does not respond like the API/],
    ['null', json(200, null), /does not respond like the API/],
    ['something else', json(200, { hello: 'world' }), /does not respond like the API/],
    ['a page of a proxy', page(502, 'text/html'), /^Bad Gateway$/],
    ['nothing at all', (request) => request.socket.destroy(), /cannot be reached \(ECONNRESET\)/],
    ['half of it', cutShort, /cannot be reached \(ECONNRESET\)/],
    [
      'bytes of something else',
      (request) => request.socket.end('SSH-2.0-OpenSSH\r\n'),
      /cannot be reached \(HPE_/,
    ],
  ])('%s: is said so, and stores nothing', async (_what, given, error) => {
    answer = given;
    expectFailure(await cgw(['auth', 'status']), 1, 'ERROR', error);
    const login = await cgw(['auth', 'login'], { env: { CREDENTIAL_GATEWAY_API_KEY: '' }, input: KEY });
    expectFailure(login, 1, 'ERROR', error);
    expect(await readdir(person.folder)).toEqual([]);
  });

  it.each<[string, readonly string[], unknown]>([
    ['of workspaces', ['-w', 'main', 'agents', 'list'], [null]],
    ['of approvals', ['approvals', 'watch'], { requests: 'none' }],
    ['for programs, without variables', ['run', '--', 'true'], {}],
    [
      'for programs, with a proxy that is none',
      ['run', '--', 'true'],
      { env: { HTTPS_PROXY: '::' }, caCertificate: '' },
    ],
    ['for programs, with numbers', ['run', '--', 'true'], { env: { A: 5 }, caCertificate: '' }],
  ])('one %s is not taken for what it is not', async (_what, args, body) => {
    answer = json(200, body);
    expectFailure(await cgw(args), 1, 'ERROR', /does not respond like the API/);
  });

  it('one of a login at a terminal is not taken for what it is not', async () => {
    answer = json(200, { code: 5 });
    const { shown, status } = await logInAtTerminal();
    expect([status, shown]).toEqual([1, expect.stringMatching(/does not respond like the API/)]);
  });

  it('one without an end is cut off', async () => {
    answer = (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const piece = Buffer.alloc(1024 ** 2, ' ');
      const more = (): void => {
        while (!response.destroyed && response.write(piece));
      };
      response.on('drain', more).on('error', () => undefined);
      more();
    };
    expectFailure(await cgw(['counts']), 1, 'ERROR', /too large for the API/);
  });

  it.each<[number, unknown, number, string, string]>([
    [400, { error: 'name is missing' }, 1, 'ERROR', 'name is missing'],
    [
      401,
      { error: { message: 'Invalid API key or token.' } },
      2,
      'AUTH_REQUIRED',
      'Invalid API key or token.',
    ],
    [403, { error: { message: 'Insufficient permissions' } }, 5, 'FORBIDDEN', 'Insufficient permissions'],
    [404, {}, 3, 'NOT_FOUND', 'Not Found'],
    [409, { error: 'taken' }, 4, 'CONFLICT', 'taken'],
    [410, { error: 'gone; use /v1/agents' }, 1, 'GONE', 'gone; use /v1/agents'],
    [422, { error: 'unclear' }, 1, 'VALIDATION', 'unclear'],
    [429, { error: { message: 'slower' } }, 1, 'ERROR', 'slower'],
    [503, null, 1, 'ERROR', 'Service Unavailable'],
  ])('07-B10.7 a refusal with %i ends as it is listed', async (status, body, exit, code, error) => {
    answer = json(status, body);
    const result = await cgw(['counts']);
    expectFailure(result, exit, code, `^${error}$`);
    expect(failureOf(result).action).toBe(exit === 2 ? 'cgw auth login' : undefined);
  });

  it('07-B10.7 says to name a workspace where that is what is missing', async () => {
    for (const body of [
      { error: 'Which one?', code: 'workspace_required' },
      { error: { message: 'Send X-Project-Id.' } },
    ]) {
      answer = json(401, body);
      expect(failureOf(await cgw(['counts'])).action).toContain('--workspace');
    }
  });

  it('a message as long as a book is cut, and its control characters are spaces', async () => {
    answer = json(400, { error: `\u001b[2J\u009b1m\u202e${'x'.repeat(100_000)}` });
    const { error } = failureOf(await cgw(['counts']));
    expect([error.length, error.startsWith(' [2J 1m x')]).toEqual([1_000, true]);
  });

  it('control characters of names are escaped in JSON', async () => {
    answer = json(200, { ...USER, name: 'a\u009bb\u007fc\u202ed' });
    const { stdout } = await cgw(['auth', 'status', '--fields', 'name']);
    expect([stdout, JSON.parse(stdout).name]).toEqual([
      expect.stringContaining('a\\u009bb\\u007fc\\u202ed'),
      'a\u009bb\u007fc\u202ed',
    ]);
  });
});

describe('whom it asks (07 B9)', () => {
  it('07-B9.4 checks what goes into a path before any request', async () => {
    for (const id of ['', '..', 'a b', 'a?b', 'a#b', 'a%2fb', 'a/b', 'a\nb'])
      expectFailure(
        await cgw(['-w', 'main', 'agents', 'get', '--id', id]),
        1,
        'ERROR',
        /not a value for a path/,
      );
    expect(asked).toEqual([]);
  });

  it('07-B9.1 takes the address with /v1 and slashes, and asks it directly, whatever proxies are set', async () => {
    const proxies = {
      NODE_USE_ENV_PROXY: '1',
      HTTP_PROXY: 'http://127.0.0.1:9',
      http_proxy: 'http://127.0.0.1:9',
    };
    for (const address of [origin, `${origin}/`, `${origin}/v1`, `${origin}/v1//`])
      expect(await cgw(['auth', 'status', '--api-host', address], { env: proxies })).toMatchObject({
        status: 0,
      });
    expect(new Set(asked)).toEqual(new Set(['GET /v1/user']));
  });

  it.each([
    ['api-host', 'CREDENTIAL_GATEWAY_URL', 'ONECLI_API_HOST', 'ONECLI_URL'],
    ['workspace', 'CREDENTIAL_GATEWAY_WORKSPACE', 'ONECLI_PROJECT', 'ONECLI_PROJECT_ID'],
    ['agent', 'CREDENTIAL_GATEWAY_AGENT', 'ONECLI_AGENT'],
    ['gateway', 'CREDENTIAL_GATEWAY_GATEWAY', 'ONECLI_GATEWAY_URL'],
  ])('07-B9 the first variable of %s that is set wins', async (name, ...variables) => {
    const env = Object.fromEntries(
      variables.map((variable) => [variable, `http://${variable.toLowerCase()}`]),
    );
    for (const variable of variables) {
      const { stdout } = await cgw(['config', 'get', name, '--quiet', 'value'], { env });
      expect(stdout).toBe(`http://${variable.toLowerCase()}\n`);
      env[variable] = '';
    }
  });

  it("a key that is broken is in nobody's way who needs none", async () => {
    answer = json(200, { status: 'ok', version: '1.2.3' });
    const env = { CREDENTIAL_GATEWAY_API_KEY: 'garbage' };
    expect(jsonOf(await cgw(['version'], { env })).server).toEqual({ status: 'ok', version: '1.2.3' });
    answer = (request, response) =>
      json(200, request.url!.includes('poll') ? { status: 'expired' } : { code: 'c', auth_url: 'http://x' })(
        request,
        response,
      );
    const { shown, status } = await logInAtTerminal(env);
    expect([status, shown]).toEqual([1, expect.stringContaining('the code has expired')]);
  });

  it('R33 an answer piped to a program has one shape, whether or not somebody watches its errors', async () => {
    answer = json(200, [{ id: 'a', identifier: 'default' }]);
    const line = `'${process.execPath}' bin/credential-gateway.mjs agents list | cat`;
    const { stdout } = await shell('script', ['-qec', line, '/dev/null']);
    expect(Object.keys(JSON.parse(stdout))).toEqual(['hint', 'data']);
  });

  it('says that a certificate is not trusted, and trusts those of SSL_CERT_FILE besides (07 B9.6)', async () => {
    const authority = await generateAuthority();
    const certificate = join(person.folder, 'authority.pem');
    await writeFile(certificate, authority.certificatePem);
    const { chainPem, keyPem } = await (await openAuthority(authority)).issueLeaf('localhost');
    const tls = createTlsServer({ key: keyPem, cert: chainPem }, json(200, USER));
    const { port } = new URL(await listening(tls));
    const env = { CREDENTIAL_GATEWAY_URL: `https://localhost:${port}` };
    const untrusted = await cgw(['auth', 'status'], { env });
    expectFailure(
      untrusted,
      1,
      'ERROR',
      /has a certificate that this machine does not trust \((SELF_SIGNED|UNABLE_TO)_/,
    );
    expect(failureOf(untrusted).action).toContain('SSL_CERT_FILE');
    const status = await cgw(['auth', 'status'], { env: { ...env, SSL_CERT_FILE: certificate } });
    expect(status).toMatchObject({ status: 0, stderr: '' });
    const absent = await cgw(['auth', 'status'], { env: { ...env, SSL_CERT_FILE: '/nowhere.pem' } });
    expectFailure(
      absent,
      1,
      'ERROR',
      /^SSL_CERT_FILE names \/nowhere\.pem, which cannot be read \(ENOENT\)\.$/,
    );
    const other = await cgw(['auth', 'status'], {
      env: { CREDENTIAL_GATEWAY_URL: `https://127.0.0.1:${port}`, SSL_CERT_FILE: certificate },
    });
    expectFailure(other, 1, 'ERROR', /ERR_TLS_CERT_ALTNAME_INVALID/);
    await closed(tls);
  });
});

describe('disks and homes', () => {
  const stored = (): string => join(person.folder, 'gateway/config.json');

  it.each<[string, () => Promise<unknown>, RegExp]>([
    [
      'no JSON',
      () => writeFile(stored(), '{"api-host": "http'),
      /config\.json is not a JSON object of strings/,
    ],
    ['bytes', () => writeFile(stored(), Buffer.from([0xff, 0, 1])), /is not a JSON object of strings/],
    ['a list', () => writeFile(stored(), '[]'), /is not a JSON object of strings/],
    ['a folder', () => mkdir(stored()), /^Cannot read .*config\.json: it is a directory\.$/],
  ])('a settings file that is %s is named, and left as it is', async (_what, breaks, error) => {
    await mkdir(join(person.folder, 'gateway'), { recursive: true });
    await breaks();
    const before = await contentOf(stored());
    const env = { CREDENTIAL_GATEWAY_URL: '' };
    for (const args of [['counts'], ['config', 'set', 'agent', 'x'], ['config', 'list']])
      expectFailure(await cgw(args, { env }), 1, 'ERROR', error);
    expect(await contentOf(stored())).toEqual(before);
    expect(await cgw(['--help'], { env })).toMatchObject({ status: 0, stderr: '' });
  });

  const contentOf = (path: string): Promise<string> => readFile(path, 'latin1').catch(() => 'a folder');

  it('a home that cannot be written is named, with what to do, and a program starts without', async () => {
    await chmod(person.folder, 0o755);
    const home = join(person.folder, 'closed');
    await mkdir(home, { mode: 0o555 });
    const as = { env: { CREDENTIAL_GATEWAY_HOME: join(home, 'gateway'), HOME: home }, ...whoIsRefused() };
    const setting = await cgw(['config', 'set', 'agent', 'x'], as);
    expectFailure(setting, 1, 'ERROR', /^Cannot write .*: permission denied\.$/);
    expect(failureOf(setting).action).toContain('CREDENTIAL_GATEWAY_HOME');
    const login = await cgw(['auth', 'login'], {
      ...as,
      env: { ...as.env, CREDENTIAL_GATEWAY_API_KEY: '' },
      input: KEY,
    });
    expectFailure(login, 1, 'ERROR', /^Cannot write .*: permission denied\.$/);
    answer = (request, response) =>
      request.url!.includes('container-config')
        ? json(200, {
            env: { GIT_TERMINAL_PROMPT: '0' },
            caCertificate: 'PEM',
            caCertificateContainerPath: '/tmp/ca.pem',
          })(request, response)
        : json(404, {})(request, response);
    const run = await cgw(['run', '--', 'sh', '-c', 'echo "$GIT_TERMINAL_PROMPT $SSL_CERT_FILE."'], as);
    expect(run).toMatchObject({ status: 0, stdout: '0 .\n' });
    expect(run.stderr).toContain('certificate could not be stored');
    expect(run.stderr).toContain('skill file could not be written');
    expect(await readdir(home)).toEqual([]);
  });

  it.each([
    ['a process', '/proc/1', 'nothing can be made there'],
    ['a folder of the kernel', '/proc', 'nothing can be made there'],
    ['a device', '/dev/null', 'part of the path is not a folder'],
    ['a name that is too long', `/${'x'.repeat(300)}`, 'the path is too long'],
  ])('a HOME that is %s ends what writes, with the reason and no stack (07 B9)', async (_what, HOME, why) => {
    if (!(await stat('/proc/1').catch(() => null))) return;
    const env = { HOME, CREDENTIAL_GATEWAY_HOME: '' };
    const setting = await cgw(['config', 'set', 'agent', 'x'], { env });
    expectFailure(setting, 1, 'ERROR', new RegExp(`^Cannot (read|write) ${HOME}/.*: ${why}\\.$`));
    expect(failureOf(setting).action).toContain('CREDENTIAL_GATEWAY_HOME');
    const login = await cgw(['auth', 'login'], {
      env: { ...env, CREDENTIAL_GATEWAY_API_KEY: '' },
      input: KEY,
    });
    expectFailure(login, 1, 'ERROR', /^Cannot (read|write) .*$/);
    const state = join(HOME, 'state');
    const RUNNER_TOKEN = `rnr_${'0'.repeat(64)}`;
    const runner = await cgw(['runner', '--state', state, '--', 'true'], { env: { ...env, RUNNER_TOKEN } });
    expectFailure(runner, 1, 'ERROR', new RegExp(`^Cannot (make|use) ${HOME}/?.*: ${why}\\.$`));
  });

  it('a relative HOME puts no keys into the folder a command is typed in (07 B9)', async () => {
    const login = { input: KEY, cwd: person.folder };
    const env = { CREDENTIAL_GATEWAY_HOME: '', CREDENTIAL_GATEWAY_API_KEY: '', HOME: 'relative' };
    const before = await readdir(person.folder);
    for (const args of [['auth', 'login'], ['config', 'set', 'agent', 'x'], ['counts']]) {
      const refused = await cgw(args, { ...login, env });
      expectFailure(refused, 1, 'ERROR', /^HOME is "relative", which is not an absolute path\.$/);
      expect(failureOf(refused).action).toBe('set HOME to a folder of your own');
    }
    expect((await cgw(['--help'], { env })).status).toBe(0);
    expect(await readdir(person.folder)).toEqual(before);
  });

  it('an empty HOME is the one that the system has for the account (07 B9)', async () => {
    const env = { CREDENTIAL_GATEWAY_HOME: '', CREDENTIAL_GATEWAY_API_KEY: '', HOME: '' };
    const before = await readdir(person.folder);
    const got = await cgw(['config', 'list'], { env, cwd: person.folder });
    expect([got.status, got.stderr]).toEqual([0, '']);
    expect(await readdir(person.folder)).toEqual(before);
  });

  /** Root is refused nothing. */
  function whoIsRefused(): Circumstances {
    return process.getuid?.() === 0 ? { uid: NOBODY } : {};
  }

  it('a disk that is full keeps what was there, whole', async () => {
    const home = join(person.folder, 'small');
    await mkdir(home);
    const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k,nr_inodes=32', 'tmpfs', home]);
    if (status !== 0) {
      process.stdout.write('skipped: a full disk, since nothing can be mounted here\n');
      return;
    }
    try {
      const env = { CREDENTIAL_GATEWAY_HOME: home, CREDENTIAL_GATEWAY_API_KEY: '' };
      await cgw(['config', 'set', 'agent', 'before'], { env });
      spawnSync('dd', ['if=/dev/zero', `of=${join(home, 'filling')}`, 'bs=4k']);
      const value = 'x'.repeat(8_192);
      for (const failed of [
        await cgw(['config', 'set', 'agent', value], { env }),
        await cgw(['auth', 'login'], { env, input: KEY }),
      ])
        expectFailure(failed, 1, 'ERROR', /^Cannot write .*: the disk is full\.$/);
      expect((await cgw(['config', 'get', 'agent', '--quiet', 'value'], { env })).stdout).toBe('before\n');
      expect((await readdir(home)).sort()).toEqual(['config.json', 'credentials', 'filling']);
      expect(await readdir(join(home, 'credentials'))).toEqual([]);
    } finally {
      spawnSync('umount', [home]);
    }
  });

  it('output that finds no room is said, with a status of failure', async () => {
    if (!(await stat(FULL).catch(() => null))) return;
    const line = `'${process.execPath}' bin/credential-gateway.mjs auth status > ${FULL}`;
    expect(await shell('sh', ['-c', line])).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('"error":"The output cannot be written: the disk is full."'),
    });
  });

  it('what a killed one was writing is removed by the next', async () => {
    await mkdir(join(person.folder, 'gateway'));
    const gone = spawnSync('true').pid;
    const path = (pid: number): string => join(person.folder, `gateway/config.json.${pid}.tmp`);
    await writeFile(path(gone), 'half');
    await writeFile(path(process.pid), 'of one that still writes');
    expect((await cgw(['config', 'set', 'agent', 'x'])).status).toBe(0);
    expect((await readdir(join(person.folder, 'gateway'))).sort()).toEqual([
      'config.json',
      `config.json.${process.pid}.tmp`,
    ]);
  });
});

describe("the system's keyring (07 B9.2)", () => {
  const TOOL = 'secret-tool';
  const noKey = { CREDENTIAL_GATEWAY_API_KEY: '' };
  const kept = (): string => join(person.folder, 'gateway/credentials/api-key');
  const login = (env: Readonly<Record<string, string>>): Promise<CommandResult> =>
    cgw(['auth', 'login'], { env: { ...noKey, ...env }, input: KEY });

  /** A stand-in that is asked in place of the system's. */
  async function keyring(script: string): Promise<Record<string, string>> {
    const bin = join(person.folder, 'bin');
    await mkdir(bin, { recursive: true });
    await writeFile(join(bin, TOOL), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    return {
      PATH: `${bin}:${process.env.PATH}`,
      DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere',
      STORE: join(person.folder, 'ring'),
    };
  }

  const WORKING = `echo "$*" >> "$STORE.asked"
case $1 in
  store) cat > "$STORE" ;;
  lookup) cat "$STORE" 2>/dev/null ;;
  clear) rm -f "$STORE" ;;
esac`;

  it('keeps the key there and nowhere else, never as an argument, and forgets it there', async () => {
    const env = await keyring(WORKING);
    expect(await login({})).toMatchObject({ status: 0 });
    expect(await readFile(kept(), 'utf8')).toBe(`${KEY}\n`);
    expect(await login(env)).toMatchObject({ status: 0, stderr: '' });
    expect(await readFile(join(person.folder, 'ring'), 'utf8')).toBe(KEY);
    await expect(stat(kept())).rejects.toThrow('ENOENT');
    expect(await readFile(join(person.folder, 'ring.asked'), 'utf8')).not.toContain(KEY);
    expect(await cgw(['auth', 'status'], { env: { ...noKey, ...env } })).toMatchObject({ status: 0 });
    expect(await cgw(['auth', 'logout'], { env: { ...noKey, ...env } })).toMatchObject({ status: 0 });
    await expect(stat(join(person.folder, 'ring'))).rejects.toThrow('ENOENT');
  });

  it.each([
    ['refuses', 'exit 1'],
    ['says yes and keeps nothing', 'cat > /dev/null; exit 0'],
    ['is killed', 'kill -9 $$'],
    ['gives something else back', `case $1 in lookup) echo other ;; *) cat > /dev/null ;; esac`],
  ])('takes a file instead where it %s', async (_what, script) => {
    const env = await keyring(script);
    expect(await login(env)).toMatchObject({ status: 0, stderr: '' });
    expect((await stat(kept())).mode & 0o777).toBe(0o600);
    expect(await cgw(['auth', 'status'], { env: { ...noKey, ...env } })).toMatchObject({ status: 0 });
  });

  it('waits for one that hangs no longer than it has to, and says what hangs', async () => {
    const env = await keyring('trap "" TERM INT; sleep 600 & wait; sleep 600');
    const [status, stored] = await Promise.all([
      cgw(['auth', 'status'], {
        env: { ...noKey, ...env, CREDENTIAL_GATEWAY_HOME: join(person.folder, 'other') },
      }),
      login(env),
    ]);
    expectFailure(status, 1, 'ERROR', /keyring \(secret-tool\) did not answer in time/);
    expect(failureOf(status).action).toContain('CREDENTIAL_GATEWAY_KEYRING=off');
    expect(stored).toMatchObject({ status: 0 });
    expect(await readFile(kept(), 'utf8')).toBe(`${KEY}\n`);
  });

  it('is not asked where it is switched off, or where no desktop is', async () => {
    const env = await keyring(`touch "$STORE.asked"; ${WORKING}`);
    await login({ ...env, CREDENTIAL_GATEWAY_KEYRING: 'off' });
    await login({ ...env, DBUS_SESSION_BUS_ADDRESS: '' });
    await expect(stat(join(person.folder, 'ring.asked'))).rejects.toThrow('ENOENT');
  });

  it('a key file that others can read is refused', async () => {
    await login({});
    await chmod(kept(), 0o640);
    expectFailure(await cgw(['auth', 'status'], { env: noKey }), 1, 'ERROR', /can be read by other users/);
  });
});

describe('patience', () => {
  it('07-B9.6 waits half a minute for an answer, and for the whole of it, and no longer', async () => {
    for (const late of await patient.results)
      expectFailure(late, 1, 'ERROR', /^127\.0\.0\.1:\d+ did not answer in time\.$/);
  });
});
