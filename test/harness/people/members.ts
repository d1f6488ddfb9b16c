import { type Owner, signUpOwner } from './accounts.js';
import { api, type ApiClient } from '../clients/client.js';
import { bind } from './people.js';
import type { TestServer } from '../server/server.js';

/** A person with an organization of their own, who belongs to somebody else's too. */
export interface Member extends Owner {
  /** The person's session in the organization they joined, without a workspace. */
  session: ApiClient;
}

/** A signed-in member of the organization, bound to no workspace in it. */
export async function joinAs(
  server: TestServer,
  { organizationId }: Pick<Owner, 'organizationId'>,
  role: 'admin' | 'member' = 'member',
  status: 'active' | 'suspended' = 'active',
): Promise<Member> {
  const person = await signUpOwner(server);
  await server.db.query(
    `INSERT INTO memberships (organization_id, user_id, role, status) VALUES ($1, $2, $3, $4)`,
    [organizationId, person.userId, role, status],
  );
  const session = api(server).as(person.cookie).with({ 'x-organization-id': organizationId });
  return { ...person, session };
}

/** A signed-in plain member of the owner's organization who may use the owner's workspace. */
export async function memberOf(server: TestServer, owner: Owner): Promise<ApiClient> {
  const { userId, session } = await joinAs(server, owner);
  await bind(server, owner.workspaceId, { userId });
  return session.inWorkspace(owner.workspaceId);
}
