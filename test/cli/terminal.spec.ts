import { spawnSync } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CGW, makePerson, onTerminal, type Person, type Shown, type Step } from '../harness/server/cgw.js';

const [ESCAPE, BELL, CTRL_C, CTRL_D, CTRL_U, DELETE] = [
  '\u001b',
  '\u0007',
  '\u0003',
  '\u0004',
  '\u0015',
  '\u007f',
];
const [BOLD, ERASE_LINE] = [`${ESCAPE}[1m`, `\r${ESCAPE}[2K`];
const KEY = `oc_${'b'.repeat(64)}`;
const LONGER_THAN_A_SECOND = 1_600;

let server: Server;
let person: Person;
let answer: RequestListener;
let received: { body: string }[];

const json =
  (body: unknown): RequestListener =>
  (_request, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));

beforeAll(async () => {
  server = createServer((request: IncomingMessage, response) => {
    void text(request).then((body) => {
      received.push({ body });
      answer(request, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(async () => {
  received = [];
  answer = json({ id: 's1' });
  const { port } = server.address() as AddressInfo;
  person = await makePerson({
    CREDENTIAL_GATEWAY_URL: `http://127.0.0.1:${port}`,
    CREDENTIAL_GATEWAY_API_KEY: KEY,
  });
});
afterEach(() => person.close());

const cgw = (
  args: readonly string[],
  steps: readonly Step[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<Shown> => onTerminal([process.execPath, CGW, ...args], person.environment(env), steps);

const CREATE = [
  'secrets',
  'create',
  '--type',
  'generic',
  '--name',
  'n',
  '--host-pattern',
  'a.example',
  '--value',
  '-',
];
const PROMPT = 'value \\(not shown\\): ';

describe('secrets that are typed', () => {
  it('are not shown, can be corrected, and arrive as they were meant', async () => {
    const typed = `wrong${CTRL_U}top-sekr${DELETE}${DELETE}cret ✓\r`;
    const { shown, status, restored, missed } = await cgw(CREATE, [{ expect: PROMPT, send: typed }]);
    expect({ status, restored, missed }).toEqual({ status: 0, restored: true, missed: [] });
    expect(JSON.parse(received[0]!.body)).toMatchObject({ value: 'top-secret ✓' });
    expect(shown).not.toMatch(/top|sekr|wrong/);
  });

  it.each([
    ['Ctrl-C', CTRL_C, 130],
    ['Ctrl-C after half of it', `half${CTRL_C}`, 130],
  ])(
    '%s ends it at once: nothing is sent, nothing left, and the terminal echoes again',
    async (_what, send, status) => {
      expect(await cgw(CREATE, [{ expect: PROMPT, send }])).toEqual({
        shown: 'value (not shown): \n',
        status,
        restored: true,
        missed: [],
      });
      expect([received, await readdir(person.folder)]).toEqual([[], []]);
    },
  );

  it('Ctrl-D ends them as a line does', async () => {
    await cgw(CREATE, [{ expect: PROMPT, send: `whole${CTRL_D}` }]);
    expect(JSON.parse(received[0]!.body)).toMatchObject({ value: 'whole' });
  });

  it('a key for logging in is typed unseen and kept; an interrupted one leaves what was there', async () => {
    answer = json({ email: 'ada@example.com', name: 'Ada' });
    const login = (send: string): Promise<Shown> =>
      cgw(['auth', 'login', '--api-key', '-'], [{ expect: 'API key \\(not shown\\): ', send }], {
        CREDENTIAL_GATEWAY_API_KEY: '',
      });
    const done = await login(`${KEY}\r`);
    expect(done).toMatchObject({
      status: 0,
      restored: true,
      shown: expect.stringContaining('ada@example.com'),
    });
    expect(done.shown).not.toContain(KEY);
    const kept = join(person.folder, 'gateway/credentials/api-key');
    expect(await readFile(kept, 'utf8')).toBe(`${KEY}\n`);
    expect(await login(`oc_${CTRL_C}`)).toMatchObject({ status: 130, restored: true });
    expect(await readFile(kept, 'utf8')).toBe(`${KEY}\n`);
  });
});

describe('logging in by the browser', () => {
  it('ends by Ctrl-C as every program does, and stores nothing', async () => {
    answer = json({ code: 'c', auth_url: `http://a.example/${ESCAPE}[31m` });
    const { shown, status } = await cgw(['auth', 'login'], [{ expect: 'http://a.example', send: CTRL_C }], {
      CREDENTIAL_GATEWAY_API_KEY: '',
    });
    // Shells tell it as 130.
    expect(status).toBe(-2);
    expect(shown).not.toContain(ESCAPE);
    expect(await readdir(person.folder)).toEqual([]);
  });
});

describe('what is shown', () => {
  const agents = [{ id: '1', name: `red${ESCAPE}[31m${BELL}\u009b5m\u202e`, identifier: 'default' }];

  it.each<[string, Record<string, string>, boolean]>([
    ['a terminal', {}, true],
    ['a terminal where NO_COLOR is set', { NO_COLOR: '1' }, false],
    ['a terminal where NO_COLOR is empty, which is not set', { NO_COLOR: '' }, true],
    ['a terminal that can do nothing', { TERM: 'dumb' }, false],
  ])('headings on %s', async (_what, env, bold) => {
    answer = json(agents);
    const { shown } = await cgw(['agents', 'list'], [], env);
    expect([shown.includes(BOLD), shown.replaceAll(BOLD, '').startsWith('ID  NAME')]).toEqual([bold, true]);
    const { shown: help } = await cgw(['--help'], [], env);
    expect(help.includes(BOLD)).toBe(bold);
  });

  it.each([[['--output', 'table']], [['--output', 'json']], [['--quiet', 'name']]])(
    'no name steers the terminal: %j',
    async (form) => {
      answer = json(agents);
      const { shown } = await cgw(['agents', 'list', ...form], [], { NO_COLOR: '1' });
      expect(shown).toContain('red');
      for (const character of [ESCAPE, BELL, '\u009b', '\u202e']) expect(shown).not.toContain(character);
    },
  );

  it('no message of a server steers it either', async () => {
    answer = (_request, response) =>
      response
        .writeHead(409, { 'content-type': 'application/json' })
        .end(JSON.stringify({ error: `taken${ESCAPE}]0;title${BELL}` }));
    const { shown, status } = await cgw(['counts']);
    expect([shown, status]).toEqual(['taken ]0;title \n', 4]);
  });

  it('what went wrong is a sentence, and what to type next', async () => {
    answer = (_request, response) =>
      response.writeHead(401, { 'content-type': 'application/json' }).end('{"error":"No."}');
    expect(await cgw(['counts'])).toMatchObject({ shown: 'No.\n  → cgw auth login\n', status: 2 });
  });

  it('hints go beside the JSON that is asked for there (R33)', async () => {
    answer = json({ agents: 1 });
    const { shown } = await cgw(['counts', '--output', 'json']);
    expect(shown).toMatch(/^\{\n {2}"agents": 1\n\}\nOpen in a browser: http/);
  });
});

describe('waiting', () => {
  const slowly: RequestListener = (request, response) =>
    void pause(LONGER_THAN_A_SECOND).then(() => json({ agents: 1 })(request, response));

  it('longer than a second is said, and taken back', async () => {
    answer = slowly;
    const { shown } = await cgw(['counts']);
    expect(shown).toMatch(/^Waiting for 127\.0\.0\.1:\d+ \.\.\./);
    expect(shown.split(ERASE_LINE)[1]).toContain('AGENTS  1');
  });

  it('is not said where it was shorter, nor where nobody watches', async () => {
    answer = json({ agents: 1 });
    expect((await cgw(['counts'])).shown).not.toContain('Waiting');
    answer = slowly;
    expect(await person.cgw(['counts'])).toMatchObject({ status: 0, stderr: '' });
  });

  it('for a program that proves the set-up is said too', async () => {
    answer = json({ env: {}, caCertificate: '', caCertificateContainerPath: '/ca.pem' });
    const bin = join(person.folder, 'python3');
    await writeFile(bin, '#!/bin/sh\nsleep 1.6\n', { mode: 0o755 });
    const { shown, status } = await cgw(['run', '--check', '--', bin]);
    expect([shown, status]).toEqual([expect.stringContaining('Sending a request through python3 ...'), 1]);
  });
});

describe('run on a terminal (07 B12.12)', () => {
  const COUNTING = `
import signal, time
seen = []
signal.signal(signal.SIGINT, lambda *_: seen.append(1))
print("ready", flush=True)
end = time.monotonic() + 1.5
while time.monotonic() < end: time.sleep(0.05)
print("interrupted", len(seen), flush=True)
raise SystemExit(7)`;

  beforeEach(() => {
    answer = (request, response) =>
      request.url!.includes('container-config')
        ? json({ env: {}, caCertificate: '', caCertificateContainerPath: '/ca.pem' })(request, response)
        : response.writeHead(404).end();
  });

  it('a Ctrl-C is one Ctrl-C to the program, whose status it ends with', async () => {
    const { shown, status } = await cgw(
      ['run', '--', 'python3', '-c', COUNTING],
      [{ expect: 'ready', send: CTRL_C }],
    );
    expect([shown, status]).toEqual([expect.stringContaining('interrupted 1\n'), 7]);
  });

  it("the terminal is the program's own", async () => {
    const { shown } = await cgw(
      ['run', '--', 'sh', '-c', 'test -t 0 && test -t 1 && test -t 2 && read line && echo "read $line"'],
      [{ expect: '', send: 'words\n' }],
    );
    expect(shown).toContain('read words');
  });
});

describe('completion', () => {
  const SHELLS: readonly (readonly [string, readonly string[], string])[] = [
    ['bash', ['--norc', '--noprofile', '-i'], 'source <(cgw completion bash)'],
    ['zsh', ['-f', '-i'], 'autoload -U compinit && compinit -u && source <(cgw completion zsh)'],
    ['fish', ['--no-config', '-i'], 'cgw completion fish | source'],
  ];

  it.each(SHELLS)('%s completes by what this version has', async (shell, args, load) => {
    if (spawnSync(shell, ['-c', 'true']).status !== 0) {
      process.stdout.write(`skipped: ${shell}, which is not installed\n`);
      return;
    }
    const bin = join(person.folder, 'bin');
    await mkdir(bin);
    const program = `#!/bin/sh\nexec '${process.execPath}' '${CGW}' "$@"\n`;
    await writeFile(join(bin, 'cgw'), program, { mode: 0o755 });
    const { shown, missed } = await onTerminal(
      [shell, ...args],
      person.environment({ PATH: `${bin}:${process.env.PATH}`, PS1: 'ready> ', NO_COLOR: '1' }),
      [
        { expect: '[>$#%] ', send: `${load} && echo loa''ded\r` },
        { expect: 'loaded', send: 'cgw -w main agents reg\t' },
        { expect: 'regenerate-token ', send: '--he\t' },
        { expect: '--help', send: '\r' },
        { expect: 'Usage: cgw agents regenerate-token', send: 'exit\r' },
      ],
    );
    expect([missed, shown]).toEqual([[], expect.stringContaining('regenerate-token --help')]);
  });
});
