import { PATH_METADATA } from '@nestjs/common/constants.js';
import type { ErrorDefinition } from '../../errors/error-definition.js';
import { accessOf, type AccessRule, type RouteAccess } from './access.decorator.js';
import type { CredentialKind } from './caller.js';
import { type SurfaceErrors, surfaceErrorsOf, surfaceOfPath } from './surface-errors.js';
import { platformErrors } from '../../errors/platform-errors.js';

/** What the API description says about who may call an operation (01 §0, §23.6). */
export interface OperationAccess {
  security: Record<string, string[]>[];
  availability: string;
  /** Errors every route of this rule can answer (01 §8.4). */
  errors: ErrorDefinition[];
}

const SCHEME_OF: Readonly<Record<CredentialKind, string>> = {
  'workspace-key': 'workspaceKey',
  'org-key': 'organizationKey',
  'service-key': 'serviceKey',
  session: 'session',
  'partner-key': 'partnerKey',
  scim: 'scimToken',
  internal: 'internalSecret',
  operator: 'operatorToken',
  runner: 'runnerToken',
  'channel-adapter': 'channelAdapterToken',
};

const EVERYWHERE = 'Cloud · Community (self-hosted) · Enterprise (self-hosted)';
const ENTERPRISE = 'Cloud · Enterprise (self-hosted)';

export function describeAccess(handler: object, controller: object): OperationAccess {
  const rule = accessOf(handler, controller);
  if (rule === undefined) throw new Error('A described handler has no access rule');
  const surface = surfaceErrorsOf(
    surfaceOfPath(`/${String(Reflect.getMetadata(PATH_METADATA, controller) ?? '')}`),
  );
  return {
    security: rule.public ? [] : rule.as.map((kind) => ({ [SCHEME_OF[kind]]: [] })),
    availability: rule.edition === 'enterprise' ? ENTERPRISE : EVERYWHERE,
    errors: standardErrors(rule, surface),
  };
}

function standardErrors(rule: RouteAccess, surface: SurfaceErrors): ErrorDefinition[] {
  const always: ErrorDefinition[] = [
    platformErrors.payload_too_large,
    surface.throttled.error,
    platformErrors.internal,
  ];
  if (rule.edition === 'enterprise') always.push(platformErrors.enterprise_license_required);
  if (rule.public) return always;
  const refused = refusals(rule, { ...surface, ...rule.refusals });
  const { unauthenticated } = surface;
  if (rule.as.includes('session') && rule.level !== 'partner')
    always.push(
      unauthenticated.surface === 'auth' ? platformErrors.auth_sso_required : platformErrors.sso_required,
    );
  return [...always, ...(rule.control ? refused.map(flat) : refused)];
}

/** As `ErrorFilter` presents them on control endpoints. */
function flat(error: ErrorDefinition): ErrorDefinition {
  return { ...error, surface: 'flat' };
}

function refusals(rule: AccessRule, surface: SurfaceErrors): ErrorDefinition[] {
  const errors: ErrorDefinition[] = [surface.unauthenticated];
  // Without OPERATOR_TOKEN these paths do not exist (07 §A3.1).
  if (rule.as.includes('operator')) errors.push(platformErrors.unknown_route);
  if (rule.as.includes('session')) errors.push(surface.foreignOrigin);
  if (rule.sessionOnly) errors.push(surface.keyRefused);
  if (rule.level === 'partner') {
    errors.push(platformErrors.partner_suspended, platformErrors.not_in_a_partner);
    return rule.role === undefined ? errors : [...errors, platformErrors.insufficient_permissions];
  }
  if (rule.role !== undefined)
    errors.push(platformErrors.not_a_member, platformErrors.insufficient_permissions);
  if (rule.needsWorkspace) errors.push(platformErrors.workspace_header_required);
  return errors;
}
