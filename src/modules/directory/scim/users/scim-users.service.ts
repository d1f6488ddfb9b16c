import { Injectable } from '@nestjs/common';
import {
  type DirectoryUser,
  readNewUser,
  replacedUser,
} from '../../../../domain/protocols/scim/directory-user.js';
import { readPatchRequest } from '../../../../domain/protocols/scim/patches/patch-request.js';
import { patchedUser } from '../../../../domain/protocols/scim/patches/user-patch.js';
import { invalidValue } from '../../../../domain/protocols/scim/values.js';
import type { ScimCaller } from '../../../../kernel/access/declaration/caller.js';
import { Database, type Tx } from '../../../../kernel/database/database.js';
import { AppError } from '../../../../kernel/errors/app-error.js';
import { normalizeEmail } from '../../../people/identity/model/email-address.js';
import { OrganizationsService } from '../../../people/organizations/organizations.service.js';
import { scimErrors } from '../protocol/scim.errors.js';
import { UserAdmission } from './user-admission.js';
import { type ScimUserRow, ScimUserQueries } from './user-queries.js';
import { UserWrites } from './user-writes.js';

/** People as a directory keeps them (05 §10.6). Every write is one transaction under the organization's lock. */
@Injectable()
export class ScimUsers {
  constructor(
    private readonly db: Database,
    private readonly organizations: OrganizationsService,
    private readonly queries: ScimUserQueries,
    private readonly admission: UserAdmission,
    private readonly writes: UserWrites,
  ) {}

  /** `scim_user_exists` for a member in any status. */
  create(caller: ScimCaller, body: object): Promise<ScimUserRow> {
    const user = addressed(readNewUser(body));
    return this.db.tx(async (tx) => {
      const userId = await this.admission.admit(tx, caller, user);
      return this.queries.require(tx, caller.organizationId, userId);
    });
  }

  replace(caller: ScimCaller, userId: string, body: object): Promise<ScimUserRow> {
    return this.change(caller, userId, (stored) => replacedUser(stored, body));
  }

  patch(caller: ScimCaller, userId: string, body: object): Promise<ScimUserRow> {
    const operations = readPatchRequest(body);
    return this.change(caller, userId, (stored) => patchedUser(stored, operations));
  }

  /** Suspends: nobody is deleted by a directory (05 §9.4). Who is suspended already reads as gone. */
  async delete(caller: ScimCaller, userId: string): Promise<void> {
    await this.write(caller, userId, async (tx, stored) => {
      if (!stored.active) throw new AppError(scimErrors.scim_user_not_found);
      await this.writes.apply(tx, caller, stored, { ...stored, active: false }, { via: 'delete' });
    });
  }

  private async change(
    caller: ScimCaller,
    userId: string,
    changed: (stored: DirectoryUser) => DirectoryUser,
  ): Promise<ScimUserRow> {
    return this.write(caller, userId, async (tx, stored) => {
      await this.writes.apply(tx, caller, stored, addressed(changed(stored)));
      return this.queries.require(tx, caller.organizationId, stored.id);
    });
  }

  private write<T>(
    { organizationId }: ScimCaller,
    userId: string,
    work: (tx: Tx, stored: ScimUserRow) => Promise<T>,
  ): Promise<T> {
    return this.db.tx(async (tx) => {
      await this.organizations.lockOrganization(tx, organizationId);
      return work(tx, await this.queries.require(tx, organizationId, userId));
    });
  }
}

/** `userName` is the address people are known by. */
function addressed(user: DirectoryUser): DirectoryUser {
  const userName = normalizeEmail(user.userName);
  if (userName === null) throw invalidValue('userName is not an email address a person can have.');
  return { ...user, userName };
}
