import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { workspacePrincipals } from '../../../kernel/access/queries/workspace-sql.js';
import { Database, type Store, type Tx } from '../../../kernel/database/database.js';
import { Epochs } from '../../../kernel/database/epochs.js';
import type { TenantScope, WorkspaceScope } from '../../../kernel/database/scope.js';
import { isUuid } from '../../../kernel/database/uuid.js';
import { AppError, invalidRequest } from '../../../kernel/errors/app-error.js';
import { AppCatalog } from '../../foundation/app-catalog/catalog.js';
import type { AuditActor } from '../../foundation/audit/model/audit-origin.js';
import { declareAudited } from '../../foundation/audit/audited.js';
import { EditionsService } from '../../foundation/editions/editions.service.js';
import { OrganizationsService } from '../../people/organizations/organizations.service.js';
import type { RemovedPrincipal } from '../../people/organizations/principal-removals.js';
import { AppAvailabilityEntity } from './app-availability.entity.js';
import { availabilityErrors } from './app-availability.errors.js';
import {
  type Availability,
  type AvailableApps,
  availableTo,
  OPEN_AVAILABILITY,
  replacedRules,
  withoutPrincipal,
} from './model/availability.js';
import type { SetAppAvailabilityRequest } from './dto/app-availability.dto.js';

const PRINCIPALS = `
  WITH ${workspacePrincipals('$1', '$2')}
  SELECT ARRAY(SELECT user_id::text FROM principal_users) AS "userIds",
    ARRAY(SELECT group_id::text FROM principal_groups) AS "groupIds"`;

/** How many of these are active members, or groups, of the organization. */
const KNOWN = `
  SELECT (SELECT count(*)::int FROM memberships
      WHERE organization_id = $1 AND status = 'active' AND user_id = ANY($2::uuid[])) AS users,
    (SELECT count(*)::int FROM user_groups WHERE organization_id = $1 AND id = ANY($3::uuid[])) AS groups`;

const availabilityAudit = declareAudited('app-availability');

/** Which apps the people of a workspace may use (03 §9). A look-up that fails throws: it never means "open" (R22). */
@Injectable()
export class AppAvailabilityService {
  constructor(
    private readonly db: Database,
    private readonly catalog: AppCatalog,
    private readonly organizations: OrganizationsService,
    private readonly editions: EditionsService,
    private readonly epochs: Epochs,
  ) {}

  async get(store: Store, organizationId: string): Promise<Availability> {
    const row = await store.repository(AppAvailabilityEntity).findOneBy({ organizationId });
    return row === null ? OPEN_AVAILABILITY : { mode: row.mode, rules: row.rules };
  }

  async available(store: Store, scope: WorkspaceScope): Promise<AvailableApps> {
    const stored = await this.get(store, scope.organizationId);
    if (stored.mode === 'open') return availableTo(stored, { userIds: [], groupIds: [] });
    const [principals] = await store.query<{ userIds: string[]; groupIds: string[] }>(PRINCIPALS, [
      scope.organizationId,
      scope.workspaceId,
    ]);
    return availableTo(stored, principals!);
  }

  /** What an organization itself connects is not subject to its rules (03 §8.2). */
  async isAvailable(store: Store, scope: TenantScope, provider: string): Promise<boolean> {
    if (scope.workspaceId === null) return true;
    const { restricted, providers } = await this.available(store, scope);
    return !restricted || providers.includes(provider);
  }

  /** Mode and rules as one unit; `{mode: "open", rules: []}` switches it off in every plan (03 §9.2). */
  async set(organizationId: string, by: AuditActor, body: SetAppAvailabilityRequest): Promise<Availability> {
    const { mode, rules: wanted } = body;
    refuseRepeatedIds(wanted);
    const providers = wanted.flatMap((rule) => rule.providers);
    if (providers.some((provider) => this.catalog.find(provider) === null))
      throw new AppError(availabilityErrors.availability_app_unknown);
    return this.db.tx(async (tx) => {
      if (mode === 'restricted' || wanted.length > 0)
        await this.editions.requirePlan(tx, organizationId, 'app_availability');
      await this.organizations.lockOrganization(tx, organizationId);
      await this.requireKnown(tx, organizationId, wanted);
      const before = await this.get(tx, organizationId);
      const after = { mode, rules: replacedRules(before.rules, wanted, randomUUID) };
      await tx.repository(AppAvailabilityEntity).save({ organizationId, ...after });
      await availabilityAudit.record(tx, { organizationId, by }, 'update', {
        mode,
        rules: after.rules.length,
      });
      await this.epochs.raise(tx, { organization: organizationId });
      return after;
    });
  }

  /**
   * Takes somebody who is gone out of every rule. One that named nobody else grants nothing any more and goes (03 §9.2):
   * it never opens to everybody (05 §3.6).
   */
  async forget(tx: Tx, { organizationId, type, id }: RemovedPrincipal): Promise<void> {
    const before = await this.get(tx, organizationId);
    const rules = withoutPrincipal(before.rules, type, id);
    if (rules === before.rules) return;
    await tx.repository(AppAvailabilityEntity).update({ organizationId }, { rules });
    await this.epochs.raise(tx, { organization: organizationId });
  }

  /** No hint which one it is: ids of other organizations are nobody's business. */
  private async requireKnown(
    tx: Tx,
    organizationId: string,
    rules: SetAppAvailabilityRequest['rules'],
  ): Promise<void> {
    const users = [...new Set(rules.flatMap(({ userIds }) => userIds.map((id) => id.toLowerCase())))];
    const groups = [...new Set(rules.flatMap(({ groupIds }) => groupIds.map((id) => id.toLowerCase())))];
    if (users.length + groups.length === 0) return;
    if ([...users, ...groups].every(isUuid)) {
      const [known] = await tx.query<{ users: number; groups: number }>(KNOWN, [
        organizationId,
        users,
        groups,
      ]);
      if (known!.users === users.length && known!.groups === groups.length) return;
    }
    throw new AppError(availabilityErrors.availability_identity_unknown);
  }
}

function refuseRepeatedIds(rules: SetAppAvailabilityRequest['rules']): void {
  const ids = rules.map(({ id }) => id).filter((id) => id !== undefined);
  if (new Set(ids).size < ids.length) throw invalidRequest('rules names the same id twice');
}
