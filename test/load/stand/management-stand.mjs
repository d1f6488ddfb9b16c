/** The built server, a bare server on the same PostgreSQL, the generator, and rows for both to look among. */
import { createHash } from 'node:crypto';
import pg from 'pg';
import { request } from 'undici';
import { databaseUrl } from './many-agents.mjs';
import { startStand } from './stand.mjs';
import { startWorker } from './worker.mjs';

const OWN_AGENTS = 20;

/** More secrets are written than one organization may have otherwise (R65). */
const WITHOUT_LIMIT = { LIMIT_OBJECTS: '0' };

export async function startManagementStand(dist, options = {}) {
  const environment = { ...WITHOUT_LIMIT, ...options.environment };
  const stand = await startStand(dist, { ...options, environment });
  const parts = [stand];
  const stop = async () => {
    for (const part of parts.toReversed()) await part.stop();
  };
  try {
    const { gateway, generator } = stand;
    const url = await databaseUrl(dist, gateway.dataDir);
    const database = new pg.Client({ connectionString: url });
    await database.connect();
    parts.push({ stop: () => database.end() });
    const owner = await scopeOf(database, gateway.apiKey);
    for (let agent = 3; agent <= OWN_AGENTS; agent++) {
      await gateway.call('POST', '/v1/agents', { name: `Agent ${agent}`, identifier: `agent-${agent}` });
    }
    const bare = await startWorker('bare-routes.mjs', { url, ...owner });
    parts.push(bare);
    const others = await gateway.startOrganization('others');
    return {
      server: { pid: gateway.pid, port: Number(new URL(gateway.api).port) },
      bare,
      generator,
      workspaceKey: gateway.apiKey,
      organizationKey: await organizationKey(gateway),
      fill: async (rows) => fill(database, rows, owner, await scopeOf(database, others.apiKey)),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

export async function scopeOf(database, apiKey) {
  const { rows } = await database.query(
    `SELECT organization_id AS "organizationId", workspace_id AS "workspaceId", user_id AS "userId"
     FROM api_keys WHERE token_hash = $1`,
    [createHash('sha256').update(apiKey).digest()],
  );
  return rows[0];
}

/** Only a session gets one. */
export async function organizationKey({ api, person }) {
  const signedIn = await request(`${api}/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: person.email, password: person.password }),
  });
  await signedIn.body.dump();
  const cookie = [signedIn.headers['set-cookie']].flat().map((field) => field.split(';', 1)[0]);
  const answer = await request(`${api}/v1/org/api-key`, { headers: { cookie: cookie.join('; ') } });
  return (await answer.body.json()).apiKey;
}

/**
 * Brings every table to `rows` rows: agents are other people's, secrets and audit entries the owner's own, and so are
 * the requests among which each agent's newest is looked for.
 */
async function fill(database, rows, owner, others) {
  const missing = async (table) =>
    rows - Number((await database.query(`SELECT count(*) AS rows FROM ${table}`)).rows[0].rows);
  const series = 'FROM generate_series(1, greatest($1::int, 0)) n';
  const statements = {
    agents: `INSERT INTO agents (organization_id, workspace_id, name, identifier, token_hash, token_ciphertext)
      SELECT $2, $3, 'Agent', 'a-' || md5(random()::text || n), sha256(random()::text::bytea || n::text::bytea), 'sealed' ${series}`,
    secrets: `INSERT INTO secrets (organization_id, workspace_id, name, type, source_kind, value_ciphertext, host_pattern)
      SELECT $2, $3, 'Secret ' || n, 'generic', 'inline', 'sealed', 'api.example.com' ${series}`,
    audit_log: `INSERT INTO audit_log (organization_id, workspace_id, user_id, user_email, action, service, status, source,
        metadata, created_at)
      SELECT $2, $3, $4, 'ada@example.com', 'update', 'secret', 'success', 'api', jsonb_build_object('secretId', n),
        now() - n * interval '1 second' ${series}`,
    request_log: `INSERT INTO request_log (organization_id, workspace_id, agent_id, method, host, path, provider, status,
        latency_ms, injection_count, llm_host, created_at)
      SELECT $2, $3, (SELECT id FROM agents WHERE workspace_id = $3 ORDER BY created_at OFFSET n % ${OWN_AGENTS} LIMIT 1),
        'GET', 'api.example.com', '/', 'api.example.com', 200, 1, 1, false, now() - n * interval '1 second' ${series}`,
  };
  for (const [table, statement] of Object.entries(statements)) {
    const { organizationId, workspaceId, userId } = table === 'agents' ? others : owner;
    const values = [await missing(table), organizationId, workspaceId];
    await database.query(statement, statement.includes('$4') ? [...values, userId] : values);
  }
  await database.query('VACUUM ANALYZE');
}
