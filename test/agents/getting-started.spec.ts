/** docs/getting-started.md from its second step to its last, typed in order by one shell on a machine that has nothing. */
import { spawn } from 'node:child_process';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { makePerson, type Person } from '../harness/cgw.js';
import type { CommandResult } from '../harness/command.js';
import { type GrpcWorld, startGrpcWorld } from '../harness/grpc-world.js';
import { startServer, type TestServer } from '../harness/server.js';
import { startUpstream, type Upstream } from '../harness/upstream.js';

jest.setTimeout(240_000);

const ROOT = join(import.meta.dirname, '../..');
const PAGE = join(ROOT, 'docs/getting-started.md');
const HELLO = 'the world says hello';
const CARRIED = { authorization: 'Bearer the-real-key', host: 'api.example.net' };

let upstream: Upstream;
let world: GrpcWorld;
let server: TestServer;
let person: Person;

beforeAll(async () => {
  upstream = await startUpstream();
  upstream.answer = (_request, response) => response.end(`${HELLO}\n`);
  world = await startGrpcWorld(upstream, 'grpc.example.net');
  server = await startServer(world.settings);
  person = await makePerson({});
});
afterAll(async () => {
  await person.close();
  await server.close();
  await world.close();
  await upstream.close();
});

function typed(script: string): Promise<CommandResult> {
  return new Promise((resolve) => {
    const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], {
      cwd: person.folder,
      env: { PATH: `${person.folder}/bin:/usr/bin:/bin`, HOME: person.folder },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const said = { stdout: '', stderr: '' };
    for (const stream of ['stdout', 'stderr'] as const)
      child[stream].setEncoding('utf8').on('data', (piece: string) => (said[stream] += piece));
    child.once('close', (status) => resolve({ status: status ?? -1, ...said }));
  });
}

it('the first hour ends with a call, a gRPC call and a job that carried the credential', async () => {
  const text = await readFile(PAGE, 'utf8');
  const blocks = [...text.matchAll(/^```(.*)\n([^]*?)^```$/gm)].map(([, kind = '', block = '']) => ({
    kind,
    block,
  }));
  // Starting the server is what the demo and the specs of its process do.
  expect(blocks.map(({ kind }) => kind.split(' ')[0])).toEqual(expect.arrayContaining(['sh', 'js']));
  expect(blocks.filter(({ kind }) => kind === 'sh server')).toHaveLength(1);
  await mkdir(join(person.folder, 'bin'));
  await symlink(process.execPath, join(person.folder, 'bin/node'));
  await symlink(join(ROOT, 'node_modules'), join(person.folder, 'node_modules'));
  for (const { kind, block } of blocks)
    if (kind.startsWith('js ')) await writeFile(join(person.folder, kind.slice('js '.length)), block);
  const script = blocks
    .filter(({ kind }) => kind === 'sh')
    .map(({ block }) => block)
    .join('\necho\n')
    .replaceAll('http://localhost:10254', server.apiUrl)
    .replaceAll('localhost:10255', new URL(server.gatewayUrl).host);
  const { status, stdout, stderr } = await typed(script);
  expect([status, stdout, stderr]).toEqual([
    0,
    expect.stringContaining('ada@example.com'),
    expect.anything(),
  ]);
  expect(stdout.match(/the world says hello|hello, agent/g)).toEqual([HELLO, 'hello, agent', HELLO]);
  expect(upstream.seen.map(({ headers }) => headers)).toEqual([
    expect.objectContaining(CARRIED),
    expect.objectContaining(CARRIED),
  ]);
  expect(world.seen.map((metadata) => metadata.get('authorization'))).toEqual([[CARRIED.authorization]]);
  expect(stdout + stderr).not.toContain('the-real-key');
});
