import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createClient } from '../../client/src/client.js';
import { RequestRefused, ServerUnreachable } from '../../client/src/failure.js';
import { type Owner, signUpOwner } from '../harness/accounts.js';
import { freePort } from '../harness/free-port.js';
import { startServer, type TestServer } from '../harness/server.js';

let server: TestServer;
let owner: Owner;

beforeAll(async () => {
  server = await startServer();
  owner = await signUpOwner(server);
});
afterAll(() => server.close());

describe('the npm client', () => {
  it('is generated from what the server offers now', () => {
    const script = join(import.meta.dirname, '../../scripts/generate-client.mjs');
    const { status, stderr } = spawnSync(process.execPath, [script, '--check'], { encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
  });

  it('calls operations by their name, with what they take and what they answer', async () => {
    const gateway = createClient({ origin: `${server.apiUrl}/v1/`, apiKey: owner.apiKey });
    const { id } = await gateway.createAgent({ body: { name: 'Build', identifier: 'build' } });
    await gateway.updateAgent({ path: { agentId: id }, body: { name: 'Builds' } });
    const agents = await gateway.listAgents({ query: { include: 'grants-summary' } });
    expect(agents.map(({ name, identifier }) => [name, identifier])).toContainEqual(['Builds', 'build']);
    expect(await gateway.deleteAgent({ path: { agentId: id } })).toBeUndefined();
    expect(await gateway.downloadGatewayCa()).toContain('BEGIN CERTIFICATE');
  });

  it('tells a refusal, in either shape, from a server that does not answer', async () => {
    const gateway = createClient({ origin: server.apiUrl, apiKey: owner.apiKey });
    const refusal = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error);
    expect(await refusal(gateway.getAgent({ path: { agentId: 'nobody' } }))).toMatchObject({
      status: 404,
      message: 'Agent not found',
    });
    const flat = await refusal(gateway.getContainerConfig({ query: { agent: 'nobody' } }));
    expect(flat).toBeInstanceOf(RequestRefused);
    expect(flat).toMatchObject({ status: 404, code: 'AGENT_NOT_FOUND' });
    const absent = await refusal(
      createClient({ origin: `http://127.0.0.1:${await freePort()}` }).getHealth(),
    );
    expect(absent).toBeInstanceOf(ServerUnreachable);
    expect(absent).toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('refuses values that would lead elsewhere before anything is sent', async () => {
    const gateway = createClient({ origin: 'http://127.0.0.1:9', apiKey: owner.apiKey });
    for (const agentId of ['..', '../org', 'a/b', 'a?b', 'a#b', 'a%2fb', '', 'a\\b', 'a\nb'])
      await expect(gateway.getAgent({ path: { agentId } })).rejects.toThrow('is not a value for a path');
  });

  it('follows no redirect: where one leads is the answer', async () => {
    const answers = createClient({
      origin: server.apiUrl,
      fetch: async () => new Response(null, { status: 302, headers: { location: '/x' } }),
    });
    expect(await answers.getHealth()).toEqual({ location: '/x' });
  });
});
