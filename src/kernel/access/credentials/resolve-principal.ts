import type { Configuration } from '../../config/configuration.js';
import { AppError } from '../../errors/app-error.js';
import type { AccessRule } from '../declaration/access.decorator.js';
import type {
  Caller,
  OrganizationRole,
  PartnerCaller,
  PersonCredential,
  Principal,
} from '../declaration/caller.js';
import type { LiveKey } from '../queries/credential.queries.js';
import type { Authenticated } from './credential-verifiers.js';
import { hasRank } from '../declaration/roles.js';
import type { ScopeInput } from '../declaration/access-request.js';
import type { ActiveSession } from '../queries/active-session.js';
import { platformErrors } from '../../errors/platform-errors.js';

interface Circumstances {
  input: ScopeInput;
  rule: AccessRule;
  rolesEnforced: boolean;
}

const CREDENTIAL_OF_FAMILY = {
  workspace: 'workspace-key',
  service: 'service-key',
  organization: 'org-key',
} as const satisfies Record<LiveKey['family'], PersonCredential>;

/** Which of the accepted credentials an authenticated one is. */
export function credentialOf(authenticated: Authenticated): Principal['credential'] {
  if (authenticated.kind === 'machine') return authenticated.principal.credential;
  if (authenticated.kind === 'partner') return 'partner-key';
  return authenticated.kind === 'session' ? 'session' : CREDENTIAL_OF_FAMILY[authenticated.key.family];
}

/** Whether the scope inputs of the request decide anything: a workspace key brings its own (01 §5.2.1, 07 A2.2). */
export function readsScopeInput(authenticated: Authenticated, { level }: AccessRule): boolean {
  if (level === 'partner') return false;
  return authenticated.kind === 'session' || credentialOf(authenticated) === 'org-key';
}

/**
 * The caller with organization and workspace, by the rules of 01 §5.2. Throws the refusal of the first rule
 * that does not hold; a workspace that is missing and one that is forbidden look alike.
 */
export function resolvePrincipal(authenticated: Authenticated, circumstances: Circumstances): Principal {
  if (authenticated.kind === 'machine') return authenticated.principal;
  if (circumstances.rule.level === 'partner') return resolvePartner(authenticated);
  if (authenticated.kind === 'partner') throw new AppError(platformErrors.invalid_credentials);
  const caller =
    authenticated.kind === 'session'
      ? fromSession(authenticated.session, circumstances)
      : fromKey(authenticated.key, circumstances);
  return requireWorkspaceIfNeeded(caller, circumstances.rule);
}

/**
 * A control endpoint tells who has to name the workspace how that is done (06 §15.3.2): an organization key, and on
 * Cloud a session, which has no default workspace there.
 */
export function lacksWorkspaceHeader(
  authenticated: Authenticated,
  { input, rule, edition }: Pick<Circumstances, 'input' | 'rule'> & { edition: Configuration['edition'] },
): boolean {
  if (!rule.control || rule.level !== 'workspace' || input.workspace !== null) return false;
  if (authenticated.kind === 'session') return edition === 'cloud';
  return credentialOf(authenticated) === 'org-key';
}

/** A suspended partner is refused whatever it shows (07 A2); nothing but a partner's credentials gets here. */
function resolvePartner(authenticated: Authenticated): PartnerCaller {
  if (authenticated.kind === 'partner') {
    const { suspended, ...key } = authenticated.key;
    if (suspended) throw new AppError(platformErrors.partner_suspended);
    return { credential: 'partner-key', member: null, ...key };
  }
  if (authenticated.kind !== 'session') throw new AppError(platformErrors.invalid_credentials);
  const { sessionId: credentialId, userId, email, portal } = authenticated.session;
  if (!portal) throw new AppError(platformErrors.not_in_a_partner);
  const { suspended, ...partner } = portal;
  if (suspended) throw new AppError(platformErrors.partner_suspended);
  return { credential: 'session', credentialId, ...partner, member: { userId, email } };
}

function fromKey({ family, ...key }: LiveKey, { input, rule, rolesEnforced }: Circumstances): Caller {
  if (family === 'organization' && key.workspaceId === null) {
    if (input.workspace !== null) throw new AppError(platformErrors.invalid_credentials);
    if (rule.level === 'workspace') throw new AppError(platformErrors.workspace_required);
  }
  const isAdmin = passesAdminCheck(key.role, rolesEnforced);
  return { ...key, credential: CREDENTIAL_OF_FAMILY[family], isAdmin };
}

function fromSession(session: ActiveSession, { rule, rolesEnforced }: Circumstances): Caller {
  const { sessionId: credentialId, userId, email, organizationId, workspaceId, role } = session;
  const unresolved =
    (rule.level === 'workspace' && workspaceId === null) ||
    (rule.level === 'organization' && organizationId === null);
  if (unresolved) throw new AppError(platformErrors.invalid_credentials);
  const isAdmin = passesAdminCheck(role, rolesEnforced);
  return { credential: 'session', credentialId, userId, email, organizationId, role, isAdmin, workspaceId };
}

function passesAdminCheck(role: OrganizationRole | null, rolesEnforced: boolean): boolean {
  return role !== null && (!rolesEnforced || hasRank(role, 'admin'));
}

function requireWorkspaceIfNeeded(caller: Caller, rule: AccessRule): Caller {
  if (rule.needsWorkspace && caller.workspaceId === null)
    throw new AppError(platformErrors.workspace_header_required);
  return caller;
}

/** Roles in a partner bind in every edition (07 A1). */
export function requirePartnerRole({ role }: PartnerCaller, rule: AccessRule): void {
  if (rule.role !== undefined && !hasRank(role, rule.role))
    throw new AppError(platformErrors.insufficient_permissions);
}

/** The role step of 01 §6; membership is required in every edition. */
export function requireRole(caller: Caller, rule: AccessRule, rolesEnforced: boolean): void {
  if (rule.role === undefined) return;
  if (caller.role === null) throw new AppError(platformErrors.not_a_member);
  if (!rolesEnforced && !rule.roleInEveryEdition) return;
  if (!hasRank(caller.role, rule.role)) throw new AppError(platformErrors.insufficient_permissions);
}
