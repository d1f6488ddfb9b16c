/** R63: what a runner touches stays inside the agent's home, whatever links the agent's programs make there. */
import { createHash } from 'node:crypto';
import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { AgentFolder } from '../../cli/src/runner/agents/agent-folder.js';
import type { RunnerApi } from '../../cli/src/runner/reports/runner-api.js';

// What the build of the program fills in.
Object.assign(globalThis, { CLI_VERSION: '0.0.0' });
const { AgentFolder: Folder } = await import('../../cli/src/runner/agents/agent-folder.js');
const { HomeFolder } = await import('../../cli/src/runner/agents/home-folder.js');
const { RunnerApi: Api } = await import('../../cli/src/runner/reports/runner-api.js');

const SECRET = 'what another agent remembers';
const UPLOAD = Buffer.from('an attachment');
const ATTACHMENT = '11111111-1111-4111-8111-111111111111';

let server: Server;
let api: RunnerApi;
let files: { path: string; content: string }[];
let base: string;
let root: string;
let outside: string;
let folder: AgentFolder;

beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url!.includes('/attachments/')) return void response.end(UPLOAD);
    response.setHeader('etag', `"${Math.random()}"`);
    response.end(JSON.stringify({ files, generation: 1 }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  api = new Api(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 'token');
});
afterAll(() => {
  api.close();
  server.close();
});

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'homes-'));
  root = join(base, 'agents', 'one');
  outside = join(base, 'agents', 'two');
  mkdirSync(join(outside, 'memories'), { recursive: true });
  writeFileSync(join(outside, 'memories', 'secret.md'), SECRET);
  files = [];
  folder = new Folder(root, 'one');
});

const inHome = (...path: string[]): string => join(root, 'home', ...path);
const sync = (): Promise<void> => folder.sync(api, 'compute');
const receive = (path: string): Promise<void> =>
  folder.receive(api, [
    {
      id: ATTACHMENT,
      path,
      sizeBytes: UPLOAD.length,
      sha256: createHash('sha256').update(UPLOAD).digest('hex'),
    } as Parameters<AgentFolder['receive']>[1][number],
  ]);
function expectUntouched(): void {
  expect(readdirSync(outside)).toEqual(['memories']);
  expect(readdirSync(join(outside, 'memories'))).toEqual(['secret.md']);
  expect(readFileSync(join(outside, 'memories', 'secret.md'), 'utf8')).toBe(SECRET);
}

describe('memories of an agent', () => {
  it('are read from its own folder, and from plain files that have no other name', () => {
    mkdirSync(inHome('memories'));
    writeFileSync(inHome('memories', 'mine.md'), 'mine');
    symlinkSync(join(outside, 'memories', 'secret.md'), inHome('memories', 'linked.md'));
    linkSync(join(outside, 'memories', 'secret.md'), inHome('memories', 'hard.md'));
    mkdirSync(inHome('memories', 'folder.md'));
    writeFileSync(inHome('memories', 'large.md'), Buffer.alloc(1_048_577, 'x'));
    expect(folder.changedMemories()).toEqual([{ key: 'mine', text: 'mine' }]);
  });

  it.each([
    ['the folder', () => symlinkSync(join(outside, 'memories'), inHome('memories'))],
    ['the home', () => (rmSync(inHome(), { recursive: true }), symlinkSync(outside, inHome()))],
    [
      'the folder, by another link',
      () => {
        symlinkSync(outside, inHome('a'));
        symlinkSync('a/memories', inHome('memories'));
      },
    ],
  ])('are none where %s is a link', (_what, link) => {
    link();
    expect(folder.changedMemories()).toEqual([]);
  });

  it('are never those of another while links are put in place and taken away', async () => {
    mkdirSync(inHome('memories'));
    writeFileSync(inHome('memories', 'secret.md'), 'mine');
    const program = `const { renameSync, symlinkSync } = require('node:fs');
      const [home, outside] = require('node:worker_threads').workerData;
      symlinkSync(outside, home + '/link');
      for (;;) {
        renameSync(home + '/memories', home + '/away');
        renameSync(home + '/link', home + '/memories');
        renameSync(home + '/memories', home + '/link');
        renameSync(home + '/away', home + '/memories');
      }`;
    const worker = new Worker(program, { eval: true, workerData: [inHome(), join(outside, 'memories')] });
    await new Promise((resolve) => worker.once('online', resolve));
    const seen = new Set<string>();
    for (let round = 0; round < 3_000; round += 1)
      for (const { text } of folder.changedMemories()) seen.add(text);
    await worker.terminate();
    expect([...seen]).not.toContain(SECRET);
    expectUntouched();
  });
});

