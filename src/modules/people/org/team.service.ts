import { Injectable } from '@nestjs/common';
import type { OrganizationCaller } from '../../../kernel/access/declaration/caller.js';
import { Database } from '../../../kernel/database/database.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import { actorOf } from '../../foundation/audit/model/audit-origin.js';
import { MEMBERS, type MemberRow, MembersService } from '../organizations/members.service.js';
import { OrganizationsService } from '../organizations/organizations.service.js';
import { MemberRemovalService } from './member-removal.service.js';
import type { DepartureImpactResponse } from './dto/member-removal.dto.js';
import type { TeamMemberResponse } from './dto/team.dto.js';
import { memberErrors } from '../organizations/member.errors.js';

/** The free member list and removing somebody from it (01 §18.6, §18.7). */
@Injectable()
export class TeamService {
  constructor(
    private readonly db: Database,
    private readonly members: MembersService,
    private readonly organizations: OrganizationsService,
    private readonly departures: MemberRemovalService,
  ) {}

  /** Everybody, oldest membership first: the contract has no pages here. */
  async list({ organizationId }: OrganizationCaller): Promise<TeamMemberResponse[]> {
    const rows = await this.db.query<MemberRow>(`${MEMBERS} ORDER BY m.created_at, m.user_id`, [
      organizationId,
    ]);
    return rows.map(presentMember);
  }

  /** Of every member, also of one who cannot be removed: whether they can, `remove` says. */
  async removalImpact(
    { organizationId }: OrganizationCaller,
    userId: string,
  ): Promise<DepartureImpactResponse> {
    await this.members.require(this.db, organizationId, userId);
    return { workspacesDeleted: await this.departures.preview(this.db, { organizationId, userId }) };
  }

  /** `member_not_found`, `owner_stays`, `removing_yourself` (01 §18.7). */
  remove(caller: OrganizationCaller, userId: string): Promise<void> {
    const { organizationId } = caller;
    return this.db.tx(async (tx) => {
      await this.organizations.lockOrganization(tx, organizationId);
      // Of two people who remove each other at once, only the first is still there to do it.
      await this.organizations.requireAdministrator(tx, organizationId, caller.userId);
      requireRemovable(await this.members.require(tx, organizationId, userId), caller);
      await this.departures.depart(
        tx,
        { organizationId, userId },
        { by: actorOf(caller), metadata: { removedUserId: userId }, sentAway: true },
      );
    });
  }
}

/** The owner first: one who aims at themselves is told about the ownership (R24.2). */
function requireRemovable({ userId, role }: MemberRow, caller: OrganizationCaller): void {
  if (role === 'owner') throw new AppError(memberErrors.owner_stays);
  if (userId === caller.userId) throw new AppError(memberErrors.removing_yourself);
}

function presentMember({ joinedAt, lastLoginAt: _, ...row }: MemberRow): TeamMemberResponse {
  return { ...row, joinedAt: joinedAt.toISOString() };
}
