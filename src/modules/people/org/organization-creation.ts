import { Injectable } from '@nestjs/common';
import { organizationSlug } from '../../../domain/text/provisioned-names.js';
import type { Caller } from '../../../kernel/access/declaration/caller.js';
import { Database } from '../../../kernel/database/database.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import { EditionsService } from '../../foundation/editions/editions.service.js';
import { UsersService } from '../identity/users/users.service.js';
import { OnboardingService } from '../onboarding/onboarding.service.js';
import { OrganizationsService } from '../organizations/organizations.service.js';
import type { CreatedOrganizationResponse } from './dto/organization.dto.js';
import { platformErrors } from '../../../kernel/errors/platform-errors.js';
import { organizationErrors } from '../organizations/organization.errors.js';
import { OrganizationLimits } from '../../foundation/limits/organization-limits.js';

/** Organizations people create beside those they are in already (01 §18.1). */
@Injectable()
export class OrganizationCreation {
  constructor(
    private readonly db: Database,
    private readonly users: UsersService,
    private readonly organizations: OrganizationsService,
    private readonly editions: EditionsService,
    private readonly onboarding: OnboardingService,
    private readonly limits: OrganizationLimits,
  ) {}

  /** The person is locked first: their creations wait for each other, and each counts the one before. */
  create({ userId }: Caller, name: string): Promise<CreatedOrganizationResponse> {
    return this.db.tx(async (tx) => {
      const person = await this.users.lock(tx, userId);
      if (person === null) throw new AppError(platformErrors.invalid_credentials);
      const owned = await this.organizations.ownedBy(tx, userId);
      const slug = organizationSlug(name, userId);
      if (owned.some((one) => organizationSlug(one.name, userId) === slug))
        throw new AppError(organizationErrors.organization_name_taken);
      this.editions.requireRoomToOwn(owned.map(({ plan }) => plan));
      this.limits.requireRoomToOwn(owned.length);
      const { organizationId, workspaceId } = await this.onboarding.provision(tx, person, {
        organizationName: name,
      });
      await this.users.completeOnboarding(tx, userId);
      return { organizationId, workspaceId };
    });
  }
}
