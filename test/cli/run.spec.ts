import { execFile, spawn } from 'node:child_process';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { runChild } from '../../cli/src/run/child.js';
import { environmentOf } from '../../cli/src/run/environment.js';
import { OF_OTHER_PROGRAMS } from '../../cli/src/run/not-for-agents.js';
import { CERTIFICATE_VARIABLES } from '../../src/domain/agents/certificate-variables.js';
import { SETTINGS } from '../../src/kernel/config/settings.js';
import { type Owner, signUpOwner } from '../harness/people/accounts.js';
import { createSecret, grant } from '../harness/clients/agent.js';
import { api } from '../harness/clients/client.js';
import { CGW, type Circumstances, failureOf, makePerson, type Person } from '../harness/server/cgw.js';
import { type CommandResult, jsonOf } from '../harness/server/command.js';
import { startServer, type TestServer } from '../harness/server/server.js';
import { until } from '../harness/time/until.js';
import { startUpstream, type Upstream } from '../harness/upstreams/upstream.js';

const HOST = 'api.world.test';
const SECRET = 'sk-live-7-that-no-agent-sees';
const HELLO = 'the world says hello';
/** Go compiles its library once for a machine. */
const FIRST_BUILD_MS = 400_000;
const URL_OF_HELLO = `https://${HOST}/hello`;

let upstream: Upstream;
let server: TestServer;
let owner: Owner;
let person: Person;
let gateway: string;

beforeAll(async () => {
  upstream = await startUpstream();
  server = await startServer(upstream.settings);
  owner = await signUpOwner(server);
  gateway = new URL(server.gatewayUrl).host;
  const { body: agent } = await api(server).as(owner.apiKey).get('/v1/agents/default');
  const secret = await createSecret(owner, {
    hostPattern: HOST,
    value: SECRET,
    injectionConfig: { headerName: 'authorization', valueFormat: 'Bearer {value}' },
  });
  await grant(owner, agent.id, secret);
  // Without one the server warns, and every line on standard error would begin with that.
  const { body: model } = await api(server).as(owner.apiKey).post('/v1/secrets', {
    name: 'model',
    type: 'anthropic',
    value: 'sk-ant-api03-x',
    hostPattern: 'api.anthropic.com',
  });
  await grant(owner, agent.id, model.id);
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
    CREDENTIAL_GATEWAY_API_KEY: owner.apiKey,
  });
});
afterEach(() => person.close());

const run = (args: readonly string[], circumstances?: Circumstances): Promise<CommandResult> =>
  person.cgw(['run', '--gateway', gateway, ...args], circumstances);

const execute = promisify(execFile);

/** Whether a program is here; says so where it is not, since what it would prove is not proved then. */
async function isHere(program: string, args: readonly string[]): Promise<boolean> {
  const found = await execute(program, args).then(
    () => true,
    () => false,
  );
  if (!found) process.stdout.write(`skipped: ${program} ${args.join(' ')}, which is not installed\n`);
  return found;
}

async function written(name: string, content: string, mode = 0o644): Promise<string> {
  const path = join(person.folder, name);
  await writeFile(path, content, { mode });
  return path;
}

const fetching = (expression: string): string[] => [
  '--',
  process.execPath,
  '--no-warnings',
  '-e',
  expression,
];

const GO = `package main
import ("fmt"; "io"; "net/http"; "os")
func main() {
  answer, err := http.Get(os.Args[1])
  if err != nil { fmt.Fprintln(os.Stderr, err); os.Exit(1) }
  body, _ := io.ReadAll(answer.Body)
  fmt.Print(string(body))
}
`;

/** Proxy and authorities are those of the JVM; the token is what a program takes from the variable. */
const JAVA = `import java.net.*;
import java.net.http.*;
public class Hello {
  public static void main(String[] args) throws Exception {
    String[] account = URI.create(System.getenv("HTTPS_PROXY")).getUserInfo().split(":");
    HttpClient client = HttpClient.newBuilder().proxy(ProxySelector.getDefault()).authenticator(new Authenticator() {
      protected PasswordAuthentication getPasswordAuthentication() {
        return new PasswordAuthentication(account[0], account[1].toCharArray());
      }
    }).build();
    System.out.print(client.send(HttpRequest.newBuilder(URI.create(args[0])).build(), HttpResponse.BodyHandlers.ofString()).body());
  }
}
`;

type Prepared = readonly string[] | undefined;
const python = async (module: string): Promise<Prepared> =>
  (await isHere('python3', ['-c', `import ${module}`]))
    ? ['--', 'python3', '-c', `import ${module}; print(${module}.get('${URL_OF_HELLO}').text, end='')`]
    : undefined;

