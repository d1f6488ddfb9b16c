import type { CommandProcess, Ended } from './command-process.js';
import type { Reporter } from '../reports/reporter.js';
import type { Finish, Steer, TurnEvent, TurnRun } from '../reports/work.js';

export interface TurnSurroundings {
  readonly run: TurnRun;
  readonly home: string;
  readonly reporter: Reporter;
  readonly command: CommandProcess;
  /** A tool of the platform, called for the agent (04 §9.4). */
  callTool(callId: string, tool: string, args: unknown): Promise<object>;
}

export interface TurnOutcome {
  /** Said last, in one with the end. */
  readonly events: readonly TurnEvent[];
  readonly report: Finish;
}

/** How a command is spoken with while it works on a turn. */
export interface Harness {
  /** Before it is started: what it does is seen from then on. */
  announce(reporter: Reporter, program: string): Promise<void>;
  /** Resolves when the command wrote all it had to say. */
  follow(turn: TurnSurroundings): Promise<void>;
  steer(steer: Steer): void;
  /** `stopped`: it did not end by itself. */
  outcome(ended: Ended, stopped: 'aborted' | 'restarted' | null): TurnOutcome;
}

/** Where the protocol has it: a command that went wrong says why on standard error. */
export function failureOf({ status, signal }: Ended, lastWords: string): string {
  const how = signal === null ? `with status ${status}` : `by ${signal}`;
  return lastWords === '' ? `The command ended ${how}.` : lastWords;
}
