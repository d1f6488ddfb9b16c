import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type Owner, signUpOwner } from '../harness/people/accounts.js';
import { CGW, failureOf, makePerson, type Person } from '../harness/server/cgw.js';
import { type CommandResult, jsonOf } from '../harness/server/command.js';
import { conversation, hostedAgent } from '../harness/hosting/hosting.js';
import { makePartner, OPERATOR } from '../harness/people/partners.js';
import { RunnerProcess } from '../harness/hosting/runner-process.js';
import { startServer, type TestServer } from '../harness/server/server.js';
import { until } from '../harness/time/until.js';

jest.setTimeout(120_000);

const RUNNER_TOKEN = `rnr_${'6'.repeat(64)}`;
const DATABASE_URL = 'postgres://gateway:pg-key-of-r61@127.0.0.1/none';
/** Of a runtime that cannot replace itself, as Node.js before 22.15 cannot. */
const WITHOUT_EXECVE = ['--import', 'data:text/javascript,delete process.execve'];
/** Looks into every process it may look into, as an agent could, for each line of the file it is given. */
const LOOK = `
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
const keys = readFileSync(process.argv[2], 'latin1').trim().split('\\n');
const text = (path) => { try { return readFileSync(path, 'latin1'); } catch { return ''; } };
const holders = readdirSync('/proc').filter((name) => /^\\d+$/.test(name)).flatMap((pid) =>
  ['environ', 'cmdline'].filter((part) => keys.some((key) => text('/proc/' + pid + '/' + part).includes(key)))
    .map((part) => pid + '/' + part + ': ' + text('/proc/' + pid + '/cmdline').replaceAll('\\0', ' ')));
const said = JSON.stringify({ parent: process.ppid, environment: Object.keys(process.env), holders });
if (process.argv[3]) writeFileSync(process.argv[3], said); else console.log(said);
`;

let server: TestServer;
let owner: Owner;
let person: Person;
let look: string;
let keys: string;

beforeAll(async () => {
  server = await startServer({ ...OPERATOR, RUNNER_TOKEN, EMBEDDED_RUNNER: 'off' });
  owner = await signUpOwner(server);
});
afterAll(() => server.close());
beforeEach(async () => {
  person = await makePerson({ CREDENTIAL_GATEWAY_URL: server.apiUrl });
  look = join(person.folder, 'look.mjs');
  keys = join(person.folder, 'keys');
  await writeFile(look, LOOK);
  await writeFile(
    keys,
    [owner.apiKey, RUNNER_TOKEN, OPERATOR.OPERATOR_TOKEN, 'pg-key-of-r61', ''].join('\n'),
  );
  await mkdir(join(person.folder, 'tmp'));
});
afterEach(() => person.close());

const RUN = ['run', '--gateway', '127.0.0.1:9'];

interface Seen {
  parent: number;
  environment: string[];
  holders: string[];
}

/** The keys are in the environment of `cgw` alone; TMPDIR is where something might be left. */
function started(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  node: readonly string[] = [],
): { child: ChildProcess; ended: Promise<CommandResult> } {
  const child = spawn(process.execPath, [...node, CGW, ...args], {
    env: person.environment({ TMPDIR: join(person.folder, 'tmp'), ...env }),
  });
  const said = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream].setEncoding('utf8').on('data', (piece: string) => (said[stream] += piece));
  return {
    child,
    ended: new Promise((resolve) =>
      child.once('close', (status) => resolve({ status: status ?? -1, ...said })),
    ),
  };
}

async function saved(name: string, key: string): Promise<string> {
  const path = join(person.folder, name);
  await writeFile(path, `${key}\n`, { mode: 0o600 });
  return path;
}

const leftovers = (): Promise<string[]> => readdir(join(person.folder, 'tmp'));
const linux = process.platform === 'linux';

