import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

export interface CommandResult {
  status: number;
  stdout: string;
  stderr: string;
}

const ROOT = join(import.meta.dirname, '../../..');
const TIMEOUT_MS = 60_000;

/**
 * Runs the built command line as an operator does: a process of its own, with nothing but these settings. `build` may be
 * the folder of another release.
 */
export function runCommand(
  args: readonly string[],
  env: Record<string, string> = {},
  {
    build = ROOT,
    cwd = build,
    node = process.execPath,
  }: { build?: string; cwd?: string; node?: string } = {},
): Promise<CommandResult> {
  if (!existsSync(join(build, 'dist/src/cli/main.js')))
    throw new Error('The command line is not built: run `npm run build` (npm test does)');
  const options = {
    cwd,
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.TEST_COMPILE_CACHE, ...env },
    timeout: TIMEOUT_MS,
    maxBuffer: 32 * 1024 ** 2,
  };
  return new Promise((resolve) => {
    execFile(node, [join(build, 'bin/credential-gateway.mjs'), ...args], options, (error, stdout, stderr) => {
      const status = error === null ? 0 : typeof error.code === 'number' ? error.code : -1;
      resolve({ status, stdout, stderr });
    });
  });
}

/** The result of a command that was run with `--json`. */
export function jsonOf({ stdout, stderr }: CommandResult): any {
  try {
    return JSON.parse(stdout);
  } catch {
    throw new Error(`The command printed no JSON:\n${stdout}\n${stderr}`);
  }
}
