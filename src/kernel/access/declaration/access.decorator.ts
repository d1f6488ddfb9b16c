import { SetMetadata } from '@nestjs/common';
import type { CredentialKind } from './caller.js';
import type { LicenceException } from './licence-exceptions.js';
import type { SurfaceErrors } from './surface-errors.js';

/** What authentication must produce for a route (01 §0). `none` is for credentials that are no person's. */
type RequirementLevel = 'none' | 'person' | 'organization' | 'workspace' | 'partner';

export interface AccessRule {
  /** Credentials the route accepts; any other valid one is refused. */
  as: readonly CredentialKind[];
  level: RequirementLevel;
  /**
   * Least organization role; in Community only `roleInEveryEdition` makes it count (01 §6). On level `partner` the least
   * role in the partner, which counts in every edition (07 A1).
   */
  role?: 'admin' | 'owner';
  /** The role binds in Community too (01 §6.4, R52). Goes with `role`. */
  roleInEveryEdition?: true;
  edition?: 'enterprise';
  /** Human words for the licence refusal: "Groups" answers "Groups require an Enterprise license." */
  feature?: string;
  /** Authenticates without a workspace and then needs one: `400`, not `401` (01 §5.2 rule 2.5). */
  needsWorkspace?: true;
  /** A request with an `oc_` bearer is answered `403` flat, whatever else it carries (01 §4). */
  sessionOnly?: true;
  /** A page of a foreign origin is refused whatever carries the session, a bearer too (01 §14.1). */
  dashboardOnly?: true;
  /** A control endpoint of the gateway: see `ControlEndpoint`, which says the rest of it. */
  control?: true;
  /** The handler asks for the licence itself, after credential and scope (06 §15.6). */
  licensedByHandler?: true;
  /** What the route does without the licence too, told by the body (05 §11.4). */
  licenceException?: LicenceException;
  /** Refusals that read otherwise here than on the rest of the surface (01 §14, §15.4). */
  refusals?: Partial<Pick<SurfaceErrors, 'unauthenticated' | 'foreignOrigin'>>;
}

export interface PublicRule {
  edition?: 'enterprise';
  feature?: string;
}

export type RouteAccess = ({ public: false } & AccessRule) | ({ public: true } & PublicRule);

const ACCESS = Symbol('access');

/** Says who may call a route; on a method it replaces the class's rule as a whole. */
export function Access(rule: AccessRule): ClassDecorator & MethodDecorator {
  return SetMetadata(ACCESS, { ...rule, public: false } satisfies RouteAccess);
}

/** Opens a route to callers without any credential. */
export function Public(rule: PublicRule = {}): ClassDecorator & MethodDecorator {
  return SetMetadata(ACCESS, { ...rule, public: true } satisfies RouteAccess);
}

/** The rule of a handler; undefined means nobody declared one, and the route must not be served. */
export function accessOf(handler: object, controller: object): RouteAccess | undefined {
  const declared: unknown = Reflect.getMetadata(ACCESS, handler) ?? Reflect.getMetadata(ACCESS, controller);
  return declared as RouteAccess | undefined;
}

/** What makes a rule unusable, in words for the one who wrote it; null when it is fine. */
export function faultOf(rule: RouteAccess | undefined): string | null {
  if (rule === undefined) return 'neither @Access nor @Public';
  if (rule.public) return null;
  if (rule.as.length === 0) return 'accepts no credential';
  if (rule.sessionOnly && rule.as.some((kind) => kind !== 'session'))
    return 'session-only, yet accepts a key';
  if (rule.role !== undefined && !['organization', 'workspace', 'partner'].includes(rule.level)) {
    return 'names a role without an organization or partner to hold it in';
  }
  if (rule.roleInEveryEdition && rule.role === undefined) return 'roleInEveryEdition without a role';
  if (rule.needsWorkspace && rule.level === 'workspace') return 'level workspace always needs one';
  if (rule.as.includes('partner-key') !== (rule.level === 'partner'))
    return 'takes a partner’s key on another level than partner, or the other way round';
  return null;
}
