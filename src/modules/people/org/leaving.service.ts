import { Injectable } from '@nestjs/common';
import type { OrganizationCaller } from '../../../kernel/access/declaration/caller.js';
import { Database, type Tx } from '../../../kernel/database/database.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import { actorOf } from '../../foundation/audit/model/audit-origin.js';
import { OrganizationsService } from '../organizations/organizations.service.js';
import { MemberRemovalService } from './member-removal.service.js';
import type { DepartureImpactResponse } from './dto/member-removal.dto.js';
import { platformErrors } from '../../../kernel/errors/platform-errors.js';
import { memberErrors } from '../organizations/member.errors.js';

/** Ending one's own membership (01 §18.7). */
@Injectable()
export class LeavingService {
  constructor(
    private readonly db: Database,
    private readonly organizations: OrganizationsService,
    private readonly departures: MemberRemovalService,
  ) {}

  /** Of the owner too, who cannot leave yet: that is for `leave` to say. */
  async impact(caller: OrganizationCaller): Promise<DepartureImpactResponse> {
    return { workspacesDeleted: await this.departures.preview(this.db, caller) };
  }

  /** `owner_stays` for the owner (01 §18.7). */
  leave(caller: OrganizationCaller): Promise<void> {
    return this.db.tx(async (tx) => {
      await this.organizations.lockOrganization(tx, caller.organizationId);
      await this.requireMayLeave(tx, caller);
      await this.departures.depart(tx, caller, {
        by: actorOf(caller),
        metadata: { leftOrganization: true },
      });
    });
  }

  /** Whoever was removed or suspended a moment ago is answered as on their next request. */
  private async requireMayLeave(tx: Tx, { organizationId, userId }: OrganizationCaller): Promise<void> {
    const membership = await this.organizations.membership(tx, organizationId, userId);
    if (membership?.status !== 'active') throw new AppError(platformErrors.invalid_credentials);
    if (membership.role === 'owner') throw new AppError(memberErrors.owner_stays);
  }
}
