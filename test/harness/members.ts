import { type Owner, signUpOwner } from './accounts.js';
import { api, type ApiClient } from './client.js';
import { bind } from './people.js';
import type { TestServer } from './server.js';

/** A signed-in plain member of the owner's organization who may use the owner's workspace. */
export async function memberOf(server: TestServer, owner: Owner): Promise<ApiClient> {
  const person = await signUpOwner(server);
  await server.db.query(
    `INSERT INTO memberships (organization_id, user_id, role) VALUES ($1, $2, 'member')`,
    [owner.organizationId, person.userId],
  );
  await bind(server, owner.workspaceId, { userId: person.userId });
  return api(server)
    .as(person.cookie)
    .with({ 'x-organization-id': owner.organizationId })
    .inWorkspace(owner.workspaceId);
}
