import { Body, Controller, Post, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../../kernel/access/declaration/access.decorator.js';
import { type WorkspaceCaller, CurrentCaller } from '../../../kernel/access/declaration/caller.js';
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
    summary: 'Export the secrets and agents of the workspace to another deployment',
    description:
      'Administrators only, on self-hosted servers. Secrets are sent decrypted to the other ' +
      "deployment, which must be on the operator's list. Values in 1Password are not sent.",
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
    summary: 'Import secrets and agents from another deployment; all or none',
    description:
      'One transaction: one invalid secret refuses the whole import. Items whose name is taken are ' +
      'skipped and reported, so the import can be repeated.',
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