const PROGRAMS: Readonly<Record<string, () => Promise<Prepared>>> = {
  curl: async () => ((await isHere('curl', ['--version'])) ? ['--', 'curl', '-sS', URL_OF_HELLO] : undefined),
  'the fetch of Node': async () =>
    fetching(`fetch('${URL_OF_HELLO}').then(async (a) => process.stdout.write(await a.text()))`),
  'the https of Node': async () =>
    fetching(`require('https').get('${URL_OF_HELLO}', (a) => a.pipe(process.stdout))`),
  "Python's own": async () =>
    (await isHere('python3', ['--version']))
      ? [
          '--',
          'python3',
          '-c',
          `import urllib.request as u; print(u.urlopen('${URL_OF_HELLO}').read().decode(), end='')`,
        ]
      : undefined,
  'Python requests': () => python('requests'),
  'Python httpx': () => python('httpx'),
  Go: async () => {
    if (!(await isHere('go', ['version']))) return undefined;
    const program = join(person.folder, 'hello');
    const env = {
      ...process.env,
      GO111MODULE: 'off',
      GOTOOLCHAIN: 'local',
      GOCACHE: join(tmpdir(), 'cg-go-cache'),
    };
    await execute('go', ['build', '-o', program, await written('hello.go', GO)], { env });
    return ['--', program, URL_OF_HELLO];
  },
  Java: async () =>
    (await isHere('javac', ['-version']))
      ? ['--', 'java', await written('Hello.java', JAVA), URL_OF_HELLO]
      : undefined,
};

