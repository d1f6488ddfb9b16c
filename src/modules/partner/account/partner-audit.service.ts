import { Injectable } from '@nestjs/common';
import type { PartnerCaller } from '../../../kernel/access/declaration/caller.js';
import { Database } from '../../../kernel/database/database.js';
import { momentOf, pageOf, type PagePosition, readCursor } from '../../../kernel/http/page-cursor.js';
import type {
  PartnerAuditEntryResponse,
  PartnerAuditLogQuery,
  PartnerAuditLogResponse,
} from './dto/partner-audit.dto.js';

type Row = Omit<PartnerAuditEntryResponse, 'createdAt'> & PagePosition & { createdAt: Date };

const DEFAULT_LIMIT = 50;

/** What was done for a partner, newest first (07 A14). Nothing of a customer's own log is in it. */
@Injectable()
export class PartnerAuditService {
  constructor(private readonly db: Database) {}

  async list(
    { partnerId }: PartnerCaller,
    { limit = DEFAULT_LIMIT, cursor }: PartnerAuditLogQuery,
  ): Promise<PartnerAuditLogResponse> {
    const after = readCursor(cursor);
    const rows = await this.db.query<Row>(
      `SELECT a.id, a.action, a.service, a.status, a.source, a.user_id AS "userId", a.user_email AS "userEmail",
         a.metadata, a.created_at AS "createdAt", ${momentOf('a.created_at')} AS moment
       FROM audit_log a
       WHERE a.partner_id = $1 AND ($2::text IS NULL OR (a.created_at, a.id) < ($2::timestamptz, $3::uuid))
       ORDER BY a.created_at DESC, a.id DESC LIMIT $4`,
      [partnerId, after?.moment ?? null, after?.id ?? null, limit + 1],
    );
    const { rows: shown, nextCursor } = pageOf(rows, limit);
    const data = shown.map(({ moment: _, createdAt, ...entry }) => {
      return { ...entry, createdAt: createdAt.toISOString() };
    });
    return { data, nextCursor };
  }
}
