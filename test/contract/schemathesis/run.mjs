/**
 * Fuzzes the built server by its own OpenAPI document with schemathesis: with each credential, what takes it.
 * `npm run contract:fuzz`, or after a build `node test/contract/schemathesis/run.mjs [examples per operation] [seed] [pattern of paths]`.
 * The pattern `others` stands for what is asked on the gateway's origin and the metrics port.
 * What it finds and `exceptions.json` does not know is a failure, and so is an exception that nothing needed.
 */
import { spawn } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { URL } from 'node:url';
import '../../load/stand/typed-modules.mjs';
import { print } from '../on-demand.mjs';
import { findSchemathesis } from './find-schemathesis.mjs';
import { configuration } from './configuration.mjs';

const { startServerProcess } = await import('../../harness/server/server-process.ts');
const { freePort } = await import('../../harness/server/free-port.ts');
const { EXCEPTIONS, matches } = await import('../known-exceptions.ts');

const [examples = '20', seed = '1', chosen] = process.argv.slice(2);
/** Of one run, on a machine that does something else besides. */
const LIMIT_MS = 15 * 60_000;
const OPERATOR_TOKEN = `operator-${'0'.repeat(32)}`;
const RUNNER_TOKEN = `rnr_${'0'.repeat(64)}`;
const CHANNEL_ADAPTER_TOKEN = `cha_${'0'.repeat(64)}`;
const HOOKS = join(import.meta.dirname, 'hooks.py');

/** By the names that the document has for them. */
const CREDENTIALS = [
  'workspaceKey',
  'organizationKey',
  'session',
  'partnerKey',
  'scimToken',
  'operatorToken',
  'runnerToken',
  'channelAdapterToken',
  'none',
];
/** In place of a pattern of paths. */
const OTHER_SERVERS = 'others';
const ELSEWHERE = '^/(proxy|proxy-http|me|metrics)(/|$)';

/** The runs: which credential is shown, where, and to which operations. */
function runsOn({ apiUrl, gatewayUrl }, metricsUrl, document) {
  const all = operationsOf(document);
  const isAsked = ({ path }) =>
    chosen === undefined ? !new RegExp(ELSEWHERE).test(path) : new RegExp(chosen).test(path);
  const managed = CREDENTIALS.map((credential) => ({
    credential,
    url: apiUrl,
    operations: all.filter((operation) => isAsked(operation) && operation.credentials.includes(credential)),
  })).filter(({ operations }) => operations.length > 0);
  const at = (url, server) => {
    const paths = new RegExp(pathsOf(document, server));
    return { credential: CREDENTIALS[0], url, operations: all.filter(({ path }) => paths.test(path)) };
  };
  const others = [at(gatewayUrl, 'Gateway'), at(metricsUrl, 'Metrics port')];
  if (chosen === OTHER_SERVERS) return others;
  return chosen === undefined ? [...managed, ...others] : managed;
}

/** Each with its path, its id, and the credentials that it takes. */
function operationsOf({ paths }) {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.values(item)
      .filter(({ operationId }) => operationId !== undefined)
      .map(({ operationId, security = [] }) => {
        const schemes = security.flatMap((alternative) => Object.keys(alternative));
        return { path, operationId, credentials: schemes.length > 0 ? schemes : ['none'] };
      }),
  );
}

/** A pattern of the paths that the named server answers; the reverse proxy answers what the upstream does. */
function pathsOf({ paths }, server) {
  const there = Object.entries(paths).filter(
    ([path, item]) =>
      !path.startsWith('/proxy') &&
      Object.values(item).some(({ servers = [] }) =>
        servers.some(({ description }) => description === server),
      ),
  );
  return `^(${there.map(([path]) => path.replace(/[{}]/g, '\\$&')).join('|')})$`;
}

const program = await findSchemathesis();
if (program === null) {
  print('schemathesis is not there and cannot be installed: nothing was checked.');
  process.exit(0);
}
const folder = await mkdtemp(join(tmpdir(), 'cg-fuzz-'));
const metricsPort = await freePort();
const server = await startServerProcess(join(folder, 'data'), {
  LOG_LEVEL: 'warn',
  REGISTRATION: 'open',
  TRUST_PROXY: '127.0.0.1',
  METRICS_PORT: String(metricsPort),
  FAVICON_PROXY: 'false',
  ENTERPRISE_ENABLED: 'true',
  OPERATOR_TOKEN,
  RUNNER_TOKEN,
  CHANNEL_ADAPTER_TOKEN,
});
try {
  await bootstrap(server.apiUrl);
  const document = await (await fetch(`${server.apiUrl}/openapi.json`)).json();
  const idOf = operationIds(document);
  const used = new Set();
  let unknown = 0;
  for (const [index, run] of runsOn(server, `http://127.0.0.1:${metricsPort}`, document).entries()) {
    const { cases, disagreements } = await fuzz(run, index, idOf);
    const news = disagreements.filter((seen) => !isListed(seen, used));
    unknown += news.length;
    print(
      `${run.credential} at ${new URL(run.url).port}: ${cases} requests, ${disagreements.length} disagreements, ${news.length} not listed`,
    );
    for (const [seen, times] of oneOfEachKind(news)) print(`  ${times} times ${describe(seen)}`);
  }
  const stale = chosen ? [] : EXCEPTIONS.filter((exception) => !exception.rare && !used.has(exception));
  for (const { check, operations } of stale) print(`Stale exception: ${check} of ${operations}`);
  process.exitCode = unknown + stale.length > 0 ? 1 : 0;
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}