describe('programs behind the gateway (07 B12)', () => {
  it.each(Object.entries(PROGRAMS))(
    '%s asks a real address and the credential is put in',
    async (_name, prepare) => {
      const line = await prepare();
      if (line === undefined) return;
      const result = await run(line);
      expect([result.stderr.split('\n').slice(-8), result.stdout]).toEqual([expect.anything(), HELLO]);
      expect(upstream.only().headers).toMatchObject({ authorization: `Bearer ${SECRET}`, host: HOST });
      expect(result.stdout + result.stderr).not.toContain(SECRET);
      // Java tells what options it was given: no token is among them.
      expect(result.stderr).not.toContain('aoc_');
    },
    FIRST_BUILD_MS,
  );

  it('git asks a real address and the credential is put in', async () => {
    if (!(await isHere('git', ['--version']))) return;
    await run(['--', 'git', 'ls-remote', `https://${HOST}/a/repository.git`]);
    expect(upstream.seen[0]).toMatchObject({
      url: '/a/repository.git/info/refs?service=git-upload-pack',
      headers: { authorization: `Bearer ${SECRET}`, 'user-agent': expect.stringMatching(/^git\//) },
    });
  });

  it('tells Java of its store and proxy besides what it was told, and only where there is Java', async () => {
    const java = await written('java', '#!/bin/sh\nexit 0\n', 0o755);
    const env = {
      PATH: `${join(java, '..')}:${process.env.PATH}`,
      JAVA_TOOL_OPTIONS: '-Xmx64m',
      NO_PROXY: '.internal',
    };
    const told = await run(['--', 'sh', '-c', 'echo "$JAVA_TOOL_OPTIONS"'], { env });
    const options = told.stdout.trim().split(' ');
    expect(options).toEqual(
      expect.arrayContaining([
        '-Xmx64m',
        `-Djavax.net.ssl.trustStore=${join(person.folder, 'gateway/ca-trust-store.jks')}`,
        `-Dhttps.proxyPort=${new URL(server.gatewayUrl).port}`,
        '-Dhttp.nonProxyHosts=localhost|127.*|[::1]|*.internal|127.0.0.1',
      ]),
    );
    const none = await run(['--', '/bin/sh', '-c', 'echo "[$JAVA_TOOL_OPTIONS]"'], {
      env: { PATH: person.folder + '/none' },
    });
    expect(none.stdout).toBe('[]\n');
  });

  it.each([
    ['a word', 'not an address'],
    ['a port that is none', 'localhost:x'],
  ])('refuses as the address of a gateway %s', async (_what, given) => {
    const result = await person.cgw(['run', '--gateway', given, '--', 'true']);
    expect([result.status, failureOf(result).error]).toEqual([
      1,
      `"${given}" is not the host:port of a gateway.`,
    ]);
  });

  it('takes the address of the gateway from the older variable, which is a URL', async () => {
    const env = { ONECLI_GATEWAY_URL: `${server.gatewayUrl}/` };
    const { stdout } = await person.cgw(['run', '--', 'sh', '-c', 'echo "$HTTPS_PROXY"'], { env });
    expect(stdout.trim()).toMatch(new RegExp(`@${gateway}$`));
  });

  it('01 §19.5, 07-B12.7 sets the certificate variables that a container gets, and no others', async () => {
    const { body } = await api(server).as(owner.apiKey).get('/v1/container-config');
    const served = namesOf(body.env, body.caCertificateContainerPath);
    const { stdout } = await run(['--', 'node', '-p', 'JSON.stringify(process.env)']);
    const set = JSON.parse(stdout) as Record<string, string>;
    expect(namesOf(set, set['NODE_EXTRA_CA_CERTS']!)).toEqual(served);
    expect(served).toEqual([...CERTIFICATE_VARIABLES].sort());
  });

  const namesOf = (env: Readonly<Record<string, string>>, path: string): string[] =>
    Object.keys(env)
      .filter((name) => env[name] === path)
      .sort();

  it('07-B12.8 without certificates there is none of the caller either, nor one of the server', async () => {
    const names: string[] = [...CERTIFICATE_VARIABLES];
    const env = Object.fromEntries(names.slice(1).map((name) => [name, '/mine.pem']));
    env['SSL_CERT_FILE'] = '/etc/ssl/certs/ca-certificates.crt';
    const { stdout } = await run(['--no-ca', '--', 'node', '-p', 'JSON.stringify(process.env)'], { env });
    expect(Object.keys(JSON.parse(stdout) as object).filter((name) => names.includes(name))).toEqual([]);
    const dry = jsonOf(await run(['--no-ca', '--dry-run', '--', 'node'])).payload.env_injected;
    expect(dry.filter((name: string) => names.includes(name))).toEqual([]);
    expect(dry).toContain('HTTPS_PROXY');
  });
});

describe('what agents are not given (R32)', () => {
  it('every setting that the server declares secret is taken away, or known to be of other programs', () => {
    const secret = Object.entries(SETTINGS).filter(([, { secret }]) => secret);
    const names = secret.flatMap(([name]) => [name, `${name}_FILE`]);
    expect(secret.length).toBeGreaterThan(40);
    const caller = Object.fromEntries(names.map((name) => [name, 'of the server']));
    const proxy = 'http://x:aoc_1@127.0.0.1:1';
    const config = {
      env: { HTTPS_PROXY: proxy, HTTP_PROXY: proxy },
      caCertificate: '',
      caCertificateContainerPath: '/ca',
    };
    const seen = environmentOf(caller, config, { origin: 'http://localhost:1', codexHome: '/' });
    const kept = Object.keys(seen).filter((name) => seen[name] === 'of the server');
    // Of files of proxies there are none but the server's.
    const harmless = ['HTTPS_PROXY_FILE', 'HTTP_PROXY_FILE'];
    const others = OF_OTHER_PROGRAMS.flatMap((name) => [name, `${name}_FILE`]);
    expect(kept.filter((name) => !harmless.includes(name)).sort()).toEqual([...others].sort());
  });

  it.each([
    'OC_DEMO_ACCESS_TOKEN',
    'OC_DEMO_PART_REFRESH_TOKEN',
    'PGPASSFILE',
    'REDIS_PASSWORD_FILE',
    'ONECLI_API_KEY',
  ])('%s is taken away', (name) => {
    const config = { env: {}, caCertificate: '', caCertificateContainerPath: '/ca' };
    const seen = environmentOf({ [name]: 'x', PGP: 'y', MY_SECRET: 'z' }, config, {
      origin: 'http://a',
      codexHome: '/',
    });
    expect([seen[name], seen['MY_SECRET']]).toEqual([undefined, 'z']);
  });
});

describe('signals, statuses and what is left', () => {
  it('every exit status is passed on', async () => {
    for (let status = 0; status < 256; status += 1)
      expect(await runChild('/bin/sh', ['-c', `exit ${status}`], {})).toBe(status);
  });

  it('one that cannot be started at all ends with 126, and says why', async () => {
    const path = await written('no-program', '#!/no/such/interpreter\n', 0o755);
    expect(await run(['--', path])).toMatchObject({
      status: 126,
      stderr: expect.stringContaining(`${path} could not be started (ENOENT).`),
    });
  });

  it('a program that is killed leaves what was there before it', async () => {
    await run(['--', 'true']);
    const before = await filesBelow(person.folder);
    expect((await run(['--', 'sh', '-c', 'kill -9 $$'])).status).toBe(137);
    expect(await filesBelow(person.folder)).toEqual(before);
    expect(before.filter((path) => /tmp|token/.test(path))).toEqual([]);
  });

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR1'] as const)(
    '%s reaches the program',
    async (signal) => {
      const script = `trap 'echo got; exit 9' ${signal.slice(3)}; echo ready; while :; do sleep 0.05; done`;
      const { child, output, ended } = started(['run', '--gateway', gateway, '--', 'sh', '-c', script]);
      await until(() => output().includes('ready'));
      child.kill(signal);
      expect([await ended, output()]).toEqual([9, 'ready\ngot\n']);
    },
  );

  async function filesBelow(folder: string): Promise<string[]> {
    return (await readdir(folder, { recursive: true })).sort();
  }
});

function started(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, [CGW, ...args], { env: person.environment(env) });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (piece: string) => (text += piece));
  return { child, output: () => text, ended: new Promise((resolve) => child.once('exit', resolve)) };
}

