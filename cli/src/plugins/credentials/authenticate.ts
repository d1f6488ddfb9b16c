import { spawn, type ChildProcess } from 'node:child_process';
import { constants as system } from 'node:os';
import process from 'node:process';
import { CommandFailure } from '../../terminal/failure.js';
import { note } from '../../terminal/output.js';
import { jsonOf } from '../../terminal/printable.js';
import { forAgents } from '../../run/environment.js';
import { inWords, type AuthLine } from './auth-line.js';
import { verdictOf, type Verdict } from './auth-verdict.js';
import { storeCredentials } from './credential-store.js';
import { NotStartable } from '../manifest/not-startable.js';
import type { Plugin } from '../manifest/plugin-folder.js';
import { startOf } from '../manifest/start.js';

/** For a program that said what it had to say, to end by itself. */
const PATIENCE_MS = 5_000;
/** For one that was told to end. */
const LAST_PATIENCE_MS = 2_000;
/** Of a program that is gone, while something that it started still holds its output. */
const REST_MS = 1_000;
const ENDING = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export interface SigningIn {
  readonly args: readonly string[];
  readonly patienceMs: number;
  /** Whether what is pending is told as JSON. */
  readonly json: boolean;
}

/** The status of a plugin that a signal ended, else the moment the new credentials expire. */
export type SignedIn = { readonly status: number } | { readonly expiresAt: string | null };

/** Lets a plugin sign a person in and keeps what it got (07 B4). Only whole successes replace what was kept before. */
export async function signIn(plugin: Plugin, how: SigningIn): Promise<SignedIn> {
  const { file, args, ...options } = startOf(plugin.path, ['auth', ...how.args]);
  let interruption: NodeJS.Signals | undefined;
  const interrupted = (signal: NodeJS.Signals): void => {
    // Whoever asks twice does not want to wait.
    child.kill(interruption === undefined ? signal : 'SIGKILL');
    interruption = signal;
  };
  for (const signal of ENDING) process.on(signal, interrupted);
  const child = spawn(file, args, {
    ...options,
    env: forAgents(process.env),
    stdio: ['inherit', 'pipe', 'inherit'],
  });
  try {
    const exit = exitOf(child);
    const verdict = await Promise.race([
      verdictOf(child.stdout, teller(how.json)),
      timeUp(how.patienceMs),
      failedToStart(child, plugin.path),
    ]);
    const ended = await endedBy(child, exit, verdict);
    child.stdout.destroy();
    if (interruption !== undefined) return { status: 128 + system.signals[interruption] };
    return await settled(plugin.name, verdict, ended);
  } finally {
    for (const signal of ENDING) process.off(signal, interrupted);
  }
}

/** Undefined for one that was ended by this program, since it had its say. */
type Ended = number | NodeJS.Signals | undefined;

async function settled(name: string, verdict: Verdict, ended: Ended): Promise<SignedIn> {
  if (verdict.kind === 'expired')
    throw new CommandFailure(
      verdict.message ?? `The sign-in to "${name}" was not completed in time.`,
      'AUTH_REQUIRED',
      `cgw plugin auth ${name}`,
    );
  if (ended !== undefined && ended !== 0)
    throw failed(name, `it ended with ${typeof ended === 'number' ? `status ${ended}` : ended}`);
  if (verdict.kind === 'abort' || verdict.kind === 'nothing') throw failed(name, verdict.why);
  if (verdict.kind === 'authenticated') return { expiresAt: null };
  await storeCredentials(name, verdict.credentials);
  return { expiresAt: verdict.credentials.expires_at ?? null };
}

function failed(name: string, why: string): CommandFailure {
  return new CommandFailure(
    `The plugin "${name}" could not sign in: ${why}.`,
    'ERROR',
    `cgw plugin auth ${name}`,
  );
}

/** What repeats itself is said once. */
function teller(json: boolean): (line: AuthLine) => void {
  let before = '';
  return ({ url, code, message }) => {
    const line = { status: 'pending', url, code, message };
    const text = json ? jsonOf(line) : inWords(line);
    if (text !== '' && text !== before) note(text);
    before = text;
  };
}

function exitOf(child: ChildProcess): Promise<number | NodeJS.Signals> {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => {
      setTimeout(() => child.stdout?.destroy(), REST_MS).unref();
      resolve(code ?? signal ?? 0);
    });
  });
}

function failedToStart(child: ChildProcess, path: string): Promise<never> {
  return new Promise((_resolve, reject) => {
    child.once('error', ({ message }) =>
      reject(new NotStartable(`${path} could not be started: ${message}`)),
    );
  });
}

function timeUp(patienceMs: number): Promise<Verdict> {
  const why = `it took longer than ${Math.round(patienceMs / 1000)} seconds`;
  return new Promise((resolve) => {
    setTimeout(() => resolve({ kind: 'abort', why }), patienceMs).unref();
  });
}

/** Asked to end first, since it may have to tidy up; not asked twice. */
async function endedBy(
  child: ChildProcess,
  exit: Promise<number | NodeJS.Signals>,
  { kind }: Verdict,
): Promise<Ended> {
  const patienceMs = kind === 'abort' || kind === 'expired' ? 0 : PATIENCE_MS;
  const ended = await within(exit, patienceMs);
  if (ended !== undefined) return kind === 'abort' ? undefined : ended;
  child.kill('SIGTERM');
  if ((await within(exit, LAST_PATIENCE_MS)) === undefined) child.kill('SIGKILL');
  return undefined;
}

async function within<Result>(work: Promise<Result>, ms: number): Promise<Result | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, ms, undefined);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
