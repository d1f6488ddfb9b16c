import { Injectable } from '@nestjs/common';
import type { OrganizationCaller } from '../../../kernel/access/declaration/caller.js';
import { EndedSessions } from '../../../kernel/access/open-streams/ended-sessions.js';
import { Database, type Tx } from '../../../kernel/database/database.js';
import { Epochs } from '../../../kernel/database/epochs.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import { actorOf, organizationOriginOf } from '../../foundation/audit/model/audit-origin.js';
import { AdministratorLock } from '../../people/organizations/administrator-lock.js';
import { memberAudit } from '../../people/organizations/member.audit.js';
import { type MemberRow, MembersService } from '../../people/organizations/members.service.js';
import { Demotions } from '../role-mappings/demotions.js';
import type { MemberStatus, UpdatedMemberResponse } from './dto/member.dto.js';
import type { UpdateMemberRequest } from './dto/member-requests.dto.js';
import { MembershipStatus } from './membership-status.js';
import { directoryMemberErrors } from './members.errors.js';

/** Suspending and reinstating members, sparing them single sign-on, changing their role (05 §2.6). */
@Injectable()
export class MemberChanges {
  constructor(
    private readonly db: Database,
    private readonly epochs: Epochs,
    private readonly sessions: EndedSessions,
    private readonly administrators: AdministratorLock,
    private readonly members: MembersService,
    private readonly demotions: Demotions,
    private readonly status: MembershipStatus,
  ) {}

  /** The body names exactly one change. */
  update(
    caller: OrganizationCaller,
    userId: string,
    { status, ssoExempt, role }: UpdateMemberRequest,
  ): Promise<UpdatedMemberResponse> {
    return this.db.tx(async (tx) => {
      await this.administrators.take(tx, caller);
      const member = await this.members.require(tx, caller.organizationId, userId);
      if (status !== undefined) return this.setStatus(tx, caller, member, status);
      if (role !== undefined) return this.setRole(tx, caller, member, role);
      return this.setExemption(tx, caller, member, ssoExempt!);
    });
  }

  /** Every request that starts after the commit is refused, here and on every other process (05 §2.8). */
  private async setStatus(
    tx: Tx,
    caller: OrganizationCaller,
    member: MemberRow,
    status: MemberStatus,
  ): Promise<UpdatedMemberResponse> {
    const { organizationId } = caller;
    const { userId, ssoExempt } = member;
    if (status === 'suspended') requireAnother(caller, member);
    if (status === member.status) throw new AppError(unchanged(status));
    const revocation = await this.status.set(tx, { organizationId, userId }, status);
    const metadata = { targetUserId: userId, status, revocation };
    await memberAudit.record(tx, organizationOriginOf(caller), 'update', metadata);
    if (status === 'active')
      await this.status.restored(tx, { organizationId, userId }, actorOf(caller).source);
    return { userId, status, ssoExempt, revocation };
  }

  private async setRole(
    tx: Tx,
    caller: OrganizationCaller,
    member: MemberRow,
    role: 'admin' | 'member',
  ): Promise<UpdatedMemberResponse> {
    const { organizationId } = caller;
    const { userId, status, ssoExempt, role: from } = member;
    requireAnother(caller, member);
    if (member.roleManagedByIdp) throw new AppError(directoryMemberErrors.role_follows_from_groups);
    if (role === from) return { userId, status, ssoExempt, role };
    await this.members.change(tx, organizationId, userId, { role });
    if (role === 'member') await this.demotions.apply(tx, { organizationId, userId, by: actorOf(caller) });
    await this.epochs.raise(tx, { organization: organizationId });
    const metadata = { targetUserId: userId, from, to: role };
    await memberAudit.record(tx, organizationOriginOf(caller), 'update', metadata);
    return { userId, status, ssoExempt, role };
  }

  private async setExemption(
    tx: Tx,
    caller: OrganizationCaller,
    { userId, status, ssoExempt: before }: MemberRow,
    ssoExempt: boolean,
  ): Promise<UpdatedMemberResponse> {
    if (ssoExempt !== before) {
      await this.members.change(tx, caller.organizationId, userId, { ssoExempt });
      if (!ssoExempt) await this.sessions.announce(tx, userId);
      const metadata = { targetUserId: userId, ssoExempt };
      await memberAudit.record(tx, organizationOriginOf(caller), 'update', metadata);
    }
    return { userId, status, ssoExempt };
  }
}

/** The owner first, so that an owner who aims at themselves hears about the ownership. */
export function requireAnother(caller: OrganizationCaller, { userId, role }: MemberRow): void {
  if (role === 'owner') throw new AppError(directoryMemberErrors.owner_is_protected);
  if (userId === caller.userId) throw new AppError(directoryMemberErrors.yourself_is_protected);
}

function unchanged(status: MemberStatus) {
  return status === 'suspended'
    ? directoryMemberErrors.member_is_suspended
    : directoryMemberErrors.member_is_active;
}
