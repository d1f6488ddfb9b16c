import { Injectable } from '@nestjs/common';
import { isPlaceholderAddress } from '../../../domain/text/placeholder-address.js';
import type { OrganizationCaller } from '../../../kernel/access/declaration/caller.js';
import { Database } from '../../../kernel/database/database.js';
import { AppError, invalidRequest } from '../../../kernel/errors/app-error.js';
import { actorOf } from '../../foundation/audit/model/audit-origin.js';
import { invitationErrors } from '../../people/invitations/invitation.errors.js';
import { OnboardingService } from '../../people/onboarding/onboarding.service.js';
import { AdministratorLock } from '../../people/organizations/administrator-lock.js';
import { MembersService } from '../../people/organizations/members.service.js';
import { OrganizationsService } from '../../people/organizations/organizations.service.js';
import type { CreatedMemberResponse } from './dto/member.dto.js';
import { DirectoryAdmission } from './directory-admission.js';
import type { CreateMemberRequest } from './dto/member-requests.dto.js';

/** People an administrator puts into the organization without asking them (05 §2.4, §2.9). */
@Injectable()
export class MemberCreation {
  constructor(
    private readonly db: Database,
    private readonly administrators: AdministratorLock,
    private readonly organizations: OrganizationsService,
    private readonly members: MembersService,
    private readonly admission: DirectoryAdmission,
    private readonly onboarding: OnboardingService,
  ) {}

  /** `already_a_member` in any status. Nobody is written to, and no workspace is made before they sign in. */
  create(caller: OrganizationCaller, request: CreateMemberRequest): Promise<CreatedMemberResponse> {
    if (isPlaceholderAddress(request.email)) throw invalidRequest('email must be an address people can have');
    const { organizationId } = caller;
    return this.db.tx(async (tx) => {
      await this.onboarding.lockPerson(tx, request.email);
      await this.administrators.take(tx, caller);
      if (await this.organizations.hasMemberWithEmail(tx, organizationId, request.email))
        throw new AppError(invitationErrors.already_a_member);
      const { userId } = await this.admission.admit(tx, {
        organizationId,
        email: request.email,
        name: request.name ?? null,
        via: 'api',
        by: actorOf(caller),
      });
      const { email, name, joinedAt } = await this.members.require(tx, organizationId, userId);
      return { userId, email, name, role: 'member', status: 'active', joinedAt: joinedAt.toISOString() };
    });
  }
}
