import { Injectable } from '@nestjs/common';
import type { OrganizationCaller } from '../../../kernel/access/declaration/caller.js';
import { Database, type Tx } from '../../../kernel/database/database.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import { actorOf, organizationOriginOf } from '../../foundation/audit/model/audit-origin.js';
import { declareAudited } from '../../foundation/audit/audited.js';
import { AdministratorLock } from '../../people/organizations/administrator-lock.js';
import { GroupsService } from '../groups/groups.service.js';
import type {
  CreateRoleMappingRequest,
  PreviewRoleMappingRequest,
  RoleMappingPreviewResponse,
  RoleMappingResponse,
  UpdateRoleMappingRequest,
} from './dto/role-mapping.dto.js';
import { roleMappingErrors } from './role-mapping.errors.js';
import { type RoleMappingRow, RoleMappingStore } from './role-mapping-store.js';
import { RoleResolution } from './role-resolution.js';

const mappingAudit = declareAudited('role-mapping');

/** Which role being in a group gives (05 §4). Every write resolves the roles of those it concerns, in its transaction. */
@Injectable()
export class RoleMappingsService {
  constructor(
    private readonly db: Database,
    private readonly administrators: AdministratorLock,
    private readonly groups: GroupsService,
    private readonly store: RoleMappingStore,
    private readonly roles: RoleResolution,
  ) {}

  async list({ organizationId }: OrganizationCaller): Promise<RoleMappingResponse[]> {
    return (await this.store.list(this.db, organizationId)).map(present);
  }

  create(
    caller: OrganizationCaller,
    { groupId, role, priority: wanted }: CreateRoleMappingRequest,
  ): Promise<RoleMappingResponse> {
    const { organizationId } = caller;
    return this.db.tx(async (tx) => {
      await this.administrators.take(tx, caller);
      await this.groups.require(tx, organizationId, groupId);
      const priority = wanted ?? (await this.store.lowestPriority(tx, organizationId));
      const id = await this.store.insert(tx, { organizationId, groupId, role, priority });
      const metadata = { roleMappingId: id, groupId, role, priority };
      await mappingAudit.record(tx, organizationOriginOf(caller), 'create', metadata);
      return this.applied(tx, caller, id, [groupId]);
    });
  }

  update(
    caller: OrganizationCaller,
    id: string,
    { role, priority }: UpdateRoleMappingRequest,
  ): Promise<RoleMappingResponse> {
    return this.db.tx(async (tx) => {
      const before = await this.lock(tx, caller, id);
      await this.store.change(tx, id, { role, priority: priority ?? before.priority });
      const { groupId } = before;
      const metadata = { roleMappingId: id, groupId, role, priority: priority ?? before.priority };
      await mappingAudit.record(tx, organizationOriginOf(caller), 'update', metadata);
      return this.applied(tx, caller, id, [groupId]);
    });
  }

  /** Whoever no mapping is left for keeps their role (05 §4.3.2). */
  delete(caller: OrganizationCaller, id: string): Promise<void> {
    return this.db.tx(async (tx) => {
      const { groupId, role, priority } = await this.lock(tx, caller, id);
      await this.store.delete(tx, id);
      const metadata = { roleMappingId: id, groupId, role, priority };
      await mappingAudit.record(tx, organizationOriginOf(caller), 'delete', metadata);
      await this.resolve(tx, caller, [groupId]);
    });
  }

  /** The order must name every mapping once; one that has just been deleted is told apart from one never there. */
  async reorder(caller: OrganizationCaller, orderedIds: readonly string[]): Promise<RoleMappingResponse[]> {
    const { organizationId } = caller;
    const seen = await this.store.list(this.db, organizationId);
    requireWhole(seen, orderedIds);
    return this.db.tx(async (tx) => {
      await this.administrators.take(tx, caller);
      const mappings = await this.store.list(tx, organizationId);
      const ids = new Set(mappings.map(({ id }) => id));
      if (orderedIds.some((id) => !ids.has(id))) throw new AppError(roleMappingErrors.role_mapping_vanished);
      requireWhole(mappings, orderedIds);
      await this.store.reorder(tx, organizationId, orderedIds);
      const metadata = { reordered: orderedIds.length };
      await mappingAudit.record(tx, organizationOriginOf(caller), 'update', metadata);
      const groupIds = mappings.map(({ groupId }) => groupId);
      await this.resolve(tx, caller, groupIds);
      return (await this.store.list(tx, organizationId)).map(present);
    });
  }

  /** Of a group nobody knows nothing would change. */
  async preview(
    { organizationId }: OrganizationCaller,
    { groupId, role }: PreviewRoleMappingRequest,
  ): Promise<RoleMappingPreviewResponse> {
    const group = await this.groups.find(this.db, organizationId, groupId);
    if (group === null) return { affectedCount: 0 };
    const priority = await this.store.lowestPriority(this.db, organizationId);
    const mapping = { groupId: group.id, role, priority };
    return { affectedCount: await this.roles.countChanges(this.db, organizationId, mapping) };
  }

  private async lock(tx: Tx, caller: OrganizationCaller, id: string): Promise<RoleMappingRow> {
    await this.administrators.take(tx, caller);
    const mapping = await this.store.find(tx, caller.organizationId, id);
    if (mapping === null) throw new AppError(roleMappingErrors.role_mapping_not_found);
    return mapping;
  }

  private async applied(
    tx: Tx,
    caller: OrganizationCaller,
    id: string,
    groupIds: readonly string[],
  ): Promise<RoleMappingResponse> {
    await this.resolve(tx, caller, groupIds);
    return present((await this.store.find(tx, caller.organizationId, id))!);
  }

  private async resolve(tx: Tx, caller: OrganizationCaller, groupIds: readonly string[]): Promise<void> {
    const { organizationId } = caller;
    const userIds = await this.store.membersOf(tx, groupIds);
    await this.roles.apply(tx, { organizationId, userIds, source: actorOf(caller).source });
  }
}

function requireWhole(present: readonly RoleMappingRow[], orderedIds: readonly string[]): void {
  const named = new Set(orderedIds);
  const whole = named.size === orderedIds.length && named.size === present.length;
  if (!whole || present.some(({ id }) => !named.has(id)))
    throw new AppError(roleMappingErrors.order_is_not_whole);
}

function present({ organizationId: _, createdAt, updatedAt, ...row }: RoleMappingRow): RoleMappingResponse {
  return { ...row, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
}
