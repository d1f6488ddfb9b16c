import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PASSWORD } from '../harness/people/accounts.js';
import { api } from '../harness/clients/client.js';
import { interruptStart, startServerProcess } from '../harness/server/server-process.js';

let dataDir: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'cg-first-words-'));
});

afterAll(() => rm(dataDir, { recursive: true, force: true }));

describe('what the server says once it is ready', () => {
  it('names the call that makes the first account, and later where to sign in', async () => {
    const first = await startServerProcess(dataDir, { BOOTSTRAP_TOKEN: 'a-setup-token-of-the-operator' });
    const [, path, example] =
      /curl -X POST http:\/\/[^/]+(\S+) \\\n\s+-d '(\{.*\})'/.exec(first.output()) ?? [];
    expect(first.output()).not.toContain('a-setup-token-of-the-operator');
    expect(first.output()).toMatch(/Management API .*\/docs\)$/m);
    expect(first.output()).toMatch(/Gateway {10}http:\/\/127\.0\.0\.1:\d+$/m);
    const body = { ...JSON.parse(example!), password: PASSWORD, setupToken: 'a-setup-token-of-the-operator' };
    expect(JSON.parse(example!)).toHaveProperty('setupToken');
    expect((await api({ apiUrl: first.apiUrl }).post(path!, body)).status).toBe(201);
    expect(first.output()).not.toContain('setup token');
    await first.stop();

    const second = await startServerProcess(dataDir, {
      GATEWAY_API_URL: 'https://gateway.example.test',
      API_BIND: '0.0.0.0',
    });
    expect(second.output()).not.toContain('first account');
    expect(second.output()).toContain(`Open ${second.apiUrl} in a browser to sign in.`);
    // R47: the address of this machine is not all that is listened on.
    expect(second.output()).toMatch(/Management API .*\(other machines reach it, too\)$/m);
    expect(second.output()).toMatch(/Gateway {10}https:\/\/gateway\.example\.test$/m);
    await second.stop();
  }, 120_000);

  it('R47 shows the token for other machines where none is set, until there is an account', async () => {
    const ownDir = await mkdtemp(join(tmpdir(), 'cg-first-token-'));
    try {
      const first = await startServerProcess(ownDir);
      const [, token] = /needs the setup token:\s+([0-9a-f]{32})\n/.exec(first.output()) ?? [];
      const elsewhere = api({ apiUrl: first.apiUrl }).with({ 'x-forwarded-for': '203.0.113.5' });
      const person = { name: 'Ada', email: 'ada@example.test', password: PASSWORD };
      expect((await elsewhere.post('/v1/instance/bootstrap', person)).status).toBe(403);
      const made = await elsewhere.post('/v1/instance/bootstrap', { ...person, setupToken: token });
      expect(made.status).toBe(201);
      await first.stop();
      const second = await startServerProcess(ownDir);
      expect(second.output()).not.toContain('setup token');
      await second.stop();
    } finally {
      await rm(ownDir, { recursive: true, force: true });
    }
  }, 120_000);
});

/** Mail, SAML, traces, Redis, 1Password and a gateway elsewhere (ADR 49). */
const NOT_AT_FIRST = [
  ...['nodemailer', '@node-saml/node-saml', 'xml-crypto', '@xmldom/xmldom', 'xpath'],
  ...['@opentelemetry/sdk-trace', 'ioredis', '@1password/sdk', 'http-proxy-middleware'],
];

// Elsewhere a process does not say how it was started.
const onLinux = process.platform === 'linux' ? describe : describe.skip;

onLinux('the process that serves', () => {
  it('is the one that was started, with the settings it needs and those it was given', async () => {
    const server = await startServerProcess(dataDir, {
      NODE_OPTIONS: '--max-old-space-size=300',
      MALLOC_ARENA_MAX: '2',
    });
    const told = async (file: string) =>
      (await readFile(`/proc/${server.pid}/${file}`, 'latin1')).split('\0').filter(Boolean);
    const [flags, environment] = [await told('cmdline'), await told('environ')];
    expect(flags).toContainEqual(expect.stringMatching(/^--max-semi-space-size=(?:8|16|32)$/));
    expect(flags).toContain('--heap-growing-percent=50');
    expect(flags).toContain('--expose-gc');
    expect(flags.filter((flag) => flag.includes('old-space'))).toEqual([]);
    expect(environment).toContain('MALLOC_MMAP_THRESHOLD_=32768');
    expect(environment.filter((entry) => entry.startsWith('MALLOC_ARENA_MAX='))).toEqual([
      'MALLOC_ARENA_MAX=2',
    ]);
    expect(await server.stop()).toBe(0);
  }, 60_000);

  it('has not loaded what nothing in its settings asks for', async () => {
    const list = join(dataDir, 'loaded-modules');
    const preload = new URL('../harness/server/loaded-modules.mjs', import.meta.url);
    const server = await startServerProcess(dataDir, {
      NODE_OPTIONS: `--import=${preload.href}`,
      LOADED_MODULES: list,
    });
    expect(await server.stop()).toBe(0);
    const loaded = await readFile(list, 'utf8');
    expect(loaded).toContain('/dist/server/main.js');
    expect(NOT_AT_FIRST.filter((name) => loaded.includes(`/node_modules/${name}/`))).toEqual([]);
  }, 60_000);
});

describe('a server that is told to end before it is ready', () => {
  let ownDir: string;

  beforeAll(async () => {
    ownDir = await mkdtemp(join(tmpdir(), 'cg-interrupted-'));
  });

  afterAll(() => rm(ownDir, { recursive: true, force: true }));

  const postmaster = () =>
    readFile(join(ownDir, 'postgres', 'postmaster.pid'), 'utf8').then(
      (text) => text.split('\n'),
      () => null,
    );

  it.each<[string, NodeJS.Signals, (lines: string[]) => boolean]>([
    ['its database is made and starts', 'SIGTERM', () => true],
    ['its database starts again', 'SIGINT', () => true],
    ['its database answers', 'SIGTERM', (lines) => lines[7]?.trim() === 'ready'],
  ])(
    'leaves no database behind: while %s',
    async (_when, signal, isMoment) => {
      const { code, output } = await interruptStart(ownDir, signal, async () => {
        const lines = await postmaster();
        return lines !== null && isMoment(lines);
      });
      expect([code, output]).toEqual([0, expect.not.stringContaining('is ready')]);
      expect(await postmaster()).toBeNull();
    },
    120_000,
  );
});
