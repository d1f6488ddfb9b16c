import { type CanActivate, Injectable } from '@nestjs/common';
import { Configuration } from '../../../kernel/config/configuration.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import { migrationErrors } from './migration.errors.js';

/** Before the body is judged: where nothing can be exported, the endpoint is not there (01 §19.10.1). */
@Injectable()
export class ExportAvailableGuard implements CanActivate {
  constructor(private readonly configuration: Configuration) {}

  canActivate(): boolean {
    const { edition, migrationExportTargets } = this.configuration;
    if (edition === 'cloud' || migrationExportTargets.length === 0) {
      throw new AppError(migrationErrors.migration_export_unavailable);
    }
    return true;
  }
}
