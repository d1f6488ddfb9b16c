import { Injectable } from '@nestjs/common';
import type { OrganizationCaller } from '../../../kernel/access/declaration/caller.js';
import { Database } from '../../../kernel/database/database.js';
import { momentOf, pageOf, type PagePosition, readCursor } from '../../../kernel/http/page-cursor.js';
import { MEMBERS, type MemberRow, MembersService } from '../../people/organizations/members.service.js';
import { GroupQueries } from '../groups/group-queries.js';
import { DEFAULT_LIMIT } from '../listing/directory-query.dto.js';
import { contains } from '../listing/search.js';
import { SsoIdentities } from '../sso-identities/sso-identities.service.js';
import type { MembersQuery } from './dto/member-requests.dto.js';
import type { MemberDetailsResponse, MemberPageResponse } from './dto/member.dto.js';
import { presentMember } from './member.view.js';

const SHOWN_GROUPS = 100;

const PAGE = `
  SELECT member.*, member."userId" AS id, ${momentOf('member."joinedAt"')} AS moment FROM (
    ${MEMBERS} AND ($2::text IS NULL OR m.status = $2) AND ${contains('$3', 'u.email', 'u.name')}
      AND ($4::timestamptz IS NULL OR (m.created_at, m.user_id) > ($4::timestamptz, $5::uuid))
    ORDER BY m.created_at, m.user_id LIMIT $6
  ) member ORDER BY member."joinedAt", member."userId"`;

/** Reads of the directory (05 §2.3, §2.5). */
@Injectable()
export class MemberQueries {
  constructor(
    private readonly db: Database,
    private readonly members: MembersService,
    private readonly groups: GroupQueries,
    private readonly identities: SsoIdentities,
  ) {}

  /** Oldest membership first. */
  async list({ organizationId }: OrganizationCaller, query: MembersQuery): Promise<MemberPageResponse> {
    const { limit = DEFAULT_LIMIT, status = null, q = null } = query;
    const after = readCursor(query.cursor);
    const rows = await this.db.query<MemberRow & PagePosition>(PAGE, [
      organizationId,
      status,
      q,
      after?.moment ?? null,
      after?.id ?? null,
      limit + 1,
    ]);
    const { rows: shown, nextCursor } = pageOf(rows, limit);
    return { data: shown.map(presentMember), nextCursor };
  }

  /** `member_not_found` for anybody else. */
  async get({ organizationId }: OrganizationCaller, userId: string): Promise<MemberDetailsResponse> {
    const member = await this.members.require(this.db, organizationId, userId);
    const { rows } = await this.groups.ofMember(this.db, organizationId, userId, { limit: SHOWN_GROUPS });
    return {
      ...presentMember(member),
      groups: rows.map(({ id, name, source }) => ({ id, name, source })),
      ssoIdentity: await this.identities.find(this.db, { organizationId, userId }),
    };
  }
}
