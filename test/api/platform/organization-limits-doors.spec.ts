/** R65, 01 §21.7: the doors by which an organization gets more without asking for an object of its own. */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { Database } from '../../../src/kernel/database/database.js';
import { expectStatus } from '../../harness/people/accounts.js';
import { api, type ApiClient } from '../../harness/clients/client.js';
import { hostedAgent, RUNNER_TOKEN, TestRunner } from '../../harness/hosting/hosting.js';
import {
  expectReached,
  limitedPlace,
  limitUsage,
  type Place,
  someName,
} from '../../harness/people/limits.js';
import { claim, makePartner, OPERATOR, provide } from '../../harness/people/partners.js';
import type { TestServer } from '../../harness/server/server.js';
import { signedBySlack, type StandInSlack } from '../../harness/upstreams/slack.js';
import { withSlack } from '../../harness/server/stands.js';
import { until } from '../../harness/time/until.js';
import { COUNTED, type CountedKind } from '../../../src/modules/foundation/limits/limited-kinds.js';
import { countOf } from '../../../src/modules/foundation/limits/organization-limits.js';

const MAX_OBJECTS = 3;
const STORED_BYTES = 100_000;

let server: TestServer;
let slack: StandInSlack;
let at: Place;

withSlack((stand) => ({ server, slack } = stand), {
  ...OPERATOR,
  RUNNER_TOKEN,
  ENTERPRISE_ENABLED: 'true',
  BLOCKLIST_NPM_HOST: 'npm.example.test',
  BLOCKLIST_PYPI_HOST: 'pypi.example.test',
  API_URL: 'https://gateway.example.test',
  LIMIT_OBJECTS: String(MAX_OBJECTS),
  LIMIT_WORKSPACES: '2',
  LIMIT_ORGANIZATIONS_PER_PERSON: '2',
  LIMIT_STORED_BYTES: String(STORED_BYTES),
});

beforeEach(async () => {
  at = await limitedPlace(server);
});

/** A skill of so many bytes, by way of the API. */
async function skillOf(bytes: number): Promise<string> {
  const skill = { name: someName(), description: 'About it.', content: 's'.repeat(bytes) };
  return expectStatus(await at.api.post('/v1/skills', skill), 201).body.id;
}

/** Leaves room for so many bytes: what is there beside is what an earlier release let in. */
async function leaveRoom(bytes: number): Promise<void> {
  const { current } = await limitUsage(at, 'stored_bytes');
  await server.db.query(
    `INSERT INTO skills (organization_id, workspace_id, name, description, content)
     VALUES ($1, $2, 'filling', 'Fills.', repeat('f', $3))`,
    [at.organizationId, at.workspaceId, STORED_BYTES - current - bytes],
  );
}
const makeRoom = (): Promise<unknown> =>
  server.db.query(`DELETE FROM skills WHERE organization_id = $1 AND name = 'filling'`, [at.organizationId]);

describe('R65 doors of partners', () => {
  it('07 A7.3 a claim is refused to a person who owns as many organizations as may be, and works after that', async () => {
    const partner = await makePartner(server);
    const offered = await provide(partner);
    const second = expectStatus(await at.session.post('/v1/orgs', { name: someName() }), 201).body;
    expectReached(await claim(at, offered), 'LIMIT_ORGANIZATIONS_PER_PERSON', 'organizations');
    const shared = await at.session.post('/v1/claims', {
      token: new URL(offered.claimUrl).searchParams.get('token'),
    });
    expectReached(shared, 'LIMIT_ORGANIZATIONS_PER_PERSON', 'organizations');
    await server.db.query('DELETE FROM memberships WHERE user_id = $1 AND organization_id <> $2', [
      at.userId,
      at.organizationId,
    ]);
    expect(second).toEqual(expect.any(Object));
    expectStatus(await claim(at, offered), 200);
    expectReached(
      await at.session.post('/v1/orgs', { name: someName() }),
      'LIMIT_ORGANIZATIONS_PER_PERSON',
      'organizations',
    );
  });

  it('07 A9 projects that a partner adds are as many as workspaces may be, and their first agents count', async () => {
    const partner = await makePartner(server);
    const { organizationId } = await provide(partner);
    const add = () => partner.api.post(`/v1/partner/orgs/${organizationId}/projects`, { name: someName() });
    expectStatus(await add(), 201);
    expectReached(await add(), 'LIMIT_WORKSPACES', 'workspaces');
    const full = await provide(partner);
    await server.db.query(
      `INSERT INTO agents (organization_id, workspace_id, name, identifier, token_hash, token_ciphertext)
       SELECT $1, $2, 'Agent', 'a-' || n, sha256(($1 || n)::bytea), 'sealed' FROM generate_series(2, $3::int) n`,
      [full.organizationId, full.projectId, MAX_OBJECTS],
    );
    const more = await partner.api.post(`/v1/partner/orgs/${full.organizationId}/projects`, {
      name: someName(),
    });
    expectReached(more, 'LIMIT_OBJECTS', 'agents');
  });
});

