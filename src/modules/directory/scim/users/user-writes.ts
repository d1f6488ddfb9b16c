import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { DirectoryUser } from '../../../../domain/protocols/scim/directory-user.js';
import type { ScimCaller } from '../../../../kernel/access/declaration/caller.js';
import type { Tx } from '../../../../kernel/database/database.js';
import { AppError } from '../../../../kernel/errors/app-error.js';
import { memberAudit } from '../../../people/organizations/member.audit.js';
import { MembershipStatus } from '../../members/membership-status.js';
import { scimActor } from '../protocol/scim-actor.js';
import { scimErrors } from '../protocol/scim.errors.js';
import { AddressChange } from './address-change.js';
import { UserAttributes } from './user-attributes.js';
import type { ScimUserRow } from './user-queries.js';

const ATTRIBUTES = ['displayName', 'name', 'externalId'] as const;

/** Brings a member to what a directory wrote; what is as it was is not written and not audited. */
@Injectable()
export class UserWrites {
  constructor(
    private readonly attributes: UserAttributes,
    private readonly address: AddressChange,
    private readonly status: MembershipStatus,
  ) {}

  /** `told`: what else the audit log says of the write. */
  async apply(
    tx: Tx,
    caller: ScimCaller,
    stored: ScimUserRow,
    wanted: DirectoryUser,
    told: { via?: 'delete' } = {},
  ): Promise<void> {
    const { organizationId } = caller;
    const member = { organizationId, userId: stored.id };
    const changed = ATTRIBUTES.filter((field) => !isDeepStrictEqual(stored[field], wanted[field]));
    const renamed = wanted.userName !== stored.userName;
    const switched = wanted.active !== stored.active;
    if (switched && !wanted.active && stored.role === 'owner')
      throw new AppError(scimErrors.scim_owner_is_protected);
    if (changed.length === 0 && !renamed && !switched) return;
    if (renamed) await this.address.apply(tx, member, wanted.userName);
    await this.attributes.write(tx, member, wanted);
    const status = wanted.active ? 'active' : 'suspended';
    const revocation = switched ? await this.status.set(tx, member, status) : undefined;
    await memberAudit.record(tx, { organizationId, by: await scimActor(tx, caller) }, 'update', {
      targetUserId: stored.id,
      email: stored.userName,
      ...(changed.length > 0 && { fields: changed }),
      ...(renamed && { userNameChanged: true, newEmail: wanted.userName }),
      ...(switched && { activeChanged: true, status, revocation }),
      ...told,
    });
    if (switched && wanted.active) await this.status.restored(tx, member, 'scim');
  }
}
