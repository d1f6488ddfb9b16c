/**
 * The fair floor of a management request: Fastify and a pool of pg, as large as the server's, with the query that
 * makes the answer and its JSON. No scope, roles, validation, decryption, audit, epochs, limits or log. `/keyed/...`
 * looks the key up first, by its hash and in one statement, and does nothing else about who calls.
 */
import { createHash } from 'node:crypto';
import Fastify from 'fastify';
import pg from 'pg';
import { becomeWorker } from './worker.mjs';

const POOL_SIZE = 16;

const AGENTS = `
  SELECT a.id, a.name, a.identifier, a.token_ciphertext AS "accessToken", a.is_default AS "isDefault", a.kind, a.harness,
    a.model, a.effort, a.created_at AS "createdAt",
    (SELECT i.image_key FROM agent_images i WHERE i.agent_id = a.id) AS "imageKey",
    (SELECT l.created_at FROM request_log l WHERE l.agent_id = a.id AND l.created_at > now() - interval '30 days'
      ORDER BY l.created_at DESC LIMIT 1) AS "lastSeenAt"
  FROM agents a WHERE a.workspace_id = $1 ORDER BY a.created_at DESC, a.id`;

const SECRET = `
  INSERT INTO secrets (organization_id, workspace_id, name, type, source_kind, value_ciphertext, host_pattern,
    injection_config)
  VALUES ($1, $2, $3, $4, 'inline', $5, $6, $7)
  RETURNING id, name, type, source_kind AS "valueSource", source_reference AS "opRef", host_pattern AS "hostPattern",
    path_pattern AS "pathPattern", created_at AS "createdAt"`;

const AUDIT = `
  SELECT a.id, a.action, a.service, a.status, a.source, a.user_id AS "userId", a.user_email AS "userEmail",
    a.workspace_id AS "workspaceId", w.name AS "workspaceName", o.name AS "organizationName", a.metadata,
    a.created_at AS "createdAt"
  FROM audit_log a JOIN organizations o ON o.id = a.organization_id LEFT JOIN workspaces w ON w.id = a.workspace_id
  WHERE a.organization_id = $1 ORDER BY a.created_at DESC, a.id DESC LIMIT 51`;

const KEY = `
  SELECT k.id, k.user_id, u.email, k.organization_id, m.role, k.workspace_id FROM api_keys k
  JOIN users u ON u.id = k.user_id AND u.deactivated_at IS NULL
  JOIN memberships m ON m.organization_id = k.organization_id AND m.user_id = k.user_id AND m.status = 'active'
  WHERE k.token_hash = $1`;

becomeWorker(async ({ url, organizationId, workspaceId }) => {
  const pool = new pg.Pool({ connectionString: url, max: POOL_SIZE });
  const requireKey = async (request, reply) => {
    const token = (request.headers.authorization ?? '').slice('Bearer '.length);
    const { rows } = await pool.query(KEY, [createHash('sha256').update(token).digest()]);
    if (rows.length === 0) return reply.code(401).send({ error: 'unknown key' });
  };
  const routes = (fastify, _options, done) => {
    fastify.get('/v1/agents', async () => (await pool.query(AGENTS, [workspaceId])).rows);
    fastify.get('/v1/org/audit-logs', async () => {
      const { rows } = await pool.query(AUDIT, [organizationId]);
      return { items: rows.slice(0, 50), nextCursor: rows.length > 50 ? rows[49].id : null };
    });
    fastify.post('/v1/secrets', async ({ body }, reply) => {
      const { name, type, value, hostPattern, injectionConfig } = body;
      const values = [organizationId, workspaceId, name, type, value, hostPattern, injectionConfig];
      return reply.code(201).send((await pool.query(SECRET, values)).rows[0]);
    });
    done();
  };
  const fastify = Fastify();
  await fastify.register(routes);
  await fastify.register(
    async (keyed) => {
      keyed.addHook('onRequest', requireKey);
      await keyed.register(routes);
    },
    { prefix: '/keyed' },
  );
  await fastify.listen({ port: 0, host: '127.0.0.1' });
  return { port: fastify.server.address().port };
});