describe('R65 blocked hosts', () => {
  it('03 §10 are as many as may be over all workspaces, by being closed and by connecting an app', async () => {
    const own = '/v1/apps/jfrog-artifactory';
    const shared = '/v1/org/apps/jfrog-artifactory';
    const [first, second] = (await at.api.get(`${own}/blocklist`)).body;
    const close = (by: ApiClient, path: string, { hostId }: { hostId: string }) =>
      by.post(`${path}/blocklist`, { hostId });
    expectStatus(await close(at.api, own, first), 201);
    expectStatus(await close(at.api, own, second), 201);
    expectStatus(await close(at.org, shared, first), 201);
    expect(await limitUsage(at, 'blocked_hosts')).toMatchObject({ current: MAX_OBJECTS, max: MAX_OBJECTS });
    expectReached(await close(at.org, shared, second), 'LIMIT_OBJECTS', 'blocked_hosts');
    const fields = { token: 'eyJ', subdomain: 'acme.jfrog.io' };
    expectReached(await at.org.post(`${shared}/connect`, { fields }), 'LIMIT_OBJECTS', 'blocked_hosts');
    // What is closed already is closed again without a place.
    expectStatus(await close(at.org, shared, first), 201);
  });
});

describe('R65 what grows by being changed', () => {
  it('04 §5.4 a skill grows as far as there is room, and may shrink without any', async () => {
    await leaveRoom(15_000);
    const id = await skillOf(10_000);
    const change = (content: string) => at.api.patch(`/v1/skills/${id}`, { content });
    expectReached(await change('s'.repeat(20_000)), 'LIMIT_STORED_BYTES', 'stored_bytes');
    const files = [{ path: 'more.md', content: 'f'.repeat(8_000) }];
    expectReached(await at.api.patch(`/v1/skills/${id}`, { files }), 'LIMIT_STORED_BYTES', 'stored_bytes');
    expect((await at.api.get(`/v1/skills/${id}`)).body.content).toHaveLength(10_000);
    expectStatus(await change('s'.repeat(100)), 200);
    expectStatus(await change('s'.repeat(11_000)), 200);
  });

  it('04 §4.1 a memory is refused a change that its history has no room for, also by being restored', async () => {
    const agentId = await hostedAgent(server, at, { runner: null, key: false });
    const path = `/v1/agents/${agentId}/memories`;
    const { id } = expectStatus(
      await at.api.post(path, { key: 'k', content: 'first'.repeat(800) }),
      201,
    ).body;
    expectStatus(await at.api.patch(`${path}/${id}`, { content: 'x' }), 200);
    const [first] = (await at.api.get(`${path}/${id}/revisions`)).body.revisions.slice(-1);
    await leaveRoom(1_000);
    expectReached(
      await at.api.patch(`${path}/${id}`, { content: 'y'.repeat(2_000) }),
      'LIMIT_STORED_BYTES',
      'stored_bytes',
    );
    expectReached(
      await at.api.post(`${path}/${id}/revisions/${first.id}/restore`),
      'LIMIT_STORED_BYTES',
      'stored_bytes',
    );
    expect((await at.api.get(`${path}/${id}`)).body.content).toBe('x');
    expectStatus(await at.api.patch(`${path}/${id}`, { content: 'yes' }), 200);
  });
});

