import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createClient } from '../../client/src/client.js';
import { RequestRefused, ServerUnreachable } from '../../client/src/failure.js';
import { type Owner, signUpOwner } from '../harness/people/accounts.js';
import { freePort } from '../harness/server/free-port.js';
import { startServer, type TestServer } from '../harness/server/server.js';
import { nodesFrom, type PackedClient, packClient } from './client-package.js';

const ROOT = join(import.meta.dirname, '../..');

/** What the README shows, and what a type checker must notice. */
const PROGRAM = `
import { createClient, RequestRefused, type Output } from '@credential-gateway/client';
const env = (globalThis as unknown as { process: { env: Record<string, string> } }).process.env;
const gateway = createClient({ origin: env['ORIGIN'] ?? '', apiKey: env['KEY'] ?? '' });
const { id } = await gateway.createAgent({ body: { name: 'Laptop', identifier: 'packed' } });
const agents: Output<'listAgents'> = await gateway.listAgents();
const names: string[] = agents.filter((agent) => agent.id === id).map((agent) => agent.name);
const refused = await gateway.getAgent({ path: { agentId: 'nobody' } }).catch((error: unknown) => error);
await gateway.deleteAgent({ path: { agentId: id } });
console.log(names.join(), refused instanceof RequestRefused && refused.status);
`;

let server: TestServer;
let owner: Owner;

beforeAll(async () => {
  server = await startServer();
  owner = await signUpOwner(server);
});
afterAll(() => server.close());

describe('the npm client', () => {
  it('is generated from what the server offers now', () => {
    const script = join(ROOT, 'scripts/generate-client.mjs');
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

  it('R50 reads errors with fields that it does not know', () => {
    const further = { request_access: { url: 'https://x.test' }, hints: [1] };
    const flat = new RequestRefused(403, { error: 'No', code: 'a_code', ...further }, '');
    const enveloped = new RequestRefused(
      403,
      { error: { message: 'No', type: 't', code: 'a_code', ...further } },
      '',
    );
    for (const refused of [flat, enveloped])
      expect([refused.message, refused.code, JSON.stringify(refused.body)]).toEqual([
        'No',
        'a_code',
        expect.stringContaining('request_access'),
      ]);
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

describe('the package of the npm client', () => {
  let packed: PackedClient;

  beforeAll(async () => {
    packed = await packClient();
  });
  afterAll(() => packed.remove());

  it('has the compiled client, its types, the page, the licence, and nothing else', async () => {
    const sources = [
      'client',
      'failure',
      'index',
      'operation',
      'send',
      'operations',
      'generated/schema',
      'generated/certificate-variables',
    ];
    const compiled = sources.flatMap((name) => [`dist/${name}.d.ts`, `dist/${name}.js`]);
    expect(packed.files.toSorted()).toEqual(['LICENSE', 'README.md', ...compiled, 'package.json'].toSorted());
    const [licence, ours] = await Promise.all(
      ['client/LICENSE', 'LICENSE'].map((file) => readFile(join(ROOT, file))),
    );
    expect(licence!.equals(ours!)).toBe(true);
  });

  it('compiles into a strict program and runs on every Node.js from 20 on that is here', async () => {
    expect(await packed.compile(PROGRAM)).toBe('');
    for (const node of await nodesFrom(20)) {
      const said = await packed.run(node, { ORIGIN: server.apiUrl, KEY: owner.apiKey });
      expect([node, said]).toEqual([node, 'Laptop 404\n']);
    }
  });

  it('knows what an operation takes: a compiler refuses what the server would', async () => {
    const said = await packed.compile(
      `import { createClient } from '@credential-gateway/client';
       await createClient({ origin: 'http://localhost' }).createAgent({ body: { name: 1 } });
       await createClient({ origin: 'http://localhost' }).noSuchOperation();`,
    );
    expect(said).toContain("Type 'number' is not assignable to type 'string'");
    expect(said).toContain("Property 'noSuchOperation' does not exist");
  });
});
