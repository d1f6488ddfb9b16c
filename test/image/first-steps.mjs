/**
 * What a newcomer and a cluster do with the image, in a network of its own: its ports are the documented ones, a name of
 * README's example leads to a stand-in of that site, and another address of this machine plays another machine.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { print } from '../contract/on-demand.mjs';
import { composeServices } from './chart.mjs';
import { Container } from './container.mjs';
import { readmeSteps } from './readme-steps.mjs';
import { startSite } from './site.mjs';

const ANOTHER_MACHINE = '192.0.2.1';
const HEALTHY_WITHIN_MS = 120_000;
const STOPPED_WITHIN_MS = 30_000;
const API = 'http://127.0.0.1:10254';
const GATEWAY = 'http://127.0.0.1:10255';

const { root, config, folder, manifests } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const faults = [];
const check = (held, fault) => void (held || faults.push(fault));

for (const address of ['127.0.0.1/8', `${ANOTHER_MACHINE}/32`])
  spawnSync('ip', ['address', 'add', address, 'dev', 'lo']);
spawnSync('ip', ['link', 'set', 'lo', 'up']);

const container = new Container(root, config);
container.prepare(folder, '127.0.0.1 localhost\n127.0.0.1 httpbin.org\n');
const site = await startSite('httpbin.org', 443);
writeFileSync(join(container.data, 'site.pem'), site.certificate, { mode: 0o644 });
const SETTINGS = {
  GATEWAY_ALLOWED_PRIVATE_HOSTS: '127.0.0.1',
  GATEWAY_UPSTREAM_CA_FILE: '/app/data/site.pem',
  GATEWAY_SHUTDOWN_TIMEOUT_SECS: '10',
};

await step('The root is read-only, and the user is not root', checkPlace);
const server = container.start(config.Cmd, SETTINGS);
await step('It becomes healthy', becomesHealthy);
await step('The first account of another machine needs the token of the log', checkSetupToken);
await step('The first steps of README', firstSteps);
await step('The doctor', examined);
await step('What compose runs', composeRuns);
if (manifests !== null) await step('What the chart runs and asks', chartRuns);
await step('SIGTERM', stops);
await step('It starts again', startsAgain);
await site.close();
for (const fault of faults) print(`FAILED: ${fault}`);
process.exit(faults.length === 0 ? 0 : 1);

async function step(title, act) {
  const before = faults.length;
  try {
    const more = await act();
    print(`${title}: ${faults.length > before ? 'failed' : (more ?? 'as it should be')}.`);
  } catch (error) {
    faults.push(`${title}: ${error.message}`);
  }
}

async function checkPlace() {
  const script = `
    import { writeFileSync } from 'node:fs';
    for (const path of ['/app/x', '/x', '/app/dist/src/start.js', '/app/data/x', '/tmp/x']) {
      try { writeFileSync(path, ''); console.log(path, 'written'); } catch ({ code }) { console.log(path, code); }
    }
    console.log(process.getuid(), process.getgid(), process.getgroups().join());`;
  const { output } = await container.run(['node', '--input-type=module', '--eval', script]);
  const expected = [
    '/app/x EROFS',
    '/x EROFS',
    '/app/dist/src/start.js EROFS',
    '/app/data/x written',
    '/tmp/x written',
  ];
  check(output.trim() === [...expected, '1000 1000 1000'].join('\n'), `the place of the server: ${output}`);
}

async function becomesHealthy() {
  const begun = performance.now();
  await untilReady(server);
  const ms = Math.round(performance.now() - begun);
  const [kind, ...command] = config.Healthcheck.Test;
  const { code, output } = await container.run(command, SETTINGS);
  check(kind === 'CMD' && code === 0, `the health check ended with ${code}: ${output}`);
  const { version } = await answerOf(`${API}/healthz`);
  check(version === packageVersion(), `health says version ${version}`);
  return `${ms} ms to the first start's first answer, database included`;
}

async function untilReady({ said, child }) {
  const deadline = Date.now() + HEALTHY_WITHIN_MS;
  while (
    !(await fetch(`${GATEWAY}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`it did not start:\n${said.text}`);
    await sleep(20);
  }
}

async function checkSetupToken() {
  const elsewhere = `http://${ANOTHER_MACHINE}:10254/v1/instance/bootstrap`;
  const person = { name: 'Eve', email: 'eve@example.com', password: 'correct horse battery' };
  const refused = await fetch(elsewhere, { method: 'POST', body: JSON.stringify(person) });
  check(refused.status === 403, `a neighbour without the token got ${refused.status}`);
  const token = /setup token ([0-9a-f]{32})/.exec(server.said.text)?.[1];
  check(token !== undefined, `the log shows no setup token:\n${server.said.text}`);
  const wrong = { ...person, password: 'short', setupToken: token };
  const admitted = await fetch(elsewhere, { method: 'POST', body: JSON.stringify(wrong) });
  // Refused for the password alone: README makes the account.
  check(admitted.status === 400, `a neighbour with the token got ${admitted.status}`);
  check(
    (await answerOf(elsewhere)).setupTokenRequired === true,
    'a neighbour is not told that the token is needed',
  );
}

async function firstSteps() {
  const output = await readmeSteps(folder);
  check(output.includes('my-secret-value') || site.seen.length > 0, `the request never arrived: ${output}`);
  const injected = site.seen.at(-1)?.headers['x-demo-key'];
  check(injected === 'my-secret-value', `the site saw ${injected}:\n${output}`);
}

async function examined() {
  const command = ['node', 'bin/credential-gateway.mjs', 'doctor', '--json'];
  const { code, output } = await container.run(command, SETTINGS);
  const findings = JSON.parse(output.slice(output.indexOf('{'))).findings;
  const problems = findings.filter(({ verdict }) => verdict === 'problem');
  check(code === 0 && problems.length === 0, `the doctor found ${JSON.stringify(problems)}`);
  const served = findings.filter(({ message }) => message.includes(`(version ${packageVersion()})`));
  check(served.length === 2, `the doctor does not see both ports of this version: ${output}`);
}

async function composeRuns() {
  for (const [name, { command, environment }] of await composeServices()) {
    if (command === undefined) continue;
    for (const argument of command.filter((each) => /^(?:bin|dist)\//.test(each)))
      check(existsSync(join(root, 'app', argument)), `compose runs ${argument}, which is not inside`);
    if (name !== 'keys') continue;
    const script = command.map((argument) => argument.replaceAll('$$', '$'));
    const { code, output } = await container.run(script, environment);
    check(code === 0, `compose's ${name} ended with ${code}: ${output}`);
    const made = ['secret-encryption-key', 'session-secret'].filter((key) =>
      existsSync(join(container.data, key)),
    );
    check(made.length === 2, `compose's ${name} made ${made.join()}`);
  }
}

async function chartRuns() {
  let probes = 0;
  let commands = 0;
  for (const { of, command, ports = [], env = [], volumeMounts = [], ...rest } of manifests) {
    for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe']) {
      if (rest[probe] === undefined) continue;
      probes++;
      await checkProbe(`${of}, ${probe}`, rest[probe], ports);
    }
    for (const { mountPath } of volumeMounts.filter(({ name }) => ['data', 'tmp'].includes(name)))
      check(existsSync(join(root, mountPath)), `${of} mounts ${mountPath}, which is not inside`);
    if (command === undefined) continue;
    commands++;
    await checkCommand(of, command, env);
  }
  check(probes > 0 && commands > 0, 'the chart has no probes or no commands');
  return `${probes} probes, ${commands} commands`;
}

/** Ports that speak TLS have a certificate of the cluster's; here they answer in plain, on the same paths. */
async function checkProbe(of, { httpGet, exec }, ports) {
  if (exec !== undefined) {
    const { code, output } = await container.run(exec.command, SETTINGS);
    return check(code === 0, `${of}: ended with ${code}: ${output}`);
  }
  const port = ports.find(({ name }) => name === httpGet.port)?.containerPort ?? httpGet.port;
  // The port of metrics is open where the chart opens it; this server was started without.
  if (httpGet.port === 'metrics') return;
  const { status } = await fetch(`http://127.0.0.1:${port}${httpGet.path}`);
  check(status === 200, `${of}: ${port}${httpGet.path} answers ${status}`);
}

