import type { CanActivate, Provider, Type } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import {
  BrowserOriginGuard,
  EnterpriseGuard,
  LicenceExceptionGuard,
  RoleGuard,
  ScopeGuard,
} from './access.guards.js';
import { CredentialGuard } from './credential.guard.js';
import { PrincipalThrottlerGuard, RequestThrottlerGuard } from './throttler.guard.js';

/**
 * What every request passes before its handler, in this order (ADR 4). Each reads the one `@Access` declaration of
 * the handler; the first that has a reason to refuse answers.
 */
export const ACCESS_CHAIN: readonly Type<CanActivate>[] = [
  EnterpriseGuard,
  BrowserOriginGuard,
  RequestThrottlerGuard,
  LicenceExceptionGuard,
  CredentialGuard,
  ScopeGuard,
  RoleGuard,
  PrincipalThrottlerGuard,
];

/** Nest runs global guards in the order they are provided; `AccessAudit` proves at boot that it does. */
export const ACCESS_GUARDS: Provider[] = ACCESS_CHAIN.map((guard) => ({
  provide: APP_GUARD,
  useClass: guard,
}));
