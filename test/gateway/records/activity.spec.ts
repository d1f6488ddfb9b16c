import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Database } from '../../../src/kernel/database/database.js';
import { ApiKeysService } from '../../../src/modules/foundation/api-keys/api-keys.service.js';
import { organizationKey, type Owner, signUpOwner } from '../../harness/people/accounts.js';
import { type Agent, createAgent, createSecret, grant } from '../../harness/clients/agent.js';
import { askAbout, decide, loggedAs, pending } from '../../harness/policy/approvals.js';
import { api, gateway } from '../../harness/clients/client.js';
import { addMember, bind } from '../../harness/people/people.js';
import { network, publishRules, workspaceRules } from '../../harness/policy/rules.js';
import { startServer, type TestServer } from '../../harness/server/server.js';
import { until } from '../../harness/time/until.js';
import { startUpstream, type Upstream } from '../../harness/upstreams/upstream.js';

let server: TestServer;
let upstream: Upstream;
let owner: Owner;
let agent: Agent;
let memberKey: string;

beforeAll(async () => {
  upstream = await startUpstream();
  server = await startServer({ ...upstream.settings, ENTERPRISE_ENABLED: 'true', REQUEST_LOG_MODE: 'all' });
  owner = await signUpOwner(server, { name: 'Ada Owner' });
  agent = await createAgent(server, owner, 'Worker');
  memberKey = await keyOfMember();
});

afterAll(async () => {
  await server.close();
  await upstream.close();
});

/** A plain member who may use the workspace, with a key of theirs. */
async function keyOfMember(): Promise<string> {
  const { organizationId, workspaceId } = owner;
  const userId = await addMember(server, organizationId);
  await bind(server, workspaceId, { userId });
  const keys = server.app.get(ApiKeysService, { strict: false });
  const { value } = await server.app
    .get(Database)
    .tx((tx) => keys.ensureWorkspaceKey(tx, { userId, organizationId, workspaceId }));
  return value;
}

async function activity(query = '', key = owner.apiKey): Promise<any> {
  const answer = await api(server).as(key).get(`/v1/activity${query}`);
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
  return answer.body;
}

/** The newest row of a path, once the log has been written. */
async function rowOf(path: string, key = owner.apiKey): Promise<any> {
  let row: any;
  await until(async () => {
    row = (await activity('?limit=200', key)).logs.find((log: any) => log.path === path);
    return row !== undefined;
  }, 15_000);
  return row;
}

