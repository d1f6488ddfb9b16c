import { expect } from '@jest/globals';
import type { Owner } from '../people/accounts.js';
import { api } from '../clients/client.js';
import type { TestServer } from '../server/server.js';

/** A hosted agent of the owner's workspace, where this server places it. */
export async function hostedAgent(
  server: Pick<TestServer, 'apiUrl'>,
  owner: Pick<Owner, 'apiKey'>,
  identifier = 'hosted',
): Promise<string> {
  const agent = { name: 'Hosted', identifier, kind: 'hosted' };
  const made = await api(server).as(owner.apiKey).post('/v1/agents', agent);
  expect([made.status, made.text]).toEqual([201, expect.any(String)]);
  return made.body.id;
}
