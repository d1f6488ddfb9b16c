import {
  ArrayField,
  DateTimeField,
  EnumField,
  IntegerField,
  JsonField,
  StringField,
} from '../../../../kernel/http/fields.js';
import { AUDIT_SOURCES, type AuditSource } from '../audit-origin.js';
import { AUDIT_ACTIONS, AUDITED_SERVICES, type AuditAction } from '../audit-vocabulary.js';

const SCOPES = ['workspace', 'organization'] as const;

export class AuditLogQuery {
  @IntegerField({ optional: true, fromText: true, min: 1, max: 200, default: 50 }) limit?: number;
  @StringField({ optional: true, schema: { minLength: 1 }, description: '`nextCursor` of the page before.' })
  cursor?: string;
  @StringField({ optional: true }) workspaceId?: string;
  @StringField({ optional: true }) userId?: string;
  @EnumField(AUDITED_SERVICES, { optional: true }) service?: string;
  @EnumField(AUDIT_ACTIONS, { optional: true }) action?: AuditAction;
  @DateTimeField({ optional: true, description: 'The first moment that counts.' }) from?: string;
  @DateTimeField({ optional: true, description: 'The first moment that does not count any more.' })
  to?: string;
}

export class AuditEntryResponse {
  @StringField() id: string;
  @EnumField(AUDIT_ACTIONS) action: AuditAction;
  @EnumField(AUDITED_SERVICES) service: string;
  @EnumField(['success', 'failure']) status: 'success' | 'failure';
  @EnumField(AUDIT_SOURCES) source: AuditSource;
  @StringField({ nullable: true, description: 'Null once the account is deleted.' }) userId: string | null;
  @StringField({ nullable: true, description: 'The address at the time.' }) userEmail: string | null;
  @StringField({ nullable: true }) workspaceId: string | null;
  @StringField({ nullable: true }) workspaceName: string | null;
  @StringField() organizationName: string;
  @EnumField(SCOPES) scope: (typeof SCOPES)[number];
  @JsonField({ nullable: true, description: 'Ids, names, counts and markers; never a value, key or token.' })
  metadata: Record<string, unknown> | null;
  @DateTimeField() createdAt: string;
}

export class AuditLogResponse {
  @ArrayField(AuditEntryResponse) items: AuditEntryResponse[];
  @StringField({ nullable: true, description: 'Null on the last page.' }) nextCursor: string | null;
}
