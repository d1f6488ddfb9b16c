/**
 * Every page of docs/agents as it stands: what a block says is typed, with this server in place of the one it names and
 * stand-ins in place of programs that come from elsewhere. The real ones are what `npm run agents` is for.
 */
import { spawn } from 'node:child_process';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { parse } from 'yaml';
import { CERTIFICATE_VARIABLES } from '../../src/domain/agents/certificate-variables.js';
import { type Owner, signUpOwner } from '../harness/people/accounts.js';
import { createSecret, grant } from '../harness/clients/agent.js';
import { api } from '../harness/clients/client.js';
import { makePerson, type Person } from '../harness/server/cgw.js';
import type { CommandResult } from '../harness/server/command.js';
import { startServer, type TestServer } from '../harness/server/server.js';
import { startUpstream, type Upstream } from '../harness/upstreams/upstream.js';

jest.setTimeout(240_000);

const PAGES = join(import.meta.dirname, '../../docs/agents');
const HOST = 'api.world.test';
const SECRET = 'sk-live-page-that-no-agent-sees';
const HELLO = 'the world says hello';
const ASKING = `curl -sS https://${HOST}/hello`;
/** What people have installed and tests have not: each asks a real address, and says with what. */
const ELSEWHERE = ['claude', 'codex', 'gemini', 'opencode', 'aider', 'cursor-agent', 'python'];
/** Asks, and looks for the key in every process, as an agent of a job could. */
const AGENT = `
import { readdirSync, readFileSync } from 'node:fs';
const text = (path) => { try { return readFileSync(path, 'latin1'); } catch { return ''; } };
const key = text(process.env.KEY_TO_LOOK_FOR);
const seen = readdirSync('/proc').filter((pid) => /^\\d+$/.test(pid))
  .filter((pid) => text('/proc/' + pid + '/environ').includes(key) || text('/proc/' + pid + '/cmdline').includes(key));
console.log(await (await fetch('https://${HOST}/hello')).text(), 'key in', seen.length, 'processes');
`;

interface EnvVariable {
  name: string;
}

interface Block {
  page: string;
  language: string;
  text: string;
}

let upstream: Upstream;
let server: TestServer;
let owner: Owner;
let person: Person;
let gateway: string;
let blocks: Block[];
let bin: string;

beforeAll(async () => {
  upstream = await startUpstream();
  server = await startServer(upstream.settings);
  owner = await signUpOwner(server);
  gateway = new URL(server.gatewayUrl).host;
  const { body: agent } = await api(server).as(owner.apiKey).get('/v1/agents/default');
  const { body: ci } = await api(server)
    .as(owner.apiKey)
    .post('/v1/agents', { name: 'Jobs', identifier: 'ci' });
  const secret = await createSecret(owner, {
    hostPattern: HOST,
    value: SECRET,
    injectionConfig: { headerName: 'authorization', valueFormat: 'Bearer {value}' },
  });
  for (const id of [agent.id, ci.id]) await grant(owner, id, secret);
  const pages = (await readdir(PAGES)).filter((name) => name.endsWith('.md'));
  blocks = (await Promise.all(pages.map(blocksOf))).flat();
});
afterAll(async () => {
  await server.close();
  await upstream.close();
});
beforeEach(async () => {
  upstream.reset();
  upstream.answer = (_request, response) => response.end(HELLO);
  person = await makePerson({
    CREDENTIAL_GATEWAY_URL: server.apiUrl,
    CREDENTIAL_GATEWAY_GATEWAY: gateway,
  });
  bin = join(person.folder, 'bin');
  await mkdir(bin);
  await symlink(process.execPath, join(bin, 'node'));
});
afterEach(() => person.close());

async function blocksOf(page: string): Promise<Block[]> {
  const text = await readFile(join(PAGES, page), 'utf8');
  return [...text.matchAll(/^```(\w*)\n([^]*?)^```$/gm)].map(([, language = '', block = '']) => ({
    page,
    language,
    text: block,
  }));
}

const of = (page: string, language: string): string[] =>
  blocks.filter((block) => block.page === page && block.language === language).map(({ text }) => text);

/** The only things that differ from the page: addresses, and the values that a reader fills in. */
function filledIn(text: string): string {
  return text
    .replaceAll(/https:\/\/(gateway\.example\.com|<your gateway>)/g, server.apiUrl)
    .replaceAll(/gateway\.(example\.com|tools):10255/g, gateway);
}

async function program(name: string, body: string): Promise<void> {
  await writeFile(join(bin, name), `#!/bin/sh\n${body}\n`, { mode: 0o755 });
}

/** By the shell that each service uses; no terminal is there. */
function typed(
  script: string,
  env: Readonly<Record<string, string>> = {},
  input = '',
): Promise<CommandResult> {
  return new Promise((resolve) => {
    const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], {
      cwd: person.folder,
      env: person.environment({ PATH: `${bin}:/usr/bin:/bin`, ...env }),
    });
    const said = { stdout: '', stderr: '' };
    for (const stream of ['stdout', 'stderr'] as const)
      child[stream].setEncoding('utf8').on('data', (piece: string) => (said[stream] += piece));
    child.stdin.on('error', () => undefined).end(input);
    child.once('close', (status) => resolve({ status: status ?? -1, ...said }));
  });
}