describe('activity', () => {
  it('06 §14.1 shows each field of a forwarded request, without its query', async () => {
    await grant(owner, agent.id, await createSecret(owner, { hostPattern: 'api.one.test' }));
    expect((await agent.ask('http://api.one.test:8080/v1/a?secret=1')).status).toBe(200);
    expect(await rowOf('/v1/a')).toEqual({
      id: expect.any(String),
      workspaceId: owner.workspaceId,
      agentId: agent.id,
      agentName: 'Worker',
      method: 'GET',
      host: 'api.one.test:8080',
      path: '/v1/a',
      provider: 'api.one.test',
      status: 200,
      latencyMs: expect.any(Number),
      injectionCount: 1,
      matchedRuleLogicalId: expect.any(String),
      extraData: expect.objectContaining({ matched_rule_scope: 'workspace' }),
      approvedBy: null,
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
    });
  });

  it('06-35 shows who approved, and organization rule names to admins only', async () => {
    const { organizationId } = owner;
    const rules = [
      { name: 'Org block', action: 'block' as const, targets: [network('blocked.test')] },
      {
        name: 'Org limit',
        rateLimit: 1,
        rateLimitWindow: 'day' as const,
        targets: [network('limited.test')],
      },
      { name: 'Org asks', requireApproval: true, targets: [network('asked.test')] },
    ];
    await publishRules(server, { organizationId }, { rules });
    await workspaceRules(server, owner, [
      { name: 'Own block', action: 'block', targets: [network('own.test')] },
      askAbout('own-asked.test', { name: 'Own asks' }),
    ]);
    await agent.ask('http://blocked.test/b');
    await agent.ask('http://own.test/o');
    for (const path of ['/l1', '/l2']) await agent.ask(`http://limited.test${path}`);
    const desk = gateway(server).as(owner.apiKey);
    for (const [url, decision] of [
      ['http://asked.test/asked', 'approve'],
      ['http://own-asked.test/own-asked', 'deny'],
    ] as const) {
      const asking = agent.ask(url);
      const [item] = await pending(desk);
      await decide(desk, item.id, decision);
      await asking;
      await loggedAs(server, item.id, decision === 'approve' ? 'approval_approved' : 'approval_denied');
    }
    await publishRules(server, { organizationId }, { defaultAction: 'block', coverage: 'all' });
    await agent.ask('http://anything.test/d');
    await publishRules(server, { organizationId }, {});

    const seen: Record<string, [decision: string, name: unknown, blockedBy: unknown]> = {
      '/b': ['blocked', 'Org block', 'Org block'],
      '/o': ['blocked', 'Own block', 'Own block'],
      '/l2': ['rate_limited', 'Org limit', undefined],
      '/asked': ['approval_approved', 'Org asks', undefined],
      '/own-asked': ['approval_denied', 'Own asks', undefined],
      '/d': ['blocked_by_default_policy', expect.any(String), undefined],
    };
    for (const [path, [decision, name, blockedBy]] of Object.entries(seen)) {
      const admin = await rowOf(path);
      expect([path, admin.extraData.decision, admin.extraData.matched_rule_name]).toEqual([
        path,
        decision,
        name,
      ]);
      expect(admin.extraData.blocked_by_rule).toBe(blockedBy);
      expect(admin.matchedRuleLogicalId).toEqual(expect.any(String));
      const member = await rowOf(path, memberKey);
      const ofWorkspace = path.startsWith('/o');
      if (ofWorkspace) expect(member).toEqual(admin);
      else {
        expect(member.extraData).toMatchObject({ decision, matched_rule_scope: 'organization' });
        expect(member.extraData).not.toHaveProperty('matched_rule_name');
        expect(member.extraData).not.toHaveProperty('blocked_by_rule');
        expect(member.matchedRuleLogicalId).toBeNull();
      }
      expect(admin.approvedBy).toBe(decision.startsWith('approval_') ? 'Ada Owner' : null);
    }
    expect(JSON.stringify(await activity('?limit=200', memberKey))).not.toContain('Org ');
  });

  it('06 §14.1 pages without repeating or skipping, also when rows share a moment', async () => {
    const other = await signUpOwner(server);
    const key = other.apiKey;
    await server.db.query(
      `INSERT INTO request_log (organization_id, workspace_id, method, host, path, provider, status, latency_ms,
         injection_count, llm_host, created_at)
       SELECT $1, $2, 'GET', 'h.test', '/' || n, 'h.test', CASE WHEN n % 5 = 0 THEN 403 ELSE 200 END, 1, 0,
         n % 2 = 0, timestamptz '2026-01-01' + (n / 4) * interval '1 microsecond'
       FROM generate_series(1, 120) n`,
      [other.organizationId, other.workspaceId],
    );
    const paths: string[] = [];
    const sizes: number[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: any = await activity(`?limit=50${cursor && `&cursor=${cursor}`}`, key);
      paths.push(...page.logs.map((log: any) => log.path));
      sizes.push(page.logs.length);
      cursor = page.nextCursor;
      // A new row on top moves nothing below.
      await server.db.query(
        `INSERT INTO request_log (organization_id, workspace_id, method, host, path, provider, status, latency_ms,
           injection_count, llm_host, created_at)
         VALUES ($1, $2, 'GET', 'h.test', '/new', 'h.test', 200, 1, 0, false, now())`,
        [other.organizationId, other.workspaceId],
      );
    }
    expect(sizes).toEqual([50, 50, 20]);
    expect(new Set(paths).size).toBe(120);
    expect((await activity('?filter=blocked&limit=200', key)).logs).toHaveLength(24);
    expect((await activity('?filter=hide-llm&limit=200', key)).logs).toHaveLength(60 + 3);
    expect((await activity('', key)).logs).toHaveLength(50);
  });

  it.each([
    'limit=0',
    'limit=201',
    'limit=many',
    'filter=none',
    'cursor=xx',
    `cursor=${Buffer.from('2026-99-99T00:00:00.000000Z 6a2f41a3-c54c-4cf8-8d5b-9d1d0a3b8f11').toString('base64url')}`,
  ])('06 §14.1 refuses %s', async (query) => {
    const answer = await owner.api.get(`/v1/activity?${query}`);
    expect([answer.status, typeof answer.body.error]).toEqual([400, 'string']);
  });

  it('06 §14.1 takes workspace access, and shows no other workspace', async () => {
    const stranger = await signUpOwner(server);
    expect((await activity('', stranger.apiKey)).logs).toEqual([]);
    expect((await api(server).get('/v1/activity')).status).toBe(401);
    expect((await api(server).as(agent.token).get('/v1/activity')).status).toBe(401);
    const key = await organizationKey(server, owner);
    expect((await api(server).as(key).get('/v1/activity')).status).toBe(401);
    expect((await api(server).as(key).inWorkspace(owner.workspaceId).get('/v1/activity')).status).toBe(200);
    expect((await api(server).as(owner.cookie).get('/v1/activity')).status).toBe(200);
  });
});
