/**
 * `npm run image`: builds the container image and runs it, as the user of the image on a read-only root, through README's
 * first steps. Needs root on Linux, buildah and debootstrap (Debian has both); says so where one is missing.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { print, run } from '../contract/on-demand.mjs';
import { deployTools } from './chart.mjs';
import { Builder } from './builder.mjs';
import { contentFaults, sizeOf } from './contents.mjs';

const REPOSITORY = join(import.meta.dirname, '..', '..');
const PROGRAMS = ['buildah', 'debootstrap', 'unshare', 'setpriv', 'mount', 'ip', 'curl'];
const MEBIBYTE = 1024 ** 2;
/** A third more than it was when this was written: more than that is a package that does not belong. */
const MAX_BYTES = 400 * MEBIBYTE;

const missing = await whatIsMissing();
if (missing !== null) {
  print(`The image was not built: ${missing}.`);
  process.exit(0);
}
const folder = await mkdtemp(join(tmpdir(), 'cg-image-'));
const begun = performance.now();
try {
  const builder = new Builder(folder);
  const { root, config } = await builder.build();
  print(`The image builds, in ${seconds(begun)} s.`);
  const size = sizeOf(root);
  print(`It has ${Math.round(size / MEBIBYTE)} MiB.`);
  const faults = contentFaults(root, REPOSITORY);
  if (size > MAX_BYTES) faults.push(`The image has more than ${MAX_BYTES / MEBIBYTE} MiB.`);
  for (const fault of faults) print(fault);
  if (faults.length === 0) print('Nothing is inside that the server does not need.');
  const manifests = await deployTools();
  if (manifests === null)
    print('Helm is not there and cannot be installed: the chart was not held against the image.');
  const plan = join(folder, 'plan.json');
  await writeFile(plan, JSON.stringify({ root, config, folder, manifests }));
  const code = await inOwnNetwork([join(import.meta.dirname, 'first-steps.mjs'), plan]);
  process.exitCode = faults.length > 0 || code !== 0 ? 1 : 0;
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function whatIsMissing() {
  if (process.platform !== 'linux' || process.getuid() !== 0) return 'that needs root on Linux';
  for (const program of PROGRAMS)
    if ((await run('sh', ['-c', `command -v ${program}`])).code !== 0) return `there is no ${program}`;
  const { code } = await run('unshare', ['--net', '--mount', 'ip', 'link', 'set', 'lo', 'up']);
  return code === 0 ? null : 'this process may not make namespaces';
}

/** With the ports and names of the first steps for itself; what is mounted and started there ends with it. */
function inOwnNetwork(args) {
  const namespaces = ['--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc'];
  const child = spawn('unshare', [...namespaces, process.execPath, ...args], { stdio: 'inherit' });
  return new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
}

function seconds(since) {
  return Math.round((performance.now() - since) / 1000);
}
