import type { FastifyRequest } from 'fastify';
import type { ErrorDefinition, ErrorSurface } from '../../errors/error-definition.js';
import { platformErrors } from '../../errors/platform-errors.js';

/** How the guards' refusals read on one surface: `/auth/*` and SCIM have bodies of their own (01 §11.2, §21.2; 05 §10.3). */
export interface SurfaceErrors {
  unauthenticated: ErrorDefinition;
  keyRefused: ErrorDefinition;
  foreignOrigin: ErrorDefinition;
  throttled: { error: ErrorDefinition; retryHeaders: readonly string[] };
}

const MANAGEMENT: SurfaceErrors = {
  unauthenticated: platformErrors.invalid_credentials,
  keyRefused: platformErrors.api_key_refused,
  foreignOrigin: platformErrors.cross_site_request,
  throttled: { error: platformErrors.throttled, retryHeaders: ['Retry-After'] },
};

const AUTH: SurfaceErrors = {
  unauthenticated: platformErrors.unauthorized,
  keyRefused: platformErrors.auth_api_key_refused,
  foreignOrigin: platformErrors.invalid_origin,
  throttled: { error: platformErrors.auth_throttled, retryHeaders: ['Retry-After', 'X-Retry-After'] },
};

const SCIM: SurfaceErrors = {
  ...MANAGEMENT,
  unauthenticated: platformErrors.scim_unauthenticated,
};

/** Every refusal is the same (04 §0). */
const DAEMON: SurfaceErrors = {
  unauthenticated: platformErrors.daemon_unauthorized,
  keyRefused: platformErrors.daemon_unauthorized,
  foreignOrigin: platformErrors.daemon_unauthorized,
  throttled: { error: platformErrors.throttled, retryHeaders: ['Retry-After'] },
};

/** Paths all of whose answers have one shape. */
export type PathSurface = Extract<ErrorSurface, 'auth' | 'scim' | 'daemon'>;
const PATHS: readonly (readonly [prefix: string, PathSurface])[] = [
  ['/auth', 'auth'],
  ['/scim/v2', 'scim'],
  ['/v1/runner', 'daemon'],
  ['/v1/channel-adapter', 'daemon'],
];

export function surfaceOfPath(path: string): PathSurface | null {
  const owner = PATHS.find(([prefix]) => path === prefix || path.startsWith(`${prefix}/`));
  return owner?.[1] ?? null;
}

/** By the route as registered, not the URL as sent: percent-encoding cannot move a request elsewhere. */
export function pathSurface(request: FastifyRequest): PathSurface | null {
  return surfaceOfPath(request.routeOptions.url ?? '');
}

export function surfaceErrors(request: FastifyRequest): SurfaceErrors {
  return surfaceErrorsOf(pathSurface(request));
}

export function surfaceErrorsOf(surface: PathSurface | null): SurfaceErrors {
  if (surface === null) return MANAGEMENT;
  return { auth: AUTH, scim: SCIM, daemon: DAEMON }[surface];
}