/** One for each check, operation and status, with their number: the first twenty may all be of one kind. */
function oneOfEachKind(news) {
  const kinds = new Map();
  for (const seen of news) {
    const kind = `${seen.check} ${seen.operation} ${seen.status}`;
    const [first, times] = kinds.get(kind) ?? [seen, 0];
    kinds.set(kind, [first, times + 1]);
  }
  return kinds.values();
}

function isListed(seen, used) {
  const listed = EXCEPTIONS.filter((exception) => matches(exception, seen));
  listed.forEach((exception) => used.add(exception));
  return listed.length > 0;
}

/** The first account; those of the fuzzing are made by registration. */
async function bootstrap(apiUrl) {
  const first = { name: 'First', email: 'first@example.test', password: 'correct horse battery' };
  await fetch(`${apiUrl}/v1/instance/bootstrap`, { method: 'POST', body: JSON.stringify(first) });
}

/** `index`: people of one run must not have the addresses of another. */
async function fuzz({ credential, url, operations }, index, idOf) {
  const reports = await mkdtemp(join(folder, 'reports-'));
  const config = join(reports, 'schemathesis.toml');
  await writeFile(config, configuration({ hooks: HOOKS, seed: Number(seed) }));
  const ids = operations.map(({ operationId }) => operationId).join('|');
  const filter = ['--include-operation-id-regex', `^(${ids})$`];
  const options = ['--url', url, '-n', examples, '--report', 'ndjson', '--report-dir', reports, ...filter];
  const document = `${server.apiUrl}/openapi.json`;
  const output = await finished(program, ['--config-file', config, 'run', document, ...options], {
    CG_API_URL: server.apiUrl,
    CG_CREDENTIAL: credential,
    CG_OPERATOR_TOKEN: OPERATOR_TOKEN,
    CG_RUNNER_TOKEN: RUNNER_TOKEN,
    CG_ADAPTER_TOKEN: CHANNEL_ADAPTER_TOKEN,
    CG_SEED: `${seed}${index}`,
  });
  const report = (await readdir(reports)).find((name) => name.endsWith('.ndjson'));
  if (report === undefined) throw new Error(`schemathesis left no report:\n${output}`);
  return read(join(reports, report), output, idOf);
}

/** Resolves with what it printed: it exits with 1 whenever a check failed, which is judged here. */
function finished(command, args, env) {
  return new Promise((resolve, reject) => {
    // It keeps notes where it is started, and Python its bytecode where the hooks are.
    const child = spawn(command, args, {
      cwd: folder,
      env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: LIMIT_MS,
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    child.on('error', reject);
    child.on('exit', () => resolve(output));
  });
}

async function read(report, output, idOf) {
  let cases = 0;
  const disagreements = [];
  for await (const line of createInterface({ input: createReadStream(report) })) {
    const { recorder, status, phase } = JSON.parse(line).ScenarioFinished ?? {};
    if (recorder === undefined) continue;
    if (status === 'error') {
      throw new Error(`${phase} ended with a fault of its own: ${recorder.label}\n${faultIn(output)}`);
    }
    cases += Object.keys(recorder.interactions ?? {}).length;
    for (const [id, checks] of Object.entries(recorder.checks ?? {})) {
      const failed = checks.filter((check) => check.status === 'failure');
      for (const { name, failure_info } of failed) {
        disagreements.push(seenIn(recorder.interactions[id], name, failure_info.failure, idOf));
      }
    }
  }
  return { cases, disagreements };
}

/** What it says of faults that are none of the server's. */
function faultIn(output) {
  return /={3,} ERRORS ={3,}[^]{0,4000}/.exec(output)?.[0] ?? output.slice(-4000);
}

function seenIn({ request, response }, check, failure, idOf) {
  return {
    check,
    operation: idOf(failure.operation ?? `${request.method} ${new URL(request.uri).pathname}`),
    status: response?.status_code ?? 0,
    method: request.method,
    uri: request.uri,
    request: textOf(request.body),
    answer: textOf(response?.content),
    message: failure.message ?? '',
  };
}

function textOf(content) {
  return Buffer.from(content?.$base64 ?? content ?? '', 'base64').toString('utf8');
}

/** Of `METHOD path`; a method the document does not have is called by the path's first operation. */
function operationIds({ paths }) {
  return (label) => {
    const [method, path] = label.split(' ');
    const item = paths[path] ?? {};
    return item[method.toLowerCase()]?.operationId ?? Object.values(item)[0]?.operationId ?? label;
  };
}

function describe({ check, operation, status, method, uri, request, answer, message }) {
  return [`${check} ${operation} ${status}: ${method} ${uri}`, request, answer, message]
    .map((part) => part.replaceAll('\n', ' ').slice(0, 300))
    .join('\n    ');
}
