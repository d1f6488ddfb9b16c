/**
 * Tools that are too heavy to be installed with every clone: by name and exact version, at the first need, into a
 * folder of this machine's temporary ones that later runs find again. Null where registry or toolchain is missing.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';

const MAX_OUTPUT = 64 * 1024 * 1024;

export const print = (line = '') => process.stdout.write(`${line}\n`);

const execute = promisify(execFile);

/** Runs a program to its end, with nothing to read; `output` is all it said, `code` null when it could not be started. */
export async function run(program, args, options = {}) {
  try {
    const running = execute(program, args, { maxBuffer: MAX_OUTPUT, ...options });
    // Some wait for the end of what a pipe brings before they begin; one that does not read it may be gone by now.
    running.child.stdin?.on('error', () => undefined).end();
    const { stdout, stderr } = await running;
    return { code: 0, stdout, output: stdout + stderr };
  } catch (error) {
    const code = typeof error.code === 'number' ? error.code : null;
    return {
      code,
      stdout: error.stdout ?? '',
      output: `${error.stdout ?? ''}${error.stderr ?? error.message}`,
    };
  }
}

/** The folder of the executables of these npm packages (`name@version`); `scripts`: they build themselves when installed. */
export function npmTools(packages, { scripts = false } = {}) {
  return installed('npm', packages, async (folder) => {
    await writeFile(join(folder, 'package.json'), '{ "private": true }');
    const options = ['install', '--no-audit', '--no-fund', '--silent', '--save-exact'];
    if (!scripts) options.push('--ignore-scripts');
    const { code } = await run('npm', [...options, ...packages], { cwd: folder });
    return code === 0 ? join(folder, 'node_modules', '.bin') : null;
  });
}

/** The folder of the executables of these Python packages (`name==version`). */
export function pythonTools(packages) {
  return installed('python', packages, async (folder) => {
    const bin = join(folder, 'bin');
    const made = await run('python3', ['-m', 'venv', folder]);
    if (made.code !== 0) return null;
    const { code } = await run(join(bin, 'pip'), [
      'install',
      '--quiet',
      '--disable-pip-version-check',
      ...packages,
    ]);
    return code === 0 ? bin : null;
  });
}

/** A folder counts once its mark is there: an installation that was cut short is made anew. */
async function installed(kind, packages, install) {
  const name = createHash('sha256').update(packages.join(' ')).digest('hex').slice(0, 16);
  const folder = join(tmpdir(), `cg-tools-${kind}-${name}`);
  const mark = join(folder, 'complete');
  const bin = kind === 'npm' ? join(folder, 'node_modules', '.bin') : join(folder, 'bin');
  if (await stat(mark).catch(() => null)) return bin;
  print(`Installing ${packages.join(', ')} into ${folder}.`);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const made = await install(folder);
  if (made !== null) await writeFile(mark, '');
  return made;
}

/** Writes the document as `credential-gateway openapi` prints it. */
export async function writeDocument(file) {
  const program = join(import.meta.dirname, '..', '..', 'bin', 'credential-gateway.mjs');
  const { code, output } = await run(process.execPath, [program, 'openapi', '--output', file]);
  if (code !== 0) throw new Error(output);
}
