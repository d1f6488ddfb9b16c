import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmod,
  copyFile,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { batchArguments } from '../../cli/src/plugins/manifest/start.js';
import { until } from '../harness/time/until.js';
import { startUpstream, type Upstream } from '../harness/upstreams/upstream.js';

const ROOT = join(import.meta.dirname, '../..');
const PROGRAM = join(ROOT, 'dist/cli/cgw.mjs');
const EXAMPLES = join(ROOT, 'examples/plugins');
const ESCAPE = '\u001b';

let home: string;
let plugins: string;
/** The tests' own umask: a plugin written with more would not be used. */
const mask = process.umask(0o022);

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'cg-plugins-'));
  plugins = join(home, '.credential-gateway/plugins');
  await mkdir(plugins, { recursive: true, mode: 0o700 });
});
afterEach(() => rm(home, { recursive: true, force: true }));
afterAll(() => void process.umask(mask));

interface Result {
  status: number;
  stdout: Buffer;
  stderr: string;
}
interface Circumstances {
  env?: Record<string, string>;
  input?: string | Buffer;
}

/** A person's shell: a home of its own, no keyring, and a server that nobody asks. */
function environment(env: Record<string, string> = {}): Record<string, string> {
  return { PATH: process.env.PATH ?? '', HOME: home, CREDENTIAL_GATEWAY_URL: 'http://127.0.0.1:9', ...env };
}

function start(args: readonly string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [PROGRAM, ...args], { env: environment(env) });
  const out: Buffer[] = [];
  let stderr = '';
  child.stdout.on('data', (piece: Buffer) => out.push(piece));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  child.stdin.on('error', () => undefined);
  const ended = new Promise<Result>((resolve) =>
    child.once('close', (code, signal) =>
      resolve({ status: code ?? (signal === null ? -1 : -2), stdout: Buffer.concat(out), stderr }),
    ),
  );
  return { child, ended, shown: () => stderr, output: () => Buffer.concat(out).toString() };
}

async function cgw(args: readonly string[], { env, input = '' }: Circumstances = {}): Promise<Result> {
  const { child, ended } = start(args, env);
  child.stdin.end(input);
  return ended;
}

/** On a terminal, made by `script`. */
function onTerminal(args: readonly string[], env: Record<string, string> = {}): Promise<string> {
  const line = [process.execPath, PROGRAM, ...args].map((word) => `'${word}'`).join(' ');
  return new Promise((resolve) => {
    const terminal = spawn('script', ['-qec', line, '/dev/null'], {
      env: environment({ TERM: 'xterm', NO_COLOR: '1', ...env }),
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let shown = '';
    terminal.stdout.setEncoding('utf8').on('data', (text: string) => (shown += text));
    terminal.once('close', () => resolve(shown.replaceAll('\r\n', '\n')));
  });
}

const json = ({ stdout, stderr }: Result): any => {
  try {
    return JSON.parse(stdout.toString());
  } catch {
    throw new Error(`It printed no JSON:\n${stdout.toString()}\n${stderr}`);
  }
};
/** The last line of standard error; warnings stand before it. */
const failure = ({ stderr }: Result): { error: string; code: string; action?: string } =>
  JSON.parse(stderr.trim().split('\n').at(-1)!) as { error: string; code: string; action?: string };

async function write(path: string, text: string | Buffer, mode = 0o755): Promise<string> {
  await writeFile(path, text);
  await chmod(path, mode);
  return path;
}

const manifestOf = (name: string, more: object = {}): string =>
  JSON.stringify({
    name,
    version: '1.0.0',
    description: `About ${name}`,
    auth: { required: false },
    commands: [],
    ...more,
  });

/** A plugin in sh: `manifest` prints this manifest, everything else is the script. */
const script = (manifest: string, body: string): string =>
  `#!/bin/sh\nif [ "$1" = manifest ]; then cat <<'JSON'\n${manifest}\nJSON\nexit; fi\n${body}\n`;

const plugin = (name: string, body: string, more: object = {}, file = `cgw-${name}`): Promise<string> =>
  write(join(plugins, file), script(manifestOf(name, more), body));

/** `auth` writes these lines; other subcommands print what the plugin was handed. */
const authPlugin = (lines: string, more: object = { auth: { required: true } }): Promise<string> =>
  plugin('demo', `if [ "$1" = auth ]; then ${lines}\nexit; fi\nenv | grep '^OC_' | sort`, more);

const say = (line: unknown): string => `echo '${typeof line === 'string' ? line : JSON.stringify(line)}'`;
const ok = (access_token: string, more: object = {}): object => ({
  status: 'ok',
  credentials: { access_token, ...more },
});
const credentialFile = (name = 'demo'): string =>
  join(home, '.credential-gateway/plugin-credentials', `${name}.json`);
const keyFile = (): string => join(home, '.credential-gateway/key');
const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o777;

const example = async (path: string): Promise<void> => {
  const target = join(plugins, path.split('/')[1]!);
  await copyFile(join(EXAMPLES, path), target);
  await chmod(target, 0o755);
};

describe('finding plugins (07 B2)', () => {
  it('07-24 runs one with the rest of the line; its output and exit status are its own', async () => {
    await example('sh/cgw-demo');
    const echoed = await cgw(['demo', 'echo', 'x', '--y', '--help', '-w', 'z', '--', '--output', 'json']);
    expect([echoed.status, echoed.stdout.toString(), echoed.stderr]).toEqual([
      0,
      ['x', '--y', '--help', '-w', 'z', '--', '--output', 'json', ''].join('\n'),
      '',
    ]);
    const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, at) => at % 256));
    await plugin('copy', 'cat; echo "to the terminal" >&2; exit 7');
    const copied = await cgw(['copy', 'x'], { input: bytes });
    expect([copied.status, copied.stdout.equals(bytes), copied.stderr]).toEqual([
      7,
      true,
      'to the terminal\n',
    ]);
    for (const status of [0, 1, 2, 3, 126, 127, 255])
      expect((await cgw(['demo', 'end', String(status)])).status).toBe(status);
  });

  it('a built-in name wins, its synonyms too; other words without a plugin are not found', async () => {
    for (const name of ['agents', 'projects', 'help', 'doctor', 'plugin']) await plugin(name, 'echo plugin');
    const built = await cgw(['agents', 'teleport']);
    expect([built.status, built.stdout.toString()]).toEqual([3, '']);
    expect((await cgw(['projects', 'list'])).stdout.toString()).toBe('');
    expect((await cgw(['help'])).stdout.toString()).toContain('Usage: cgw <command>');
    for (const name of ['nothing', '../plugins/cgw-agents', 'Demo', 'a'.repeat(33), 'a/b']) {
      const missing = await cgw([name, 'x']);
      expect([missing.status, failure(missing).code]).toEqual([3, 'NOT_FOUND']);
    }
  });

  it('flags in front of its name are refused: they are not the plugin’s', async () => {
    await plugin('demo', 'echo ran');
    const result = await cgw(['-w', 'main', 'demo']);
    expect([result.status, result.stdout.toString(), failure(result).code]).toEqual([1, '', 'ERROR']);
  });

  it('looks only into the folder that is named, by either name of the variable', async () => {
    const elsewhere = await mkdtemp(join(home, 'elsewhere-'));
    await write(join(elsewhere, 'cgw-far'), script(manifestOf('far'), 'echo far'));
    await plugin('near', 'echo near');
    const path = { PATH: `${elsewhere}:${process.env.PATH}` };
    expect((await cgw(['far'], { env: path })).status).toBe(3);
    for (const variable of ['CREDENTIAL_GATEWAY_PLUGIN_DIR', 'ONECLI_PLUGIN_DIR']) {
      const env = { [variable]: elsewhere };
      expect((await cgw(['far'], { env })).stdout.toString()).toBe('far\n');
      expect((await cgw(['near'], { env })).status).toBe(3);
    }
    const both = { CREDENTIAL_GATEWAY_PLUGIN_DIR: plugins, ONECLI_PLUGIN_DIR: elsewhere };
    expect((await cgw(['near'], { env: both })).stdout.toString()).toBe('near\n');
  });

  it('takes the older prefix where there is no newer one', async () => {
    await plugin('old', 'echo older', {}, 'oc-old');
    expect((await cgw(['old'])).stdout.toString()).toBe('older\n');
    await plugin('old', 'echo newer');
    expect((await cgw(['old'])).stdout.toString()).toBe('newer\n');
    expect(json(await cgw(['plugin', 'list']))).toEqual([
      expect.objectContaining({ path: join(plugins, 'cgw-old') }),
    ]);
    // One that is there and cannot be used does not make room for another.
    await chmod(join(plugins, 'cgw-old'), 0o775);
    expect((await cgw(['old'])).status).toBe(3);
  });

  it('skips what others could change or nobody can start, and says why', async () => {
    const real = await write(join(home, 'real'), script(manifestOf('linked'), 'echo linked'));
    await symlink(real, join(plugins, 'cgw-linked'));
    expect((await cgw(['linked'])).stdout.toString()).toBe('linked\n');

    await symlink(join(plugins, 'cgw-linked'), join(plugins, 'cgw-twice'));
    await symlink(join(home, 'gone'), join(plugins, 'cgw-dangling'));
    await mkdir(join(plugins, 'cgw-folder'));
    const openFolder = join(home, 'open');
    await mkdir(openFolder);
    await chmod(openFolder, 0o777);
    await write(join(openFolder, 'real'), script(manifestOf('lent'), 'echo lent'));
    await symlink(join(openFolder, 'real'), join(plugins, 'cgw-lent'));
    await write(join(plugins, 'cgw-group'), script(manifestOf('group'), 'echo ran'), 0o775);
    await write(join(plugins, 'cgw-world'), script(manifestOf('world'), 'echo ran'), 0o757);
    await write(join(plugins, 'cgw-plain'), script(manifestOf('plain'), 'echo ran'), 0o644);
    const reasons: Record<string, string> = {
      twice: 'not a regular file',
      dangling: 'cannot be read (ENOENT)',
      folder: 'not a regular file',
      lent: `${openFolder} can be changed by other users`,
      group: 'can be changed by other users',
      world: 'can be changed by other users',
      plain: 'you may not execute it',
    };
    for (const [name, reason] of Object.entries(reasons)) {
      const result = await cgw([name]);
      expect([name, result.status, result.stdout.toString()]).toEqual([name, 3, '']);
      expect(result.stderr.split('\n')[0]).toContain(reason);
    }
    const listed = await cgw(['plugin', 'list']);
    expect(json(listed).map(({ name }: { name: string }) => name)).toEqual(['linked']);
    for (const name of Object.keys(reasons)) expect(listed.stderr).toContain(`cgw-${name}:`);
    expect((await cgw(['--help'])).stderr).toBe('');
  });

  it('uses nothing of a folder that others can write to, and installs nothing into it', async () => {
    await plugin('demo', 'echo ran');
    for (const mode of [0o770, 0o707, 0o1777]) {
      await chmod(plugins, mode);
      const result = await cgw(['demo']);
      expect([result.status, result.stderr]).toEqual([
        3,
        expect.stringContaining('can be changed by other users'),
      ]);
    }
    expect(json(await cgw(['plugin', 'list']))).toEqual([]);
  });

  // Only the superuser can give a file away.
  if (process.getuid?.() === 0)
    it('uses nothing that belongs to another user', async () => {
      const { chown } = await import('node:fs/promises');
      await chown(await plugin('demo', 'echo ran'), 12_345, 12_345);
      const result = await cgw(['demo']);
      expect([result.status, result.stderr]).toEqual([3, expect.stringContaining('belongs to another user')]);
    });

  it('hands words to a batch file of Windows so that none of them becomes another or a command', () => {
    expect(batchArguments('C:\\p\\cgw-x.cmd', ['a b', '"& calc.exe', '%PATH%', 'c\\', 'd\\"'])).toEqual([
      '/e:ON',
      '/v:OFF',
      '/d',
      '/c',
      '""C:\\p\\cgw-x.cmd" "a b" """& calc.exe" "%%cd:~,%PATH%%cd:~,%" "c\\\\" "d\\\\""""',
    ]);
    expect(() => batchArguments('x.cmd', ['a\r\ncalc'])).toThrow('line breaks');
  });
});

