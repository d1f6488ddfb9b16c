import { Field } from '../../../../kernel/http/fields/fields.js';

export class ImportedResponse {
  @Field.integer({ min: 0 }) secrets: number;
  @Field.integer({ min: 0 }) agents: number;
  @Field.integer({ min: 0, description: 'Always 0; kept for older clients.' })
  agentSecrets: number;
  @Field.integer({ min: 0, description: 'Always 0; kept for older clients.' }) rules: number;
}

export class SkippedResponse {
  @Field.string({ description: '`secret`, `agent`, `agentSecret` or `rule`.' }) type: string;
  @Field.string() name: string;
  @Field.string() reason: string;
}

export class MigrationReportResponse {
  @Field.object(ImportedResponse) imported: ImportedResponse;
  @Field.list(SkippedResponse, { description: 'Items that were not imported, with the reason.' })
  skipped: SkippedResponse[];
}
