import { Injectable } from '@nestjs/common';
import { Configuration } from '../config/configuration.js';
import { equalSecrets } from '../crypto/tokens.js';
import { AppError } from '../errors/app-error.js';
import type { AccessRule } from './access.decorator.js';
import { type AccessRequest, headerText } from './access-request.js';
import { bearerOf } from './bearer.js';
import type { CredentialKind, Principal } from './caller.js';
import { type Authenticated, type CredentialVerifier, CredentialVerifiers } from './credential-verifiers.js';
import { OperatorToken } from './operator-token.js';
import { credentialOf, resolvePrincipal } from './resolve-principal.js';
import { type ScopeInput } from './scope-input.js';
import { sessionScopePlan } from './scope-plan.js';
import { Sessions } from './sessions.js';

const OWN_KEYS: readonly CredentialKind[] = ['workspace-key', 'org-key'];
const PERSONS: readonly CredentialKind[] = [...OWN_KEYS, 'session', 'service-key'];

/**
 * Finds out who calls (01 §4) and where (01 §5). A bearer of a known family commits the request to that
 * family: whatever goes wrong then is `401`, and the session cookie is never looked at.
 */
@Injectable()
export class Authenticator {
  constructor(
    private readonly configuration: Configuration,
    private readonly verifiers: CredentialVerifiers,
    private readonly sessions: Sessions,
    private readonly operator: OperatorToken,
  ) {}

  /** One statement at most. Throws `401`, or `403` for a good key of a kind the route does not take. */
  async authenticate(request: AccessRequest, rule: AccessRule, input: ScopeInput): Promise<Authenticated> {
    if (rule.as.includes('operator')) return this.operator.authenticate(request);
    if (rule.as.includes('internal') && this.holdsInternalSecret(request)) {
      return { kind: 'machine', principal: { credential: 'internal' } };
    }
    const bearer = bearerOf(request);
    const verifier = bearer === null ? null : this.verifiers.of(bearer);
    if (bearer !== null && verifier !== null) return this.byBearer(bearer, verifier, rule, input);
    return this.bySession(request, rule, input);
  }

  /** Where the authenticated credential acts on a route of this rule. */
  resolve(authenticated: Authenticated, rule: AccessRule, input: ScopeInput): Principal {
    return resolvePrincipal(authenticated, { input, rule, rolesEnforced: this.configuration.rolesEnforced });
  }

  private async byBearer(
    bearer: string,
    verifier: CredentialVerifier,
    rule: AccessRule,
    input: ScopeInput,
  ): Promise<Authenticated> {
    const worthLooking = verifier.kinds.some((kind) => rule.as.includes(kind) || isOwnKey(kind, rule));
    const authenticated = worthLooking ? await verifier.verify(bearer, input) : null;
    if (authenticated === null) throw new AppError('invalid_credentials');
    const kind = credentialOf(authenticated);
    if (rule.as.includes(kind)) return authenticated;
    // A person's good key that this route does not take is a matter of permission (05 §1.3.3).
    throw new AppError(isOwnKey(kind, rule) ? 'insufficient_permissions' : 'invalid_credentials');
  }

  private async bySession(
    request: AccessRequest,
    rule: AccessRule,
    input: ScopeInput,
  ): Promise<Authenticated> {
    const plan = sessionScopePlan(input, rule, this.configuration.edition === 'onprem');
    const session = rule.as.includes('session') ? await this.sessions.find(request, plan) : null;
    if (session === null) throw new AppError('invalid_credentials');
    return { kind: 'session', session };
  }

  private holdsInternalSecret(request: AccessRequest): boolean {
    const expected = this.configuration.gatewayInternalSecret;
    const given = headerText(request, 'x-gateway-secret');
    return expected !== null && given !== null && equalSecrets(given, expected);
  }
}

/** On routes for people their own keys are recognised even where not taken; elsewhere they are unknown. */
function isOwnKey(kind: CredentialKind, rule: AccessRule): boolean {
  return OWN_KEYS.includes(kind) && rule.as.some((accepted) => PERSONS.includes(accepted));
}
