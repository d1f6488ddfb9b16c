import { Injectable } from '@nestjs/common';
import { Authenticator as Passport } from 'passport';
import { Configuration } from '../../config/configuration.js';
import { equalSecrets } from '../../crypto/tokens.js';
import { AppError } from '../../errors/app-error.js';
import type { AccessRule } from '../declaration/access.decorator.js';
import { type AccessRequest, headerText, type ScopeInput, bearerOf } from '../declaration/access-request.js';
import type { CredentialKind, Principal } from '../declaration/caller.js';
import { type CredentialRequest, LookUpStrategy } from './credential-strategies.js';
import { type Authenticated, CredentialVerifiers } from './credential-verifiers.js';
import { OperatorToken } from './operator-token.js';
import { credentialOf, resolvePrincipal } from './resolve-principal.js';
import { sessionScopePlan } from './session-scope-plan.js';
import { Sessions } from '../sessions/sessions.js';
import { platformErrors } from '../../errors/platform-errors.js';

const OWN_KEYS: readonly CredentialKind[] = ['workspace-key', 'org-key'];
const PERSONS: readonly CredentialKind[] = [...OWN_KEYS, 'session', 'service-key'];

/**
 * Finds out who calls (01 §4) and where (01 §5): one Passport strategy for each way to show a credential. A bearer
 * of a known family commits the request to that family: whatever goes wrong then is `401`.
 */
@Injectable()
export class Authenticator {
  private readonly passport = new Passport();

  constructor(
    private readonly configuration: Configuration,
    private readonly verifiers: CredentialVerifiers,
    private readonly sessions: Sessions,
    operator: OperatorToken,
  ) {
    this.passport.use(new LookUpStrategy('operator', (request) => operator.authenticate(request)));
    this.passport.use(new LookUpStrategy('internal', (request) => this.byInternalSecret(request)));
    this.passport.use(new LookUpStrategy('bearer', (request) => this.byBearer(request)));
    this.passport.use(new LookUpStrategy('session', (request) => this.bySession(request)));
  }

  /** One statement at most. Rejects with `401`, or `403` for a good key of a kind the route does not take. */
  authenticate(
    { method, headers, query, socket }: AccessRequest,
    rule: AccessRule,
    scope: ScopeInput,
  ): Promise<Authenticated> {
    const request: CredentialRequest = { method, headers, query, socket, rule, scope };
    return new Promise((resolve, reject) => {
      const done = (error: Error | null, found: Authenticated | false | undefined): void => {
        if (error) reject(error);
        else if (found) resolve(found);
        else reject(new AppError(platformErrors.invalid_credentials));
      };
      const authenticate = this.passport.authenticate(strategiesFor(rule), { session: false }, done) as (
        ...middleware: unknown[]
      ) => void;
      authenticate(request, {}, done);
    });
  }

  /** Where the authenticated credential acts on a route of this rule. */
  resolve(authenticated: Authenticated, rule: AccessRule, input: ScopeInput): Principal {
    return resolvePrincipal(authenticated, { input, rule, rolesEnforced: this.configuration.rolesEnforced });
  }

  private byInternalSecret(request: CredentialRequest): Promise<Authenticated | null> {
    const expected = this.configuration.gatewayInternalSecret;
    const given = headerText(request, 'x-gateway-secret');
    const right = expected !== null && given !== null && equalSecrets(given, expected);
    return Promise.resolve(right ? { kind: 'machine', principal: { credential: 'internal' } } : null);
  }

  private async byBearer(request: CredentialRequest): Promise<Authenticated | null> {
    const { rule, scope } = request;
    const bearer = bearerOf(request);
    const verifier = bearer === null ? null : this.verifiers.of(bearer);
    if (bearer === null || verifier === null) return null;
    const worthLooking = verifier.kinds.some((kind) => rule.as.includes(kind) || isOwnKey(kind, rule));
    const authenticated = worthLooking ? await verifier.verify(bearer, scope) : null;
    if (authenticated === null) throw new AppError(platformErrors.invalid_credentials);
    const kind = credentialOf(authenticated);
    if (rule.as.includes(kind)) return authenticated;
    // A person's good key that this route does not take is a matter of permission (05 §1.3.3).
    throw new AppError(
      isOwnKey(kind, rule) ? platformErrors.insufficient_permissions : platformErrors.invalid_credentials,
    );
  }

  private async bySession(request: CredentialRequest): Promise<Authenticated | null> {
    const { rule, scope } = request;
    const plan = sessionScopePlan(scope, rule, this.configuration.edition === 'onprem');
    const session = rule.as.includes('session') ? await this.sessions.find(request, plan) : null;
    return session && { kind: 'session', session };
  }
}

/** In the order in which they are tried. */
function strategiesFor({ as }: AccessRule): string[] {
  if (as.includes('operator')) return ['operator'];
  return as.includes('internal') ? ['internal', 'bearer', 'session'] : ['bearer', 'session'];
}

/** On routes for people their own keys are recognised even where not taken; elsewhere they are unknown (07 A2). */
function isOwnKey(kind: CredentialKind, rule: AccessRule): boolean {
  if (rule.level === 'partner') return false;
  return OWN_KEYS.includes(kind) && rule.as.some((accepted) => PERSONS.includes(accepted));
}