const carried = expect.objectContaining({ authorization: `Bearer ${SECRET}`, host: HOST });
const arrived = () => upstream.seen.map(({ headers }) => headers);

/** As the first lines of docs/agents/README.md do, on a machine that has nothing. */
async function installed(): Promise<void> {
  const { status, stderr } = await typed(`curl -fsSL '${server.apiUrl}/v1/install/cli' | sh`);
  expect([status, stderr]).toEqual([0, expect.stringContaining('Done, without logging in')]);
  const login = await typed('~/.local/bin/cgw auth login', {}, owner.apiKey);
  expect([login.status, login.stderr]).toEqual([0, '']);
  bin = `${bin}:${join(person.folder, '.local/bin')}`;
}

it('every block of every page is of a kind that is run here', () => {
  expect(blocks.length).toBeGreaterThan(20);
  expect([...new Set(blocks.map(({ language }) => language))].sort()).toEqual(['js', 'python', 'sh', 'yaml']);
});

describe('shell lines', () => {
  const PLACES = ['README.md', 'coding-agents.md', 'python.md', 'javascript.md', 'containers.md'];

  it.each(PLACES)('of %s work as they stand', async (page) => {
    for (const name of ELSEWHERE) await program(name, ASKING);
    await program('docker', ASKING);
    await writeFile(join(person.folder, 'agent.mjs'), AGENT);
    await writeFile(join(person.folder, 'key.txt'), 'sk-of-openai');
    await writeFile(join(person.folder, 'compose.yaml'), of('containers.md', 'yaml')[0] ?? '');
    await installed();
    // Compose is asked what its project is before it is started.
    await writeFile(
      join(person.folder, 'bin/docker'),
      `#!/bin/sh\ncase "$*" in *"config --format json") echo '{"services":{"agent":{"image":"my-agent"}}}' ;; *) env | grep -c '^HTTPS_PROXY=' ;; esac\n`,
      { mode: 0o755 },
    );
    const lines = of(page, 'sh')
      .flatMap((text) => filledIn(text).split('\n'))
      .filter((line) => line !== '');
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) {
      upstream.seen.length = 0;
      const login = line.startsWith('cgw auth login');
      const { status, stdout, stderr } = await typed(line, {}, login ? owner.apiKey : '');
      const check = line.includes('--check');
      // In this world an upstream answers for every name, also for the one that the gateway itself would answer for.
      expect([line, status, check ? '' : stderr]).toEqual([line, check ? 1 : 0, expect.anything()]);
      if (!/^(\w+=\S+ )?cgw run/.test(line) || check) continue;
      if (line.includes('docker')) expect([line, stdout.trim()]).toEqual([line, '1']);
      else expect([line, stdout, arrived()]).toEqual([line, expect.stringContaining(HELLO), [carried]]);
    }
  });
});

describe('jobs of ci.md (R61)', () => {
  interface Step {
    run?: string;
    env?: Record<string, string>;
  }

  beforeEach(async () => {
    await writeFile(join(person.folder, 'agent.mjs'), AGENT);
    // Read by the agent from a file, since its own variables are looked at.
    await writeFile(join(person.folder, 'looked-for'), owner.apiKey);
  });

  const job = (): Record<string, string> => ({
    CI: 'true',
    KEY_TO_LOOK_FOR: join(person.folder, 'looked-for'),
    RUNNER_TEMP: person.folder,
    GITHUB_PATH: join(person.folder, 'github-path'),
  });
  const LAST = `${HELLO} key in 0 processes\n`;

  it('GitHub Actions: every step, and the agent finds the key in no process', async () => {
    const workflow = parse(filledIn(of('ci.md', 'yaml')[0]!)) as {
      jobs: { agent: { env: Record<string, string>; steps: Step[] } };
    };
    const { env, steps } = workflow.jobs.agent;
    let last: CommandResult | undefined;
    for (const step of steps) {
      if (step.run === undefined) continue;
      const added = await readFile(job()['GITHUB_PATH']!, 'utf8').catch(() => '');
      const secrets = Object.entries(step.env ?? {}).map(([name, value]) => [
        name,
        value.replace('${{ secrets.CREDENTIAL_GATEWAY_API_KEY }}', owner.apiKey),
      ]);
      const PATH = `${added.trim()}:${bin}:/usr/bin:/bin`;
      last = await typed(step.run, { ...job(), ...env, ...Object.fromEntries(secrets), PATH });
      expect([step.run, last.status, last.stderr]).toEqual([step.run, 0, expect.anything()]);
    }
    expect([last!.stdout, arrived()]).toEqual([LAST, [carried]]);
    expect((await readdir(person.folder)).includes('key')).toBe(false);
  });

  it('GitLab CI: all of its script, in one shell', async () => {
    const { agent } = parse(filledIn(of('ci.md', 'yaml')[1]!)) as {
      agent: { variables: Record<string, string>; before_script: string[]; script: string[] };
    };
    const file = join(person.folder, 'gitlab-file');
    await writeFile(file, owner.apiKey);
    const { GITHUB_PATH: _, ...env } = job();
    const { status, stdout, stderr } = await typed([...agent.before_script, ...agent.script].join('\n'), {
      ...env,
      ...agent.variables,
      CREDENTIAL_GATEWAY_API_KEY_FILE: file,
    });
    expect([status, stdout, stderr]).toEqual([
      0,
      LAST,
      expect.stringContaining('API key of the environment'),
    ]);
    expect(arrived()).toEqual([carried]);
  });

  it('the agent of the page is made as it says', async () => {
    await installed();
    const line = of('ci.md', 'sh')[0]!.replaceAll('ci', 'other-ci');
    expect((await typed(line)).status).toBe(0);
  });
});

