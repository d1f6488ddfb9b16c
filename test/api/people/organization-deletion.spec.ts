import { beforeEach, describe, expect, it } from '@jest/globals';
import { type Owner, signUpOwner } from '../../harness/people/accounts.js';
import { agentWith, createAgent, createSecret, grant } from '../../harness/clients/agent.js';
import { askAbout, pending } from '../../harness/policy/approvals.js';
import { api, type ApiClient, gateway } from '../../harness/clients/client.js';
import { connect } from '../../harness/upstreams/connections.js';
import { joinAs } from '../../harness/people/members.js';
import { addGroup, bind } from '../../harness/people/people.js';
import { workspaceRules } from '../../harness/policy/rules.js';
import { startReplica, type TestServer } from '../../harness/server/server.js';
import { withReplica } from '../../harness/server/stands.js';
import { until } from '../../harness/time/until.js';
import type { Upstream } from '../../harness/upstreams/upstream.js';

let upstream: Upstream;
let server: TestServer;
let replica: TestServer;
let owner: Owner;
let session: ApiClient;

withReplica((stand) => ({ upstream, server, replica } = stand), {
  ENTERPRISE_ENABLED: 'true',
  REQUEST_LOG_MODE: 'all',
});

beforeEach(async () => {
  upstream.reset();
  owner = await signUpOwner(server);
  session = api(server).as(owner.cookie).with({ 'x-organization-id': owner.organizationId });
});

