import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Owner, signUpOwner } from '../../harness/people/accounts.js';
import { type Agent, createAgent, createSecret, grant, revoke } from '../../harness/clients/agent.js';
import { api } from '../../harness/clients/client.js';
import { git, gitBackend, type GitServer, startGitServer } from '../../harness/upstreams/git-server.js';
import { network, publishRules } from '../../harness/policy/rules.js';
import { startServer, type TestServer } from '../../harness/server/server.js';
import { startUpstream, type Upstream } from '../../harness/upstreams/upstream.js';

/** The programs agents really use, as processes of their own with nothing but the usual proxy variables. */
const SECRET = 'sk-live-51-this-value-never-reaches-the-agent';

let server: TestServer;
let upstream: Upstream;
let owner: Owner;
let agent: Agent;
let folder: string;
let ca: string;
let url: string;

beforeAll(async () => {
  upstream = await startUpstream();
  server = await startServer({ ...upstream.settings });
  folder = await mkdtemp(join(tmpdir(), 'cg-main-job-'));
  ca = join(folder, 'ca.pem');
  await writeFile(ca, (await api(server).get('/v1/gateway/ca')).text);
  url = `https://localhost:${upstream.port}/v1/charges?limit=3`;
});

afterAll(async () => {
  await server.close();
  await upstream.close();
  await rm(folder, { recursive: true, force: true });
});

beforeEach(async () => {
  upstream.reset();
  upstream.answer = (_request, response) => response.end('upstream says hello');
  owner = await signUpOwner(server);
  agent = await createAgent(server, owner);
});

function proxy(token = agent.token): string {
  return `http://x:${token}@${new URL(server.gatewayUrl).host}`;
}

interface Run {
  code: number;
  output: string;
}

function run(program: string, args: string[], env: Record<string, string> = {}, cwd = folder): Promise<Run> {
  const environment = { PATH: process.env.PATH, HOME: folder, ...env };
  return new Promise((resolve) => {
    execFile(program, args, { cwd, env: environment }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code ?? 1) : 0, output: stdout + stderr }),
    );
  });
}

interface Program {
  name: string;
  present: boolean;
  get: (token?: string) => Promise<Run>;
}

const has = (program: string): boolean => spawnSync(program, ['--version']).status === 0;

const PROGRAMS: Program[] = [
  {
    name: 'curl',
    present: has('curl'),
    get: (token) =>
      run('curl', ['--verbose', '--fail', '--max-time', '20', '--proxy', proxy(token), '--cacert', ca, url]),
  },
  {
    name: 'curl with the proxy variables',
    present: has('curl'),
    get: (token) =>
      run('curl', ['--silent', '--fail', '--max-time', '20', url], {
        HTTPS_PROXY: proxy(token),
        CURL_CA_BUNDLE: ca,
      }),
  },
  {
    name: 'Node fetch',
    present: true,
    get: (token) =>
      run(process.execPath, ['--input-type=module', '--eval', NODE_SCRIPT, url], {
        HTTPS_PROXY: proxy(token),
        NODE_USE_ENV_PROXY: '1',
        NODE_EXTRA_CA_CERTS: ca,
      }),
  },
  {
    name: 'Python urllib',
    present: has('python3'),
    get: (token) =>
      run('python3', ['-c', PYTHON_SCRIPT, url], { HTTPS_PROXY: proxy(token), SSL_CERT_FILE: ca }),
  },
];

const NODE_SCRIPT = `
  const response = await fetch(process.argv[1]);
  console.log(response.status, JSON.stringify([...response.headers]), await response.text());
  process.exit(response.ok ? 0 : 22);`;

const PYTHON_SCRIPT = `
import sys, urllib.request
with urllib.request.urlopen(sys.argv[1], timeout=20) as response:
    print(response.status, response.headers, response.read().decode())`;

/** Skips only what is not installed, and says so. */
function itWith(present: boolean, what: string): typeof it | typeof it.skip {
  if (!present) console.warn(`skipped: ${what} is not installed`);
  return present ? it : it.skip;
}

async function bearerGrant(): Promise<string> {
  const id = await createSecret(owner, {
    hostPattern: 'localhost',
    value: SECRET,
    injectionConfig: { headerName: 'authorization', valueFormat: 'Bearer {value}' },
  });
  await grant(owner, agent.id, id);
  return id;
}

