import { Injectable, Logger } from '@nestjs/common';
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
import { deprecationHeaders } from '../../kernel/http/response-headers.js';
import type { ControlAnswer, ControlRequest } from '../listener/origin-routes.js';
import { platformErrors } from '../../kernel/errors/platform-errors.js';

/** What every control endpoint takes; approvals add service keys (06 §15.3). */
const OWN_CREDENTIALS = ['workspace-key', 'org-key', 'session'] as const satisfies CredentialKind[];

/** Released clients look for the words `formerly X-Project-Id` (06 §15.3.2). */
const WORKSPACE_MISSING = 'Name a workspace in the X-Workspace-Id header (formerly X-Project-Id).';

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
  private readonly log = new Logger('Access');

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
    const headers: Record<string, string> = {};
    try {
      const caller = await this.identify(accessRequestOf(request), { as, level }, headers);
      request.identified?.(caller);
      return { caller, headers };
    } catch (error) {
      if (error instanceof AppError && error.status < 500) return { refusal: refusalOf(error, headers) };
      throw error;
    }
  }

  /** Notes in `headers` what the answer carries, be it granted or refused. */
  private async identify(
    request: AccessRequest,
    rule: AccessRule,
    headers: Record<string, string>,
  ): Promise<WorkspaceCaller> {
    const input = readScopeInput(request);
    const authenticated = await this.authenticator.authenticate(request, rule, input);
    if (readsScopeInput(authenticated)) this.noteLegacyInput(input, headers);
    await this.acceptSession(authenticated, request, headers);
    if (rule.level === 'workspace' && this.lacksWorkspaceHeader(authenticated, input))
      throw new AppError(platformErrors.invalid_credentials, { message: WORKSPACE_MISSING });
    const principal = this.authenticator.resolve(authenticated, rule, input);
    if (!isPerson(principal)) throw new AppError(platformErrors.invalid_credentials);
    return principal as WorkspaceCaller;
  }

  /** Both headers on both origins, on refusals too (01 §5.4). */
  private noteLegacyInput({ deprecatedSurface }: ScopeInput, headers: Record<string, string>): void {
    if (deprecatedSurface === null) return;
    Object.assign(headers, deprecationHeaders(this.configuration));
    this.log.warn({ deprecatedSurface }, 'a deprecated input was used');
  }

  /** A cookie proves nothing about the page that made the request (06 §15.3.3). */
  private async acceptSession(
    authenticated: Authenticated,
    request: AccessRequest,
    headers: Record<string, string>,
  ): Promise<void> {
    if (authenticated.kind !== 'session') return;
    const { session } = authenticated;
    if (session.stored !== null && isForeignWrite(request, this.origins))
      throw new AppError(platformErrors.cross_site_request);
    await this.sessions.requireAllowed(session);
    const cookie = await this.sessions.renewedCookie(session);
    if (cookie !== null) headers['set-cookie'] = cookie;
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

function refusalOf({ status, message }: AppError, headers: Record<string, string>): ControlAnswer {
  return { status, headers, body: { error: message } };
}
