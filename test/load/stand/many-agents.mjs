/** Agents in workspaces by the thousand, written into the server's database: through the API it would take minutes. */
import { Buffer } from 'node:buffer';
import { createHash, randomBytes } from 'node:crypto';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';

/** Of the bench's owner and organization. Answers what each agent sends as `Proxy-Authorization`. */
export async function addAgents(dist, { dataDir, apiKey }, { agents, workspaces }) {
  const database = new pg.Client({ connectionString: await databaseUrl(dist, dataDir) });
  await database.connect();
  try {
    const { rows } = await database.query(
      `INSERT INTO workspaces (id, organization_id, name)
       SELECT 'bench-' || gen_random_uuid(), organization_id, 'Bench' FROM api_keys, generate_series(1, $2::int)
       WHERE token_hash = $1 RETURNING id, organization_id`,
      [sha256(apiKey), workspaces],
    );
    const ids = rows.map(({ id }) => id);
    await database.query(
      `INSERT INTO workspace_bindings (workspace_id, user_id, role)
       SELECT w, user_id, 'owner' FROM api_keys, unnest($2::text[]) w WHERE token_hash = $1`,
      [sha256(apiKey), ids],
    );
    const tokens = Array.from({ length: agents }, () => `aoc_${randomBytes(32).toString('hex')}`);
    await database.query(
      `INSERT INTO agents (organization_id, workspace_id, name, identifier, token_hash, token_ciphertext)
       SELECT $1, w, 'Agent', 'a-' || encode(h, 'hex'), h, 'sealed' FROM unnest($2::text[], $3::bytea[]) AS t (w, h)`,
      [rows[0].organization_id, tokens.map((_, at) => ids[at % ids.length]), tokens.map(sha256)],
    );
    await database.query('ANALYZE');
    return tokens.map((token) => `Basic ${Buffer.from(`x:${token}`).toString('base64')}`);
  } finally {
    await database.end();
  }
}

const sha256 = (text) => createHash('sha256').update(text).digest();

/** The server's own PostgreSQL, which is found by the files in its data directory. */
export async function databaseUrl(dist, directory) {
  const file = join(resolve(dist), 'src/kernel/database/embedded/embedded-cluster.js');
  const { EmbeddedCluster } = await import(pathToFileURL(file));
  return (await EmbeddedCluster.start({ directory })).url();
}
