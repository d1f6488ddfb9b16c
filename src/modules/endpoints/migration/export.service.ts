import { Injectable } from '@nestjs/common';
import type { WorkspaceCaller } from '../../../kernel/access/declaration/caller.js';
import { Configuration } from '../../../kernel/config/configuration.js';
import { Database } from '../../../kernel/database/database.js';
import { AppError, invalidRequest } from '../../../kernel/errors/app-error.js';
import { AgentsService } from '../../policy/agents/agents.service.js';
import { originOf } from '../../foundation/audit/model/audit-origin.js';
import { workspaceAudit } from '../../people/workspaces/workspace.audit.js';
import { PolicySetsService } from '../../foundation/policy-sets/policy-sets.service.js';
import { workspaceScope } from '../../../kernel/database/scope.js';
import { sourceKind } from '../../credentials/secret-sources/kinds.js';
import type { StoredSecret } from '../../credentials/secrets/secret-store.js';
import { SecretsService } from '../../credentials/secrets/secrets.service.js';
import type { MigrateExportRequest } from './dto/migrate-export.dto.js';
import {
  type ImportedAgentRequest,
  type ImportedSecretRequest,
  MAX_ITEMS,
} from './dto/migrate-import.dto.js';
import type { MigrationReportResponse, SkippedResponse } from './dto/migration-report.dto.js';
import { add, emptyReport } from './migration-report.js';
import { MigrationTarget } from './migration-target.js';
import { migrationErrors } from './migration.errors.js';

/** Below the limit of a JSON body (01 §1.7), with room for what stands around the items. */
const MAX_BYTES = 900 * 1024;

const REASON = {
  unreadable: 'The stored value cannot be decrypted.',
  policy: 'Policy is not moved; grant access again on the other deployment.',
};

/**
 * Sends the secrets and agents of a workspace to a deployment the operator listed (01 §19.10): the only way a
 * stored value leaves the server in clear. The trail says so before the first byte is sent.
 */
@Injectable()
export class ExportService {
  constructor(
    private readonly configuration: Configuration,
    private readonly db: Database,
    private readonly secrets: SecretsService,
    private readonly agents: AgentsService,
    private readonly policySets: PolicySetsService,
    private readonly target: MigrationTarget,
  ) {}

  /** Batch by batch, secrets before agents; what the target took before a failure stays there. */
  async export(caller: WorkspaceCaller, body: MigrateExportRequest): Promise<MigrationReportResponse> {
    const origin = this.allowedOrigin(body.cloudUrl);
    await this.announce(caller, origin);
    const total = emptyReport();
    const leftBehind: SkippedResponse[] = [];
    for await (const secrets of batches(this.readableSecrets(caller, leftBehind))) {
      add(total, await this.target.import(origin, body.cloudApiKey, { secrets, agents: [] }));
    }
    for await (const agents of batches(this.namedAgents(caller))) {
      add(total, await this.target.import(origin, body.cloudApiKey, { secrets: [], agents }));
    }
    total.skipped.push(...leftBehind, ...(await this.policy(caller)));
    return total;
  }

  private allowedOrigin(cloudUrl: string | undefined): string {
    const { migrationExportTargets: targets } = this.configuration;
    if (cloudUrl !== undefined && !URL.canParse(cloudUrl)) throw invalidRequest('cloudUrl must be a URL');
    const origin = cloudUrl === undefined ? targets[0] : new URL(cloudUrl).origin;
    if (origin === undefined || !targets.includes(origin))
      throw new AppError(migrationErrors.migration_target_not_allowed);
    return origin;
  }

  private announce(caller: WorkspaceCaller, exportedTo: string): Promise<void> {
    return this.db.tx((tx) => workspaceAudit.record(tx, originOf(caller), 'update', { exportedTo }));
  }

  /** The workspace's own with their values, decrypted a page at a time; what has none goes to `leftBehind`. */
  private async *readableSecrets(
    caller: WorkspaceCaller,
    leftBehind: SkippedResponse[],
  ): AsyncGenerator<ImportedSecretRequest> {
    for (let after: string | null = null; ;) {
      const page: StoredSecret[] = await this.secrets.ownSealed(this.db, workspaceScope(caller), after);
      for (const row of page) {
        const value = this.secrets.plaintextOf(row);
        if (value !== null) yield exported(row, value);
        else leftBehind.push({ type: 'secret', name: row.name, reason: whyWithoutValue(row) });
      }
      after = page.at(-1)?.id ?? null;
      if (after === null) return;
    }
  }

  private async *namedAgents(caller: WorkspaceCaller): AsyncGenerator<ImportedAgentRequest> {
    const rows = await this.agents.rowsOf(this.db, caller);
    for (const { name, identifier, isDefault } of rows.reverse()) {
      yield { name, identifier, isDefault };
    }
  }

  private async policy(caller: WorkspaceCaller): Promise<SkippedResponse[]> {
    const rules = await this.policySets.liveRules(this.db, caller);
    return rules
      .filter(({ isDefault }) => !isDefault)
      .map(({ name }) => ({ type: 'rule', name, reason: REASON.policy }));
  }
}

function exported(secret: StoredSecret, value: string): ImportedSecretRequest {
  const { name, type, hostPattern, pathPattern, injectionConfig, metadata } = secret;
  return { name, type, value, hostPattern, pathPattern, injectionConfig, metadata };
}

function whyWithoutValue({ sourceKind: kind }: StoredSecret): string {
  return sourceKind(kind)?.leftBehind ?? REASON.unreadable;
}

/** Items in lists that fit into one request each, in the order they come; no list is empty. */
async function* batches<T>(items: AsyncIterable<T>): AsyncGenerator<T[]> {
  let batch: T[] = [];
  let bytes = 0;
  for await (const item of items) {
    const size = Buffer.byteLength(JSON.stringify(item)) + 1;
    if (batch.length === MAX_ITEMS || (batch.length > 0 && bytes + size > MAX_BYTES)) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(item);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}
