/** What must not grow: looked at all the time, judged by thirds at the end. */
import { readdir, readFile } from 'node:fs/promises';

/** The last third against those before; a replica that was just killed needs less. Small numbers vary by more than a share. */
const LIMITS = {
  'MiB resident': { share: 1.1, slack: 16 },
  'file handles': { share: 1.1, slack: 24 },
  threads: { share: 1, slack: 4 },
  'database connections': { share: 1.1, slack: 6 },
  'MiB of tables': { share: 1.15, slack: 4 },
  'rows of the request log': { share: 1.25, slack: 2_000 },
};
/** Kept for ever by design, or for so long that no run sees the end; told, not judged. */
const LASTING = ['audit_log'];

export function figures(ground) {
  const samples = [];
  const began = performance.now();
  return {
    async sample() {
      const values = {};
      for (const [name, server] of Object.entries(ground.servers))
        Object.assign(values, await ofProcess(name, server.pid()));
      Object.assign(values, await ofDatabase(ground).catch(() => ({})));
      samples.push({ at: performance.now() - began, values });
      return values;
    },
    /** Rows of a table, and whether none of them grew. */
    table() {
      const length = performance.now() - began;
      const third = (number) =>
        samples.filter(({ at }) => Math.min(2, Math.floor((at * 3) / length)) === number);
      const names = [...new Set(samples.flatMap(({ values }) => Object.keys(values)))];
      return names.map((name) => {
        const [first, second, last] = [0, 1, 2].map((number) =>
          median(third(number).map(({ values }) => values[name])),
        );
        const limit = LIMITS[name.slice(name.indexOf(':') + 2)];
        const grew = limit !== undefined && !(last <= Math.max(first, second) * limit.share + limit.slack);
        return { name, first, second, last, judged: limit !== undefined, grew };
      });
    },
  };
}

async function ofProcess(name, pid) {
  if (pid === null) return {};
  try {
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    const of = (field) => Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(status)[1]);
    return {
      [`${name}: MiB resident`]: of('VmRSS') / 1024,
      [`${name}: file handles`]: (await readdir(`/proc/${pid}/fd`)).length,
      [`${name}: threads`]: of('Threads'),
    };
  } catch {
    return {};
  }
}

async function ofDatabase({ query }) {
  const [row] = await query(
    `SELECT (SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database()) AS connections,
       (SELECT count(*)::int FROM request_log) AS rows,
       (SELECT sum(pg_total_relation_size(oid))::float8 / 1048576 FROM pg_class
        WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname <> ALL ($1)) AS tables,
       (SELECT pg_total_relation_size('audit_log')::float8 / 1048576) AS audit`,
    [LASTING],
  );
  return {
    'all: database connections': row.connections,
    'all: MiB of tables': row.tables,
    'all: rows of the request log': row.rows,
    'all: MiB of the audit log': row.audit,
  };
}

function median(values) {
  const sorted = values.filter((value) => value !== undefined).sort((one, other) => one - other);
  return sorted.length === 0 ? NaN : sorted[Math.floor(sorted.length / 2)];
}