async function checkCommand(of, command, env) {
  for (const argument of command.filter((each) => /^(?:bin|dist)\//.test(each)))
    check(existsSync(join(root, 'app', argument)), `${of} runs ${argument}, which is not inside`);
  check(existsSync(join(root, 'app/node_modules/node/bin', command[0])), `${of} runs ${command[0]}`);
  if (!env.some(({ name }) => name === 'GATEWAY') || !command.includes('--eval')) return;
  const { code, output } = await container.run(command, { API, GATEWAY });
  check(code === 0, `${of} ended with ${code}: ${output}`);
}

async function stops() {
  const begun = performance.now();
  server.child.kill('SIGTERM');
  const code = await Promise.race([server.ended, sleep(STOPPED_WITHIN_MS, 'no end', { ref: false })]);
  check(code === 0, `SIGTERM ended it with ${code}:\n${server.said.text.slice(-4_000)}`);
  check(!existsSync(join(container.data, 'postgres/postmaster.pid')), 'its database was left running');
  // What V8 compiled, for the next start: its root is read-only.
  check(existsSync(join(container.data, 'compiled-code')), 'it kept no compiled code');
  return `${Math.round(performance.now() - begun)} ms`;
}

/** With the files it left, and the migration that a job of the chart would run before. */
async function startsAgain() {
  const migrated = await container.run(['node', 'bin/credential-gateway.mjs', 'migrate']);
  check(migrated.code === 0, `migrate ended with ${migrated.code}: ${migrated.output}`);
  const again = container.start(config.Cmd, SETTINGS);
  const begun = performance.now();
  await untilReady(again);
  const ms = Math.round(performance.now() - begun);
  check(!again.said.text.includes('setup token'), 'with an account there, it still shows a setup token');
  again.child.kill('SIGTERM');
  check((await again.ended) === 0, 'the second start did not end well');
  return `${ms} ms to the second start's first answer`;
}

async function answerOf(url) {
  return (await fetch(url)).json();
}

function packageVersion() {
  return JSON.parse(readFileSync(join(root, 'app/package.json'), 'utf8')).version;
}
