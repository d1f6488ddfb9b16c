import { Injectable } from '@nestjs/common';
import type { Caller, WorkspaceCaller } from '../../../kernel/access/caller.js';
import { StandingCredential } from '../../../kernel/access/standing-credential.js';
import { Database, type Tx } from '../../../kernel/database/database.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import { ApiKeysService } from '../../foundation/api-keys/api-keys.service.js';
import { actorOf } from '../../foundation/audit/audit-event.js';
import { AuditService } from '../../foundation/audit/audit.service.js';
import type { Person } from '../identity/person.js';
import { UsersService } from '../identity/users.service.js';
import { OrganizationsService } from '../organizations/organizations.service.js';
import type { UpdatedUserResponse, UserResponse } from './dto/user.dto.js';
import { userErrors } from './user.errors.js';

/** The caller's own account and workspace key (01 §17). */
@Injectable()
export class UserService {
  constructor(
    private readonly db: Database,
    private readonly audit: AuditService,
    private readonly apiKeys: ApiKeysService,
    private readonly organizations: OrganizationsService,
    private readonly users: UsersService,
    private readonly standing: StandingCredential,
  ) {}

  /** `user_not_found` where the account ended while the request was under way. */
  async get(caller: Caller): Promise<UserResponse> {
    const person = await this.users.find(this.db, caller.userId);
    if (!person) throw new AppError(userErrors.user_not_found);
    return { ...presentUser(person), createdAt: person.createdAt.toISOString() };
  }

  rename(caller: Caller, name: string): Promise<UpdatedUserResponse> {
    return this.db.tx(async (tx) => {
      const person = await this.users.rename(tx, caller.userId, name);
      if (!person) throw new AppError(userErrors.user_not_found);
      await this.audit.record(tx, {
        organizationId: caller.organizationId,
        by: actorOf(caller),
        action: 'update',
        service: 'auth',
        metadata: { fields: ['name'] },
      });
      return presentUser(person);
    });
  }

  /** The caller's own key for the workspace, minted on the first request (01 §17.3). */
  apiKey(caller: WorkspaceCaller): Promise<string> {
    return this.db.tx(async (tx) => {
      await this.standing.lock(tx, caller);
      await this.organizations.lockMember(tx, caller.organizationId, caller.userId);
      const key = await this.apiKeys.ensureWorkspaceKey(tx, caller);
      if (key.created) await this.recordKey(tx, caller, 'create', { autoProvisioned: true });
      return key.value;
    });
  }

  /** The previous value is refused from the answer on (01 §17.4). */
  regenerateApiKey(caller: WorkspaceCaller): Promise<string> {
    return this.db.tx(async (tx) => {
      await this.standing.lock(tx, caller);
      await this.organizations.lockMember(tx, caller.organizationId, caller.userId);
      const value = await this.apiKeys.regenerateWorkspaceKey(tx, caller);
      await this.recordKey(tx, caller, 'regenerate');
      return value;
    });
  }

  private recordKey(
    tx: Tx,
    caller: WorkspaceCaller,
    action: 'create' | 'regenerate',
    metadata?: Record<string, unknown>,
  ): Promise<void> {
    const { organizationId, workspaceId } = caller;
    const by = actorOf(caller);
    return this.audit.record(tx, { organizationId, workspaceId, by, action, service: 'api-key', metadata });
  }
}

function presentUser({ id, email, name }: Person): UpdatedUserResponse {
  return { id, email, name };
}
