import { Injectable } from '@nestjs/common';
import type { AccessRule } from '../../kernel/access/access.decorator.js';
import type { AccessRequest } from '../../kernel/access/access-request.js';
import { Authenticator } from '../../kernel/access/authenticator.js';
import { BrowserOrigins } from '../../kernel/access/browser-origins.js';
import { type CredentialKind, isPerson, type WorkspaceCaller } from '../../kernel/access/caller.js';
import type { Authenticated } from '../../kernel/access/credential-verifiers.js';
import { isForeignWrite } from '../../kernel/access/cross-site.js';
import { readsScopeInput } from '../../kernel/access/resolve-principal.js';
import { readScopeInput, type ScopeInput } from '../../kernel/access/scope-input.js';
import { Sessions } from '../../kernel/access/sessions.js';
import { Configuration } from '../../kernel/config/configuration.js';
import { AppError } from '../../kernel/errors/app-error.js';
import type { ControlAnswer, ControlRequest } from '../listener/origin-routes.js';

/** What every control endpoint takes; approvals add service keys (06 §15.3). */
const OWN_CREDENTIALS = ['workspace-key', 'org-key', 'session'] as const satisfies CredentialKind[];

/** Released clients look for the words `formerly X-Project-Id` (06 §15.3.2). */
const WORKSPACE_MISSING = 'Name a workspace in the X-Workspace-Id header (formerly X-Project-Id).';
const UNAUTHENTICATED = 'Invalid API key or token.';

/** A caller of the gateway's own origin, with the headers its answer has to carry. */
export interface ControlCaller {
  caller: WorkspaceCaller;
  headers: Record<string, string>;
}

/**
 * Who calls a control endpoint, by the same verifiers and the same statement as on the management API, with
 * this origin's refusals: flat bodies, and a missing workspace that says which header it wants (06 §15.3).
 */
@Injectable()
export class ControlAuthenticator {
  constructor(
    private readonly configuration: Configuration,
    private readonly authenticator: Authenticator,
    private readonly sessions: Sessions,
    private readonly origins: BrowserOrigins,
  ) {}

  /** The caller, or the answer that refuses it. Throws only when nobody can be looked up. */
  async authenticate(
    request: ControlRequest,
    as: readonly CredentialKind[] = OWN_CREDENTIALS,
    level: AccessRule['level'] = 'workspace',
  ): Promise<ControlCaller | { refusal: ControlAnswer }> {
    try {
      return await this.identify(accessRequestOf(request), { as, level });
    } catch (error) {
      if (error instanceof AppError && error.status < 500) return { refusal: refusalOf(error) };
      throw error;
    }
  }

  private async identify(
    request: AccessRequest,
    rule: AccessRule,
  ): Promise<ControlCaller | { refusal: ControlAnswer }> {
    const input = readScopeInput(request);
    const authenticated = await this.authenticator.authenticate(request, rule, input);
    await this.acceptSession(authenticated, request);
    if (rule.level === 'workspace' && this.lacksWorkspaceHeader(authenticated, input))
      return { refusal: flat(401, WORKSPACE_MISSING) };
    const principal = this.authenticator.resolve(authenticated, rule, input);
    if (!isPerson(principal)) return { refusal: flat(401, UNAUTHENTICATED) };
    const legacy = readsScopeInput(authenticated) && input.deprecatedSurface !== null;
    return { caller: principal as WorkspaceCaller, headers: legacy ? this.deprecation() : {} };
  }

  /** Both headers on both origins (01 §5.4). */
  private deprecation(): Record<string, string> {
    const { appUrl } = this.configuration;
    return { deprecation: 'true', link: `<${appUrl}/docs/api>; rel="deprecation"` };
  }

  /** A cookie proves nothing about the page that made the request (06 §15.3.3). */
  private async acceptSession(authenticated: Authenticated, request: AccessRequest): Promise<void> {
    if (authenticated.kind !== 'session') return;
    const { session } = authenticated;
    if (session.stored !== null && isForeignWrite(request, this.origins))
      throw new AppError('cross_site_request');
    await this.sessions.requireAllowed(session);
  }

  /** An organization key in every edition; on Cloud a session too, which has no default workspace there. */
  private lacksWorkspaceHeader(authenticated: Authenticated, { workspace }: ScopeInput): boolean {
    if (workspace !== null) return false;
    if (authenticated.kind === 'session') return this.configuration.edition === 'cloud';
    return authenticated.kind === 'key' && authenticated.key.family === 'organization';
  }
}

/** Only headers name credential and workspace here; query parameters do on the management origin alone. */
function accessRequestOf({ method, headers, remoteAddress }: ControlRequest): AccessRequest {
  return { method, headers, query: {}, socket: { remoteAddress: remoteAddress ?? undefined } };
}

function refusalOf(error: AppError): ControlAnswer {
  return flat(error.status, error.message);
}

function flat(status: number, message: string): ControlAnswer {
  return { status, body: { error: message } };
}
