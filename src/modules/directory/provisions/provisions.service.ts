import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { PLACEHOLDER_DOMAIN } from '../../../domain/text/placeholder-address.js';
import { provisionedWorkspaceSlug } from '../../../domain/text/provisioned-names.js';
import type { OrganizationCaller } from '../../../kernel/access/declaration/caller.js';
import { randomHex } from '../../../kernel/crypto/tokens.js';
import { Database, type Tx } from '../../../kernel/database/database.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import { ApiKeysService } from '../../foundation/api-keys/api-keys.service.js';
import { actorOf, organizationOriginOf } from '../../foundation/audit/model/audit-origin.js';
import { UsersService } from '../../people/identity/users/users.service.js';
import { AdministratorLock } from '../../people/organizations/administrator-lock.js';
import { OrganizationsService } from '../../people/organizations/organizations.service.js';
import { Seats } from '../../people/organizations/seats.js';
import { WorkspacesService } from '../../people/workspaces/workspaces.service.js';
import type {
  ProvisionedUserResponse,
  ProvisionLookupResponse,
  ProvisionResponse,
  ProvisionUserRequest,
} from './dto/provision.dto.js';
import { provisionAudit } from './provision.audit.js';
import { provisionErrors } from './provision.errors.js';
import { ProvisionStore } from './provision-store.js';
import { ProvisionTeardown } from './provision-teardown.service.js';

const TOKEN_BYTES = 32;
const WORKSPACE_NAME = 'Default';

/** Accounts made ahead of their person, and the links with which they are claimed (05 §11.1 to 11.3). */
@Injectable()
export class ProvisionsService {
  constructor(
    private readonly db: Database,
    private readonly store: ProvisionStore,
    private readonly teardown: ProvisionTeardown,
    private readonly administrators: AdministratorLock,
    private readonly organizations: OrganizationsService,
    private readonly seats: Seats,
    private readonly users: UsersService,
    private readonly workspaces: WorkspacesService,
    private readonly apiKeys: ApiKeysService,
  ) {}

  /** `quota_exhausted` when no seat is left. `dashboard` is the base of the link. */
  mint(
    caller: OrganizationCaller,
    { role = 'member', skipOnboarding = true }: ProvisionUserRequest,
    dashboard: string,
  ): Promise<ProvisionedUserResponse> {
    const { organizationId, email: provisionedByEmail } = caller;
    const token = randomHex(TOKEN_BYTES);
    return this.db.tx(async (tx) => {
      await this.administrators.take(tx, caller);
      await this.teardown.reapWithin(tx, organizationId);
      await this.seats.requireRoom(tx, organizationId);
      const { userId, workspaceId, apiKey } = await this.makePlaceholder(tx, caller, role);
      const link = { organizationId, userId, workspaceId, role, skipOnboarding, provisionedByEmail, token };
      const { id, expiresAt } = await this.store.insert(tx, link);
      await this.apiKeys.endAt(tx, { organizationId, userId, workspaceId }, expiresAt);
      const metadata = { provisionId: id, userId, workspaceId, role };
      await provisionAudit.record(tx, organizationOriginOf(caller), 'create', metadata);
      const claimUrl = `${dashboard}/claim?token=${token}`;
      const place = { projectId: workspaceId, workspaceId };
      return { id, userId, ...place, apiKey, claimUrl, expiresAt: expiresAt.toISOString() };
    });
  }

  /** The pending ones, newest first; overdue ones are taken away before. */
  async list({ organizationId }: OrganizationCaller): Promise<ProvisionResponse[]> {
    await this.teardown.reap(organizationId);
    const rows = await this.store.pending(this.db, organizationId);
    return rows.map(({ id, role, provisionedByEmail, workspaceId, expiresAt, createdAt }) => ({
      id,
      role,
      provisionedByEmail,
      workspaceId,
      expiresAt: expiresAt.toISOString(),
      createdAt: createdAt.toISOString(),
    }));
  }

  cancel(caller: OrganizationCaller, id: string): Promise<void> {
    return this.db.tx(async (tx) => {
      await this.administrators.take(tx, caller);
      const provision = await this.store.find(tx, caller.organizationId, id);
      if (provision?.status !== 'pending' || provision.overdue)
        throw new AppError(provisionErrors.provision_not_found);
      await this.teardown.tearDown(tx, provision, actorOf(caller));
    });
  }

  /** What the claim page shows to whoever holds the link. */
  async lookup(token: string): Promise<ProvisionLookupResponse> {
    const provision = await this.store.findByToken(this.db, token);
    if (provision?.status !== 'pending' || provision.overdue)
      throw new AppError(provisionErrors.claim_link_unknown);
    return { organizationName: await this.organizations.nameOf(this.db, provision.organizationId) };
  }

  private async makePlaceholder(
    tx: Tx,
    caller: OrganizationCaller,
    role: 'admin' | 'member',
  ): Promise<{ userId: string; workspaceId: string; apiKey: string }> {
    const { organizationId } = caller;
    const email = `provision-${randomUUID()}@${PLACEHOLDER_DOMAIN}`;
    const { id: userId } = await this.users.create(tx, { email, name: null, emailVerified: false });
    await this.organizations.admit(tx, organizationId, userId, role);
    const { workspace, apiKey } = await this.workspaces.create(tx, {
      organizationId,
      name: WORKSPACE_NAME,
      slug: provisionedWorkspaceSlug(WORKSPACE_NAME, userId, true),
      createdBy: { userId, email },
      source: actorOf(caller).source,
    });
    return { userId, workspaceId: workspace.id, apiKey };
  }
}
