import { Injectable } from '@nestjs/common';

/** What a licensed route does without the licence, too; modules register how a request for it looks. */
export type LicenceException = 'partner-claim';

type Holds = (body: unknown) => Promise<boolean>;

/**
 * Port for requests that a licensed route takes without the licence, told by their body alone and before anybody is
 * asked who they are (05 §1.1.3). With none registered there is no exception.
 */
@Injectable()
export class LicenceExceptions {
  private readonly exceptions = new Map<LicenceException, Holds>();

  register(exception: LicenceException, holds: Holds): void {
    this.exceptions.set(exception, holds);
  }

  async holds(exception: LicenceException, body: unknown): Promise<boolean> {
    return (await this.exceptions.get(exception)?.(body)) ?? false;
  }
}
