/**
 * What accounts of apps cost a request: after a build `node test/load/connections.bench.mjs [dist] [rounds]`; about a
 * minute and a half. First the steps by themselves, against the built code: finding the accounts of a host, choosing one,
 * what it writes with a fresh token; best of several rounds. Then whole requests through a server whose agents differ in
 * their accounts, in many short rounds that are compared one by one (`rounds.mjs`).
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { pathToFileURL, URL } from 'node:url';
import { startConnected } from './stand/organizations.mjs';
import { inRounds, quartiles, ratios, shown } from './stand/rounds.mjs';
import { startStand } from './stand/stand.mjs';
import { cpuMicros } from './stand/worker.mjs';

const [dist = 'dist', rounds = '40'] = process.argv.slice(2);
const ROUNDS = Number(rounds);
const STEP_ROUNDS = 7;
const STEP_ROUND_MS = 100;
const CONNECTIONS = 16;
const ROUND_MS = 350;
const WARM_MS = 100;
const MAX_MICROS = 5;
const MAX_RATIO = 1.05;
const MANY_APPS = 5_000;
const HOST = 'api.resend.com';

const root = pathToFileURL(`${dist}/src/`);
const load = (path) => import(new URL(path, root).href);
const { AppHostIndex } = await load('domain/decision/catalog/app-host-index.js');
const { InjectRules } = await load('domain/decision/catalog/inject-rules.js');
const { chooseConnection, ConnectionTable } = await load(
  'domain/decision/policy/choices/connection-choice.js',
);
const { CatalogCredentials } = await load('gateway/stages/credentials/connection-credentials.js');
const print = (line = '') => process.stdout.write(`${line}\n`);

const shipped = JSON.parse(await readFile('config/apps/resend.json', 'utf8'));
print(`finding, choosing and writing an account, best of ${STEP_ROUNDS} rounds`);
for (const [apps, accounts] of [
  [1, 1],
  [56, 1],
  [56, 50],
  [MANY_APPS, 1],
  [MANY_APPS, 50],
  [MANY_APPS, 1_000],
]) {
  const micros = stepsMicros(apps, accounts);
  row(`${apps} apps, agent with ${accounts}`, [`${micros.toFixed(2)} us`]);
  if (micros > MAX_MICROS) fail(`more than ${MAX_MICROS} us`);
}

const folder = await mkdtemp(join(tmpdir(), 'credential-gateway-apps-'));
for (const [id, host] of [
  ['bench', 'localhost'],
  ['elsewhere', 'api.elsewhere.test'],
])
  await writeFile(join(folder, `${id}.json`), JSON.stringify(benchApp(id, host)));
const stand = await startStand(dist, { environment: { APP_CATALOG_DIR: folder } });
try {
  const variants = (await startConnected(stand)).map(({ title, route }) => ({ name: title, route }));
  const spent = await inRounds(variants, ROUNDS, measured);
  print(`\nsmall GETs by accounts of the agent, TLS in CONNECT: median and middle half of ${ROUNDS} rounds`);
  row('', ['CPU us', 'by none', 'by one']);
  const [none, one, many] = variants.map(({ name }) => spent[name]);
  for (const { name } of variants)
    row(name, [
      shown(quartiles(spent[name]), 1),
      shown(ratios(spent[name], none), 3),
      shown(ratios(spent[name], one), 3),
    ]);
  if (ratios(many, one).median > MAX_RATIO) fail(`more than ${MAX_RATIO} times an agent with one account`);
} finally {
  await stand.stop();
  await rm(folder, { recursive: true, force: true });
}

/** What the gateway asks about accounts for every request, when nothing has to be refreshed. */
function stepsMicros(apps, accounts) {
  const catalog = Array.from({ length: apps }, (_, at) =>
    at === 0 ? shipped : { ...shipped, id: `app-${at}`, detectOrder: at, hosts: [hostOf(at)] },
  );
  const table = new ConnectionTable(
    Array.from({ length: accounts }, (_, at) => ({
      id: `c-${at}`,
      provider: at === 0 ? 'resend' : `app-${(at % Math.max(apps - 1, 1)) + 1}`,
    })),
    new AppHostIndex(catalog),
  );
  const token = { values: { access_token: 'key' }, metadata: {}, freshUntil: Infinity, renewable: false };
  const credentials = new CatalogCredentials(
    { injectRules: new InjectRules(catalog) },
    { tokenFor: () => token },
  );
  const access = { resourceScopes: new Map() };
  const request = {
    host: HOST,
    path: '/emails',
    canonicalPath: '/emails',
    overrides: [],
    pin: null,
    secretServes: () => false,
  };
  const once = () => {
    const choice = chooseConnection(table.on(HOST), request);
    return credentials.produce(choice.connection, request, access).found.injections.length;
  };
  if (once() !== 1) throw new Error('the account writes nothing');
  return best(once);
}

function hostOf(at) {
  return { ...shipped.hosts[0], host: `api-${at}.example.org` };
}

function best(work) {
  let fastest = Infinity;
  for (let round = 0; round < STEP_ROUNDS; round++) {
    const until = performance.now() + STEP_ROUND_MS;
    let count = 0;
    const begun = performance.now();
    while (performance.now() < until) for (let turn = 0; turn < 1_000; turn++, count++) work();
    fastest = Math.min(fastest, ((performance.now() - begun) * 1_000) / count);
  }
  return fastest;
}

/** Microseconds of the gateway's processor for one request. */
async function measured({ route }) {
  const { pid } = stand.gateway;
  let before = 0;
  const command = {
    kind: 'requests',
    connections: CONNECTIONS,
    warmMs: WARM_MS,
    milliseconds: ROUND_MS,
    route,
  };
  const { count } = await stand.generator.ask(command, () => (before = cpuMicros(pid)));
  return (cpuMicros(pid) - before) / count;
}

function fail(reason) {
  print(reason);
  process.exitCode = 1;
}

function benchApp(id, host) {
  const inject = { type: 'header', name: 'x-bench', format: 'Bearer {token}' };
  return {
    id,
    name: id,
    category: 'development',
    summary: 'An app of the bench.',
    connection: {
      kind: 'fields',
      wireType: 'api_key',
      fields: [{ name: 'apiKey', label: 'API Key', required: true, secret: true }],
      tokenField: 'apiKey',
      check: null,
    },
    clientConfig: null,
    hosts: [{ host, match: 'exact', inject }],
    refresh: null,
    tools: [],
  };
}

function row(title, cells) {
  print(title.padEnd(30) + cells.map((cell) => String(cell).padStart(22)).join(''));
}
