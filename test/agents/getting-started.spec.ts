/** docs/getting-started.md from its second step to its last, typed in order by one shell on a machine that has nothing. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { makePerson, type Person } from '../harness/server/cgw.js';
import type { CommandResult } from '../harness/server/command.js';
import { type GrpcWorld, startGrpcWorld } from '../harness/clients/grpc-world.js';
import { type NameServer, startNameServer } from '../harness/sign-on/name-server.js';
import { PROVIDER, RealProvider } from '../harness/sign-on/openid-provider.js';
import { startServer, type TestServer } from '../harness/server/server.js';
import { atSso, personOf, startSignIn } from '../harness/sign-on/sign-on.js';
import { trusting } from '../harness/server/stands.js';
import { startUpstream, type Upstream } from '../harness/upstreams/upstream.js';

jest.setTimeout(240_000);

const ROOT = join(import.meta.dirname, '../..');
const PAGE = join(ROOT, 'docs/getting-started.md');
const HELLO = 'the world says hello';
const CARRIED = { authorization: 'Bearer the-real-key', host: 'api.example.net' };

let upstream: Upstream;
let world: GrpcWorld;
let provider: RealProvider;
let trusted: Awaited<ReturnType<typeof trusting>>;
let names: NameServer;
let server: TestServer;
let person: Person;

beforeAll(async () => {
  upstream = await startUpstream();
  world = await startGrpcWorld(upstream, 'grpc.example.net');
  trusted = await trusting(upstream);
  names = await startNameServer();
  server = await startServer({
    ...trusted.settings,
    // The gateway trusts the world as it is; calls to the identity provider check its certificate.
    ...world.settings,
    // The page says when; all before needs no licence and does not mind one.
    ENTERPRISE_ENABLED: 'true',
    DNS_RESOLVERS: names.address,
  });
  person = await makePerson({});
  names.records = new PublishedRecords();
  upstream.answer = (request, response, seen) => {
    if (seen.host !== new URL(PROVIDER.issuer).host) return response.end(`${HELLO}\n`);
    const { redirectUri } = left<{ oidc: { redirectUri: string } }>('service-provider.json').oidc;
    provider = new RealProvider(upstream, redirectUri);
    return upstream.answer(request, response, seen);
  };
});
afterAll(async () => {
  await person.close();
  await server.close();
  await names.close();
  await trusted.close();
  await world.close();
  await upstream.close();
});

/** What a command of the page wrote into a file. */
function left<T>(file: string): T {
  return JSON.parse(readFileSync(join(person.folder, file), 'utf8')) as T;
}

/** The person publishes the record of the page as soon as it is printed. */
class PublishedRecords extends Map<string, string[][]> {
  override get(name: string): string[][] | undefined {
    const { txtRecords } = left<{ txtRecords: { name: string; value: string }[] }>('domain.json');
    const values = txtRecords.filter((record) => record.name === name).map(({ value }) => [value]);
    return values.length === 0 ? undefined : values;
  }
}

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

it('the first hour ends with a call, a gRPC call and a job that carried the credential, and single sign-on', async () => {
  const text = await readFile(PAGE, 'utf8');
  const blocks = [...text.matchAll(/^```(.*)\n([^]*?)^```$/gm)].map(([, kind = '', block = '']) => ({
    kind,
    block,
  }));
  // Starting the server is what the demo and the specs of its process do; packages come from elsewhere.
  expect(blocks.map(({ kind }) => kind.split(' ')[0])).toEqual(expect.arrayContaining(['sh', 'js']));
  expect(blocks.filter(({ kind }) => kind.startsWith('sh ')).map(({ kind }) => kind)).toEqual([
    'sh server',
    'sh packages',
    'sh licensed',
  ]);
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
    .replaceAll('https://id.example.com', PROVIDER.issuer)
    .replaceAll('credential-gateway"', `${PROVIDER.clientId}"`)
    .replaceAll('the-client-secret', PROVIDER.clientSecret)
    .replaceAll('localhost:10255', new URL(server.gatewayUrl).host);
  const { status, stdout, stderr } = await typed(script);
  expect([status, stdout, stderr]).toEqual([
    0,
    expect.stringContaining('ada@example.com'),
    expect.anything(),
  ]);
  expect(stdout.match(/the world says hello|hello, agent/g)).toEqual([HELLO, 'hello, agent', HELLO]);
  expect(upstream.seen.filter(({ host }) => host === CARRIED.host).map(({ headers }) => headers)).toEqual([
    expect.objectContaining(CARRIED),
    expect.objectContaining(CARRIED),
  ]);
  expect(world.seen.map((metadata) => metadata.get('authorization'))).toEqual([[CARRIED.authorization]]);
  expect(stdout + stderr).not.toContain('the-real-key');
  expect(stdout).toContain('"ok":true');
  const { pathname } = new URL(stdout.trim().split('\n').at(-1)!);
  const [, , , , organization = ''] = pathname.split('/');
  const { url, browser } = await startSignIn(server, organization, { login_hint: 'ada@example.com' });
  const answered = await provider.consent(url);
  const arrived = await browser.get(`${atSso(organization, 'callback')}?${answered.toString()}`);
  expect(await personOf(server, arrived)).toMatchObject({ email: 'ada@example.com' });
});