describe('what the server writes into a home', () => {
  const written = { path: 'memories/secret.md', content: 'from the server' };

  it.each([
    [
      'the file',
      () => (
        mkdirSync(inHome('memories')),
        symlinkSync(join(outside, 'memories', 'secret.md'), inHome('memories', 'secret.md'))
      ),
    ],
    ['the folder', () => symlinkSync(join(outside, 'memories'), inHome('memories'))],
    ['the home', () => (rmSync(inHome(), { recursive: true }), symlinkSync(outside, inHome()))],
    [
      'the file that is remembered',
      () => symlinkSync(join(outside, 'memories', 'secret.md'), join(root, 'home.json')),
    ],
  ])('takes the place of %s where that is a link', async (_what, link) => {
    link();
    files = [written];
    await sync();
    expect(readFileSync(inHome('memories', 'secret.md'), 'utf8')).toBe(written.content);
    expect(lstatSync(inHome('memories')).isSymbolicLink()).toBe(false);
    expectUntouched();
  });

  it('is removed from the home alone, when the folder has become a link', async () => {
    files = [written, { path: 'skills/a/SKILL.md', content: 'x' }];
    await sync();
    rmSync(inHome('memories'), { recursive: true });
    symlinkSync(join(outside, 'memories'), inHome('memories'));
    files = [];
    await sync();
    expect(existsSync(inHome('skills/a/SKILL.md'))).toBe(false);
    expectUntouched();
  });

  it('is an attachment in a folder of its own, never behind a link', async () => {
    symlinkSync(outside, inHome('attachments'));
    await receive('attachments/turn/a.txt');
    expect(readFileSync(inHome('attachments/turn/a.txt'), 'utf8')).toBe(String(UPLOAD));
    rmSync(inHome('attachments/turn/a.txt'));
    symlinkSync(join(outside, 'memories', 'secret.md'), inHome('attachments/turn/a.txt'));
    await receive('attachments/turn/a.txt');
    expect(readFileSync(inHome('attachments/turn/a.txt'), 'utf8')).toBe(String(UPLOAD));
    expectUntouched();
  });

  it.each(['../two/memories/secret.md', 'a/../../two/x', '..', '', '/', 'a\\b', 'a\0b'])(
    'is refused under the name %j',
    async (path) => {
      files = [{ path, content: 'x' }];
      await expect(sync()).rejects.toThrow();
      await expect(receive(path)).rejects.toThrow();
      expectUntouched();
    },
  );

  it('goes with the agent, and what links lead to stays', () => {
    symlinkSync(outside, inHome('link'));
    folder.remove();
    expect(existsSync(root)).toBe(false);
    expectUntouched();
  });

  it('is beside the home as well, where links stood', () => {
    symlinkSync(outside, join(root, 'files'));
    const env = folder.environmentOf(
      {
        name: 'An agent',
        instructions: null,
        harness: null,
        model: 'a-model',
        effort: null,
        env: { CA: '/ca/root.pem' },
        files: [{ path: '/ca/root.pem', content: 'pem' }],
        warnings: [],
      },
      { origin: 'http://127.0.0.1' },
    );
    expect(readFileSync(env['CA']!, 'utf8')).toBe('pem');
    expectUntouched();
  });
});

describe('an open folder', () => {
  it('stays the same one when its name becomes a link', () => {
    const home = HomeFolder.open(inHome());
    mkdirSync(inHome('a'));
    home.within(['a'], (inside) => {
      renameSync(inHome('a'), inHome('b'));
      symlinkSync(outside, inHome('a'));
      inside.write('x', 'here');
    });
    home.close();
    expect(readFileSync(inHome('b', 'x'), 'utf8')).toBe('here');
    expectUntouched();
  });
});
