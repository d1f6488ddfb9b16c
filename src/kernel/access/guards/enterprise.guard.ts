import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Configuration } from '../../config/configuration.js';
import { AppError } from '../../errors/app-error.js';
import { guardedRequest } from './guarded-request.js';
import { platformErrors } from '../../errors/platform-errors.js';

/** Refuses what needs a licence, before anything else and without a look at the database (05 §1.1.3). */
@Injectable()
export class EnterpriseGuard implements CanActivate {
  constructor(private readonly configuration: Configuration) {}

  canActivate(context: ExecutionContext): boolean {
    const { rule } = guardedRequest(context);
    if (rule.edition !== 'enterprise' || this.configuration.entitled) return true;
    if (!rule.public && rule.licensedByHandler) return true;
    const message = rule.feature && `${rule.feature} needs an Enterprise license.`;
    throw new AppError(platformErrors.enterprise_license_required, { message });
  }
}
