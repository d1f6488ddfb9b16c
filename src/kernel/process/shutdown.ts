import type { Logger } from 'pino';
import { setTimeout as after } from 'node:timers/promises';
import type { Boot } from './boot.js';
import type { Drain } from './drain.js';

/** One thing to bring down. They are called one after another, in the order given. */
export interface Closer {
  readonly name: string;
  /** Longest time this step may take; what is left of the whole budget limits it anyway. */
  readonly limitMs?: number;
  /** It has so much also where the steps before have used up the budget, as in a process that hardly gets to run. */
  readonly leastMs?: number;
  /** Should end early, cutting what is left, when the signal aborts: that is its time limit. */
  close(signal: AbortSignal): Promise<void> | void;
}

export interface ShutdownOptions {
  readonly drain: Drain;
  readonly closers: readonly Closer[];
  readonly budgetMs: number;
  readonly log: Pick<Logger, 'info' | 'error'>;
  /** The process, unless a test stands in for it. */
  readonly process?: ShutdownProcess;
  /** Is given what begins the same shutdown without a signal; it may be called any number of times. */
  readonly orWhen?: (stop: () => void) => void;
}

export interface ShutdownProcess {
  on(signal: 'SIGTERM' | 'SIGINT', listener: () => void): unknown;
  off(signal: 'SIGTERM' | 'SIGINT', listener: () => void): unknown;
  exit(code: number): void;
}

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;
/** Ctrl-C comes from the terminal and once more from npm, which passes on what it was sent itself. */
const ONE_PRESS_MS = 1_000;

/**
 * Ends the process in order on SIGTERM or SIGINT (06 §18.3): readiness turns at once, every closer gets its
 * turn within the budget, exit code 0. A second signal exits at once with 1; SIGINT twice within a second is one. Returns
 * how to uninstall it.
 */
export function installShutdown(options: ShutdownOptions): () => void {
  const target: ShutdownProcess = options.process ?? process;
  let begun = false;
  const stop = (): void => {
    if (begun) return;
    begun = true;
    void closeAll(options).then(() => target.exit(0));
  };
  options.orWhen?.(stop);
  return onSignals(target, () => (begun ? target.exit(1) : stop()));
}

/** Of a step of the boot that the signal finds at work, of one that is not cut short, and of closing what already runs. */
const STEP_LIMIT_MS = 5_000;
const WHOLE_STEP_LIMIT_MS = 15_000;
const GIVE_UP_LIMIT_MS = 5_000;

/**
 * Until there is something to shut down: a signal ends the boot at its next step, a second one the process at once. A
 * step that does not end within its limit ends with the process. Returns how to uninstall it.
 */
export function installInterruption(boot: Boot, target: ShutdownProcess = process): () => void {
  let begun = false;
  return onSignals(target, () => {
    if (begun) return target.exit(1);
    begun = true;
    boot.interrupt();
    void leaveStep(boot, target);
  });
}

/** A boot that ends before then ends the process itself. */
async function leaveStep(boot: Boot, target: ShutdownProcess): Promise<void> {
  await Promise.race([boot.betweenSteps, after(WHOLE_STEP_LIMIT_MS, undefined, { ref: false })]);
  await after(STEP_LIMIT_MS, undefined, { ref: false });
  await Promise.race([boot.giveUp(), after(GIVE_UP_LIMIT_MS, undefined, { ref: false })]);
  target.exit(1);
}

/** `listener` hears of each press and each SIGTERM once. Returns how to uninstall it. */
function onSignals(target: ShutdownProcess, listener: () => void): () => void {
  let pressedAt = -Infinity;
  const listeners = {
    SIGTERM: listener,
    SIGINT: () => {
      const now = performance.now();
      if (now - pressedAt < ONE_PRESS_MS) return;
      pressedAt = now;
      listener();
    },
  };
  for (const signal of SIGNALS) target.on(signal, listeners[signal]);
  return () => {
    for (const signal of SIGNALS) target.off(signal, listeners[signal]);
  };
}

/** Runs the closers without ending the process. Never rejects: a step that fails must not keep the rest up. */
export async function closeAll({
  drain,
  closers,
  budgetMs,
  log,
}: Omit<ShutdownOptions, 'process'>): Promise<void> {
  const deadline = performance.now() + budgetMs;
  drain.begin();
  log.info({ budgetMs }, 'shutting down');
  for (const closer of closers) {
    const { limitMs = Infinity, leastMs = 0 } = closer;
    const limit = Math.max(leastMs, Math.min(limitMs, deadline - performance.now()));
    await closeOne(closer, limit, log);
  }
  log.info({}, 'shut down');
}

/** A step that has not even reacted to its signal after this long is left behind. */
const GRACE_MS = 100;

async function closeOne(closer: Closer, limitMs: number, log: ShutdownOptions['log']): Promise<void> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), limitMs);
  const giveUp = after(limitMs + GRACE_MS, 'late' as const, { ref: false });
  try {
    const outcome = await Promise.race([Promise.resolve(closer.close(limit.signal)), giveUp]);
    if (outcome === 'late') log.error({ step: closer.name, limitMs }, 'shutdown step timed out');
  } catch (error) {
    log.error({ step: closer.name, err: error }, 'shutdown step failed');
  } finally {
    clearTimeout(timer);
  }
}
