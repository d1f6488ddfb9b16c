/**
 * How soon a server is ready on a database that is there: `npm run bench`, or after a build
 * `node test/load/start.bench.mjs [dist] [rounds]`. Cold is without the code that V8 kept, warm with it; as an installation
 * has it, which keeps it beside the build, and as the image has it, whose user may write into the data directory only.
 * CPU is that of the server's process, with what it ran before it replaced itself. Fails where even the best warm start
 * took more than the limit of it. See docs/performance.md.
 */
import { spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { cpuSeconds } from './stand/worker.mjs';

const [dist = 'dist', rounds = '7'] = process.argv.slice(2);
const LIMIT_CPU_MS = 1_500;
const COLD_ROUNDS = 3;
/** That of the image. */
const USER = 1_000;

const print = (line) => process.stdout.write(`${line}\n`);
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const node = process.execPath;
const folder = mkdtempSync(join(tmpdir(), 'cg-start-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
chmodSync(folder, 0o755);

print('start of the server on a warm database     wall ms      best    CPU ms      best');
await measure('installation', installation());
if (process.getuid?.() === 0) await measure('image', imageLayout());
else print('The layout of the image needs root, to be another user than the one that owns the build.');

async function measure(title, layout) {
  // Makes the database.
  await started(layout);
  const cold = [];
  for (let round = 0; round < COLD_ROUNDS; round += 1) {
    rmSync(layout.compiled, { recursive: true, force: true });
    cold.push(await started(layout));
  }
  if (readdirSync(layout.compiled).length === 0) throw new Error(`nothing was kept in ${layout.compiled}`);
  const warm = [];
  for (let round = 0; round < Number(rounds); round += 1) warm.push(await started(layout));
  row(`${title}, cold`, cold);
  row(`${title}, warm`, warm);
  if (Math.min(...warm.map(({ cpu }) => cpu)) <= LIMIT_CPU_MS) return;
  print(`${title}: a warm start takes more than ${LIMIT_CPU_MS} ms of CPU`);
  process.exitCode = 1;
}

function row(title, starts) {
  const figures = ['wall', 'cpu'].flatMap((field) => {
    const values = starts.map((start) => start[field]);
    return [median(values), Math.min(...values)];
  });
  print(title.padEnd(41) + figures.map((figure) => figure.toFixed(0).padStart(10)).join(''));
}

/** The build where it is; a data directory of our own. */
function installation() {
  const data = join(folder, 'data');
  return {
    program: resolve(dist, 'src/start.js'),
    data,
    compiled: resolve(dist, 'compiled-code'),
    owner: {},
  };
}

/** A copy of the build that the user of the server may not change. */
function imageLayout() {
  const app = join(folder, 'app');
  const data = join(app, 'data');
  const installed = dirname(resolve(dist));
  mkdirSync(data, { recursive: true });
  chownSync(data, USER, USER);
  const isCode = (path) => !path.startsWith(resolve(dist, 'compiled-code'));
  cpSync(resolve(dist), join(app, 'dist'), { recursive: true, filter: isCode });
  for (const part of ['config', 'package.json'])
    cpSync(join(installed, part), join(app, part), { recursive: true });
  symlinkSync(join(installed, 'node_modules'), join(app, 'node_modules'));
  const program = join(app, 'dist/src/start.js');
  return { program, data, compiled: join(data, 'compiled-code'), owner: { uid: USER, gid: USER } };
}

/** Starts it, waits until it says that it is ready, and ends it. */
async function started({ program, data, owner }) {
  const begun = performance.now();
  const child = spawn(node, [program], {
    ...owner,
    cwd: dirname(data),
    env: { PATH: process.env.PATH, DATA_DIR: data, PORT: '0', GATEWAY_PORT: '0', GATEWAY_BIND: '127.0.0.1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise((settle) => child.once('exit', settle));
  let said = '';
  const ready = new Promise((settle, fail) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => {
        said += text;
        if (said.includes('Credential Gateway is ready')) settle();
      });
    child.once('exit', () => fail(new Error(`the server did not start:\n${said}`)));
  });
  await ready;
  const figures = { wall: performance.now() - begun, cpu: (cpuSeconds(child.pid) ?? NaN) * 1_000 };
  child.kill('SIGTERM');
  await ended;
  return figures;
}
