import { Body, Controller, Post, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../../kernel/access/declaration/access.decorator.js';
import type { WorkspaceCaller } from '../../../kernel/access/declaration/caller.js';
import { CurrentCaller } from '../../../kernel/access/declaration/current-caller.decorator.js';
import { Operation } from '../../../kernel/http/openapi/operation.decorator.js';
import { MigrateExportRequest } from './dto/migrate-export.dto.js';
import { MigrateImportRequest } from './dto/migrate-import.dto.js';
import { MigrationReportResponse } from './dto/migration-report.dto.js';
import { ExportAvailableGuard } from './export-available.guard.js';
import { ExportService } from './export.service.js';
import { ImportService } from './import.service.js';
import { migrationErrors } from './migration.errors.js';

const CREDENTIALS = ['workspace-key', 'org-key', 'session'] as const;

@Controller('v1/migrate')
@ApiTags('Internal')
export class MigrationController {
  constructor(
    private readonly exports: ExportService,
    private readonly imports: ImportService,
  ) {}

  @Post('export')
  @UseGuards(ExportAvailableGuard)
  @Access({ as: CREDENTIALS, level: 'workspace', role: 'admin' })
  @Operation({
    summary: 'Send the secrets and agents of the workspace to another deployment',
    description:
      'Administrators only, on self-hosted servers. Secrets leave this server decrypted for the ' +
      "other one, which has to be on the operator's list; values kept in 1Password stay behind.",
    response: MigrationReportResponse,
    errors: [
      migrationErrors.migration_export_unavailable,
      migrationErrors.migration_target_not_allowed,
      migrationErrors.migration_target_key_refused,
      migrationErrors.migration_refused,
      migrationErrors.migration_conflict,
      migrationErrors.migration_retired,
      migrationErrors.migration_target_failed,
    ],
  })
  migrateExport(
    @CurrentCaller() caller: WorkspaceCaller,
    @Body() body: MigrateExportRequest,
  ): Promise<MigrationReportResponse> {
    return this.exports.export(caller, body);
  }

  @Post('import')
  @Access({ as: CREDENTIALS, level: 'workspace' })
  @Operation({
    summary: 'Take in secrets and agents of another deployment, all or none',
    description:
      'One transaction: one secret that is wrong refuses the whole import. What has a name that is ' +
      'taken is skipped and reported, so it can be repeated.',
    response: MigrationReportResponse,
    errors: [
      migrationErrors.migration_refused,
      migrationErrors.migration_not_found,
      migrationErrors.migration_conflict,
      migrationErrors.migration_retired,
    ],
    fault: migrationErrors.migration_failed,
  })
  migrateImport(
    @CurrentCaller() caller: WorkspaceCaller,
    @Body() body: MigrateImportRequest,
  ): Promise<MigrationReportResponse> {
    return this.imports.import(caller, body);
  }
}
