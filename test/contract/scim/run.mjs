/**
 * The conformance client scim2-tester against the built server: `npm run contract:scim`, or after a build
 * `node test/contract/scim/run.mjs`. What it finds and `exceptions.json` does not explain is a failure, and so is an
 * exception that nothing needed. docs/scim-conformance.md tells readers the same.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import '../../load/stand/typed-modules.mjs';
import { print, pythonTools, run } from '../on-demand.mjs';

const { startServerProcess } = await import('../../harness/server/server-process.ts');

const TOOLS = ['scim2-tester==0.5.2', 'scim2-client[httpx2]==0.13.2', 'scim2-models==0.12.3'];
/** Fewer were run: what the server says about itself could not be read. */
const FEWEST_CHECKS = 60;
const WITHIN_MS = 5 * 60_000;

const exceptions = JSON.parse(await readFile(join(import.meta.dirname, 'exceptions.json'), 'utf8'));
const bin = await pythonTools(TOOLS);
if (bin === null) {
  print('scim2-tester is not there and cannot be installed: SCIM was not checked.');
  process.exit(0);
}
const folder = await mkdtemp(join(tmpdir(), 'cg-scim-'));
const server = await startServerProcess(join(folder, 'data'), {
  LOG_LEVEL: 'warn',
  ENTERPRISE_ENABLED: 'true',
});
try {
  const results = await check(await connect(server.apiUrl));
  const passed = results.filter(({ status }) => status === 'SUCCESS');
  const used = new Set();
  const news = results.filter((result) => !passed.includes(result) && !isListed(result, used));
  const stale = exceptions.filter((exception) => !used.has(exception));
  for (const { status, check, resource, reason } of news)
    print(`${status} ${check} ${resource ?? ''}: ${reason}`);
  for (const { check, reason } of stale) print(`Stale exception: ${check}, ${reason}`);
  const known = results.length - passed.length - news.length;
  print(
    `scim2-tester: ${passed.length} checks passed, ${known} findings explained, ${news.length} others, ${stale.length} stale exceptions.`,
  );
  const few = results.length < FEWEST_CHECKS;
  if (few) print(`Only ${results.length} checks were run, which are fewer than there are.`);
  process.exitCode = few || news.length + stale.length > 0 ? 1 : 0;
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}

/** An organization of its own, and where and with what a directory reaches it. */
async function connect(apiUrl) {
  const person = { name: 'Ada', email: 'ada@example.test', password: 'correct horse battery' };
  const bootstrapped = await post(`${apiUrl}/v1/instance/bootstrap`, person);
  const cookie = bootstrapped.headers.getSetCookie().map((field) => field.split(';', 1)[0]);
  const made = await post(
    `${apiUrl}/v1/org/scim/tokens`,
    { label: 'scim2-tester' },
    { cookie: cookie.join('; ') },
  );
  return { SCIM_URL: `${apiUrl}/scim/v2`, SCIM_TOKEN: (await made.json()).token };
}

async function post(url, body, fields = {}) {
  const headers = { 'content-type': 'application/json', ...fields };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`POST ${url} answered ${answer.status}: ${await answer.text()}`);
  return answer;
}

async function check(connection) {
  const { stdout, output } = await run(
    join(bin, 'python3'),
    [join(import.meta.dirname, 'check.py')],
    // Python leaves its bytecode where the program is.
    { timeout: WITHIN_MS, env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1', ...connection } },
  );
  try {
    return JSON.parse(stdout);
  } catch {
    throw new Error(`scim2-tester left no report:\n${output}`);
  }
}

function isListed({ status, check, resource, reason }, used) {
  const listed = exceptions.filter(
    (exception) =>
      status === 'ERROR' &&
      exception.check === check &&
      (exception.resource ?? null) === resource &&
      new RegExp(exception.finding, 's').test(reason),
  );
  listed.forEach((exception) => used.add(exception));
  return listed.length > 0;
}
