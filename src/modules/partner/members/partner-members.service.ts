import { Injectable } from '@nestjs/common';
import type { PartnerCaller } from '../../../kernel/access/declaration/caller.js';
import { Database, type Tx } from '../../../kernel/database/database.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import { MailAllowance } from '../../foundation/mail/mail-allowance.js';
import { PasswordResetService } from '../../people/identity/password-reset/password-reset.service.js';
import type { PartnerMemberResponse, PartnerSetupLinkResponse } from '../partners/dto/partner-member.dto.js';
import { PartnerLock } from '../partners/partner-lock.js';
import {
  type PartnerMember,
  PartnerMembersStore,
  presentPartnerMember,
} from '../partners/partner-members.store.js';
import { PartnerPeople } from '../partners/partner-people.js';
import { recordForPartner } from '../partners/partner-trail.js';
import { partnerErrors } from '../partners/partner.errors.js';
import type {
  AddedPartnerMemberResponse,
  AddPartnerMemberRequest,
} from './dto/partner-member-requests.dto.js';
import { partnerMemberAudit } from './partner-member.audit.js';

/** The people of a partner (07 A12). Changes bind on the member's next request, because nothing about them is kept. */
@Injectable()
export class PartnerMembersService {
  constructor(
    private readonly db: Database,
    private readonly lock: PartnerLock,
    private readonly store: PartnerMembersStore,
    private readonly people: PartnerPeople,
    private readonly resets: PasswordResetService,
    private readonly allowance: MailAllowance,
  ) {}

  async list({ partnerId }: PartnerCaller): Promise<PartnerMemberResponse[]> {
    return (await this.store.list(this.db, partnerId)).map(presentPartnerMember);
  }

  /** `dashboard` is the base of the link. */
  async add(
    caller: PartnerCaller,
    request: AddPartnerMemberRequest,
    dashboard: string,
  ): Promise<AddedPartnerMemberResponse> {
    const email = this.people.addressOf(request.email);
    const { role } = request;
    await this.allowance.take(`partner:${caller.partnerId}`, email);
    return this.changing(caller, async (tx) => {
      const member = await this.people.add(tx, { partnerId: caller.partnerId, role, email });
      const link = await this.people.setUp(tx, member, dashboard);
      await this.record(tx, caller, 'create', { ...member, role });
      return { ...presentPartnerMember(member), setupUrl: link?.setupUrl ?? null };
    });
  }

  changeRole(caller: PartnerCaller, userId: string, role: 'admin' | 'member'): Promise<void> {
    return this.changing(caller, async (tx) => {
      const member = await this.changeable(tx, caller, userId);
      await this.store.changeRole(tx, member.userId, role);
      await this.record(tx, caller, 'update', { ...member, role });
    });
  }

  /** The account stays, and what it is in organizations (07 A12.5). A setup link goes: it was for this. */
  remove(caller: PartnerCaller, userId: string): Promise<void> {
    return this.changing(caller, async (tx) => {
      const member = await this.changeable(tx, caller, userId);
      await this.store.delete(tx, member.userId);
      await this.resets.cancelSetUp(tx, member.userId);
      await this.record(tx, caller, 'delete', member);
    });
  }

  async reissueSetupLink(
    caller: PartnerCaller,
    userId: string,
    dashboard: string,
  ): Promise<PartnerSetupLinkResponse> {
    const known = await this.store.find(this.db, caller.partnerId, userId);
    if (known !== null) await this.allowance.take(`partner:${caller.partnerId}`, known.email);
    return this.changing(caller, async (tx) => {
      const member = await this.find(tx, caller, userId);
      const link = await this.people.setUp(tx, member, dashboard);
      if (link === null) throw new AppError(partnerErrors.partner_member_signs_in);
      await this.record(tx, caller, 'update', member, { setupLink: 'reissued' });
      return { ...link, expiresAt: link.expiresAt.toISOString() };
    });
  }

  private changing<T>(caller: PartnerCaller, change: (tx: Tx) => Promise<T>): Promise<T> {
    return this.db.tx(async (tx) => {
      await this.lock.take(tx, caller, 'admin');
      return change(tx);
    });
  }

  private async find(tx: Tx, { partnerId }: PartnerCaller, userId: string): Promise<PartnerMember> {
    const member = await this.store.find(tx, partnerId, userId);
    if (member === null) throw new AppError(partnerErrors.partner_member_not_found);
    return member;
  }

  private async changeable(tx: Tx, caller: PartnerCaller, userId: string): Promise<PartnerMember> {
    const member = await this.find(tx, caller, userId);
    if (member.role === 'owner') throw new AppError(partnerErrors.partner_owner_stays);
    return member;
  }

  private record(
    tx: Tx,
    caller: PartnerCaller,
    action: 'create' | 'update' | 'delete',
    { userId, email, role }: Pick<PartnerMember, 'userId' | 'email' | 'role'>,
    more: Record<string, unknown> = {},
  ): Promise<void> {
    return recordForPartner(tx, partnerMemberAudit, caller, action, { userId, email, role, ...more });
  }
}