/** What would be run, as a stand-in in place of Docker tells it: its arguments, and what it was given. */
describe('containers', () => {
  const STAND_IN = `#!/bin/sh
case "$*" in
  *"config --format json") cat "$PROJECT"; exit \${RESULT:-0} ;;
esac
printf '%s\\n' "$@"
echo "proxy $HTTPS_PROXY"
while [ $# -gt 0 ]; do
  if [ "$1" = --file ]; then cat "$2"; stat -c 'mode %a' "$2"; fi
  shift
done
[ -z "$WAITING" ] || { echo "waiting as $$."; exec sleep 60; }
`;
  const PROJECT = {
    name: 'shop',
    services: {
      web: {
        image: 'web',
        environment: { MODE: 'live', HTTPS_PROXY: 'http://other:1' },
        volumes: [{ type: 'volume', source: 'data', target: '/data' }],
        extra_hosts: ['one:1.2.3.4'],
      },
      db: { image: 'postgres', environment: ['A=1=2', 'B'] },
    },
    volumes: { data: {} },
  };

  async function docker(more: Readonly<Record<string, string>> = {}): Promise<Circumstances> {
    await mkdir(join(person.folder, 'bin'), { recursive: true });
    for (const name of ['docker', 'podman', 'docker-compose']) await written(`bin/${name}`, STAND_IN, 0o755);
    const env = {
      PATH: `${person.folder}/bin:${process.env.PATH}`,
      PROJECT: await written('project', JSON.stringify(PROJECT)),
    };
    return { env: { ...env, ...more } };
  }

  const leftovers = (): Promise<string[]> =>
    readdir(join(person.folder, 'gateway/containers')).catch(() => []);

  it.each<[string, string[], string[]]>([
    ['docker run', ['docker'], ['run']],
    ['docker container run', ['docker', '--context', 'far', '-D'], ['container', 'run']],
    ['docker create', ['docker', '-H', 'tcp://run:1'], ['create']],
    ['podman run', ['podman', '--log-level=debug'], ['run']],
  ])(
    '%s gets variables by name, the certificate and the way to this machine',
    async (_what, client, words) => {
      const line = [...client, ...words, '--rm', 'image', 'run', '-v'];
      const { stdout } = await run(['--', ...line], await docker());
      const lines = stdout.trim().split('\n');
      const upTo = client.length - 1 + words.length;
      expect(lines.slice(0, upTo)).toEqual(line.slice(1, upTo + 1));
      expect(lines.slice(-5, -1)).toEqual(['--rm', 'image', 'run', '-v']);
      const added = lines.slice(upTo, -5);
      expect(added).toEqual(
        expect.arrayContaining([
          '-e',
          'HTTPS_PROXY',
          'http_proxy',
          '--add-host',
          'host.docker.internal:host-gateway',
        ]),
      );
      expect(stdout.replace(/^proxy .*$/m, '')).not.toContain('aoc_');
      expect(lines.at(-1)).toMatch(/^proxy http:\/\/x:aoc_/);
      const [bundle = ''] = added.filter((one) => one.endsWith(':/tmp/credential-gateway-ca.pem:ro'));
      const [source = ''] = bundle.split(':');
      // Programs in containers are seldom of the person who starts them.
      expect((await stat(source)).mode & 0o777).toBe(0o644);
      expect(await readFile(source, 'utf8')).toContain('BEGIN CERTIFICATE');
      expect(await leftovers()).toEqual([]);
    },
  );

  it.each<[string, string[], string[]]>([
    ['docker compose', ['docker', 'compose'], ['compose']],
    ['docker-compose', ['docker-compose'], []],
  ])('%s gets the whole project with every service behind the gateway', async (_what, client, words) => {
    const line = [...client, '-f', 'a.yml', '--profile', 'x', '--file=b.yml', 'up', '-d', 'web'];
    const { stdout, status } = await run(['--', ...line], await docker({ NO_PROXY: 'intranet' }));
    expect(status).toBe(0);
    const [head = '', rest = ''] = stdout.split(/^proxy .*\n/m);
    expect(head.trim().split('\n')).toEqual([
      ...words,
      ...['--profile', 'x', '--file', expect.stringMatching(/-compose\.json$/), 'up', '-d', 'web'],
    ]);
    const [, json = '', mode] = /^([\s\S]*)mode (\d+)\n$/.exec(rest) ?? [];
    expect([mode, json.includes('aoc_')]).toEqual(['600', false]);
    const project = JSON.parse(json);
    expect(project).toMatchObject({ name: 'shop', volumes: { data: {} } });
    const { web, db } = project.services;
    expect(web).toMatchObject({
      image: 'web',
      environment: {
        MODE: 'live',
        HTTPS_PROXY: null,
        https_proxy: null,
        NO_PROXY: 'intranet,localhost,127.0.0.1,web,db',
      },
      extra_hosts: ['one:1.2.3.4', 'host.docker.internal:host-gateway'],
    });
    expect(web.volumes).toEqual([
      PROJECT.services.web.volumes[0],
      { type: 'bind', source: expect.any(String), target: '/tmp/credential-gateway-ca.pem', read_only: true },
    ]);
    expect(db.environment).toMatchObject({ A: '1=2', B: null, HTTP_PROXY: null });
    expect(await leftovers()).toEqual([]);
  });

  it.each<[string, Record<string, string>]>([
    ['fails', { RESULT: '14' }],
    ['tells no project', { PROJECT: '/dev/null' }],
  ])('a project that cannot be read is not started: Compose %s', async (_what, env) => {
    const result = await run(['--', 'docker', 'compose', 'up'], await docker(env));
    expect([result.status, result.stdout, failureOf(result).error]).toEqual([
      1,
      '',
      expect.stringContaining('so it is not started'),
    ]);
    expect(await leftovers()).toEqual([]);
  });

  it('says of containers that are there that they stay as they are, and lets other commands be', async () => {
    for (const line of [
      ['docker', 'exec', 'x'],
      ['docker', 'compose', 'restart'],
      ['docker', 'start', 'x'],
    ]) {
      const { stdout, stderr } = await run(['--', ...line], await docker());
      expect([stdout.split('\nproxy')[0], stderr]).toEqual([
        line.slice(1).join('\n'),
        expect.stringContaining('uses existing containers'),
      ]);
    }
    const { stdout, stderr } = await run(['--', 'docker', 'ps', '--filter', 'run'], await docker());
    expect([stdout.split('\nproxy')[0], stderr]).toEqual(['ps\n--filter\nrun', '']);
  });

  it('without certificates none is mounted and no variable names one', async () => {
    const { stdout } = await run(['--no-ca', '--', 'docker', 'run', 'image'], await docker());
    expect(stdout).not.toMatch(/CA_CERTS|CERT_FILE|CA_BUNDLE|\.pem/);
    expect(stdout).toContain('HTTPS_PROXY');
  });

  it('what one that was killed left is removed at the next start, and nothing of one that runs', async () => {
    const { env } = await docker({ WAITING: '1' });
    const line = ['run', '--gateway', gateway, '--', 'docker', 'compose', 'up'];
    const first = started(line, env);
    await until(() => first.output().includes('waiting as'));
    const [left] = await leftovers();
    expect(left).toMatch(/^\d+-0-compose\.json$/);
    const second = started(line, env);
    await until(() => second.output().includes('waiting as'));
    expect(await leftovers()).toHaveLength(2);
    first.child.kill('SIGKILL');
    await first.ended;
    const third = started(line, env);
    await until(() => third.output().includes('waiting as'));
    expect(await leftovers()).not.toContain(left);
    expect(await leftovers()).toHaveLength(2);
    for (const { child, ended } of [second, third]) {
      child.kill('SIGTERM');
      await ended;
    }
    expect(await leftovers()).toEqual([]);
    // What it started outlives one that is killed: no system ends it, so the test does.
    process.kill(Number(/waiting as (\d+)\./.exec(first.output())![1]), 'SIGKILL');
  });
});
