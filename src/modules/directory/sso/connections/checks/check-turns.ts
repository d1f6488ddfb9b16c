import { Injectable } from '@nestjs/common';
import { Turns } from '../../../../../kernel/scheduling/turns.js';

/**
 * An organization has one provider looked at at a time in a process. Its administrators choose the names, and a name
 * whose server stays silent holds one of the few threads that all look-ups share.
 */
@Injectable()
export class CheckTurns {
  private readonly turns = new Turns(1);

  run<T>({ organizationId }: { organizationId: string }, check: () => Promise<T>): Promise<T> {
    return this.turns.run(organizationId, check, () => false);
  }
}
