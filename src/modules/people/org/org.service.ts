import { Injectable } from '@nestjs/common';
import type { Caller, OrganizationCaller } from '../../../kernel/access/declaration/caller.js';
import { Database, type Queryable, type Tx } from '../../../kernel/database/database.js';
import { Epochs } from '../../../kernel/database/epochs.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import { actorOf, organizationOriginOf } from '../../foundation/audit/model/audit-origin.js';
import { organizationAudit } from '../../foundation/operator/organization.audit.js';
import { EditionsService } from '../../foundation/editions/editions.service.js';
import { OrganizationQueries, type CountedOrganization } from '../organizations/organization.queries.js';
import { MappedRoles } from '../organizations/mapped-roles.js';
import { Ownership } from '../organizations/ownership.js';
import { OrganizationsService } from '../organizations/organizations.service.js';
import type {
  ListedOrganizationResponse,
  OrganizationResponse,
  TransferOwnershipResponse,
} from './dto/organization.dto.js';
import { OrganizationDeletion } from './organization-deletion.js';
import { organizationErrors } from '../organizations/organization.errors.js';
import { platformErrors } from '../../../kernel/errors/platform-errors.js';
import { OrganizationLimits } from '../../foundation/limits/organization-limits.js';

/**
 * The caller's organization: seen by every member, changed by its owner (01 §18). Who the owner is, is read again
 * under the organization's lock, because two transfers at once both passed the guard.
 */
@Injectable()
export class OrgService {
  constructor(
    private readonly db: Database,
    private readonly epochs: Epochs,
    private readonly editions: EditionsService,
    private readonly organizations: OrganizationsService,
    private readonly ownership: Ownership,
    private readonly mappedRoles: MappedRoles,
    private readonly queries: OrganizationQueries,
    private readonly deletion: OrganizationDeletion,
    private readonly limits: OrganizationLimits,
  ) {}

  /** A key sees its own organization only, whatever else its holder is in. */
  list(caller: Caller): Promise<ListedOrganizationResponse[]> {
    const only = caller.credential === 'session' ? null : caller.organizationId;
    return this.queries.listOf(this.db, caller.userId, only);
  }

  get(caller: OrganizationCaller): Promise<OrganizationResponse> {
    return this.present(this.db, caller);
  }

  rename(caller: OrganizationCaller, name: string): Promise<OrganizationResponse> {
    const { organizationId } = caller;
    return this.db.tx(async (tx) => {
      await this.lockAsOwner(tx, caller);
      await this.organizations.rename(tx, organizationId, name);
      await organizationAudit.record(tx, organizationOriginOf(caller), 'update', { name });
      return this.present(tx, caller);
    });
  }

  /** `from` and `to` change places at once; of two transfers the second finds that the caller owns nothing. */
  transfer(caller: OrganizationCaller, to: string): Promise<TransferOwnershipResponse> {
    const { organizationId, userId: from } = caller;
    if (to === from) throw new AppError(organizationErrors.ownership_kept);
    return this.db.tx(async (tx) => {
      await this.lockAsOwner(tx, caller);
      const successor = await this.organizations.successor(tx, organizationId, to);
      if (successor === null) throw new AppError(organizationErrors.member_not_found);
      if (successor === 'suspended') throw new AppError(organizationErrors.member_suspended);
      this.limits.requireRoomToOwn((await this.organizations.ownedBy(tx, to)).length);
      await this.ownership.transfer(tx, organizationId, { from, to });
      await this.epochs.raise(tx, { organization: organizationId });
      await organizationAudit.record(tx, organizationOriginOf(caller), 'update', { from, to });
      // From now on mappings bind the former owner (05 §2.10.2).
      const { source } = actorOf(caller);
      await this.mappedRoles.apply(tx, { organizationId, userIds: [from], source });
      return { organizationId, ownerId: to };
    });
  }

  /** Judged again under the lock of the organization, before anything is deleted (01 §18.3). */
  delete(caller: OrganizationCaller): Promise<void> {
    return this.deletion.delete(caller.organizationId, {
      by: actorOf(caller),
      allowed: (tx) => this.requireDeletable(tx, caller),
    });
  }

  private async requireDeletable(tx: Tx, caller: OrganizationCaller): Promise<void> {
    const { claimed } = await this.requireOwner(tx, caller);
    const owned = await this.organizations.ownedBy(tx, caller.userId);
    if (owned.length > 1) this.editions.requireLicence('multi_org');
    if (!claimed) throw new AppError(organizationErrors.organization_unclaimed);
  }

  private async lockAsOwner(tx: Tx, caller: OrganizationCaller): Promise<void> {
    await this.organizations.lockOrganization(tx, caller.organizationId);
    await this.requireOwner(tx, caller);
  }

  /** Under the lock. An organization that was deleted meanwhile leaves the caller without one. */
  private async requireOwner(tx: Tx, caller: OrganizationCaller): Promise<CountedOrganization> {
    const organization = await this.queries.find(tx, caller.organizationId);
    if (organization === null) throw new AppError(platformErrors.invalid_credentials);
    const member = await this.organizations.membership(tx, caller.organizationId, caller.userId);
    if (member?.role !== 'owner') throw new AppError(platformErrors.insufficient_permissions);
    return organization;
  }

  private async present(q: Queryable, caller: OrganizationCaller): Promise<OrganizationResponse> {
    const row = await this.queries.find(q, caller.organizationId);
    if (row === null) throw new AppError(platformErrors.invalid_credentials);
    return {
      id: row.id,
      name: row.name,
      slug: row.slug,
      role: caller.role,
      plan: this.editions.shownPlan(row.plan),
      memberCount: row.memberCount,
      workspaceCount: row.workspaceCount,
      createdAt: row.createdAt.toISOString(),
      claimed: row.claimed,
    };
  }
}
