import { Injectable } from '@nestjs/common';
import type { WorkspaceCaller } from '../../../kernel/access/declaration/caller.js';
import { Database, type Tx } from '../../../kernel/database/database.js';
import { AppError, invalidRequest } from '../../../kernel/errors/app-error.js';
import { platformErrors } from '../../../kernel/errors/platform-errors.js';
import { toAppError } from '../../../kernel/http/server/error.filter.js';
import { AgentsService } from '../../policy/agents/agents.service.js';
import { actorOf } from '../../foundation/audit/model/audit-origin.js';
import { readNewSecret, type SecretDraft } from '../../credentials/secrets/secret-draft.js';
import { workspaceScope } from '../../../kernel/database/scope.js';
import { SecretsService } from '../../credentials/secrets/secrets.service.js';
import type {
  ImportedAgentRequest,
  ImportedSecretRequest,
  MigrateImportRequest,
} from './dto/migrate-import.dto.js';
import type { MigrationReportResponse, SkippedResponse } from './dto/migration-report.dto.js';
import { isLegacyOnly, skippedLegacy } from './legacy-content.js';
import { emptyReport } from './migration-report.js';
import { migrationErrors } from './migration.errors.js';
import { agentErrors } from '../../policy/agents/records/agent.errors.js';

const EXISTS = 'It exists here already and was left as it is.';

/** This endpoint speaks flat about what other endpoints wrap in an envelope (01 §19.10). */
const FLAT = {
  403: migrationErrors.migration_refused,
  404: migrationErrors.migration_not_found,
  409: migrationErrors.migration_conflict,
  500: migrationErrors.migration_failed,
} as const;

/** Takes in what another deployment exported: all of it or, on the first refusal, nothing (01 §19.10). */
@Injectable()
export class ImportService {
  constructor(
    private readonly db: Database,
    private readonly secrets: SecretsService,
    private readonly agents: AgentsService,
  ) {}

  /** Names and identifiers that are taken are skipped and reported; refusals are flat. */
  async import(caller: WorkspaceCaller, body: MigrateImportRequest): Promise<MigrationReportResponse> {
    if (isLegacyOnly(body)) throw new AppError(migrationErrors.migration_retired);
    const drafts = (body.secrets ?? []).map(draftOf);
    try {
      return await this.db.tx((tx) => this.store(tx, caller, drafts, body));
    } catch (error) {
      throw flat(error);
    }
  }

  private async store(
    tx: Tx,
    caller: WorkspaceCaller,
    drafts: readonly SecretDraft[],
    body: MigrateImportRequest,
  ): Promise<MigrationReportResponse> {
    // Names of secrets are not unique by themselves: two imports at once must not bring the same one twice.
    await tx.lock(`migration:${caller.workspaceId}`);
    const report = emptyReport();
    report.imported.secrets = await this.storeSecrets(tx, caller, drafts, report.skipped);
    report.imported.agents = await this.storeAgents(tx, caller, body.agents ?? [], report.skipped);
    report.skipped.push(...skippedLegacy(body));
    return report;
  }

  private async storeSecrets(
    tx: Tx,
    caller: WorkspaceCaller,
    drafts: readonly SecretDraft[],
    skipped: SkippedResponse[],
  ): Promise<number> {
    const scope = workspaceScope(caller);
    const names = drafts.map(({ name }) => name);
    const taken = await this.secrets.takenNames(tx, scope, names);
    let imported = 0;
    for (const draft of drafts) {
      if (taken.has(draft.name)) {
        skipped.push({ type: 'secret', name: draft.name, reason: EXISTS });
        continue;
      }
      taken.add(draft.name);
      await this.secrets.createWithin(tx, scope, actorOf(caller), draft);
      imported++;
    }
    return imported;
  }

  private async storeAgents(
    tx: Tx,
    caller: WorkspaceCaller,
    agents: readonly ImportedAgentRequest[],
    skipped: SkippedResponse[],
  ): Promise<number> {
    let imported = 0;
    for (const { name, identifier } of agents) {
      if (await this.createAgent(tx, caller, { name, identifier })) imported++;
      else skipped.push({ type: 'agent', name: identifier, reason: EXISTS });
    }
    return imported;
  }

  /** False when the identifier is taken. */
  private async createAgent(
    tx: Tx,
    caller: WorkspaceCaller,
    agent: { name: string; identifier: string },
  ): Promise<boolean> {
    try {
      await this.agents.createWithin(tx, caller, agent);
      return true;
    } catch (error) {
      if (error instanceof AppError && error.definition === agentErrors.agent_identifier_taken) return false;
      throw error;
    }
  }
}

/** The same rules as `POST /v1/secrets`; the first issue names the secret it is about. */
function draftOf(secret: ImportedSecretRequest, index: number): SecretDraft {
  const { name, type, value, hostPattern, pathPattern, injectionConfig } = secret;
  try {
    return readNewSecret(
      { name, type, value, hostPattern, pathPattern: pathPattern ?? undefined, injectionConfig },
      'workspace',
    );
  } catch (error) {
    throw error instanceof AppError ? invalidRequest(`secrets: ${index}: ${error.message}`) : error;
  }
}

function flat(thrown: unknown): AppError {
  const error = toAppError(thrown, { method: 'POST', url: '/v1/migrate/import' });
  // Its own body at every door (R65).
  if (error.definition === platformErrors.limit_reached) return error;
  const definition = FLAT[error.status as keyof typeof FLAT];
  if (definition === undefined || error.definition.surface === 'flat') return error;
  return new AppError(definition, {
    cause: error.cause ?? thrown,
    message: definition === migrationErrors.migration_failed ? undefined : error.message,
  });
}
