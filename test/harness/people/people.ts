import { randomBytes, randomUUID } from 'node:crypto';
import { Database } from '../../../src/kernel/database/database.js';
import { Epochs } from '../../../src/kernel/database/epochs.js';
import type { TestServer } from '../server/server.js';

type At = Pick<TestServer, 'app' | 'db'>;

/** A person of the organization who never signs in: a row, because only Enterprise endpoints make them. */
export async function addMember(server: At, organizationId: string): Promise<string> {
  const unique = randomBytes(8).toString('hex');
  const [user] = await server.db.query<{ id: string }>(
    `INSERT INTO users (email, external_auth_id) VALUES ($1, $1) RETURNING id`,
    [`member-${unique}@example.test`],
  );
  await server.db.query(
    `INSERT INTO memberships (organization_id, user_id, role) VALUES ($1, $2, 'member')`,
    [organizationId, user!.id],
  );
  return user!.id;
}

export async function addGroup(server: At, organizationId: string, userIds: string[]): Promise<string> {
  const id = randomUUID();
  await server.db.query(`INSERT INTO user_groups (id, organization_id, name) VALUES ($1, $2, $3)`, [
    id,
    organizationId,
    `Group ${id}`,
  ]);
  for (const userId of userIds)
    await server.db.query(`INSERT INTO user_group_members (group_id, user_id) VALUES ($1, $2)`, [id, userId]);
  return id;
}

/** Gives a person or a group the workspace. */
export async function bind(
  server: At,
  workspaceId: string,
  holder: { userId?: string; groupId?: string },
): Promise<void> {
  await server.db.query(
    `INSERT INTO workspace_bindings (workspace_id, user_id, group_id, role) VALUES ($1, $2, $3, 'member')`,
    [workspaceId, holder.userId ?? null, holder.groupId ?? null],
  );
}

export async function setMembership(
  server: At,
  organizationId: string,
  userId: string,
  status: 'active' | 'suspended',
): Promise<void> {
  await server.db.query(`UPDATE memberships SET status = $3 WHERE organization_id = $1 AND user_id = $2`, [
    organizationId,
    userId,
    status,
  ]);
  await raiseOrganization(server, organizationId);
}

/** What the product's own writers do with every such change. */
export async function raiseOrganization(server: At, organizationId: string): Promise<void> {
  const epochs = server.app.get(Epochs);
  await server.app.get(Database).tx((tx) => epochs.raise(tx, { organization: organizationId }));
}
