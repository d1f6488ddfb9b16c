import { randomUUID } from 'node:crypto';
import { api, type ApiClient } from '../clients/client.js';
import type { TestServer } from '../server/server.js';
import type { SessionIssuer } from './session-issuer.js';

export interface CloudPerson {
  userId: string;
  organizationId: string;
  workspaceId: string;
  /** Carries the session and names the workspace. */
  api: ApiClient;
}

/** A new person of a Cloud deployment, who owns a new organization with one workspace. */
export async function signInOnCloud(server: TestServer, issuer: SessionIssuer): Promise<CloudPerson> {
  const sub = randomUUID();
  const claims = { sub, email: `${sub}@example.test`, name: 'Cloud Person', email_verified: true };
  const session = api(server).as(issuer.token(claims));
  const { status, body, text } = await session.get('/v1/auth/session');
  if (status !== 200) throw new Error(`Signing in on Cloud: ${status} ${text}`);
  const { id: userId, organizationId, workspaceId } = body;
  return { userId, organizationId, workspaceId, api: session.inWorkspace(workspaceId) };
}

/** What the operator does with a command. */
export async function setPlan(
  server: Pick<TestServer, 'db'>,
  organizationId: string,
  plan: string,
): Promise<void> {
  await server.db.query('UPDATE organizations SET plan = $2 WHERE id = $1', [organizationId, plan]);
}