/** In which tables, in whatever column, one of these ids still stands. */
async function tablesNaming(ids: readonly string[]): Promise<string[]> {
  const tables = await server.db.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY 1`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await server.db.query(
      `SELECT 1 FROM ${name} t WHERE EXISTS (SELECT 1 FROM unnest($1::text[]) id WHERE to_jsonb(t)::text LIKE '%' || id || '%')
       LIMIT 1`,
      [ids],
    );
    if (rows.length > 0) found.push(name);
  }
  return found;
}

const workspacesOf = async (organizationId: string): Promise<string[]> => {
  const rows = await server.db.query<{ id: string }>(`SELECT id FROM workspaces WHERE organization_id = $1`, [
    organizationId,
  ]);
  return rows.map(({ id }) => id);
};

describe('DELETE /v1/org', () => {
  it('leaves nothing behind in any table, nor touches another organization', async () => {
    const { organizationId, workspaceId } = owner;
    const member = await joinAs(server, { organizationId }, 'admin');
    const second = (await session.post('/v1/workspaces', { name: 'Second' })).body;
    await addGroup(server, organizationId, [member.userId]);
    await bind(server, workspaceId, { userId: member.userId });
    await session.get('/v1/org/api-key');
    await member.session.get('/v1/org/api-key');
    const agent = await createAgent(server, owner);
    const other = await createAgent(server, { api: api(server).as(second.apiKey) });
    const secretId = await createSecret(owner, { hostPattern: 'api.example.test' });
    await grant(owner, agent.id, secretId);
    const shared = await session.post('/v1/org/secrets', {
      name: 'Shared',
      type: 'generic',
      value: 'v',
      hostPattern: 'shared.example.test',
      injectionConfig: { headerName: 'x-key' },
    });
    expect(shared.status).toBe(201);
    await connect(server, { organizationId, workspaceId });
    await connect(server, { organizationId });
    const rule = { name: 'A rule', action: 'block', targets: [{ kind: 'network', hostPattern: 'no.test' }] };
    expect((await session.post('/v1/org/policy/rules', rule)).status).toBe(201);
    for (const asking of [agent, other])
      expect((await asking.ask('http://api.example.test/')).status).toBe(200);
    const logged = () =>
      server.db.query(`SELECT 1 FROM request_log WHERE organization_id = $1`, [organizationId]);
    await until(async () => (await logged()).length === 2);
    const bystander = await signUpOwner(server);
    const theirs = await createAgent(server, bystander);
    const ids = [organizationId, workspaceId, second.id, agent.id, other.id, secretId, shared.body.id];
    expect((await tablesNaming(ids)).length).toBeGreaterThan(8);

    const deleted = await session.delete('/v1/org');
    expect([deleted.status, deleted.text]).toEqual([204, '']);

    // An epoch is a number that outlives what it counts for; the person's own log tells of the deletion.
    expect(await tablesNaming(ids)).toEqual(['audit_log', 'epochs']);
    const audited = await server.db.query(
      `SELECT organization_id, action, service, source, status, user_id, metadata FROM audit_log
       WHERE to_jsonb(audit_log)::text LIKE '%' || $1 || '%'`,
      [organizationId],
    );
    expect(audited).toEqual([
      {
        organization_id: null,
        action: 'delete',
        service: 'organization',
        source: 'app',
        status: 'success',
        user_id: owner.userId,
        metadata: { organizationId, name: 'Test Person' },
      },
    ]);
    expect((await bystander.api.get('/v1/agents')).status).toBe(200);
    expect((await theirs.ask('http://api.example.test/')).status).toBe(200);
    expect((await member.session.get('/v1/org')).status).toBe(401);
    expect((await member.api.get('/v1/workspaces')).status).toBe(200);
  });

  it('keys and agent tokens are refused on both origins on the next request, in every process', async () => {
    const member = await joinAs(server, owner, 'admin');
    const agent = await createAgent(server, owner);
    const keys = [
      owner.apiKey,
      (await session.get('/v1/org/api-key')).body.apiKey,
      (await member.session.get('/v1/org/api-key')).body.apiKey,
    ];
    const statuses = async (of: TestServer) => {
      const byKeys = keys.flatMap((key) => [
        api(of).as(key).get('/v1/workspaces'),
        gateway(of).as(key).inWorkspace(owner.workspaceId).get('/me'),
        gateway(of).as(key).inWorkspace(owner.workspaceId).get('/approvals/pending?wait=0'),
      ]);
      return (await Promise.all(byKeys)).map(({ status }) => status);
    };
    const asks = async (of: TestServer) =>
      (await agentWith(of, agent).ask('http://api.example.test/')).status;
    for (const one of [server, replica]) {
      expect(new Set(await statuses(one))).toEqual(new Set([200]));
      expect(await asks(one)).toBe(200);
    }
    expect((await session.delete('/v1/org')).status).toBe(204);
    upstream.reset();
    expect([await asks(server), new Set(await statuses(server))]).toEqual([407, new Set([401])]);
    expect(new Set(await statuses(replica))).toEqual(new Set([401]));
    await until(async () => (await asks(replica)) === 407, 1_000);
    expect((await session.get('/v1/org')).status).toBe(401);
  });

  it('a request that is held for a person ends without reaching anybody', async () => {
    const agent = await createAgent(server, owner);
    await workspaceRules(server, owner, [askAbout('ask.example.test')]);
    const asking = agent.ask('http://ask.example.test/');
    await pending(owner.api);
    expect((await session.delete('/v1/org')).status).toBe(204);
    const answer = await asking;
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(upstream.seen).toEqual([]);
  });

  it('whoever has no other organization gets a new one at the next sync', async () => {
    expect((await session.delete('/v1/org')).status).toBe(204);
    expect((await session.get('/v1/orgs')).body).toEqual([]);
    const synced = await api(server).as(owner.cookie).get('/v1/auth/session');
    expect(synced.status).toBe(200);
    expect(synced.body.organizationId).toMatch(/^[a-z]{16}$/);
    expect(synced.body.organizationId).not.toBe(owner.organizationId);
  });

  it('only the owner deletes, in every edition; a partner’s unclaimed organization is not deleted here', async () => {
    const admin = await joinAs(server, owner, 'admin');
    expect(await admin.session.delete('/v1/org')).toMatchObject({
      status: 403,
      body: { error: { message: 'Insufficient permissions' } },
    });
    await server.db.query(`UPDATE organizations SET claimed = false WHERE id = $1`, [owner.organizationId]);
    const unclaimed = await session.delete('/v1/org');
    expect([unclaimed.status, unclaimed.body.error.type]).toEqual([409, 'invalid_request_error']);
    expect((await session.get('/v1/org')).body).toMatchObject({ claimed: false, workspaceCount: 1 });
  });

  it('can be repeated after a failure half way, and what is left still answers', async () => {
    const second = (await session.post('/v1/workspaces', { name: 'Second' })).body;
    await server.db.query(`
      CREATE FUNCTION refuse_deletion() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN IF OLD.id = '${second.id}' THEN RAISE 'not now'; END IF; RETURN OLD; END $$;
      CREATE TRIGGER refuse_deletion BEFORE DELETE ON workspaces FOR EACH ROW EXECUTE FUNCTION refuse_deletion()`);
    try {
      const failed = await session.delete('/v1/org');
      expect([failed.status, failed.body.error.type]).toEqual([500, 'api_error']);
    } finally {
      await server.db.query(`DROP TRIGGER refuse_deletion ON workspaces; DROP FUNCTION refuse_deletion`);
    }
    expect(await workspacesOf(owner.organizationId)).toEqual([second.id]);
    expect((await owner.api.get('/v1/agents')).status).toBe(401);
    expect((await api(server).as(second.apiKey).get('/v1/agents')).status).toBe(200);
    expect((await session.delete('/v1/org')).status).toBe(204);
    expect(await tablesNaming([owner.organizationId])).toEqual(['audit_log', 'epochs']);
  });

  it('twice at once: both are content or one finds nothing, and it is gone', async () => {
    const answers = await Promise.all([session.delete('/v1/org'), session.delete('/v1/org')]);
    const statuses = answers.map(({ status }) => status);
    expect(statuses).toContain(204);
    for (const status of statuses) expect([204, 401]).toContain(status);
    expect(await tablesNaming([owner.organizationId])).not.toContain('organizations');
  });

  it('while members sync, create workspaces, agents and keys in it: nothing is left half done', async () => {
    for (let round = 0; round < 4; round++) {
      const founder = await signUpOwner(server);
      const { organizationId } = founder;
      const inIt = { 'x-organization-id': organizationId };
      const admin = await joinAs(server, { organizationId }, 'admin');
      // An invited person, whose only place this organization is.
      await server.db.query(`DELETE FROM organizations WHERE id = $1`, [admin.organizationId]);
      const theirs = api(server).as(founder.cookie).with(inIt);
      const [deleted, synced, ...others] = await Promise.all([
        theirs.delete('/v1/org'),
        api(server).as(admin.cookie).get('/v1/auth/session'),
        admin.session.post('/v1/workspaces', { name: `Race ${round}` }),
        founder.api.post('/v1/agents', { name: 'Racer', identifier: 'racer' }),
        admin.session.get('/v1/org/api-key'),
        theirs.patch('/v1/org', { name: 'Renamed' }),
        createSecret(founder, { hostPattern: 'race.example.test' }).then(
          () => ({ status: 201 }),
          () => ({ status: 401 }),
        ),
      ]);
      expect([deleted.status, synced.status]).toEqual([204, 200]);
      for (const { status } of others) expect([200, 201, 401, 403]).toContain(status);
      expect(await tablesNaming([organizationId])).toEqual(['audit_log', 'epochs']);
      const orphans = await server.db.query(
        `SELECT o.id FROM organizations o WHERE NOT EXISTS (SELECT 1 FROM memberships m WHERE m.organization_id = o.id)`,
      );
      expect(orphans).toEqual([]);
      const again = await api(server).as(admin.cookie).get('/v1/auth/session');
      expect(again.body.organizationId).not.toBe(organizationId);
    }
  });

  it('what meets the deletion on its last step finds nothing there, and a sync another place', async () => {
    const admin = await joinAs(server, owner, 'admin');
    await server.db.query(`DELETE FROM organizations WHERE id = $1`, [admin.organizationId]);
    const heir = await joinAs(server, owner);
    await server.db.query(`
      CREATE FUNCTION linger() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(0.5); RETURN NULL; END $$;
      CREATE TRIGGER zz_linger AFTER DELETE ON organizations FOR EACH ROW EXECUTE FUNCTION linger()`);
    try {
      const deleting = session.delete('/v1/org');
      await until(async () => {
        const sleeping = await server.db.query(
          `SELECT 1 FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND datname = current_database()`,
        );
        return sleeping.length > 0;
      });
      const [synced, ...others] = await Promise.all([
        api(server).as(admin.cookie).get('/v1/auth/session'),
        admin.session.post('/v1/workspaces', { name: 'Too late' }),
        admin.session.get('/v1/org/api-key'),
        admin.session.post('/v1/org/api-key/regenerate'),
        admin.session.delete(`/v1/workspaces/${owner.workspaceId}`),
        owner.api.post('/v1/agents', { name: 'Too late', identifier: 'late' }),
        owner.api.post('/v1/secrets', {
          name: 'Too late',
          type: 'generic',
          value: 'v',
          hostPattern: 'late.example.test',
          injectionConfig: { headerName: 'x-key' },
        }),
        owner.api.get('/v1/user/api-key'),
        session.patch('/v1/org', { name: 'Too late' }),
        session.post('/v1/org/transfer-ownership', { userId: heir.userId }),
      ]);
      expect((await deleting).status).toBe(204);
      expect(synced.status).toBe(200);
      expect(synced.body.organizationId).not.toBe(owner.organizationId);
      expect(others.map(({ status }) => status)).toEqual([401, 401, 401, 404, 401, 401, 401, 401, 401]);
      expect(await tablesNaming([owner.organizationId])).toEqual(['audit_log', 'epochs']);
    } finally {
      await server.db.query(`DROP TRIGGER zz_linger ON organizations; DROP FUNCTION linger`);
    }
  });
});

describe('deleting in Community', () => {
  it('one of several owned needs the license; the only one does not', async () => {
    const community = await startReplica(server);
    try {
      const mine = api(community).as(owner.cookie);
      const first = mine.with({ 'x-organization-id': owner.organizationId });
      const second = (await session.post('/v1/orgs', { name: 'Second' })).body.organizationId;
      for (const id of [owner.organizationId, second]) {
        const refused = await mine.with({ 'x-organization-id': id }).delete('/v1/org');
        expect([refused.status, refused.body.error.type]).toEqual([403, 'enterprise_license_required']);
      }
      expect((await mine.get('/v1/orgs')).body).toHaveLength(2);
      const withLicense = api(server).as(owner.cookie).with({ 'x-organization-id': second });
      expect((await withLicense.delete('/v1/org')).status).toBe(204);
      const host = await signUpOwner(server);
      await server.db.query(
        `INSERT INTO memberships (organization_id, user_id, role) VALUES ($1, $2, 'admin')`,
        [host.organizationId, owner.userId],
      );
      expect((await first.delete('/v1/org')).status).toBe(204);
      expect((await mine.get('/v1/orgs')).body).toEqual([
        expect.objectContaining({ id: host.organizationId }),
      ]);
    } finally {
      await community.close();
    }
  });
});
