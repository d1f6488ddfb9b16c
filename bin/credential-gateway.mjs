#!/usr/bin/env node
// `credential-gateway` (short: `cgw`). Plain JavaScript that any Node.js runs: in a fresh clone it builds once,
// and where the Node.js that npm found is older than the one this package brings, it hands over to that one.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';

const OLDEST_NODE = 24;
const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** For whoever runs a server. Everything else is for people who use one, and talks to it. */
const OF_THE_SERVER = [
  ...['doctor', 'migrate', 'openapi', 'plan', 'rotate-keys'],
  ...['backup', 'restore', 'after-restore', 'replace-authority', 'runner-token', 'move-agent'],
  'channel-adapter-token',
];

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const isOfTheServer = OF_THE_SERVER.includes(process.argv[2]);
const program = join(root, isOfTheServer ? 'dist/src/cli/main.js' : 'dist/cli/cgw.mjs');

if (isOfTheServer && Number(process.versions.node.split('.')[0]) < OLDEST_NODE) handOver();
else await run();

/** Same arguments, same terminal, same exit status; signals reach the one that works. */
function handOver() {
  const node = bundledNode();
  // Before it is started: one that came in between would end this program and leave the other.
  for (const signal of FORWARDED) process.on(signal, () => child.kill(signal));
  const child = spawn(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' });
  child.once('error', (error) => fail(`Node.js ${OLDEST_NODE} could not be started: ${error.message}`));
  child.once('exit', (code, signal) => {
    if (signal === null) process.exit(code ?? 1);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

function bundledNode() {
  try {
    const manifest = createRequire(import.meta.url).resolve('node/package.json');
    const name = process.platform === 'win32' ? 'node.exe' : 'node';
    const found = join(dirname(manifest), 'bin', name);
    if (existsSync(found)) return found;
  } catch {
    // Falls through to the advice below.
  }
  return fail(
    `This needs Node.js ${OLDEST_NODE}, and the one it brings along is missing: run "npm ci" first.`,
  );
}

async function run() {
  // Absent from an installed package and from an image, which bring their own build.
  const builder = join(root, 'scripts/build.mjs');
  if (!existsSync(program) && existsSync(builder)) {
    // Standard output belongs to the command.
    const { status } = spawnSync(process.execPath, [builder, '--if-missing'], { stdio: ['ignore', 2, 2] });
    if (status !== 0) fail('It could not be built: run "npm ci", then "npm run build".');
  }
  if (isOfTheServer) {
    // Of our own files only: reading those of packages took a fifth of a command. An older Node.js has no such function.
    const { setSourceMapsSupport } = await import('node:module');
    setSourceMapsSupport(true, { nodeModules: false, generatedCode: false });
  }
  await import(pathToFileURL(program).href);
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
