import type { Owner } from './accounts.js';
import type { TestServer } from './server.js';

/** A hosted agent of the owner's workspace. */
export async function hostedAgent(server: TestServer, owner: Owner, identifier = 'hosted'): Promise<string> {
  const { body } = await owner.api.post('/v1/agents', { name: 'Hosted', identifier });
  await server.db.query(`UPDATE agents SET kind = 'hosted', harness = 'default' WHERE id = $1`, [body.id]);
  return body.id;
}
