import { Injectable } from '@nestjs/common';
import type { Caller, WorkspaceCaller } from '../../../kernel/access/declaration/caller.js';
import { StandingCredential } from '../../../kernel/access/declaration/standing-credential.js';
import { Database } from '../../../kernel/database/database.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import { ApiKeysService } from '../../foundation/api-keys/api-keys.service.js';
import { organizationOriginOf, originOf } from '../../foundation/audit/model/audit-origin.js';
import { authAudit } from '../identity/model/auth.audit.js';
import { apiKeyAudit } from '../../foundation/api-keys/api-key.audit.js';
import type { Person } from '../identity/users/person.js';
import { UsersService } from '../identity/users/users.service.js';
import { OrganizationsService } from '../organizations/organizations.service.js';
import type { UpdatedUserResponse, UserResponse } from './dto/user.dto.js';
import { userErrors } from './user.errors.js';

/** The caller's own account and workspace key (01 §17). */
@Injectable()
export class UserService {
  constructor(
    private readonly db: Database,
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
      await authAudit.record(tx, organizationOriginOf(caller), 'update', { fields: ['name'] });
      return presentUser(person);
    });
  }

  /** The caller's own key for the workspace, minted on the first request (01 §17.3). */
  apiKey(caller: WorkspaceCaller): Promise<string> {
    return this.db.tx(async (tx) => {
      await this.standing.lock(tx, caller);
      await this.organizations.lockMember(tx, caller.organizationId, caller.userId);
      const key = await this.apiKeys.ensureWorkspaceKey(tx, caller);
      if (key.created) await apiKeyAudit.record(tx, originOf(caller), 'create', { autoProvisioned: true });
      return key.value;
    });
  }

  /** The previous value is refused from the answer on (01 §17.4). */
  regenerateApiKey(caller: WorkspaceCaller): Promise<string> {
    return this.db.tx(async (tx) => {
      await this.standing.lock(tx, caller);
      await this.organizations.lockMember(tx, caller.organizationId, caller.userId);
      const value = await this.apiKeys.regenerateWorkspaceKey(tx, caller);
      await apiKeyAudit.record(tx, originOf(caller), 'regenerate');
      return value;
    });
  }
}

function presentUser({ id, email, name }: Person): UpdatedUserResponse {
  return { id, email, name };
}
