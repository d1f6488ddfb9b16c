import { Injectable } from '@nestjs/common';
import type { DirectoryUser } from '../../../../domain/protocols/scim/directory-user.js';
import type { ScimCaller } from '../../../../kernel/access/declaration/caller.js';
import type { Tx } from '../../../../kernel/database/database.js';
import { AppError } from '../../../../kernel/errors/app-error.js';
import { OnboardingService } from '../../../people/onboarding/onboarding.service.js';
import { OrganizationsService } from '../../../people/organizations/organizations.service.js';
import { DirectoryAdmission } from '../../members/directory-admission.js';
import { scimActor } from '../protocol/scim-actor.js';
import { scimErrors } from '../protocol/scim.errors.js';
import { UserAttributes } from './user-attributes.js';
import { MembershipStatus } from '../../members/membership-status.js';

/** `POST /Users`: an account is made or joins (05 §2.9, §10.6). */
@Injectable()
export class UserAdmission {
  constructor(
    private readonly onboarding: OnboardingService,
    private readonly organizations: OrganizationsService,
    private readonly admission: DirectoryAdmission,
    private readonly attributes: UserAttributes,
    private readonly status: MembershipStatus,
  ) {}

  async admit(tx: Tx, caller: ScimCaller, user: DirectoryUser): Promise<string> {
    const { organizationId } = caller;
    const { userName: email, displayName: name } = user;
    await this.onboarding.lockPerson(tx, email);
    await this.organizations.lockOrganization(tx, organizationId);
    if (await this.organizations.hasMemberWithEmail(tx, organizationId, email))
      throw new AppError(scimErrors.scim_user_exists);
    const by = await scimActor(tx, caller);
    const admitted = { organizationId, email, name, via: 'scim' as const, by };
    const { userId, created } = await this.admission.admit(tx, admitted);
    const member = { organizationId, userId };
    await (created ? this.attributes.note(tx, member, user) : this.attributes.write(tx, member, user));
    if (!user.active) await this.status.set(tx, member, 'suspended');
    return userId;
  }
}
