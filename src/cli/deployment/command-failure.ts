/** Ends a command with exit status 1: what is wrong and, where there is one, the next thing to do. */
export class CommandFailure extends Error {
  constructor(
    message: string,
    readonly action?: string,
  ) {
    super(message);
  }
}
