import { spawnSync } from 'node:child_process';
import { closeSync, constants, fstatSync, mkdtempSync, openSync, readSync, rmdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { CommandFailure } from './terminal/failure.js';
import { keepKey, keyGiven, type KeyNames } from './keys/keys.js';
import { note } from './terminal/output.js';
import { holdsKey, isForAgents } from './run/not-for-agents.js';

/**
 * Every other program of the same person can read the environment that a program was started with, as long as it runs:
 * in `/proc/<pid>/environ` on Linux, by `ps` elsewhere. Removing a variable does not change that. This program therefore
 * replaces itself, under the same process id, by one without keys in its environment, and passes itself the one key that
 * it needs through a pipe, which is empty before any child is started (R61).
 */
const PIPE = 'CREDENTIAL_GATEWAY_KEY_PIPE';
/** Needed for the settings of this program, and never passed on. */
const OWN = 'CREDENTIAL_GATEWAY_HOME';
const LOOK_AGAIN_MS = 5;
const PATIENCE_MS = 5_000;
const MAX_BYTES = 8_192;

/**
 * Holds the writing end of the pipe while this program is replaced, then ends. It is a named pipe, because the replacement
 * closes every other one. The script gives up after five seconds, and always removes the folder.
 */
const WRITER = `
mkfifo -m 600 "$1/key" || exit 1
exec 3<&0
{
  cat <&3 >"$1/key" &
  looks=0
  while kill -0 $! 2>/dev/null && [ "$looks" -lt 50 ]; do sleep 0.1; looks=$((looks + 1)); done
  kill $! 2>/dev/null
  rm -rf "$1"
} &
`;

/** Returns in a process whose environment, as the system shows it, has no key. If that is impossible, warns and returns. */
export async function withoutKeys(names: KeyNames): Promise<void> {
  const pipe = process.env[PIPE];
  delete process.env[PIPE];
  if (pipe !== undefined) return keepKey(names, await drained(pipe));
  const found = Object.keys(process.env).filter((name) => !isForAgents(name) && name !== OWN);
  if (found.length === 0) return;
  // A file or standard input may be read only once, so it is read before.
  const key = await keyGiven(names);
  const path = process.execve === undefined || key === undefined ? undefined : writtenToPipe(key);
  if (process.execve === undefined || (key !== undefined && path === undefined)) return warn(found, names);
  const kept = Object.entries(process.env).filter(([name]) => name === OWN || isForAgents(name));
  process.execve(
    process.execPath,
    [process.execPath, ...process.execArgv, ...process.argv.slice(1)],
    Object.fromEntries([...kept, ...(path === undefined ? [] : [[PIPE, path]])]) as Record<string, string>,
  );
}

/** The path of a pipe with the key in it; undefined if this system has no named pipes. */
function writtenToPipe(key: string): string | undefined {
  let folder: string | undefined;
  try {
    folder = mkdtempSync(join(tmpdir(), 'cgw-key-'));
    const { status } = spawnSync('/bin/sh', ['-c', WRITER, 'sh', folder], {
      input: `${key}\n`,
      stdio: ['pipe', 'ignore', 'ignore'],
      env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin' },
    });
    if (status === 0) return join(folder, 'key');
  } catch {
    // Handled like a failure of the shell: the caller warns.
  }
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  return undefined;
}

/** Reads the key and removes the pipe, without blocking on a writer that may have ended. */
async function drained(path: string): Promise<string> {
  const until = performance.now() + PATIENCE_MS;
  let text = '';
  let file: number | undefined;
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    // A variable of that name may point to something else, which is neither read nor removed.
    if (!fstatSync(file).isFIFO()) throw new Error('no pipe');
    while (!text.endsWith('\n') && text.length < MAX_BYTES && performance.now() < until) {
      const piece = nextOf(file);
      text += piece;
      if (piece === '') await pause(LOOK_AGAIN_MS);
    }
    // Not earlier: the writer finds the pipe by its name.
    rmSync(path, { force: true });
    rmdirSync(dirname(path));
  } catch {
    // Reported below.
  } finally {
    if (file !== undefined) closeSync(file);
  }
  if (text.endsWith('\n')) return text.slice(0, -1);
  throw new CommandFailure(
    'The key could not be handed over without the environment.',
    'ERROR',
    'set CREDENTIAL_GATEWAY_API_KEY_FILE in place of CREDENTIAL_GATEWAY_API_KEY',
  );
}

/** Empty while there is no writer (end of file) or the writer has written nothing (EAGAIN). */
function nextOf(file: number): string {
  const piece = Buffer.alloc(MAX_BYTES);
  try {
    return piece.toString('latin1', 0, readSync(file, piece));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return '';
    throw error;
  }
}

function warn(found: readonly string[], [name]: KeyNames): void {
  const keys = found.filter((one) => holdsKey(one) && process.env[one] !== '-');
  if (keys.length === 0) return;
  note(
    `Child processes can read ${keys.join(', ')} in the environment of this program, and it cannot be removed on this platform. Use Node.js 22.15 or newer on Linux or macOS, or set ${name}_FILE instead.`,
  );
}
