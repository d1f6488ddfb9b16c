/**
 * Organizations that have something waiting, from the one after the last that had its turn, at most as many as a batch
 * has events (`$2`): one look at the index each, however much waits. `lap` is 1 for those that come round again.
 */
const IN_TURN = `
  turns (organization_id, lap, n, last) AS (
    SELECT last_organization, 0, 0, last_organization FROM export_sinks WHERE name = $1
    UNION ALL
    SELECT next.organization_id, next.lap, t.n + 1, t.last
    FROM turns t CROSS JOIN LATERAL (
      (SELECT organization_id, t.lap FROM export_outbox
        WHERE sink = $1 AND organization_id > t.organization_id ORDER BY organization_id LIMIT 1)
      UNION ALL
      (SELECT organization_id, 1 FROM export_outbox WHERE sink = $1 AND t.lap = 0 ORDER BY organization_id LIMIT 1)
      ORDER BY 2, 1 LIMIT 1) next (organization_id, lap)
    WHERE t.n < $2 AND (next.lap = 0 OR next.organization_id <= t.last))`;

/**
 * The oldest rows of each. By organization first: the order of positions alone would let PostgreSQL read all that a loud
 * one has waiting to find what a quiet one has.
 */
const OLDEST = `
  oldest AS (
    SELECT t.n, t.organization_id, o.position, o.size, row_number() OVER (PARTITION BY t.n ORDER BY o.position) AS round
    FROM (SELECT n, organization_id, count(*) OVER () AS organizations FROM turns WHERE n > 0) t
    CROSS JOIN LATERAL (
      SELECT organization_id, position, size FROM export_outbox
      WHERE sink = $1 AND (organization_id, position) > (t.organization_id, 0::bigint)
      ORDER BY organization_id, position LIMIT ceil($2::numeric / t.organizations)) o
    WHERE o.organization_id = t.organization_id)`;

/** Fixes the next batch: whole rows, organizations in turn (R62), until there are enough; one at least. */
export const FIX = `
  WITH RECURSIVE ${IN_TURN}, ${OLDEST},
  taken AS (
    SELECT * FROM (
      SELECT n, organization_id, position, round, sum(size) OVER (ORDER BY round, n) AS so_far,
        row_number() OVER (ORDER BY round, n) AS place
      FROM oldest) summed
    WHERE so_far <= $2 OR place = 1),
  batch AS (
    SELECT array_agg(position ORDER BY position) AS positions,
      (SELECT organization_id FROM taken WHERE round = 1 ORDER BY n DESC LIMIT 1) AS last
    FROM taken)
  UPDATE export_sinks SET batch_id = gen_random_uuid(), batch_positions = positions, last_organization = last
  FROM batch WHERE name = $1 AND positions IS NOT NULL
  RETURNING batch_id AS id, batch_positions AS positions, attempts`;