describe.each(PROGRAMS)('$name through the gateway', ({ name, present, get }) => {
  const test = itWith(present, name);

  test('06-3, 06-T14 the secret arrives, the program never sees it, and the token stays behind', async () => {
    await bearerGrant();
    const { code, output } = await get();
    expect(output).toContain('upstream says hello');
    expect(code).toBe(0);
    const seen = upstream.only();
    expect([seen.scheme, seen.method, seen.url]).toEqual(['https', 'GET', '/v1/charges?limit=3']);
    expect(seen.host).toBe(`localhost:${upstream.port}`);
    expect(seen.headers.authorization).toBe(`Bearer ${SECRET}`);
    expect(seen.rawHeaders.join('\n')).not.toContain(agent.token);
    expect(output).not.toContain(SECRET);
  });

  test('02-18 after the grant is revoked the next request carries nothing', async () => {
    const secret = await bearerGrant();
    await get();
    await revoke(owner, agent.id, secret);
    upstream.seen.length = 0;
    expect((await get()).code).toBe(0);
    expect(upstream.only().headers.authorization).toBeUndefined();
  });

  test('06-1, 06-T4 an unknown token: refused, and the upstream hears nothing', async () => {
    await bearerGrant();
    const { code, output } = await get(`aoc_${'0'.repeat(64)}`);
    expect(code).not.toBe(0);
    expect(output).not.toContain('upstream says hello');
    expect(upstream.seen).toEqual([]);
  });

  test('06-10 a block rule: the program reads the refusal, the upstream hears nothing', async () => {
    await publishRules(
      server,
      { organizationId: owner.organizationId },
      { rules: [{ name: 'No charges', action: 'block', targets: [network('localhost', '/v1/*')] }] },
    );
    expect((await get()).code).not.toBe(0);
    expect(upstream.seen).toEqual([]);
  });
});

describe('git through the gateway', () => {
  const backend = gitBackend();
  const test = itWith(backend !== null, 'git-http-backend');
  const CREDENTIAL = Buffer.from('x-access-token:ghp_never_seen_by_the_agent').toString('base64');
  let repository: GitServer;
  let remote: string;

  beforeAll(async () => {
    if (backend !== null) repository = await startGitServer(backend);
  });

  afterAll(async () => {
    await repository?.remove();
  });

  beforeEach(() => {
    if (backend === null) return;
    remote = `https://localhost:${upstream.port}${repository.path}`;
    // The repository opens for our credential only.
    upstream.answer = (request, response, { body }) => {
      if (request.headers.authorization === `Basic ${CREDENTIAL}`) repository.answer(request, response, body);
      else response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end();
    };
  });

  function gitThrough(...args: string[]): Promise<Run> {
    return run('git', args, {
      HTTPS_PROXY: proxy(),
      GIT_SSL_CAINFO: ca,
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_TERMINAL_PROMPT: '0',
      GIT_CURL_VERBOSE: '1',
      GIT_AUTHOR_NAME: 'Agent',
      GIT_AUTHOR_EMAIL: 'agent@example.test',
      GIT_COMMITTER_NAME: 'Agent',
      GIT_COMMITTER_EMAIL: 'agent@example.test',
    });
  }

  async function grantGit(): Promise<void> {
    const id = await createSecret(owner, {
      hostPattern: 'localhost',
      value: CREDENTIAL,
      injectionConfig: { headerName: 'authorization', valueFormat: 'Basic {value}' },
    });
    await grant(owner, agent.id, id);
  }

  test('06-3 clone and push, with a credential git never had', async () => {
    await grantGit();
    const copy = join(folder, 'copy');
    const cloned = await gitThrough('clone', remote, copy);
    expect(cloned).toMatchObject({ code: 0 });
    expect(await readFile(join(copy, 'README'), 'utf8')).toBe('cloned through the gateway\n');
    // More than git's buffer of 1 MiB, so that the push is chunked.
    await writeFile(
      join(copy, 'large'),
      Buffer.from(Array.from({ length: 2_000_000 }, () => Math.random() * 256)),
    );
    git(copy, 'add', 'large');
    git(copy, 'commit', '--quiet', '--message', 'pushed by the agent');
    const pushed = await gitThrough('-C', copy, 'push', 'origin', 'main');
    expect(pushed).toMatchObject({ code: 0 });
    expect(repository.subjects()).toEqual(['pushed by the agent', 'first']);
    for (const { output } of [cloned, pushed]) expect(output).not.toMatch(/ghp_never|eC1hY2Nlc3M/);
    expect(upstream.seen.map(({ rawHeaders }) => rawHeaders.join('\n')).join('\n')).not.toContain(
      agent.token,
    );
  });

  test('02 example 37 a rule on pushes stops a push at its discovery, and leaves fetches alone', async () => {
    await grantGit();
    await publishRules(
      server,
      { organizationId: owner.organizationId },
      { rules: [{ action: 'block', targets: [network('localhost', '/*/*/git-receive-pack', 'POST')] }] },
    );
    const copy = join(folder, 'read-only');
    expect(await gitThrough('clone', remote, copy)).toMatchObject({ code: 0 });
    upstream.seen.length = 0;
    git(copy, 'commit', '--quiet', '--allow-empty', '--message', 'never arrives');
    const pushed = await gitThrough('-C', copy, 'push', 'origin', 'main');
    expect(pushed.code).not.toBe(0);
    expect(upstream.seen).toEqual([]);
    expect(repository.subjects()).not.toContain('never arrives');
  });

  test('06-T78 without a grant the clone fails with a hint instead of a prompt', async () => {
    const cloned = await gitThrough('clone', remote, join(folder, 'refused'));
    expect(cloned.code).not.toBe(0);
    expect(cloned.output).toMatch(/credential_not_found|access_restricted|40[13]/);
    expect(upstream.seen.map(({ headers }) => headers.authorization)).toEqual(
      upstream.seen.map(() => undefined),
    );
    expect(upstream.seen.length).toBeGreaterThan(0);
  });
});