describe('keys of a program are not its children’s (R61, 07 B12.8)', () => {
  it('cgw run: no environment and no arguments of any process hold one while the program runs', async () => {
    if (!linux) return;
    const { child, ended } = started([...RUN, '--', process.execPath, look, keys], {
      CREDENTIAL_GATEWAY_API_KEY: owner.apiKey,
      ...OPERATOR,
      DATABASE_URL,
    });
    child.stdin!.end();
    const { status, stdout, stderr } = await ended;
    expect([status, stderr]).toEqual([0, expect.not.stringContaining('environment')]);
    const { parent, environment, holders } = JSON.parse(stdout) as Seen;
    expect(holders).toEqual([]);
    // The same process: whoever started it signals and waits for that one.
    expect(parent).toBe(child.pid);
    expect(environment.filter((name) => /KEY|TOKEN|DATABASE/.test(name))).toEqual([]);
    expect(await leftovers()).toEqual([]);
  });

  it('cgw runner: the command of a turn finds the token of its runner nowhere', async () => {
    if (!linux) return;
    const seen = join(person.folder, 'seen.json');
    const line = ['--state', join(person.folder, 'state'), '--', process.execPath, look, keys, seen];
    const runner = await RunnerProcess.start(
      line,
      person.environment({ RUNNER_TOKEN, CREDENTIAL_GATEWAY_API_KEY: owner.apiKey, DATABASE_URL }),
    ).registered();
    try {
      const id = await conversation(owner, await hostedAgent(server, owner));
      await owner.api.post(`/v1/conversations/${id}/messages`, { message: 'look' });
      await until(() => existsSync(seen));
      await until(async () => (await readFile(seen, 'utf8')).endsWith('}'));
      const { holders, environment } = JSON.parse(await readFile(seen, 'utf8')) as Seen;
      expect([holders, environment.filter((name) => /RUNNER|GATEWAY_API_KEY|DATABASE/.test(name))]).toEqual([
        [],
        [],
      ]);
    } finally {
      await runner.kill();
    }
  });

  it('where the key is stored, those of a server are taken out all the same', async () => {
    if (!linux) return;
    await person.cgw(['auth', 'login'], { input: owner.apiKey });
    const { child, ended } = started([...RUN, '--', process.execPath, look, keys], { DATABASE_URL });
    child.stdin!.end();
    expect((JSON.parse((await ended).stdout) as Seen).holders).toEqual([]);
  });

  it('where the runtime cannot replace itself, it says so once, by the names, and runs', async () => {
    const { child, ended } = started(
      [...RUN, '--', 'sh', '-c', 'echo "[$CREDENTIAL_GATEWAY_API_KEY]"'],
      { CREDENTIAL_GATEWAY_API_KEY: owner.apiKey, ...OPERATOR },
      WITHOUT_EXECVE,
    );
    child.stdin!.end();
    const { status, stdout, stderr } = await ended;
    expect([status, stdout]).toEqual([0, '[]\n']);
    const warnings = stderr.split('\n').filter((line) => line.includes('can read'));
    expect(warnings).toEqual([
      expect.stringMatching(/CREDENTIAL_GATEWAY_API_KEY, OPERATOR_TOKEN.*CREDENTIAL_GATEWAY_API_KEY_FILE/),
    ]);
    expect(stderr).not.toContain(owner.apiKey);
    expect(await leftovers()).toEqual([]);
  });

  it('there is no warning where no key is in the environment', async () => {
    const env = { CREDENTIAL_GATEWAY_API_KEY_FILE: await saved('key', owner.apiKey) };
    const { child, ended } = started([...RUN, '--', 'true'], env, WITHOUT_EXECVE);
    child.stdin!.end();
    expect(await ended).toMatchObject({ status: 0, stderr: expect.not.stringContaining('can be read') });
  });

  it('one that is ended while it hands itself the key leaves nothing', async () => {
    // The program that would take the key never comes: a file stands in its place.
    const ends = `data:text/javascript,process.execve = () => process.kill(process.pid, 'SIGKILL')`;
    const { child, ended } = started([...RUN, '--', 'true'], { CREDENTIAL_GATEWAY_API_KEY: owner.apiKey }, [
      '--import',
      ends,
    ]);
    child.stdin!.end();
    expect((await ended).status).toBe(-1);
    await until(async () => (await leftovers()).length === 0);
  });

  it('an error of the line is told as ever, with the key in the environment', async () => {
    const { child, ended } = started(['run'], { CREDENTIAL_GATEWAY_API_KEY: owner.apiKey });
    child.stdin!.end();
    expect(failureOf(await ended).error).toBe('The command to run is missing.');
  });
});

