import { ArrayField, IntegerField, ObjectField, StringField } from '../../../../kernel/http/fields.js';

export class ImportedResponse {
  @IntegerField({ min: 0 }) secrets: number;
  @IntegerField({ min: 0 }) agents: number;
  @IntegerField({ min: 0, description: 'Always 0; kept for clients of earlier versions.' })
  agentSecrets: number;
  @IntegerField({ min: 0, description: 'Always 0; kept for clients of earlier versions.' }) rules: number;
}

export class SkippedResponse {
  @StringField({ description: '`secret`, `agent`, `agentSecret` or `rule`.' }) type: string;
  @StringField() name: string;
  @StringField() reason: string;
}

export class MigrationReportResponse {
  @ObjectField(ImportedResponse) imported: ImportedResponse;
  @ArrayField(SkippedResponse, { description: 'What was left behind, and why.' }) skipped: SkippedResponse[];
}