describe('manifests (07 B3)', () => {
  it('refuses those that are wrong, endless, too large or late, and leaves nothing running', async () => {
    const faults: Record<string, [string, string]> = {
      json: ['echo no', 'not JSON'],
      list: ['echo []', 'the manifest is not an object'],
      named: [`echo '${manifestOf('other')}'`, 'it calls itself "other"'],
      path: [`echo '${manifestOf('../../x')}'`, 'it calls itself "../../x"'],
      unversioned: [`echo '${manifestOf('unversioned', { version: '1.0' })}'`, 'a semantic version'],
      undescribed: [`echo '${manifestOf('undescribed', { description: 5 })}'`, 'description is not a string'],
      authless: [`echo '${manifestOf('authless', { auth: {} })}'`, 'auth.required is neither true nor false'],
      scoped: [
        `echo '${manifestOf('scoped', { auth: { required: true, scopes: 'a' } })}'`,
        'auth.scopes is not a list',
      ],
      commanded: [`echo '${manifestOf('commanded', { commands: [{}] })}'`, 'commands[].name is not a string'],
      failing: [`echo '${manifestOf('failing')}'; exit 4`, 'ended with status 4'],
      killed: ['kill -9 $$', 'ended with SIGKILL'],
      endless: ['yes', 'larger than 1 MiB'],
      huge: ['head -c 1073741824 /dev/zero', 'larger than 1 MiB'],
      late: [`sleep 4321 & echo $! > '${home}/sleeper'; wait`, 'more than 10 seconds'],
    };
    for (const [name, [body]] of Object.entries(faults))
      await write(join(plugins, `cgw-${name}`), `#!/bin/sh\n${body}\n`);
    const rows = json(await cgw(['plugin', 'list'])) as Record<string, unknown>[];
    expect(rows.map(({ name }) => name)).toEqual(Object.keys(faults).sort());
    for (const row of rows) {
      const [, reason] = faults[row['name'] as string]!;
      expect(row).toMatchObject({
        version: null,
        description: null,
        auth_required: null,
        authenticated: false,
        valid: false,
        error: expect.stringContaining(reason),
      });
    }
    const sleeper = Number(await readFile(join(home, 'sleeper'), 'utf8'));
    await until(() => !isRunning(sleeper));
    for (const command of [['named'], ['plugin', 'info', 'named'], ['plugin', 'auth', 'named']]) {
      const refused = await cgw(command);
      expect([refused.status, refused.stdout.toString(), failure(refused)]).toEqual([
        1,
        '',
        expect.objectContaining({ code: 'ERROR', error: expect.stringContaining('it calls itself "other"') }),
      ]);
    }
  });

  const isRunning = (pid: number): boolean => {
    try {
      process.kill(pid, 0);
      return true;
    } catch {
      return false;
    }
  };

  it('ignores fields that nobody knows, and takes a leading v', async () => {
    const commands = [{ name: 'a b', args: [{ name: 'x' }], later: 1 }];
    await plugin('demo', '', { version: 'v1.2.3-rc.1+b', later: {}, commands });
    expect(json(await cgw(['plugin', 'info', 'demo']))).toEqual({
      name: 'demo',
      version: 'v1.2.3-rc.1+b',
      description: 'About demo',
      auth: { required: false },
      commands: [{ name: 'a b', description: '', args: [{ name: 'x', required: false, description: '' }] }],
      path: join(plugins, 'cgw-demo'),
      credentials: { source: 'none', expires_at: null },
    });
  });

  it('are asked once for a file of this path, size and time, without any credential', async () => {
    const asked = join(home, 'asked');
    const body = (text: string): string =>
      `#!/bin/sh\nif [ "$1" = manifest ]; then env >> '${asked}'; echo one >> '${asked}'\necho '${manifestOf('demo')}'; exit; fi\necho ${text}\n`;
    const path = await write(join(plugins, 'cgw-demo'), body('a'));
    const times = async (): Promise<number> =>
      (await readFile(asked, 'utf8')).split('\n').filter((line) => line === 'one').length;
    const env = {
      CREDENTIAL_GATEWAY_API_KEY: 'oc_mine',
      OPERATOR_TOKEN: 'operator',
      OC_DEMO_ACCESS_TOKEN: 'own',
      OC_OTHER_REFRESH_TOKEN: 'other',
    };
    for (let run = 0; run < 3; run += 1) expect((await cgw(['demo'], { env })).status).toBe(0);
    expect(await times()).toBe(1);
    expect(await readFile(asked, 'utf8')).not.toMatch(/oc_mine|operator|own|other/);
    await utimes(path, new Date(1), new Date(1));
    await cgw(['demo'], { env });
    expect(await times()).toBe(2);
    await write(path, body('longer'));
    await utimes(path, new Date(1), new Date(1));
    expect((await cgw(['demo'], { env })).stdout.toString()).toBe('longer\n');
    expect(await times()).toBe(3);
    // A cache that is no cache any more is asked around.
    await write(join(home, '.credential-gateway/plugin-manifests/demo.json'), '{', 0o600);
    expect((await cgw(['demo'], { env })).status).toBe(0);
    expect(await times()).toBe(4);
  });

  it('reach a terminal without what would move its cursor', async () => {
    await plugin('demo', '', { description: `red ${ESCAPE}[31m\u009b2J end\u202e` });
    const shown =
      (await onTerminal(['plugin', 'list'])) +
      (await onTerminal(['plugin', 'info', 'demo'])) +
      (await onTerminal(['--help']));
    expect(shown.match(/red {2}\[31m 2J end/g)).toHaveLength(3);
    for (const character of [ESCAPE, '\u009b', '\u202e']) expect(shown).not.toContain(character);
  });
});

describe('signing in (07 B4)', () => {
  it('07-25 stores the first whole ok among other lines, for its owner only, and prints no token', async () => {
    await authPlugin(
      [
        say({ status: 'pending', url: 'https://id.example/device', code: 'ABCD-1234', message: 'Hurry.' }),
        say('Listening on port 1'),
        say({ status: 'ok' }),
        say(ok('first-token', { token_type: 'Bearer', expires_at: '2031-01-01T00:00:00Z' })),
        say(ok('second-token')),
      ].join('\n'),
    );
    const result = await cgw(['plugin', 'auth', 'demo']);
    expect([result.status, json(result)]).toEqual([
      0,
      { status: 'ok', plugin: 'demo', expires_at: '2031-01-01T00:00:00Z' },
    ]);
    expect(result.stderr).toBe(
      'Open this page to sign in:\n  https://id.example/device\nCode: ABCD-1234\nHurry.\n',
    );
    expect(result.stdout.toString() + result.stderr).not.toMatch(/-token/);
    expect(
      await Promise.all([credentialFile(), join(credentialFile(), '..'), keyFile()].map(modeOf)),
    ).toEqual([0o600, 0o700, 0o600]);
    expect((await cgw(['demo'])).stdout.toString()).toBe(
      'OC_DEMO_ACCESS_TOKEN=first-token\nOC_DEMO_EXPIRES_AT=2031-01-01T00:00:00Z\nOC_DEMO_TOKEN_TYPE=Bearer\n',
    );
  });

  it('tells what is pending as JSON where asked to, and nothing else of a line', async () => {
    await authPlugin(
      [
        say({ status: 'pending', message: `a${ESCAPE}[2J`, credentials: { access_token: 'too-early' } }),
        say({ status: 'pending', message: `a${ESCAPE}[2J` }),
        say({ status: 'thinking', message: 'odd' }),
        say(ok('t')),
      ].join('\n'),
    );
    for (const flags of [
      ['--json', 'demo'],
      ['demo', '--json'],
    ]) {
      const { stderr } = await cgw(['plugin', 'auth', ...flags]);
      expect(stderr).toBe('{"status":"pending","message":"a [2J"}\n');
    }
  });

  it('hands its own arguments on, from the first word that is none of ours', async () => {
    await authPlugin(`shift; printf '%s\\n' "$@" > '${home}/given'; ${say(ok('t'))}`);
    for (const [words, given] of [
      [['demo', '--scope', 'read', '--json'], '--scope\nread\n--json\n'],
      [['--timeout', '1m', 'demo', '--timeout=9', '--', '--json', '--', 'x'], '--json\n--\nx\n'],
      [['demo'], '\n'],
    ] as const) {
      expect((await cgw(['plugin', 'auth', ...words])).status).toBe(0);
      expect(await readFile(join(home, 'given'), 'utf8')).toBe(given);
    }
    expect((await cgw(['plugin', 'auth', 'demo', '--timeout', 'soon'])).status).toBe(1);
    expect((await cgw(['plugin', 'auth', 'nothing'])).status).toBe(3);
    expect((await cgw(['plugin', 'auth', '../demo'])).status).toBe(1);
    expect((await cgw(['plugin', 'auth'])).status).toBe(1);
  });

  it('keeps what was stored before where anything goes wrong, with the status of the contract', async () => {
    await authPlugin(say(ok('kept')));
    expect((await cgw(['plugin', 'auth', 'demo'])).status).toBe(0);
    const before = await readFile(credentialFile());
    const faults: [string, number, string, string][] = [
      [say({ status: 'ok' }), 1, 'ERROR', 'without a usable access token'],
      [say(ok('')), 1, 'ERROR', 'without a usable access token'],
      [say(ok('line\\nbreak')), 1, 'ERROR', 'without a usable access token'],
      [say(ok('x', { refresh_token: 5 })), 1, 'ERROR', 'without a usable access token'],
      [say(ok('x', { expires_at: 'soon' })), 1, 'ERROR', 'without a usable access token'],
      [`${say(ok('x'))}; exit 3`, 1, 'ERROR', 'status 3'],
      [`${say(ok('x'))}; kill -9 $$`, 1, 'ERROR', 'SIGKILL'],
      [':', 1, 'ERROR', 'without credentials'],
      ['exec >&-; sleep 0.1; exit 5', 1, 'ERROR', 'status 5'],
      [`${say({ status: 'expired', message: 'Too late.' })}; exit 1`, 2, 'AUTH_REQUIRED', 'Too late.'],
      [`${say({ status: 'expired' })}; exec sleep 999`, 2, 'AUTH_REQUIRED', 'not completed in time'],
      ['exec yes', 1, 'ERROR', 'more than 1000 lines that are not JSON'],
      [`exec yes '{}'`, 1, 'ERROR', 'more than 20000 lines'],
      [`exec tr '\\0' x < /dev/zero`, 1, 'ERROR', 'a line of more than 256 KiB'],
    ];
    for (const [lines, status, code, reason] of faults) {
      await authPlugin(lines);
      const result = await cgw(['plugin', 'auth', 'demo']);
      expect([lines, result.status, failure(result).code]).toEqual([lines, status, code]);
      expect(failure(result).error).toContain(reason);
      expect(result.stdout.toString()).toBe('');
      expect(await readFile(credentialFile())).toEqual(before);
    }
    await authPlugin('exec sleep 999');
    const late = await cgw(['plugin', 'auth', 'demo', '--timeout', '1']);
    expect([late.status, failure(late).error]).toEqual([1, expect.stringContaining('longer than 1 seconds')]);
    await authPlugin(say({ status: 'authenticated' }));
    const already = await cgw(['plugin', 'auth', 'demo']);
    expect([already.status, json(already)]).toEqual([0, { status: 'ok', plugin: 'demo', expires_at: null }]);
    expect(await readFile(credentialFile())).toEqual(before);
  });

  it('takes exactly 1000 lines of another kind, the last one without its end', async () => {
    await authPlugin(`yes | head -n 1000; printf '%s' '${JSON.stringify(ok('t'))}'`);
    expect((await cgw(['plugin', 'auth', 'demo'])).status).toBe(0);
  });

  it('ends a plugin that stays after it said ok, and keeps what it said', async () => {
    await authPlugin(`trap '' TERM; echo $$ > '${home}/pid'; ${say(ok('t'))}; yes`);
    expect((await cgw(['plugin', 'auth', 'demo'])).status).toBe(0);
    expect((await cgw(['demo'])).stdout.toString()).toBe('OC_DEMO_ACCESS_TOKEN=t\n');
  });

  it('gets no credentials, and reads from the person', async () => {
    await authPlugin(
      `env > '${home}/environment'; read -r typed; echo "asked" >&2; echo "{\\"status\\":\\"ok\\",\\"credentials\\":{\\"access_token\\":\\"$typed\\"}}"`,
    );
    const env = { OC_DEMO_ACCESS_TOKEN: 'given-1', OC_X_TOKEN_TYPE: 'given-2', OPERATOR_TOKEN: 'given-3' };
    const result = await cgw(['plugin', 'auth', 'demo'], { env, input: 'typed-token\n' });
    expect([result.status, result.stderr]).toEqual([0, 'asked\n']);
    expect(await readFile(join(home, 'environment'), 'utf8')).not.toContain('given-');
    expect((await cgw(['demo'])).stdout.toString()).toBe('OC_DEMO_ACCESS_TOKEN=typed-token\n');
  });

  it('ends as the signal says that ended it, and stores nothing', async () => {
    await authPlugin(
      `trap 'exit 1' INT; ${say({ status: 'pending', message: 'Go on.' })}; while :; do sleep 0.05; done`,
    );
    const { child, ended, shown } = start(['plugin', 'auth', 'demo']);
    await until(() => shown().includes('Go on.'));
    child.kill('SIGINT');
    expect((await ended).status).toBe(130);
    await expect(lstat(credentialFile())).rejects.toThrow('ENOENT');
  });
});

describe('stored credentials (07 B5)', () => {
  const signedIn = async (token = 'secret-token'): Promise<void> => {
    await authPlugin(say(ok(token)));
    expect((await cgw(['plugin', 'auth', 'demo'])).status).toBe(0);
  };

  it('are sealed, and open for the plugin they were stored for only', async () => {
    await signedIn();
    expect(await readFile(credentialFile(), 'utf8')).not.toContain('secret-token');
    await plugin('other', "env | grep '^OC_'", { auth: { required: true } });
    await copyFile(credentialFile(), credentialFile('other'));
    await chmod(credentialFile('other'), 0o600);
    const moved = await cgw(['other']);
    expect([moved.status, moved.stdout.toString(), failure(moved).code]).toEqual([2, '', 'AUTH_REQUIRED']);
    await signedIn();
    const sealed = JSON.parse(await readFile(credentialFile(), 'utf8')) as Record<string, string>;
    const data = Buffer.from(sealed['data']!, 'base64');
    data[0]! ^= 1;
    for (const damaged of [
      { ...sealed, data: data.toString('base64') },
      { ...sealed, tag: sealed['tag']!.slice(0, 6) },
      { ...sealed, v: 2 },
      [],
    ]) {
      await writeFile(credentialFile(), JSON.stringify(damaged));
      const result = await cgw(['demo']);
      expect([result.status, result.stdout.toString()]).toEqual([2, '']);
    }
  });

  it('refuses files that others can read, and links in their place', async () => {
    await signedIn();
    for (const path of [credentialFile(), keyFile()]) {
      for (const mode of [0o640, 0o604]) {
        await chmod(path, mode);
        const open = await cgw(['demo']);
        expect([open.status, open.stdout.toString(), failure(open)]).toEqual([
          1,
          '',
          {
            error: `${path} can be read by other users. It is not used.`,
            code: 'ERROR',
            action: `chmod 600 ${path}`,
          },
        ]);
      }
      await chmod(path, 0o600);
      await rename(path, join(home, 'moved'));
      await symlink(join(home, 'moved'), path);
      const linked = await cgw(['demo']);
      expect([linked.status, failure(linked).error]).toEqual([
        1,
        expect.stringContaining('is a symbolic link'),
      ]);
      await rename(join(home, 'moved'), path);
      expect((await cgw(['demo'])).status).toBe(0);
    }
  });

  it('replaces a link instead of writing through it', async () => {
    const victim = await write(join(home, 'victim'), 'untouched', 0o600);
    await mkdir(join(credentialFile(), '..'), { mode: 0o700 });
    await symlink(victim, credentialFile());
    await signedIn();
    expect([await readFile(victim, 'utf8'), (await lstat(credentialFile())).isFile()]).toEqual([
      'untouched',
      true,
    ]);
  });

  it('asks to sign in again where the key is gone, and never runs without them', async () => {
    await signedIn();
    await rm(keyFile());
    const result = await cgw(['demo']);
    expect([result.status, failure(result).action]).toEqual([2, 'cgw plugin auth demo']);
    await writeFile(keyFile(), 'no key\n', { mode: 0o600 });
    expect((await cgw(['demo'])).status).toBe(1);
  });

  it('go when they are told to', async () => {
    await signedIn();
    expect(json(await cgw(['plugin', 'logout', 'demo']))).toEqual({ status: 'ok', plugin: 'demo' });
    expect((await cgw(['plugin', 'logout', 'demo'])).status).toBe(0);
    expect((await cgw(['demo'])).status).toBe(2);
    expect((await cgw(['plugin', 'logout', '../key'])).status).toBe(1);
    await signedIn();
    expect(json(await cgw(['plugin', 'remove', 'demo']))).toEqual({
      status: 'removed',
      plugin: 'demo',
      credentials: 'kept',
      action: 'cgw plugin logout demo',
    });
    expect((await stat(credentialFile())).isFile()).toBe(true);
    await signedIn();
    expect(json(await cgw(['plugin', 'remove', 'demo', '--logout']))).toMatchObject({ credentials: 'none' });
    await expect(lstat(credentialFile())).rejects.toThrow('ENOENT');
    expect((await cgw(['plugin', 'remove', 'demo'])).status).toBe(3);
  });

  it('have their key in the keyring where one answers, and still open where it was made in a file', async () => {
    const tools = join(home, 'tools');
    const kept = join(home, 'keyring');
    await mkdir(tools);
    await write(
      join(tools, 'secret-tool'),
      `#!/bin/sh\ncase $1 in lookup) cat '${kept}' ;; store) cat > '${kept}' ;; esac\n`,
    );
    const env = { PATH: `${tools}:${process.env.PATH}`, DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere' };
    await authPlugin(say(ok('in-the-keyring')));
    expect((await cgw(['plugin', 'auth', 'demo'], { env })).status).toBe(0);
    expect([await readFile(kept, 'utf8'), await readdir(join(home, '.credential-gateway'))]).toEqual([
      expect.stringMatching(/^[0-9a-f]{64}$/),
      ['plugin-credentials', 'plugin-manifests', 'plugins'],
    ]);
    expect((await cgw(['demo'], { env })).stdout.toString()).toBe('OC_DEMO_ACCESS_TOKEN=in-the-keyring\n');
    // Without the session's bus its key is out of reach: nothing runs without what it needs.
    expect((await cgw(['demo'])).status).toBe(2);
    await authPlugin(say(ok('in-a-file')));
    expect((await cgw(['plugin', 'auth', 'demo'])).status).toBe(0);
    expect((await cgw(['demo'], { env })).stdout.toString()).toBe('OC_DEMO_ACCESS_TOKEN=in-a-file\n');
  });
});

describe('running a command (07 B6)', () => {
  it('07-26 hands over what is stored and nothing that is not, and the manifest nothing at all', async () => {
    await authPlugin(say(ok('stored-token', { token_type: 'Bearer' })));
    await cgw(['plugin', 'auth', 'demo']);
    const env = {
      OC_DEMO_REFRESH_TOKEN: 'left-over',
      OC_OTHER_ACCESS_TOKEN: 'of-another',
      OC_OTHER_THING_EXPIRES_AT: '2031-01-01T00:00:00Z',
      OC_UNRELATED: 'stays',
    };
    expect((await cgw(['demo', 'x'], { env })).stdout.toString()).toBe(
      'OC_DEMO_ACCESS_TOKEN=stored-token\nOC_DEMO_TOKEN_TYPE=Bearer\nOC_UNRELATED=stays\n',
    );
    await plugin('demo', '');
    await write(
      join(plugins, 'cgw-demo'),
      `#!/bin/sh\n[ "$1" = show ] || env | grep '^OC_DEMO_' >&2\necho '${manifestOf('demo')}'`,
    );
    const direct = await cgw(['demo', 'manifest'], { env: { OC_DEMO_ACCESS_TOKEN: 'x' } });
    expect([direct.status, direct.stderr, direct.stdout.toString()]).toEqual([
      0,
      '',
      `${manifestOf('demo')}\n`,
    ]);
    expect((await cgw(['demo', 'auth'])).stderr).toBe('');
    expect((await cgw(['demo', 'else'])).stderr).toContain('OC_DEMO_ACCESS_TOKEN=stored-token');
  });

  it('uses what the caller’s environment says before anything stored, and mixes nothing', async () => {
    await authPlugin(say(ok('stored-token', { token_type: 'Bearer', refresh_token: 'stored-refresh' })));
    await cgw(['plugin', 'auth', 'demo']);
    await chmod(credentialFile(), 0o644);
    const env = { OC_DEMO_ACCESS_TOKEN: 'given', OC_DEMO_EXPIRES_AT: '1999-01-01T00:00:00Z' };
    expect((await cgw(['demo'], { env })).stdout.toString()).toBe(
      'OC_DEMO_ACCESS_TOKEN=given\nOC_DEMO_EXPIRES_AT=1999-01-01T00:00:00Z\n',
    );
    const { stdout } = await cgw(['plugin', 'info', 'demo'], { env });
    expect(JSON.parse(stdout.toString()).credentials).toEqual({
      source: 'environment',
      expires_at: '1999-01-01T00:00:00Z',
    });
    expect(stdout.toString()).not.toContain('given');
  });

  it('07-27 ends with 2 where it must be signed in to and nobody is', async () => {
    await authPlugin('', { auth: { required: true } });
    const result = await cgw(['demo', 'x'], { env: { OC_DEMO_ACCESS_TOKEN: '' } });
    expect([result.status, result.stdout.toString(), failure(result)]).toEqual([
      2,
      '',
      {
        error: 'The plugin "demo" requires a sign-in.',
        code: 'AUTH_REQUIRED',
        action: 'cgw plugin auth demo',
      },
    ]);
    await authPlugin('', { auth: { required: false } });
    expect((await cgw(['demo', 'x'])).status).toBe(0);
  });

  it('writes a dash of its name as an underscore', async () => {
    await plugin('two-words', "env | grep '^OC_'");
    const env = { OC_TWO_WORDS_ACCESS_TOKEN: 'mine', OC_TWO_ACCESS_TOKEN: 'of-another' };
    expect((await cgw(['two-words'], { env })).stdout.toString()).toBe('OC_TWO_WORDS_ACCESS_TOKEN=mine\n');
  });

  it('forwards signals, and ends as the plugin did', async () => {
    await plugin(
      'demo',
      `trap 'echo hung; exit 9' HUP; trap 'echo told' USR1; echo ready; while :; do sleep 0.05; done`,
    );
    const first = start(['demo']);
    await until(() => first.output() === 'ready\n');
    first.child.kill('SIGUSR1');
    await until(() => first.output() === 'ready\ntold\n');
    first.child.kill('SIGHUP');
    const { status, stdout } = await first.ended;
    expect([status, stdout.toString()]).toEqual([9, 'ready\ntold\nhung\n']);
    const second = start(['demo']);
    await until(() => second.output() === 'ready\n');
    second.child.kill('SIGTERM');
    expect((await second.ended).status).toBe(143);
    await plugin('demo', 'kill -9 $$');
    expect((await cgw(['demo'])).status).toBe(137);
  });

  it('ends with 126 where it cannot be started', async () => {
    await write(join(plugins, 'cgw-demo'), '#!/nowhere/at/all\n');
    const fresh = await cgw(['demo']);
    expect([fresh.status, failure(fresh).error]).toEqual([
      126,
      expect.stringContaining('could not be started'),
    ]);
    const interpreter = await write(join(home, 'interpreter'), '#!/bin/sh\nexec /bin/sh "$@"\n');
    await copyFile('/bin/sh', interpreter);
    await write(
      join(plugins, 'cgw-demo'),
      script(manifestOf('demo'), 'echo ran').replace('/bin/sh', interpreter),
    );
    expect((await cgw(['demo'])).stdout.toString()).toBe('ran\n');
    await rm(interpreter);
    const known = await cgw(['demo']);
    expect([known.status, known.stdout.toString(), known.stderr]).toEqual([
      126,
      '',
      expect.stringContaining('could not be started'),
    ]);
  });

  it('adds nothing where the home cannot be written', async () => {
    await plugin('demo', 'echo ran');
    const env = { CREDENTIAL_GATEWAY_HOME: '/dev/null/x', CREDENTIAL_GATEWAY_PLUGIN_DIR: plugins };
    const result = await cgw(['demo'], { env });
    expect([result.status, result.stdout.toString(), result.stderr]).toEqual([0, 'ran\n', '']);
  });
});

interface TarEntry {
  name: string;
  content?: string | Buffer;
  mode?: number;
  type?: string;
  link?: string;
  size?: string;
  magic?: string;
  prefix?: string;
}

const sha256 = (content: Buffer): string => createHash('sha256').update(content).digest('hex');

/** Byte by byte, so that it can be what no packer writes. */
function tarOf(entries: readonly TarEntry[], end = Buffer.alloc(1024)): Buffer {
  const blocks = entries.flatMap(({ name, content = '', mode = 0o644, type = '0', link = '', ...more }) => {
    const data = Buffer.from(content);
    const block = Buffer.alloc(512);
    block.write(name, 0);
    block.write(`${mode.toString(8).padStart(7, '0')}\0`, 100);
    block.write('0000000\0' + '0000000\0', 108);
    block.write(more.size ?? `${data.length.toString(8).padStart(11, '0')}\0`, 124, 'latin1');
    block.write('00000000000\0', 136);
    block.write(type, 156, 'latin1');
    block.write(link, 157);
    block.write(more.magic ?? 'ustar\0' + '00', 257, 'latin1');
    block.write(more.prefix ?? '', 345);
    block.write('        ', 148);
    const sum = block.reduce((total, byte) => total + byte, 0);
    block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
    return [block, data, Buffer.alloc((512 - (data.length % 512)) % 512)];
  });
  return Buffer.concat([...blocks, end]);
}

const demo = (body = 'echo installed', more: object = {}): TarEntry => ({
  name: 'cgw-demo',
  content: script(manifestOf('demo', more), body),
  mode: 0o755,
});

/** An archive and its checksums beside it. */
async function released(content: Buffer, name = 'demo.tar.gz'): Promise<string[]> {
  const archive = join(home, name);
  await writeFile(archive, content);
  await writeFile(join(home, 'checksums.txt'), `${sha256(content)}  ${name}\n`);
  return [archive, '--checksums', join(home, 'checksums.txt')];
}

const install = async (entries: readonly TarEntry[], ...flags: string[]): Promise<Result> =>
  cgw(['plugin', 'install', ...(await released(gzipSync(tarOf(entries)))), ...flags]);

describe('installing (07 B7)', () => {
  it('puts the one executable of an archive into the folder, for everybody to start', async () => {
    await rm(plugins, { recursive: true });
    const result = await install([
      { name: './', type: '5', mode: 0o755 },
      { name: './LICENSE', content: 'text' },
      { ...demo(), name: './cgw-demo', magic: 'ustar  \0', prefix: 'of GNU' },
      { name: 'docs/', type: '5', mode: 0o755 },
      { name: 'b.md', prefix: 'docs/a', content: 'text' },
    ]);
    const path = join(plugins, 'cgw-demo');
    expect([result.status, json(result)]).toEqual([
      0,
      {
        status: 'installed',
        name: 'demo',
        version: '1.0.0',
        path,
        sha256: sha256(await readFile(path)),
        auth_required: false,
      },
    ]);
    expect([await modeOf(path), await modeOf(plugins), await readdir(plugins)]).toEqual([
      0o755,
      0o700,
      ['cgw-demo'],
    ]);
    expect((await cgw(['demo'])).stdout.toString()).toBe('installed\n');
  });

  it('replaces one only when it is told to, whatever its prefix was', async () => {
    await plugin('demo', 'echo older', {}, 'oc-demo');
    const refused = await install([demo()]);
    expect([refused.status, failure(refused).code]).toEqual([4, 'CONFLICT']);
    expect((await install([demo()], '--force')).status).toBe(0);
    expect(await readdir(plugins)).toEqual(['cgw-demo']);
    expect((await install([{ ...demo('echo third'), name: 'oc-demo' }], '--force')).status).toBe(0);
    expect(await readdir(plugins)).toEqual(['oc-demo']);
    expect((await cgw(['demo'])).stdout.toString()).toBe('third\n');
    expect((await install([demo('', { version: 'none' })], '--force')).status).toBe(1);
    expect((await cgw(['demo'])).stdout.toString()).toBe('third\n');
  });

  const NOT_PLAIN = 'is not a regular file';
  const NO_NAME = 'is a path outside the archive';
  it.each<[string, TarEntry[], string]>([
    ['an absolute path', [demo(), { name: '/etc/x' }], NO_NAME],
    ['a path above', [demo(), { name: '../x' }], NO_NAME],
    ['a path above within', [demo(), { name: 'a/../../x' }], NO_NAME],
    ['a path above in its first part', [demo(), { name: 'x', prefix: '..' }], NO_NAME],
    ['a path of Windows', [demo(), { name: 'C:\\x' }], NO_NAME],
    ['a line break', [demo(), { name: 'a\nb' }], NO_NAME],
    ['an executable elsewhere', [{ ...demo(), name: 'bin/cgw-demo' }], 'is called bin/cgw-demo'],
    ['a symbolic link', [demo(), { name: 'x', type: '2', link: '/etc/passwd' }], NOT_PLAIN],
    ['a plugin that is a link', [{ name: 'cgw-demo', type: '2', link: '/bin/sh', mode: 0o777 }], NOT_PLAIN],
    ['a hard link', [demo(), { name: 'x', type: '1', link: 'cgw-demo' }], NOT_PLAIN],
    ['a character device', [demo(), { name: 'x', type: '3' }], NOT_PLAIN],
    ['a block device', [demo(), { name: 'x', type: '4' }], NOT_PLAIN],
    ['a pipe', [demo(), { name: 'x', type: '6' }], NOT_PLAIN],
    ['a sparse file', [demo(), { name: 'x', type: 'S' }], NOT_PLAIN],
    ['a header of pax', [{ name: 'x', type: 'x', content: '20 path=cgw-agents\n' }, demo()], NOT_PLAIN],
    ['a header of pax for all', [{ name: 'g', type: 'g', content: '11 size=99\n' }, demo()], NOT_PLAIN],
    [
      'a long name of GNU',
      [{ name: '././@LongLink', type: 'L', content: 'cgw-agents\0' }, demo()],
      NOT_PLAIN,
    ],
    ['an unknown kind', [demo(), { name: 'x', type: 'Z' }], NOT_PLAIN],
    ['a file named as a folder', [demo(), { name: 'x/' }], NOT_PLAIN],
    ['a folder with a content', [demo(), { name: 'x/', type: '5', content: 'a' }], NOT_PLAIN],
    ['two plugins', [demo(), { ...demo(), name: 'cgw-other' }], 'several executables: cgw-demo, cgw-other'],
    ['two prefixes', [demo(), { ...demo(), name: 'oc-demo', mode: 0o644 }], 'several executables'],
    ['an executable besides', [demo(), { name: 'run.sh', mode: 0o755 }], 'several executables'],
    ['the same twice', [demo(), demo()], 'it contains cgw-demo twice'],
    ['none', [{ name: 'README', content: 'x' }], 'it contains no executable'],
    ['one of another name', [{ ...demo(), name: 'demo' }], 'its executable is called demo'],
    ['one of another form', [{ ...demo(), name: 'cgw-Demo' }], 'its executable is called cgw-Demo'],
    ['one for Windows', [{ ...demo(), name: 'cgw-demo.exe' }], 'its executable is called cgw-demo.exe'],
    ['a command of ours', [{ ...demo(), name: 'cgw-agents' }], '"agents" is a command of this program'],
    ['a synonym of ours', [{ ...demo(), name: 'cgw-projects' }], '"projects" is a command of this program'],
    ['a manifest of another', [{ ...demo(), name: 'cgw-other' }], 'it calls itself "demo"'],
    ['no manifest', [{ name: 'cgw-demo', content: '#!/bin/sh\nexit 1', mode: 0o755 }], 'ended with status 1'],
    [
      'a size in binary',
      [{ ...demo(), size: '\u0080\0\0\0\0\0\0\0\0\0\0\u0001' }],
      'a header contains an invalid number',
    ],
    ['a size below zero', [{ ...demo(), size: '-0000000001\0' }], 'a header contains an invalid number'],
    ['a size beyond its end', [{ ...demo(), size: '77777777777\0' }], 'ends in the middle'],
    [
      'too many entries',
      [demo(), ...Array.from({ length: 1000 }, (_, at) => ({ name: `f${at}` }))],
      'more than 1000 entries',
    ],
  ])('refuses an archive with %s, and leaves nothing', async (_what, entries, reason) => {
    const result = await install(entries);
    expect([result.status, result.stdout.toString()]).toEqual([1, '']);
    expect(failure(result).error).toContain(reason);
    expect(await readdir(plugins)).toEqual([]);
  });

  it('refuses an archive that is damaged, ends early, goes on or grows without end', async () => {
    const tar = tarOf([demo()]);
    const changed = Buffer.from(tar);
    changed[3]! ^= 1;
    // A quarter of a gigabyte of nothing is some hundred kilobytes packed.
    const bomb = gzipSync(Buffer.alloc(257 * 1024 ** 2));
    expect(bomb.length).toBeLessThan(1024 ** 2);
    for (const [content, reason] of [
      [Buffer.from('no archive'), 'not a .tar.gz'],
      [gzipSync(tar).subarray(0, 100), 'not a .tar.gz'],
      [gzipSync(changed), 'the checksum of a header'],
      [gzipSync(tar.subarray(0, tar.length - 1024)), 'ends in the middle'],
      [gzipSync(tar.subarray(0, 700)), 'ends in the middle'],
      [gzipSync(Buffer.concat([tar, tarOf([{ name: 'cgw-later', mode: 0o755 }])])), 'data after its end'],
      [bomb, 'larger than 256 MiB'],
    ] as const) {
      const result = await cgw(['plugin', 'install', ...(await released(content))]);
      expect([result.status, failure(result).error]).toEqual([1, expect.stringContaining(reason)]);
      expect(await readdir(plugins)).toEqual([]);
    }
  });

  it('looks at nothing before its checksum', async () => {
    const content = gzipSync(tarOf([demo()]));
    const [archive = ''] = await released(content);
    const list = join(home, 'checksums.txt');
    const sum = sha256(content);
    const other = '0'.repeat(64);
    for (const [text, reason] of [
      ['', 'no line for demo.tar.gz'],
      [`${sum}  other.tar.gz\n`, 'no line for demo.tar.gz'],
      [`${sum} demo.tar.gz\n`, 'no line for demo.tar.gz'],
      [`${sum}  ../demo.tar.gz\n`, 'no line for demo.tar.gz'],
      [`${other}  demo.tar.gz\n`, 'does not match its checksum'],
      [`${sum}  demo.tar.gz\n${other}  demo.tar.gz\n`, 'different lines'],
    ]) {
      await writeFile(list, text!);
      const result = await cgw(['plugin', 'install', archive, '--checksums', list]);
      expect([result.status, failure(result).error]).toEqual([1, expect.stringContaining(reason!)]);
    }
    const unproved = await cgw(['plugin', 'install', archive]);
    expect([unproved.status, failure(unproved).error]).toEqual([
      1,
      expect.stringContaining('--checksums is missing'),
    ]);
    expect((await cgw(['plugin', 'install', home, '--checksums', list])).status).toBe(1);
    expect((await cgw(['plugin', 'install', join(home, 'no'), '--checksums', list])).status).toBe(3);
    expect(await readdir(plugins)).toEqual([]);
    await writeFile(list, `${other}  other\r\n${sum.toUpperCase()} *demo.tar.gz\r\n`);
    expect((await cgw(['plugin', 'install', archive, '--checksums', list])).status).toBe(0);
  });

  it('installs nothing into a folder that others can write to', async () => {
    await chmod(plugins, 0o777);
    const result = await install([demo()]);
    expect([result.status, failure(result).action]).toEqual([1, `chmod go-w ${plugins}`]);
    expect(await readdir(plugins)).toEqual([]);
  });

  it('leaves nothing when it is interrupted while the manifest is asked for', async () => {
    const body = `#!/bin/sh\ntouch '${home}/asked'; exec sleep 60`;
    const files = await released(gzipSync(tarOf([{ name: 'cgw-demo', content: body, mode: 0o755 }])));
    const { child, ended } = start(['plugin', 'install', ...files]);
    await until(async () => (await readdir(home)).includes('asked'));
    child.kill('SIGTERM');
    await ended;
    expect(await readdir(plugins)).toEqual([]);
  });

  describe('from an address', () => {
    let web: Upstream;
    beforeAll(async () => {
      web = await startUpstream();
    });
    afterAll(() => web.close());

    /** What a path of the stand-in answers: content, or where to go instead. */
    async function serve(paths: Record<string, Buffer | string | ((response: ServerResponse) => void)>) {
      await writeFile(join(home, 'authority.pem'), web.authorityPem);
      web.answer = (_request, response, { scheme, url }) => {
        const answer = paths[url];
        if (scheme !== 'https' || answer === undefined) return response.writeHead(404).end();
        if (typeof answer === 'function') return answer(response);
        if (typeof answer === 'string') return response.writeHead(302, { location: answer }).end();
        return response.end(answer);
      };
      return (archive: string, checksums: string, ...flags: string[]): Promise<Result> =>
        cgw(['plugin', 'install', address(archive), '--checksums', address(checksums), ...flags], {
          env: { SSL_CERT_FILE: join(home, 'authority.pem') },
        });
    }
    const address = (path: string): string =>
      path.startsWith('/') ? `https://localhost:${web.port}${path}` : path;

    it('downloads over TLS that it can prove, follows redirects, and names the file by what was asked for', async () => {
      const content = gzipSync(tarOf([demo()]));
      const list = Buffer.from(`${sha256(content)}  demo.tar.gz\n`);
      const from = await serve({
        '/v1/demo.tar.gz': '/store/1234?signed=yes',
        '/store/1234?signed=yes': content,
        '/v1/checksums.txt': list,
      });
      expect((await from('/v1/demo.tar.gz', '/v1/checksums.txt')).status).toBe(0);
      expect((await cgw(['demo'])).stdout.toString()).toBe('installed\n');
      const untrusted = await cgw([
        ...['plugin', 'install', address('/v1/demo.tar.gz'), '--force'],
        ...['--checksums', address('/v1/checksums.txt')],
      ]);
      expect([untrusted.status, failure(untrusted).error]).toEqual([
        1,
        expect.stringContaining('Downloading from localhost'),
      ]);
    });

    it('refuses other schemes, failures, endless answers and those that take too long', async () => {
      const list = Buffer.from('');
      const endless = (response: ServerResponse): void => {
        const more = (): void => {
          while (!response.destroyed && response.write(Buffer.alloc(1024 ** 2)));
        };
        response.on('drain', more).on('error', () => undefined);
        more();
      };
      const from = await serve({
        '/list': list,
        '/endless': endless,
        '/large': (response) => response.writeHead(200, { 'content-length': 129 * 1024 ** 2 }).flushHeaders(),
        '/silent': () => undefined,
        '/cut': (response) => {
          response.writeHead(200, { 'content-length': 10 }).write('x');
          setImmediate(() => response.destroy());
        },
        '/plain': `http://localhost:${web.port}/list`,
        '/file': 'file:///etc/passwd',
        '/round': '/round',
      });
      for (const [archive, checksums, status, reason, ...flags] of [
        ['/nothing', '/list', 3, 'answered 404'],
        ['/list', '/nothing', 3, 'answered 404'],
        ['/list', '/endless', 1, 'larger than 1 MiB'],
        ['/large', '/list', 1, 'larger than 128 MiB'],
        ['/endless', '/list', 1, 'larger than 128 MiB'],
        ['/silent', '/list', 1, 'took too long', '--timeout', '1'],
        ['/cut', '/list', 1, 'Downloading from localhost'],
        ['/plain', '/list', 1, 'not https'],
        ['/file', '/list', 1, 'not https'],
        ['/round', '/list', 1, 'more than 5 times'],
        [`http://localhost:${web.port}/list`, '/list', 1, 'is not an https URL'],
        ['ftp://localhost/list', '/list', 1, 'is not an https URL'],
      ] as const) {
        const result = await from(archive, checksums, ...flags);
        expect([archive, result.status, failure(result).error]).toEqual([
          archive,
          status,
          expect.stringContaining(reason),
        ]);
      }
      expect(await readdir(plugins)).toEqual([]);
    });
  });
});

describe('packing (07 B8)', () => {
  const OWN = `${process.platform}/${process.arch === 'x64' ? 'amd64' : process.arch}`;
  const SH_DEMO = join(EXAMPLES, 'sh/cgw-demo');

  const packed = (flags: readonly string[], circumstances?: Circumstances): Promise<Result> =>
    cgw(['plugin', 'pack', '--name', 'demo', '--version', '1.2.0', ...flags], circumstances);

  it('07-28 makes an archive for each platform and their checksums, the same each time, which install', async () => {
    await write(join(home, 'other'), 'of another system');
    await write(join(home, 'LICENSE'), 'text', 0o600);
    const flags = (out: string, ...more: string[]): string[] => [
      ...['--out', join(home, out), '--bin', `${OWN}=${SH_DEMO}`, '--bin', `windows/arm64=${home}/other`],
      ...['--include', join(home, 'LICENSE'), ...more],
    ];
    const first = json(await packed(flags('first')));
    const [own = '', windows = ''] = [OWN, 'windows/arm64'].map(
      (platform) => `cgw-demo_1.2.0_${platform.replace('/', '_')}.tar.gz`,
    );
    const contents = await Promise.all([own, windows].map((file) => readFile(join(home, 'first', file))));
    expect(first).toEqual({
      archives: [own, windows].map((file, at) => ({
        file,
        sha256: sha256(contents[at]!),
        bytes: contents[at]!.length,
      })),
      checksums: join(home, 'first/checksums.txt'),
    });
    expect(await readFile(first.checksums, 'utf8')).toBe(
      `${sha256(contents[0]!)}  ${own}\n${sha256(contents[1]!)}  ${windows}\n`,
    );
    expect((await readdir(join(home, 'first'))).sort()).toEqual([own, windows, 'checksums.txt'].sort());
    await utimes(join(home, 'LICENSE'), new Date(), new Date());
    await packed(flags('second'));
    for (const file of [own, windows, 'checksums.txt'])
      expect(
        (await readFile(join(home, 'second', file))).equals(await readFile(join(home, 'first', file))),
      ).toBe(true);
    expect(headersOf(contents[1]!)).toEqual([
      { name: 'LICENSE', mode: '0000644', owner: '0000000 0000000', time: '00000000000' },
      { name: 'cgw-demo.exe', mode: '0000755', owner: '0000000 0000000', time: '00000000000' },
    ]);
    expect([...contents[0]!.subarray(3, 10)]).toEqual([0, 0, 0, 0, 0, 2, 255]);

    const files = [join(home, 'first', own), '--checksums', first.checksums];
    expect(json(await cgw(['plugin', 'install', ...files]))).toMatchObject({
      name: 'demo',
      version: '1.2.0',
    });
    expect(await readFile(join(plugins, 'cgw-demo'))).toEqual(await readFile(SH_DEMO));
    await rm(join(plugins, 'cgw-demo'));
    contents[0]![contents[0]!.length >> 1]! ^= 1;
    await writeFile(join(home, 'first', own), contents[0]!);
    const changed = await cgw(['plugin', 'install', ...files]);
    expect([changed.status, failure(changed).error]).toEqual([
      1,
      expect.stringContaining('does not match its checksum'),
    ]);
    expect(await readdir(plugins)).toEqual([]);
  });

  const headersOf = (archive: Buffer): object[] => {
    const tar = gunzipSync(archive);
    const text = (from: number, length: number): string =>
      tar.toString('latin1', from, from + length).split('\0')[0]!;
    const found: object[] = [];
    for (let at = 0; tar[at] !== 0;) {
      const owner = `${text(at + 108, 8)} ${text(at + 116, 8)}`;
      found.push({ name: text(at, 100), mode: text(at + 100, 8), owner, time: text(at + 136, 12) });
      at += 512 + Math.ceil(Number.parseInt(text(at + 124, 12), 8) / 512) * 512;
    }
    return found;
  };

  it('is read by the system’s tar, with the time of SOURCE_DATE_EPOCH and the older prefix', async () => {
    const flags = ['--out', join(home, 'out'), '--bin', `${OWN}=${SH_DEMO}`, '--prefix', 'oc'];
    const { archives } = json(await packed(flags, { env: { SOURCE_DATE_EPOCH: '1700000000' } }));
    const archive = join(home, 'out', archives[0].file as string);
    expect(archives[0].file).toMatch(/^oc-demo_1\.2\.0_/);
    const shown = await new Promise<string>((resolve) => {
      const tar = spawn('tar', ['-tvzf', archive], { env: { PATH: process.env.PATH, TZ: 'UTC' } });
      let text = '';
      tar.stdout.on('data', (piece: Buffer) => (text += piece.toString()));
      tar.once('close', () => resolve(text));
    });
    expect(shown).toMatch(/^-rwxr-xr-x (0\/0|root\/root) +\d+ 2023-11-14 22:13 oc-demo\n$/);
    const wrong = await packed([...flags, '--force'], { env: { SOURCE_DATE_EPOCH: 'yesterday' } });
    expect(wrong.status).toBe(1);
  });

  it('writes over nothing unless it is told to, and nothing at all where something is wrong', async () => {
    const out = join(home, 'out');
    const flags = ['--out', out, '--bin', `${OWN}=${SH_DEMO}`];
    expect((await packed(flags)).status).toBe(0);
    const again = await packed(flags);
    expect([again.status, failure(again).code]).toEqual([4, 'CONFLICT']);
    expect((await packed([...flags, '--force'])).status).toBe(0);
    await rm(out, { recursive: true });
    await write(join(home, 'cgw-second'), 'x');
    const include = (path: string): string[] => ['--include', path];
    for (const [more, reason] of [
      [['--version', '1.3.0'], 'it reports version 1.2.0'],
      [['--name', 'other'], 'it calls itself "demo"'],
      [['--version', 'latest'], 'a semantic version'],
      [['--name', '../demo'], 'not a valid plugin name'],
      [['--bin', 'plan9/amd64=x'], 'not a platform and path'],
      [['--bin', `${OWN}=${SH_DEMO}`], 'twice'],
      [['--bin', `windows/amd64=${home}/none`], 'cannot be read'],
      [include(join(home, 'none')), 'cannot be read'],
      [include(home), 'is not a file'],
      [include(join(home, 'cgw-second')), 'has exactly one executable'],
      [[...include(PROGRAM), ...include(PROGRAM)], 'in the archive twice'],
    ] as const) {
      const result = await packed([...flags, ...more]);
      expect([result.status === 0, failure(result).error]).toEqual([false, expect.stringContaining(reason)]);
      expect(await readdir(home)).not.toContain('out');
    }
    const forced = await packed([...flags, '--version', 'v1.3.0', '--skip-manifest-check']);
    expect(json(forced).archives[0].file).toMatch(/^cgw-demo_1\.3\.0_/);
  });
});

describe('help and completion', () => {
  it('know the commands about plugins, and the plugins', async () => {
    await example('sh/cgw-demo');
    const complete = async (...words: string[]): Promise<string[]> =>
      (await cgw(['__complete', ...words])).stdout.toString().trim().split('\n');
    const commands = async (): Promise<{ name: string; description: string }[]> =>
      json(await cgw(['--help', '--output', 'json'])).commands;
    const about = async (): Promise<string | undefined> =>
      (await commands()).find(({ name }) => name === 'demo')?.description;
    expect(await about()).toBe('A plugin; see cgw plugin info demo');
    expect(await complete('demo', '')).toEqual(['']);
    await cgw(['plugin', 'info', 'demo']);
    expect(await about()).toBe('Shows what a plugin is given');
    expect((await commands()).map(({ name }) => name)).toContain('plugin pack');
    expect(await complete('demo', '')).toEqual(['echo', 'credentials', 'end']);
    expect(await complete('de')).toEqual(['demo']);
    expect(await complete('plugin', 'remove', '')).toEqual(['demo']);
    expect(await complete('plugin', 'l')).toEqual(['list', 'logout']);
    expect(await complete('plugin', 'pack', '--sk')).toEqual(['--skip-manifest-check']);
    const group = json(await cgw(['plugin', '--help', '--output', 'json']));
    expect(group.commands.map(({ name }: { name: string }) => name)).toEqual([
      ...['list', 'info', 'install', 'remove', 'auth', 'logout', 'pack'],
    ]);
  });
});

describe('the examples', () => {
  let service: Service;
  beforeEach(async () => {
    service = await startService();
  });
  afterEach(() => service.close());

  it('sh: takes a token that a person types, and shows it nowhere', async () => {
    await example('sh/cgw-demo');
    const signedIn = await cgw(['plugin', 'auth', 'demo'], { input: 'typed-token\n' });
    expect([signedIn.status, signedIn.stderr]).toEqual([0, 'Paste a token and press Enter.\n']);
    expect(signedIn.stdout.toString()).not.toContain('typed-token');
    expect((await cgw(['demo', 'credentials'])).stdout.toString()).toBe(
      'OC_DEMO_ACCESS_TOKEN\nOC_DEMO_TOKEN_TYPE\n',
    );
    expect((await cgw(['plugin', 'auth', 'demo'], { input: '"}\n' })).status).toBe(1);
    expect((await cgw(['demo', 'teleport'])).status).toBe(64);
  });

  it('Python: signs in by device code, and gets a new token when the old one has expired', async () => {
    await example('python/cgw-notes');
    const env = { NOTES_URL: service.url };
    expect((await cgw(['notes', 'list'], { env })).status).toBe(2);
    const { ended, shown } = start(['plugin', 'auth', 'notes'], env);
    await until(() => shown().includes('Code: WXYZ'));
    service.confirmed = true;
    const result = await ended;
    expect([result.status, json(result)]).toEqual([0, expect.objectContaining({ plugin: 'notes' })]);
    expect((await cgw(['notes', 'add', 'buy', 'milk'], { env })).stdout.toString()).toBe('buy milk\n');
    expect((await cgw(['notes', 'list'], { env })).stdout.toString()).toBe('buy milk\n');
    const old = {
      ...env,
      OC_NOTES_ACCESS_TOKEN: 'expired',
      OC_NOTES_REFRESH_TOKEN: 'refresh-1',
      OC_NOTES_EXPIRES_AT: '2001-01-01T00:00:00Z',
    };
    expect((await cgw(['notes', 'list'], { env: old })).stdout.toString()).toBe('buy milk\n');
    const refused = await cgw(['notes', 'list'], { env: { ...env, OC_NOTES_ACCESS_TOKEN: 'wrong' } });
    expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining('cgw plugin auth notes')]);
    service.expired = true;
    expect((await cgw(['plugin', 'auth', 'notes'], { env })).status).toBe(2);
  });

  it('Node: signs in on a page that answers to a port of this machine, to nobody else', async () => {
    await example('node/cgw-calendar');
    const env = { CALENDAR_URL: service.url };
    const { ended, shown } = start(['plugin', 'auth', 'calendar'], env);
    await until(() => /redirect_uri=\S+/.test(shown()));
    const page = new URL(/https?:\S+/.exec(shown())![0]);
    service.challenge = page.searchParams.get('code_challenge')!;
    const redirect = page.searchParams.get('redirect_uri')!;
    expect((await fetch(`${redirect}?code=stolen&state=guessed`)).status).toBe(404);
    const state = page.searchParams.get('state')!;
    expect((await fetch(`${redirect}?code=code-1&state=${state}`)).status).toBe(200);
    expect((await ended).status).toBe(0);
    expect((await cgw(['calendar', 'today'], { env })).stdout.toString()).toBe('09:00  Planning\n');
    expect(json(await cgw(['plugin', 'info', 'calendar'])).credentials).toEqual({
      source: 'stored',
      expires_at: expect.stringMatching(/^20/),
      stored_at: expect.stringMatching(/^20/),
    });
  });
});

