import { Injectable } from '@nestjs/common';
import type { DirectoryUser } from '../../../../domain/protocols/scim/directory-user.js';
import type { Tx } from '../../../../kernel/database/database.js';
import { ManagedAccounts } from '../../../people/identity/accounts/managed-accounts.js';
import { UsersService } from '../../../people/identity/users/users.service.js';

interface Member {
  organizationId: string;
  userId: string;
}

type Attributes = Pick<DirectoryUser, 'displayName' | 'name' | 'externalId'>;

const WRITE = `
  INSERT INTO scim_users (organization_id, user_id, external_id, name, has_display_name, display_name)
  VALUES ($1, $2, $3, $4, $5, $6)
  ON CONFLICT (organization_id, user_id) DO UPDATE SET external_id = EXCLUDED.external_id, name = EXCLUDED.name,
    has_display_name = EXCLUDED.has_display_name, display_name = EXCLUDED.display_name, updated_at = now()`;

/** What a directory writes of a person besides address and status (05 §10.5). */
@Injectable()
export class UserAttributes {
  constructor(
    private readonly users: UsersService,
    private readonly managed: ManagedAccounts,
  ) {}

  /** The account's own name follows where the organization manages the account (R39, 05 §9.8). */
  async write(tx: Tx, { organizationId, userId }: Member, attributes: Attributes): Promise<void> {
    const { displayName } = attributes;
    const standing = await this.managed.judge(tx, { organizationId, userId });
    if (standing?.managed !== true) return this.note(tx, { organizationId, userId }, attributes, displayName);
    await this.users.setName(tx, userId, displayName);
    await this.note(tx, { organizationId, userId }, attributes);
  }

  /** Where the account's own name is what it should be, or `displayName` is read instead of it. */
  async note(
    tx: Tx,
    { organizationId, userId }: Member,
    { name, externalId }: Attributes,
    displayName?: string | null,
  ): Promise<void> {
    const written = name && JSON.stringify(name);
    const isOwn = displayName !== undefined;
    await tx.query(WRITE, [organizationId, userId, externalId, written, isOwn, displayName ?? null]);
  }
}
