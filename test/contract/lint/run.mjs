/**
 * The recommended rules of redocly and spectral over the OpenAPI document: `npm run lint:openapi`. What they warn of
 * and `exceptions.json` does not list with a reason fails, and so does an exception that nothing needs any more.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { npmTools, print, run, writeDocument } from '../on-demand.mjs';

const TOOLS = ['@redocly/cli@2.77.0', '@stoplight/spectral-cli@6.16.3'];

const exceptions = JSON.parse(await readFile(join(import.meta.dirname, 'exceptions.json'), 'utf8'));
const bin = await npmTools(TOOLS);
if (bin === null) {
  print('redocly and spectral are not there and cannot be installed: the document was not linted.');
  process.exit(0);
}
const folder = await mkdtemp(join(tmpdir(), 'cg-lint-'));
try {
  const file = join(folder, 'openapi.json');
  await writeDocument(file);
  const used = new Set();
  const problems = [...(await redocly(file)), ...(await spectral(file))];
  const news = problems.filter((problem) => !isListed(problem, used));
  const stale = exceptions.filter((exception) => !used.has(exception));
  for (const { tool, rule, at, message } of news) print(`${tool} ${rule} ${at}: ${message}`);
  for (const { rule, at } of stale) print(`Stale exception: ${rule} at ${at}`);
  print(
    `${problems.length - news.length} known warnings, ${news.length} others, ${stale.length} stale exceptions.`,
  );
  process.exitCode = news.length + stale.length > 0 ? 1 : 0;
} finally {
  await rm(folder, { recursive: true, force: true });
}

function isListed({ rule, at }, used) {
  const listed = exceptions.filter(
    (exception) => exception.rule === rule && new RegExp(exception.at).test(at),
  );
  listed.forEach((exception) => used.add(exception));
  return listed.length > 0;
}

async function redocly(file) {
  const { stdout, output } = await run(
    join(bin, 'redocly'),
    ['lint', file, '--extends', 'recommended', '--format', 'json', '--max-problems', '10000'],
    {
      cwd: folder,
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    },
  );
  return problemsIn(stdout, output).problems.map(({ ruleId, message, location: [{ pointer }] }) => ({
    tool: 'redocly',
    rule: ruleId,
    at: pointer,
    message,
  }));
}

async function spectral(file) {
  const rules = join(folder, 'spectral.json');
  await writeFile(rules, JSON.stringify({ extends: ['spectral:oas'] }));
  const { stdout, output } = await run(join(bin, 'spectral'), [
    'lint',
    file,
    '--format',
    'json',
    '--quiet',
    '--ruleset',
    rules,
  ]);
  return problemsIn(stdout, output).map(({ code, message, path }) => ({
    tool: 'spectral',
    rule: code,
    at: `#/${path.map((part) => String(part).replaceAll('~', '~0').replaceAll('/', '~1')).join('/')}`,
    message,
  }));
}

function problemsIn(stdout, output) {
  try {
    return JSON.parse(stdout);
  } catch {
    throw new Error(output);
  }
}