interface Service {
  url: string;
  confirmed: boolean;
  expired: boolean;
  challenge: string;
  close(): void;
}

/** What the examples sign in to: device codes (RFC 8628), codes with PKCE (RFC 7636), notes and events. */
async function startService(): Promise<Service> {
  const notes: string[] = [];
  const service: Service = {
    url: '',
    confirmed: false,
    expired: false,
    challenge: '',
    close: () => server.close(),
  };
  const tokens = {
    access_token: 'access-1',
    refresh_token: 'refresh-1',
    token_type: 'Bearer',
    expires_in: 3600,
  };
  const tokenFor = (form: URLSearchParams): [number, object] => {
    if (form.get('grant_type') === 'refresh_token')
      return form.get('refresh_token') === 'refresh-1' ? [200, tokens] : [400, { error: 'invalid_grant' }];
    if (form.get('grant_type') === 'authorization_code') {
      const proof = createHash('sha256').update(form.get('code_verifier')!).digest('base64url');
      const right = proof === service.challenge && form.get('code') === 'code-1';
      return right ? [200, tokens] : [400, { error: 'invalid_grant' }];
    }
    if (service.expired) return [400, { error: 'expired_token' }];
    return service.confirmed ? [200, tokens] : [400, { error: 'authorization_pending' }];
  };
  const answerTo = (request: IncomingMessage, body: string): [number, unknown] => {
    if (request.url === '/device')
      return [
        200,
        { device_code: 'd', user_code: 'WXYZ', verification_uri: `${service.url}/enter`, interval: 0.1 },
      ];
    if (request.url === '/token') return tokenFor(new URLSearchParams(body));
    if (request.headers.authorization !== 'Bearer access-1') return [401, { error: 'invalid_token' }];
    if (request.url === '/events') return [200, [{ at: '09:00', title: 'Planning' }]];
    if (request.method === 'POST') notes.push((JSON.parse(body) as { text: string }).text);
    return [200, request.method === 'POST' ? { text: notes.at(-1) } : notes.map((text) => ({ text }))];
  };
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (piece: string) => (body += piece));
    request.on('end', () => {
      const [status, document] = answerTo(request, body);
      response
        .writeHead(status, { 'content-type': 'application/json', connection: 'close' })
        .end(JSON.stringify(document));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  service.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return service;
}
