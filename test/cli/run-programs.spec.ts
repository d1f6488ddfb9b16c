/** Programs that look for proxy and certificate in places of their own (07 B12.7), and what is said of them. */
import { execFile, spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type Owner, signUpOwner } from '../harness/people/accounts.js';
import { createSecret, grant } from '../harness/clients/agent.js';
import { api } from '../harness/clients/client.js';
import { CGW, type Circumstances, failureOf, makePerson, type Person } from '../harness/server/cgw.js';
import type { CommandResult } from '../harness/server/command.js';
import { GRPC_HOST, type GrpcWorld, startGrpcWorld } from '../harness/clients/grpc-world.js';
import { startServer, type TestServer } from '../harness/server/server.js';
import { startUpstream, type Upstream } from '../harness/upstreams/upstream.js';

jest.setTimeout(120_000);

const HOST = 'api.world.test';
const SECRET = 'sk-live-17-that-no-agent-sees';
const HELLO = 'the world says hello';
const URL_OF_HELLO = `https://${HOST}/hello`;
/** That does not know the gateway's authority: what a company's own settings often name. */
const SYSTEM_BUNDLE = '/etc/ssl/certs/ca-certificates.crt';

let upstream: Upstream;
let world: GrpcWorld;
let server: TestServer;
let owner: Owner;
let person: Person;
let gateway: string;

beforeAll(async () => {
  upstream = await startUpstream();
  world = await startGrpcWorld(upstream);
  server = await startServer(world.settings);
  owner = await signUpOwner(server);
  gateway = new URL(server.gatewayUrl).host;
  const { body: agent } = await api(server).as(owner.apiKey).get('/v1/agents/default');
  const secret = await createSecret(owner, {
    hostPattern: '*.world.test',
    value: SECRET,
    injectionConfig: { headerName: 'authorization', valueFormat: 'Bearer {value}' },
  });
  await grant(owner, agent.id, secret);
});
afterAll(async () => {
  await server.close();
  await world.close();
  await upstream.close();
});
beforeEach(async () => {
  upstream.reset();
  upstream.answer = (_request, response) => response.end(HELLO);
  person = await makePerson({
    CREDENTIAL_GATEWAY_URL: server.apiUrl,
    CREDENTIAL_GATEWAY_API_KEY: owner.apiKey,
  });
});
afterEach(() => person.close());

const run = (args: readonly string[], circumstances?: Circumstances): Promise<CommandResult> =>
  person.cgw(['run', '--gateway', gateway, ...args], circumstances);

const execute = promisify(execFile);

/** Whether a program is here; says so where it is not, since what it would prove is not proved then. */
async function isHere(program: string, args: readonly string[] = ['--version']): Promise<boolean> {
  const found = await execute(program, args).then(
    () => true,
    () => false,
  );
  if (!found) process.stdout.write(`skipped: ${program}, which is not installed\n`);
  return found;
}

async function written(name: string, content: string, mode = 0o644): Promise<string> {
  const path = join(person.folder, name);
  await writeFile(path, content, { mode });
  return path;
}

const carried = { authorization: `Bearer ${SECRET}`, host: HOST };

