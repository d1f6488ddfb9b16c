import { Injectable } from '@nestjs/common';
import type { DirectoryUser } from '../../../../domain/scim/directory-user.js';
import type { Tx } from '../../../../kernel/database/database.js';
import { UsersService } from '../../../people/identity/users.service.js';
import { OrganizationsService } from '../../../people/organizations/organizations.service.js';

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
    private readonly organizations: OrganizationsService,
  ) {}

  /** The account's own name follows where no other organization has the person in it (05 §9.8). */
  async write(
    tx: Tx,
    { organizationId, userId }: { organizationId: string; userId: string },
    { displayName, name, externalId }: Attributes,
  ): Promise<void> {
    const theirs = await this.organizations.isOnlyOrganization(tx, organizationId, userId);
    if (theirs) await this.users.setName(tx, userId, displayName);
    const written = name && JSON.stringify(name);
    const own = theirs ? null : displayName;
    await tx.query(WRITE, [organizationId, userId, externalId, written, !theirs, own]);
  }
}
