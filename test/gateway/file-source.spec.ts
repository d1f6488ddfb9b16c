import { beforeEach, expect, it } from '@jest/globals';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Configuration } from '../../src/kernel/config/configuration.js';
import { type Owner, signUpOwner } from '../harness/accounts.js';
import { type Agent, askThrough, createAgent, createSecret, grant } from '../harness/agent.js';
import type { TestServer } from '../harness/server.js';
import { withUpstream } from '../harness/stands.js';
import type { Upstream } from '../harness/upstream.js';

const HOST = 'api.u.test';
const REFERENCE = { value: undefined, valueSource: 'file', fileName: 'stripe' };

let upstream: Upstream;
let server: TestServer;
let owner: Owner;
let agent: Agent;

withUpstream((stand) => ({ upstream, server } = stand));

beforeEach(async () => {
  upstream.reset();
  owner = await signUpOwner(server);
  agent = await createAgent(server, owner);
});

async function place(value: string | Buffer): Promise<void> {
  const { dataDir } = server.app.get(Configuration, { strict: false });
  const folder = join(dataDir, 'secrets', owner.workspaceId);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'stripe'), value);
}

async function sent(): Promise<unknown> {
  upstream.seen.length = 0;
  expect((await askThrough(server, agent.token, `http://${HOST}/`)).status).toBe(200);
  return upstream.only().headers['x-test-key'];
}

it('02 §3.4 a value in a file is injected as it is now, and none as nothing', async () => {
  await grant(owner, agent.id, await createSecret(owner, { hostPattern: HOST, ...REFERENCE }));
  expect(await sent()).toBeUndefined();
  await place('one\n');
  expect(await sent()).toBe('one');
  await place('two');
  expect(await sent()).toBe('two');
  for (const unusable of [' \n', 'v'.repeat(10_001), 'a\0b']) {
    await place(unusable);
    expect(await sent()).toBeUndefined();
  }
});

it('02 §3.8 the name of the file is checked, shown, and replaced by a value', async () => {
  const id = await createSecret(owner, { hostPattern: HOST, ...REFERENCE });
  const shown = async () => (await owner.api.get('/v1/secrets')).body[0];
  expect(await shown()).toMatchObject({ valueSource: 'file', fileName: 'stripe', opRef: null });
  for (const fileName of ['../other/stripe', 'a/b', '.', '']) {
    const refused = await owner.api.patch(`/v1/secrets/${id}`, { fileName });
    expect([refused.status, refused.body]).toEqual([400, { error: expect.stringContaining('fileName') }]);
  }
  const missing = await owner.api.patch(`/v1/secrets/${id}`, { valueSource: 'file' });
  expect(missing.body).toEqual({ error: 'fileName is required for secrets from files' });
  expect((await owner.api.patch(`/v1/secrets/${id}`, { fileName: 'other' })).status).toBe(200);
  expect(await shown()).toMatchObject({ valueSource: 'file', fileName: 'other' });
  expect((await owner.api.patch(`/v1/secrets/${id}`, { value: 'v' })).status).toBe(200);
  expect(await shown()).not.toHaveProperty('fileName');
});

it('02 §4 an organization has no secrets from files', async () => {
  const body = { name: 'Key', type: 'generic', hostPattern: HOST, injectionConfig: { headerName: 'x-key' } };
  const refused = await owner.api.post('/v1/org/secrets', { ...body, ...REFERENCE });
  expect([refused.status, refused.body]).toEqual([400, { error: 'valueSource file is not available here' }]);
});