describe('places of their own (07 B12.7)', () => {
  it('a gRPC library finds proxy and certificate, and the credential is put in', async () => {
    const program = join(import.meta.dirname, '../harness/clients/grpc-agent.mjs');
    const result = await run(['--', process.execPath, program]);
    expect([result.status, result.stdout, result.stderr]).toEqual([0, 'hello, agent\n', '']);
    expect(world.seen.map((metadata) => metadata.get('authorization'))).toEqual([[`Bearer ${SECRET}`]]);
    expect(GRPC_HOST).toBe('grpc.world.test');
  });

  it('npm whose npmrc names another authority trusts the gateway nevertheless', async () => {
    await written('.npmrc', `cafile=${SYSTEM_BUNDLE}\nfetch-retries=0\nupdate-notifier=false\n`);
    upstream.answer = (_request, response) =>
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ name: 'left', 'dist-tags': { latest: '7.1.0' }, versions: { '7.1.0': {} } }));
    const line = ['--', 'npm', 'view', 'left', 'dist-tags.latest', `--registry=https://${HOST}/`];
    const result = await run(line, { cwd: person.folder, env: { NPM_CONFIG_CAFILE: SYSTEM_BUNDLE } });
    expect([result.status, result.stdout.trim(), result.stderr]).toEqual([0, '7.1.0', expect.anything()]);
    expect(upstream.seen[0]!.headers).toMatchObject(carried);
  });

  it('pip whose settings name another authority trusts the gateway nevertheless', async () => {
    if (!(await isHere('python3', ['-m', 'pip', '--version']))) return;
    const config = await written('pip.conf', `[global]\ncert = ${SYSTEM_BUNDLE}\nretries = 0\n`);
    upstream.answer = (_request, response) => response.writeHead(404).end();
    const index = `https://${HOST}/simple`;
    const line = ['--', 'python3', '-m', 'pip', 'download', '--no-deps', '-i', index, 'left-7'];
    await run(line, { env: { PIP_CONFIG_FILE: config, PIP_DISABLE_PIP_VERSION_CHECK: '1' } });
    expect(upstream.seen[0]).toMatchObject({ url: '/simple/left-7/', headers: carried });
  });

  it('GNU Wget asks a real address, with the settings that the person has', async () => {
    if (!(await isHere('wget'))) return;
    await written('.wgetrc', 'header = X-Of-The-Person: yes\nca_certificate = /none\n');
    const line = ['--', 'wget', '--quiet', '-O', '-', URL_OF_HELLO];
    // As from the person's shell, and as in a run within a run.
    for (const WGETRC of ['', join(person.folder, 'gateway/wgetrc')]) {
      const result = await run(line, { env: { WGETRC } });
      expect([result.stderr, result.stdout]).toEqual(['', HELLO]);
      expect(upstream.only().headers).toMatchObject({ ...carried, 'x-of-the-person': 'yes' });
    }
  });

  it('curl in PHP asks a real address, with what PHP is set up with', async () => {
    if (!(await isHere('php'))) return;
    const program = `$c = curl_init('${URL_OF_HELLO}'); curl_setopt($c, CURLOPT_RETURNTRANSFER, 1);
      $a = curl_exec($c); echo $a === false ? curl_error($c) : $a;`;
    const result = await run(['--', 'php', '-r', program]);
    expect([result.stderr, result.stdout]).toEqual(['', HELLO]);
    expect(upstream.only().headers).toMatchObject(carried);
  });

  it('containers are told of every one of them, at the certificate that is mounted', async () => {
    await written('docker', '#!/bin/sh\nenv\n', 0o755);
    const env = { PATH: `${person.folder}:${process.env.PATH}` };
    const { stdout } = await run(['--', 'docker', 'run', 'image'], { env });
    for (const name of ['GRPC_DEFAULT_SSL_ROOTS_FILE_PATH', 'npm_config_cafile', 'DENO_CERT', 'PIP_CERT'])
      expect(stdout.split('\n')).toContain(`${name}=/tmp/credential-gateway-ca.pem`);
  });
});

describe('what is said of a program (07 B12.11)', () => {
  it('that no Anthropic credential is there is said to programs that would use one, and to no other', async () => {
    expect((await run(['--', 'curl', '-sS', URL_OF_HELLO])).stderr).toBe('');
    await written('claude', '#!/bin/sh\nexit 0\n', 0o755);
    const env = { PATH: `${person.folder}:${process.env.PATH}` };
    expect((await run(['--', 'claude'], { env })).stderr).toContain('No Anthropic credential');
  });

  it('--check of a Node.js whose fetch ignores proxies says that, without a stack', async () => {
    // As Node.js 20 does: it knows no such variable.
    const body = `#!/bin/sh\nunset NODE_USE_ENV_PROXY\nexec '${process.execPath}' "$@"\n`;
    const result = await run(['--check', '--', await written('node', body, 0o755)]);
    const { error, action } = failureOf(result);
    expect([result.status, error]).toEqual([
      1,
      expect.stringMatching(/^node did not reach the gateway: (ENOTFOUND|EAI_AGAIN) \(v\d+\.\d+\.\d+\)$/),
    ]);
    expect(action).toMatch(/ignores proxy settings. Use Node\.js 24/);
  });

  it('--check that does not trust the certificate says so, and one that reaches no gateway where to name it', async () => {
    const bare = await run(['--check', '--no-ca', '--', 'curl']);
    expect(failureOf(bare).action).toContain('--no-ca');
    const far = await person.cgw(['run', '--gateway', '127.0.0.1:9', '--check', '--', 'curl']);
    expect(JSON.parse(far.stderr.trim().split('\n').at(-1)!)).toMatchObject({
      action: 'cgw config set gateway <host:port>',
    });
  });
});

describe('standard input that does not wait', () => {
  it('a value on a pipe that is still empty is waited for, also where a Node.js parent made it not to wait', async () => {
    // What both share is made not to wait by whichever looks at it.
    const parent = `const { spawn } = require('node:child_process');
      const child = spawn(process.execPath, ${JSON.stringify([CGW, 'auth', 'login'])}, { stdio: 'inherit' });
      process.stdin.unref();
      child.once('exit', (status) => process.exit(status));`;
    const child = spawn(process.execPath, ['-e', parent], {
      env: person.environment({ CREDENTIAL_GATEWAY_API_KEY: '' }),
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (piece: string) => (said += piece));
    const ended = new Promise((resolve) => child.once('close', resolve));
    setTimeout(() => child.stdin.end(`${owner.apiKey}\n`), 1_500);
    expect([await ended, said]).toEqual([0, expect.stringContaining(owner.email)]);
  });
});
