/**
 * The agents and frameworks of docs/agents, each started by `cgw run` as its guide says, with a stand-in for the model
 * behind the gateway: `npm run agents`. Writes the table of docs/agents/README.md; fails when one of them did. What cannot
 * be had here is skipped aloud. `npm run agents -- codex` runs some.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { markdownTable, writePart } from '../clients/document.mjs';
import { print, run } from '../contract/on-demand.mjs';
import { KEYS, SAID, world } from './models.mjs';
import { AGENTS } from './programs.mjs';
import { startGround } from './ground.mjs';

const ROOT = join(import.meta.dirname, '../..');
const COMMAND_LINE = join(ROOT, 'dist/cli/cgw.mjs');
const WITHIN_MS = 60_000;
const wanted = process.argv.slice(2);

const folder = await mkdtemp(join(tmpdir(), 'cg-agents-'));
const ground = await startGround(folder);
const rows = [];
try {
  for (const [name, prepare] of Object.entries(AGENTS)) {
    if (wanted.length > 0 && !wanted.some((word) => name.toLowerCase().includes(word.toLowerCase())))
      continue;
    const program = await prepare();
    const outcome = program === null ? { fault: 'not installed here' } : await tried(name, program);
    rows.push({ name, version: program?.version ?? '', tried: program !== null, ...outcome });
    const sign = program === null ? 'skipped' : outcome.fault === null ? 'ok     ' : 'FAILED ';
    print(`${sign} ${name}${outcome.fault === null ? `: ${outcome.asked}` : `: ${outcome.fault}`}`);
  }
} finally {
  await ground.close();
  await rm(folder, { recursive: true, force: true });
}
if (wanted.length === 0) {
  const cell = ({ tried: was, fault }) => (was ? (fault === null ? 'yes' : 'no') : 'not tried');
  const lines = rows.map((row) => [row.name, row.version, row.asked ?? '', cell(row)]);
  const table = markdownTable(['Agent or framework', 'Version', 'Asked', 'Works'], lines);
  await writePart(join(ROOT, 'docs/agents/README.md'), 'tried', `\n${table}\n`);
}
process.exit(rows.some((row) => row.tried && row.fault !== null) ? 1 : 0);

/** Answered by the model, which had the credential; the program never did, and the token stayed behind. */
async function tried(name, { line, env = {} }) {
  const home = await mkdtemp(join(folder, 'home-'));
  await mkdir(join(home, 'work'));
  const asked = [];
  ground.upstream.seen.length = 0;
  ground.upstream.answer = world((host, path) => asked.push(host + path));
  const started = [COMMAND_LINE, 'run', '--gateway', ground.gateway, '--agent', ground.agent, '--', ...line];
  const { code, stdout, output } = await run(process.execPath, started, {
    cwd: join(home, 'work'),
    timeout: WITHIN_MS,
    env: {
      PATH: process.env.PATH,
      HOME: home,
      LANG: 'C.UTF-8',
      TERM: 'dumb',
      CREDENTIAL_GATEWAY_URL: ground.apiUrl,
      CREDENTIAL_GATEWAY_API_KEY: ground.apiKey,
      ...env,
    },
  });
  const fault = faultOf(code, stdout, output, asked);
  if (fault !== null && process.env.VERBOSE) print(`${name}: exit ${code}\n${output}`);
  return { fault, asked: asked[0] };
}

function faultOf(code, stdout, output, asked) {
  if (asked.length === 0) return `no model was asked; exit ${code}: ${output.trim().slice(-300)}`;
  if (code !== 0) return `exit ${code}: ${output.trim().slice(-300)}`;
  if (!stdout.replaceAll(/\s+/g, ' ').includes(SAID)) return `said ${stdout.slice(0, 300)}`;
  if (Object.values(KEYS).some((key) => output.includes(key))) return 'the program saw the credential';
  const fields = ground.upstream.seen.flatMap(({ rawHeaders }) => rawHeaders).join('\n');
  return fields.includes(ground.token) ? 'the token arrived' : null;
}
