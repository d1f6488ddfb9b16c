import type { FastifyRequest } from 'fastify';
import type { ErrorCode } from '../errors/catalogue.js';

/** How the guards' refusals read on one surface: `/auth/*` has bodies of its own (01 §11.2, §21.2). */
export interface SurfaceErrors {
  unauthenticated: ErrorCode;
  keyRefused: ErrorCode;
  foreignOrigin: ErrorCode;
  throttled: { code: ErrorCode; retryHeaders: readonly string[] };
}

const MANAGEMENT: SurfaceErrors = {
  unauthenticated: 'invalid_credentials',
  keyRefused: 'api_key_refused',
  foreignOrigin: 'cross_site_request',
  throttled: { code: 'throttled', retryHeaders: ['Retry-After'] },
};

const AUTH: SurfaceErrors = {
  unauthenticated: 'unauthorized',
  keyRefused: 'auth_api_key_refused',
  foreignOrigin: 'invalid_origin',
  throttled: { code: 'auth_throttled', retryHeaders: ['Retry-After', 'X-Retry-After'] },
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
