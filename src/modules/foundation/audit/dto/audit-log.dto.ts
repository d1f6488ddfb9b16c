import { Field } from '../../../../kernel/http/fields/fields.js';
import { AUDIT_SOURCES, type AuditSource } from '../model/audit-origin.js';
import { AUDIT_ACTIONS, AUDITED_SERVICES, type AuditAction } from '../model/audit-vocabulary.js';

const SCOPES = ['workspace', 'organization'] as const;

export class AuditLogQuery {
  @Field.integer({ optional: true, fromText: true, min: 1, max: 200, default: 50 }) limit?: number;
  @Field.string({
    optional: true,
    schema: { minLength: 1 },
    description: '`nextCursor` of the previous page.',
  })
  cursor?: string;
  @Field.string({ optional: true }) workspaceId?: string;
  @Field.string({ optional: true }) userId?: string;
  @Field.oneOf(AUDITED_SERVICES, { optional: true }) service?: string;
  @Field.oneOf(AUDIT_ACTIONS, { optional: true }) action?: AuditAction;
  @Field.dateTime({ optional: true, description: 'Only entries from this time on.' }) from?: string;
  @Field.dateTime({ optional: true, description: 'Only entries before this time.' })
  to?: string;
}

export class AuditEntryResponse {
  @Field.string() id: string;
  @Field.oneOf(AUDIT_ACTIONS) action: AuditAction;
  @Field.oneOf(AUDITED_SERVICES) service: string;
  @Field.oneOf(['success', 'failure']) status: 'success' | 'failure';
  @Field.oneOf(AUDIT_SOURCES) source: AuditSource;
  @Field.string({ nullable: true, description: 'Null after the account is deleted.' }) userId: string | null;
  @Field.string({ nullable: true, description: 'The address at the time of the change.' }) userEmail:
    string | null;
  @Field.string({ nullable: true }) workspaceId: string | null;
  @Field.string({ nullable: true }) workspaceName: string | null;
  @Field.string() organizationName: string;
  @Field.oneOf(SCOPES) scope: (typeof SCOPES)[number];
  @Field.json({ nullable: true, description: 'Ids, names, counts and markers; never a value, key or token.' })
  metadata: Record<string, unknown> | null;
  @Field.dateTime() createdAt: string;
}

export class AuditLogResponse {
  @Field.list(AuditEntryResponse) items: AuditEntryResponse[];
  @Field.string({ nullable: true, description: 'Null on the last page.' }) nextCursor: string | null;
}
