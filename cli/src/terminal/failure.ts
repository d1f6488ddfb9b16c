/** What ends a command: its text, the word scripts look for, and where there is one the next command to type (07 B10). */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';

  constructor(
    message: string,
    readonly code: FailureCode = 'ERROR',
    readonly action?: string,
  ) {
    super(message);
  }

  get exitStatus(): number {
    return EXIT_STATUS[this.code];
  }
}

/** Exit statuses are those of the command line already in the field (07 B10.7). */
const EXIT_STATUS = {
  ERROR: 1,
  VALIDATION: 1,
  GONE: 1,
  EXPIRED: 1,
  AUTH_REQUIRED: 2,
  NOT_FOUND: 3,
  CONFLICT: 4,
  FORBIDDEN: 5,
} as const;

export type FailureCode = keyof typeof EXIT_STATUS;

/** Wrong words on the command line. */
export function misused(message: string, command: readonly string[] = []): CommandFailure {
  return new CommandFailure(message, 'ERROR', ['cgw', ...command, '--help'].join(' '));
}
