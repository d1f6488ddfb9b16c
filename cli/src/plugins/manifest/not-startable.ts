import { CommandFailure } from '../../terminal/failure.js';

/** The system could not start it: what shells answer with 126 (07 B6). */
export class NotStartable extends CommandFailure {
  override get exitStatus(): number {
    return 126;
  }
}