describe('R65 what nobody asks for at a door', () => {
  it('04 §6.3 a message of Slack whose files find no room is refused with a word, and one without files comes', async () => {
    const agentId = await hostedAgent(server, at, { runner: null });
    const app = slack.installedApp(slack.team(), 'Helper');
    const user = slack.user(at.email);
    const { id: appId, botToken, signingSecret } = app;
    const complete = { appId, botToken, signingSecret, appToken: 'xapp-1-canary' };
    expectStatus(await at.api.post(`/v1/agents/${agentId}/channels/slack/complete`, complete), 200);
    slack.onHost('files.slack.com', (_seen, response) =>
      response.setHeader('content-type', 'text/plain').end(Buffer.alloc(30_000, 'f')),
    );
    await leaveRoom(20_000);
    const says = async (text: string, files: object[] = []): Promise<void> => {
      const inner = { type: 'message', channel_type: 'im', channel: `D${user.slice(1)}`, user, text };
      const ts = `${1_700_000_000 + Math.floor(Math.random() * 1e6)}.000100`;
      const event = files.length === 0 ? { ...inner, ts } : { ...inner, ts, subtype: 'file_share', files };
      const eventId = `Ev${randomBytes(6).toString('hex')}`;
      const body = JSON.stringify({ type: 'event_callback', api_app_id: appId, event_id: eventId, event });
      const headers = { ...signedBySlack(signingSecret, body), 'content-type': 'application/json' };
      const path = '/v1/channels/slack/events';
      expectStatus(await api(server).with(headers).send('POST', path, Buffer.from(body)), 200);
    };
    const file = {
      id: 'F1',
      name: 'a.txt',
      mimetype: 'text/plain',
      url_private: 'https://files.slack.com/a.txt',
    };
    await says('With a file', [file]);
    const words = (): string[] => slack.of('chat.postMessage').map(({ fields }) => fields['text'] ?? '');
    await until(() => words().some((text) => text.includes('as much stored here as it may have')));
    const stored = await server.db.query(
      `SELECT 1 FROM conversation_attachments f JOIN conversations c ON c.id = f.conversation_id WHERE c.agent_id = $1`,
      [agentId],
    );
    expect(stored).toEqual([]);
    await says('Without one');
    await until(async () => {
      const rows = await server.db.query<{ message: string }>(
        'SELECT message FROM turns WHERE agent_id = $1',
        [agentId],
      );
      return rows.some(({ message }) => message === 'Without one');
    });
  });

  it('04 §3.2 a run of a schedule without room fails with that reason, and runs once there is some', async () => {
    const runner = new TestRunner(server);
    await runner.start();
    const agentId = await hostedAgent(server, at, { runner });
    const crons = `/v1/agents/${agentId}/crons`;
    const cron = { name: 'Report', prompt: 'r'.repeat(9_000), schedule: '0 9 * * *', timezone: 'UTC' };
    const { id } = expectStatus(await at.api.post(crons, cron), 201).body;
    await leaveRoom(5_000);
    expectStatus(await at.api.post(`${crons}/${id}/run`), 200);
    const schedule = async (): Promise<any> => (await at.api.get(crons)).body.crons[0];
    await until(async () => (await schedule()).lastOutcome === 'failed');
    const [turn] = await server.db.query<{ error: string }>(
      `SELECT error FROM turns WHERE agent_id = $1 AND status = 'failed'`,
      [agentId],
    );
    expect(turn!.error).toContain('stor');
    await makeRoom();
    expectStatus(await at.api.post(`${crons}/${id}/run`), 200);
    await (await runner.claim()).answer('Done.');
    await until(async () => (await schedule()).lastOutcome === 'ok');
  });
});

describe('R65 counts', () => {
  it('never read a whole table, and no further than the limit', async () => {
    await server.db.query('VACUUM ANALYZE');
    await server.app.get(Database).tx(async (tx) => {
      await tx.query('SET LOCAL enable_seqscan = off');
      await tx.query('SET LOCAL enable_bitmapscan = off');
      for (const kind of Object.keys(COUNTED) as CountedKind[]) {
        const lines = await tx.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${countOf(kind)}`, [
          at.organizationId,
          10,
        ]);
        const plan = lines.map((line) => line['QUERY PLAN']).join('\n');
        expect([kind, /Seq Scan|Heap/.exec(plan)?.[0]]).toEqual([kind, undefined]);
        expect(plan).toMatch(/Limit/);
      }
    });
  });
});
