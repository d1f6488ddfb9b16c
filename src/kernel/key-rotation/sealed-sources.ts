/**
 * Everything the database keeps sealed (02 §3.6), in one place: whoever rotates keys or checks a deployment
 * goes through this list. A test compares it with every `*_ciphertext` column of the schema.
 */

/** A column of envelopes; each value is bound to `<table>:<id>`. */
interface SealedColumn {
  readonly table: string;
  readonly column: string;
  /** PostgreSQL type of the primary key column `id`. */
  readonly idType: 'uuid' | 'integer' | 'text';
}

export const SEALED_COLUMNS: readonly SealedColumn[] = [
  { table: 'agents', column: 'token_ciphertext', idType: 'uuid' },
  { table: 'api_keys', column: 'token_ciphertext', idType: 'uuid' },
  { table: 'connections', column: 'credentials_ciphertext', idType: 'uuid' },
  { table: 'device_logins', column: 'key_ciphertext', idType: 'uuid' },
  { table: 'gateway_ca', column: 'key_ciphertext', idType: 'integer' },
  { table: 'secrets', column: 'value_ciphertext', idType: 'uuid' },
  { table: 'vault_connections', column: 'credentials_ciphertext', idType: 'uuid' },
];

/** A set of envelopes as SQL sees it; `e` is the row. Only these fragments tell one source from another. */
export interface SealedSource {
  readonly name: string;
  readonly idType: string;
  /** A relation `e (id, place, envelope)` of everything sealed there. */
  readonly relation: string;
  /** Replaces the envelopes of `n (id, old, new)` that still are the old ones. */
  readonly replace: string;
}

/** Waiting and failed jobs whose payload is `{ id, sealed }`, such as mails (modules/mail). */
const SEALED_JOBS: SealedSource = {
  name: 'job queue',
  idType: 'bigint',
  relation: `(SELECT j.id, t.identifier || ':' || (j.payload->>'id') AS place, j.payload->>'sealed' AS envelope
    FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
    WHERE j.payload->>'sealed' IS NOT NULL) e`,
  replace: `UPDATE graphile_worker._private_jobs j
    SET payload = jsonb_set(j.payload::jsonb, '{sealed}', to_jsonb(n.new))::json
    FROM n WHERE j.id = n.id AND j.payload->>'sealed' = n.old RETURNING 1`,
};

export const SEALED_SOURCES: readonly SealedSource[] = [...SEALED_COLUMNS.map(sourceOf), SEALED_JOBS];

function sourceOf({ table, column, idType }: SealedColumn): SealedSource {
  return {
    name: `${table}.${column}`,
    idType,
    relation: `(SELECT id, '${table}:' || id AS place, ${column} AS envelope
      FROM ${table} WHERE ${column} IS NOT NULL) e`,
    replace: `UPDATE ${table} t SET ${column} = n.new
      FROM n WHERE t.id = n.id AND t.${column} = n.old RETURNING 1`,
  };
}
