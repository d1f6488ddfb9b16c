import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { RouteAccess } from '../declaration/access.decorator.js';
import { Configuration } from '../../config/configuration.js';
import { AppError } from '../../errors/app-error.js';
import { LicenceExceptions } from '../declaration/licence-exceptions.js';
import { guardedRequest } from './guarded-request.js';
import { platformErrors } from '../../errors/platform-errors.js';

/** Refuses what needs a licence, before anything else and without a look at the database (05 §1.1.3). */
@Injectable()
export class EnterpriseGuard implements CanActivate {
  constructor(private readonly configuration: Configuration) {}

  canActivate(context: ExecutionContext): boolean {
    const { rule } = guardedRequest(context);
    if (rule.edition !== 'enterprise' || this.configuration.entitled) return true;
    if (!rule.public && (rule.licensedByHandler || rule.licenceException)) return true;
    throw unlicensed(rule);
  }
}

/**
 * The same where a route has an exception: that takes a look at the database, so requests are counted before it, and
 * nobody is asked who they are (05 §11.4).
 */
@Injectable()
export class LicenceExceptionGuard implements CanActivate {
  constructor(
    private readonly configuration: Configuration,
    private readonly exceptions: LicenceExceptions,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { rule, request } = guardedRequest(context);
    if (this.configuration.entitled || rule.public || rule.licenceException === undefined) return true;
    if (await this.exceptions.holds(rule.licenceException, request.body)) return true;
    throw unlicensed(rule);
  }
}

function unlicensed({ feature }: RouteAccess): AppError {
  const message = feature && `${feature} requires an Enterprise license.`;
  return new AppError(platformErrors.enterprise_license_required, { message });
}