describe('kubernetes.md', () => {
  it('a pod that is given what the page makes asks real addresses', async () => {
    const { body: agent } = await api(server).as(owner.apiKey).get('/v1/agents/default');
    // What a secret or a config map would hold, under the name it has there.
    await program(
      'kubectl',
      'for word in "$@"; do case $word in --from-literal=*) echo "${word#--from-literal=*=}" ;; esac; done',
    );
    const typedIn = { AGENT_TOKEN: agent.accessToken, GATEWAY: gateway, API_URL: server.apiUrl };
    const made = await typed(of('kubernetes.md', 'sh')[0]!, typedIn);
    expect([made.status, made.stderr]).toEqual([0, '']);
    const url = made.stdout.trim();
    const pod = parse(of('kubernetes.md', 'yaml')[0]!) as {
      containers: { env: { name: string; value?: string; valueFrom?: unknown }[] }[];
      initContainers: { command: string[] }[];
    };
    const mounted = (text: string): string => text.replaceAll(/\/(?:given|gateway)(?=\/)/g, person.folder);
    const [{ command: [, , roots = ''] } = { command: [] }] = pod.initContainers;
    // Both volumes are one folder here, so the copy is of a file onto itself.
    expect((await typed(mounted(roots).replace(/ && cp .*$/, ''))).status).toBe(0);
    const [{ env } = { env: [] }] = pod.containers;
    const values: Record<string, string> = {};
    for (const { name, value = url } of env)
      values[name] = mounted(value.replace(/\$\((\w+)\)/, (_, other: string) => values[other] ?? ''));
    expect(values).toMatchObject({ HTTP_PROXY: url, no_proxy: expect.stringContaining('localhost') });
    for (const line of [
      ASKING,
      `node -e "fetch('https://${HOST}/hello').then(async (a) => console.log(await a.text()))"`,
      `python3 -c "import urllib.request as u; print(u.urlopen('https://${HOST}/hello').read())"`,
    ]) {
      upstream.seen.length = 0;
      const { stdout, stderr } = await typed(line, values);
      expect([line, stdout, stderr]).toEqual([line, expect.stringContaining(HELLO), '']);
      expect(arrived()).toEqual([carried]);
    }
  });
});

describe('the two pages about pods', () => {
  it('say the same, with every variable that cgw run sets for a certificate', async () => {
    const [page = ''] = of('kubernetes.md', 'yaml');
    const pod = parse(page) as Record<'containers' | 'initContainers' | 'volumes', { env: EnvVariable[] }[]>;
    const [deployment = ''] = await blocksOf('../kubernetes.md').then((found) =>
      found.flatMap(({ text }) => (text.includes('kind: Deployment') ? [text] : [])),
    );
    const { spec } = (parse(deployment) as { spec: { template: { spec: typeof pod } } }).spec.template;
    for (const part of ['initContainers', 'volumes'] as const) expect(spec[part]).toEqual(pod[part]);
    const forPlaceholders = ({ name }: EnvVariable): boolean => name === 'OPENAI_API_KEY';
    const env = pod.containers[0]!.env.filter((variable) => !forPlaceholders(variable));
    expect(spec.containers[0]!.env).toEqual(env);
    expect(env.map(({ name }) => name)).toEqual(expect.arrayContaining([...CERTIFICATE_VARIABLES]));
  });
});

describe('code of the pages', () => {
  it('is JavaScript and Python that parses', async () => {
    const code = blocks.filter(({ language }) => ['js', 'python'].includes(language));
    for (const { language, text } of code) {
      const path = join(person.folder, language === 'js' ? 'code.mjs' : 'code.py');
      await writeFile(path, text);
      const line = language === 'js' ? `node --check '${path}'` : `python3 -m py_compile '${path}'`;
      expect([text, (await typed(line)).stderr]).toEqual([text, '']);
    }
  });
});
