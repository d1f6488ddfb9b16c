import type { FastifyRequest } from 'fastify';
import type { ErrorDefinition } from '../errors/error-definition.js';
import { platformErrors } from '../errors/platform-errors.js';

/** How the guards' refusals read on one surface: `/auth/*` has bodies of its own (01 §11.2, §21.2). */
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

export function isAuthPath(path: string): boolean {
  return path === '/auth' || path.startsWith('/auth/');
}

/** By the route as registered, not the URL as sent: percent-encoding cannot move a request elsewhere. */
export function isAuthSurface(request: FastifyRequest): boolean {
  return isAuthPath(request.routeOptions.url ?? '');
}

export function surfaceErrors(request: FastifyRequest): SurfaceErrors {
  return surfaceErrorsOf(isAuthSurface(request));
}

export function surfaceErrorsOf(auth: boolean): SurfaceErrors {
  return auth ? AUTH : MANAGEMENT;
}
