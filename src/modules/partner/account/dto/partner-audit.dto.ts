import { Field } from '../../../../kernel/http/fields/fields.js';
import { AUDIT_SOURCES, type AuditSource } from '../../../foundation/audit/model/audit-origin.js';
import {
  AUDIT_ACTIONS,
  AUDITED_SERVICES,
  type AuditAction,
} from '../../../foundation/audit/model/audit-vocabulary.js';

export class PartnerAuditLogQuery {
  @Field.integer({ optional: true, fromText: true, min: 1, max: 200, default: 50 }) limit?: number;
  @Field.string({
    optional: true,
    schema: { minLength: 1 },
    description: '`nextCursor` of the previous page.',
  })
  cursor?: string;
}

export class PartnerAuditEntryResponse {
  @Field.string() id: string;
  @Field.oneOf(AUDIT_ACTIONS) action: AuditAction;
  @Field.oneOf(AUDITED_SERVICES) service: string;
  @Field.oneOf(['success', 'failure']) status: 'success' | 'failure';
  @Field.oneOf(AUDIT_SOURCES) source: AuditSource;
  @Field.string({ nullable: true, description: 'Null for a key, and after the account is deleted.' })
  userId: string | null;
  @Field.string({ nullable: true, description: 'The actor: an e-mail address, `partner-key` or `operator`.' })
  userEmail: string | null;
  @Field.json({ nullable: true, description: 'Ids, names, counts and markers; never a value, key or token.' })
  metadata: Record<string, unknown> | null;
  @Field.dateTime() createdAt: string;
}

export class PartnerAuditLogResponse {
  @Field.list(PartnerAuditEntryResponse) data: PartnerAuditEntryResponse[];
  @Field.string({ nullable: true, description: 'Null on the last page.' }) nextCursor: string | null;
}
