import { Injectable } from '@nestjs/common';
import { isPlaceholderAddress } from '../../../domain/text/placeholder-address.js';
import type { OrganizationCaller } from '../../../kernel/access/declaration/caller.js';
import { randomHex } from '../../../kernel/crypto/tokens.js';
import { Database, type Store, type Tx } from '../../../kernel/database/database.js';
import { AppError, invalidRequest } from '../../../kernel/errors/app-error.js';
import {
  actingPerson,
  type AuditActor,
  organizationOriginOf,
} from '../../foundation/audit/model/audit-origin.js';
import { invitationAudit } from './invitation.audit.js';
import type { AccountClaim } from '../identity/accounts/account-claims.js';
import { MailAllowance } from '../../foundation/mail/mail-allowance.js';
import { MailService } from '../../foundation/mail/mail.service.js';
import { AdministratorLock } from '../organizations/administrator-lock.js';
import { OrganizationsService } from '../organizations/organizations.service.js';
import { Seats } from '../organizations/seats.js';
import type {
  CreatedInvitationResponse,
  CreateInvitationRequest,
  InvitationLookupResponse,
  InvitationResponse,
} from './dto/invitation.dto.js';
import { invitationMail } from './invitation-mail.js';
import type { InvitationEntity } from './invitation.entity.js';
import { InvitationStore } from './invitation-store.js';
import { presentInvitation } from './invitation.view.js';
import { invitationErrors } from './invitation.errors.js';

/** Bases of the link: the answer may follow the request's own origin, a mail must not (01 §22.5). */
export interface DashboardUrls {
  answered: string;
  mailed: string;
}

const TOKEN_BYTES = 32;

/** Inviting people, and what an invitation says before it is accepted (01 §15). */
@Injectable()
export class InvitationsService {
  constructor(
    private readonly db: Database,
    private readonly store: InvitationStore,
    private readonly organizations: OrganizationsService,
    private readonly seats: Seats,
    private readonly mail: MailService,
    private readonly allowance: MailAllowance,
    private readonly administrators: AdministratorLock,
  ) {}

  /** The pending ones, newest first; those that are overdue read `expired`. */
  async list({ organizationId }: OrganizationCaller): Promise<InvitationResponse[]> {
    const invitations = await this.store.listPending(this.db, organizationId);
    return invitations.map(presentInvitation);
  }

  /** Invites an address, or again with a new link; the mail is tried once before the answer (01 §15.3). */
  async create(
    caller: OrganizationCaller,
    request: CreateInvitationRequest,
    dashboard: DashboardUrls,
  ): Promise<CreatedInvitationResponse> {
    if (isPlaceholderAddress(request.email)) throw invalidRequest('email must be an address people can have');
    await this.allowance.take(`organization:${caller.organizationId}`, request.email);
    const token = randomHex(TOKEN_BYTES);
    const { id, sendNow } = await this.db.tx(async (tx) => {
      const organization = await this.lockForInvitation(tx, caller, request.email);
      const invitedByEmail = caller.email;
      const issued = await this.store.issue(tx, { ...request, ...organization, token, invitedByEmail });
      const { email, role } = request;
      await invitationAudit.record(tx, organizationOriginOf(caller), 'invite', {
        invitationId: issued.id,
        email,
        role,
      });
      const letter = { to: request.email, invitedByEmail, joinUrl: joinUrl(dashboard.mailed, token) };
      const mail = invitationMail({ ...letter, ...organization, expiresAt: issued.expiresAt });
      return { id: issued.id, sendNow: await this.mail.enqueueWithFirstTry(tx, caller.organizationId, mail) };
    });
    return { id, joinUrl: joinUrl(dashboard.answered, token), emailed: await sendNow() };
  }

  /** The link is dead from the commit on; `invitation_not_pending` for any other id. */
  async cancel(caller: OrganizationCaller, id: string): Promise<void> {
    await this.db.tx(async (tx) => {
      // Whoever is removed in the same moment must not leave a way back behind.
      await this.administrators.take(tx, caller);
      const email = await this.store.cancel(tx, caller.organizationId, id);
      if (email === null) throw new AppError(invitationErrors.invitation_not_pending);
      await invitationAudit.record(tx, organizationOriginOf(caller), 'delete', { invitationId: id, email });
    });
  }

  /** For organizations whose only member turned out to be somebody else: whom a stranger invited does not get in. */
  async withdrawAll(tx: Tx, { user, organizationIds }: AccountClaim): Promise<void> {
    for (const { organizationId, ids } of await this.store.cancelAll(tx, organizationIds)) {
      await invitationAudit.record(
        tx,
        { organizationId, by: actingPerson(user.id, user.email, 'system') },
        'delete',
        { reason: 'account-claimed', invitations: ids.length },
      );
    }
  }

  /**
   * Ends the invitation of an address that became a member by another way, so that its link is dead (05 §2.11.2).
   * Answers the role it named, null when there was none.
   */
  async closeByJoining(
    tx: Tx,
    {
      organizationId,
      email,
      via,
      by,
    }: { organizationId: string; email: string; via: string; by: AuditActor },
  ): Promise<InvitationEntity['role'] | null> {
    const closed = await this.store.closeLive(tx, organizationId, email);
    if (closed === null) return null;
    const { id: invitationId, role } = closed;
    await invitationAudit.record(tx, { organizationId, by }, 'accept', { invitationId, via });
    return role;
  }

  /** How many invitations of the organization could still be accepted. */
  countLive(store: Store, organizationId: string): Promise<number> {
    return this.store.countLive(store, organizationId);
  }

  /** What the join page shows to whoever holds the link. */
  async lookup(token: string): Promise<InvitationLookupResponse> {
    const invitation = await this.store.findByToken(this.db, token);
    if (invitation?.status !== 'pending' || invitation.overdue)
      throw new AppError(invitationErrors.invitation_not_found);
    const { email, organizationName, organizationSlug, expiresAt } = invitation;
    return { email, organizationName, organizationSlug, expiresAt: expiresAt.toISOString() };
  }

  /**
   * Locks the organization, so that nobody becomes a member and no other invitation takes the seat meanwhile. A link
   * that is sent anew keeps the seat it has (01 §15.2).
   */
  private async lockForInvitation(
    tx: Tx,
    caller: OrganizationCaller,
    email: string,
  ): Promise<{ organizationId: string; organizationName: string }> {
    const { organizationId } = caller;
    await this.administrators.take(tx, caller);
    if (await this.organizations.hasMemberWithEmail(tx, organizationId, email))
      throw new AppError(invitationErrors.already_a_member);
    if (!(await this.store.isLive(tx, organizationId, email)))
      await this.seats.requireRoom(tx, organizationId);
    return { organizationId, organizationName: await this.organizations.nameOf(tx, organizationId) };
  }
}

function joinUrl(dashboard: string, token: string): string {
  return `${dashboard}/join?token=${encodeURIComponent(token)}`;
}
