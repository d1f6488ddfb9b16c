import { sealedColumns } from '../crypto/secret-box.js';

/** A set of envelopes as SQL sees it; `e` is the row. Only these fragments tell one source from another. */
export interface SealedSource {
  readonly name: string;
  readonly idType: string;
  /** A relation `e (id, place, envelope)` of everything sealed there. */
  readonly relation: string;
  /** Replaces the envelopes of `n (id, old, new)` that still are the old ones. */
  readonly replace: string;
}

/** Waiting and failed jobs whose payload is `{ id, sealed }`, such as mails. */
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

/** Everything sealed. The entities must have been loaded: only what is loaded has been declared. */
export function sealedSources(): readonly SealedSource[] {
  return [...sealedColumns().map(sourceOf), SEALED_JOBS];
}

function sourceOf({ table, column, id, idType }: ReturnType<typeof sealedColumns>[number]): SealedSource {
  const idText = idType === 'bytea' ? `encode(${id}, 'hex')` : id;
  return {
    name: `${table}.${column}`,
    idType,
    relation: `(SELECT ${id} AS id, '${table}:' || ${idText} AS place, ${column} AS envelope
      FROM ${table} WHERE ${column} IS NOT NULL) e`,
    replace: `UPDATE ${table} t SET ${column} = n.new
      FROM n WHERE t.${id} = n.id AND t.${column} = n.old RETURNING 1`,
  };
}
