import { Strategy } from 'passport';
import type { AccessRule } from '../declaration/access.decorator.js';
import type { AccessRequest, ScopeInput } from '../declaration/access-request.js';
import type { Authenticated } from './credential-verifiers.js';

/** What a strategy is shown: a copy made for Passport, which writes into what it is given. */
export interface CredentialRequest extends AccessRequest {
  rule: AccessRule;
  scope: ScopeInput;
}

/**
 * A Passport strategy that looks one kind of credential up. Null leaves the request to the next strategy; an error
 * ends the search, so that a bearer of a known family is never followed by a look at the cookie.
 */
export class LookUpStrategy extends Strategy {
  constructor(
    override readonly name: string,
    private readonly lookUp: (request: CredentialRequest) => Promise<Authenticated | null>,
  ) {
    super();
  }

  override authenticate(request: unknown): void {
    this.lookUp(request as CredentialRequest).then(
      (found) => (found === null ? this.fail(401) : this.success(found)),
      (error: unknown) => this.error(error),
    );
  }
}