describe('keys by a file or standard input (R61, 07 B9)', () => {
  it('CREDENTIAL_GATEWAY_API_KEY_FILE names the file of the key, for every command', async () => {
    const env = { CREDENTIAL_GATEWAY_API_KEY_FILE: await saved('key', owner.apiKey) };
    const status = await person.cgw(['auth', 'status'], { env });
    expect(jsonOf(status)).toMatchObject({ authenticated: true, email: owner.email });
    expect((await person.cgw([...RUN, '--', 'sh', '-c', 'exit 7'], { env })).status).toBe(7);
  });

  it('the program is not told of that file either', async () => {
    if (!linux) return;
    const path = await saved('file-of-the-key', owner.apiKey);
    await writeFile(keys, `${path}\n`);
    const env = { CREDENTIAL_GATEWAY_API_KEY_FILE: path };
    const { child, ended } = started([...RUN, '--', process.execPath, look, keys], env);
    child.stdin!.end();
    expect((JSON.parse((await ended).stdout) as Seen).holders).toEqual([]);
  });

  it.each([
    ['CREDENTIAL_GATEWAY_API_KEY_FILE', '-'],
    ['CREDENTIAL_GATEWAY_API_KEY', '-'],
  ])('%s=%s takes the first line of standard input; the rest is the program’s', async (name, value) => {
    const result = await person.cgw([...RUN, '--', 'cat'], {
      env: { [name]: value },
      input: `${owner.apiKey}\nwords\nfor the program`,
    });
    expect([result.status, result.stdout]).toEqual([0, 'words\nfor the program']);
  });

  it('RUNNER_TOKEN_FILE and - are taken by cgw runner', async () => {
    const state = ['--state', join(person.folder, 'state'), '--', 'cat'];
    const env = { RUNNER_TOKEN_FILE: await saved('token', RUNNER_TOKEN) };
    const runner = await RunnerProcess.start(state, person.environment(env)).registered();
    await runner.stop();
    const { child, ended } = started(['runner', ...state], { RUNNER_TOKEN_FILE: '-' });
    child.stdin!.end(`${RUNNER_TOKEN}\n`);
    let said = '';
    child.stderr!.on('data', (piece: string) => (said += piece));
    await until(() => said.includes('Registered') || child.exitCode !== null);
    child.kill('SIGTERM');
    expect(await ended).toMatchObject({ status: 0, stderr: expect.stringContaining('Registered') });
  });

  it('OPERATOR_TOKEN_FILE and - are taken by cgw operator, and a partner’s key by cgw partner', async () => {
    const list = ['operator', 'partners', 'list'];
    const file = { OPERATOR_TOKEN_FILE: await saved('token', OPERATOR.OPERATOR_TOKEN) };
    expect((await person.cgw(list, { env: file })).status).toBe(0);
    const typed = { env: { OPERATOR_TOKEN: '-' }, input: OPERATOR.OPERATOR_TOKEN };
    expect((await person.cgw(list, typed)).status).toBe(0);
    const { key } = await makePartner(server);
    const partner = { CREDENTIAL_GATEWAY_API_KEY_FILE: await saved('partner', key) };
    expect((await person.cgw(['partner', 'get'], { env: partner })).status).toBe(0);
  });

  it.each<[string, () => Promise<string>, RegExp]>([
    [
      'is not there',
      async () => join(person.folder, 'none'),
      /names .*none, which cannot be read \(ENOENT\)/,
    ],
    ['is a folder', async () => person.folder, /cannot be read \(EISDIR\)/],
    ['is empty', () => saved('empty', ''), /contains no key/],
    ['is no key', () => saved('long', 'x'.repeat(1_000_000)), /contains no key/],
  ])('a file that %s ends the command, whatever is stored', async (_what, path, reason) => {
    await person.cgw(['auth', 'login'], { input: owner.apiKey });
    const env = { CREDENTIAL_GATEWAY_API_KEY_FILE: await path() };
    for (const line of [['counts'], [...RUN, '--', 'true']]) {
      const result = await person.cgw(line, { env });
      expect([result.status, failureOf(result)]).toEqual([
        2,
        { error: expect.stringMatching(reason), code: 'AUTH_REQUIRED', action: expect.any(String) },
      ]);
    }
  });
});
