import type { MigrationReportResponse } from './dto/migration-report.dto.js';

export function emptyReport(): MigrationReportResponse {
  return { imported: { secrets: 0, agents: 0, agentSecrets: 0, rules: 0 }, skipped: [] };
}

/** Adds what one more request moved to what was moved before. */
export function add(total: MigrationReportResponse, part: MigrationReportResponse): void {
  total.imported.secrets += part.imported.secrets;
  total.imported.agents += part.imported.agents;
  total.imported.agentSecrets += part.imported.agentSecrets;
  total.imported.rules += part.imported.rules;
  total.skipped.push(...part.skipped);
}
