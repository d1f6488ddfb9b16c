import type { Queryable } from '../../kernel/database/statements/queryable.js';
import {
  knownMigrations,
  MIGRATIONS_TABLE,
  pendingMigrations,
} from '../../kernel/database/connection/migrations.js';
import type { Deployment } from '../deployment/deployment.js';
import { type Finding, Findings } from './finding.js';

/** `UNIQUE NULLS NOT DISTINCT` came with this release of PostgreSQL. */
const OLDEST_MAJOR = 15;
/** Sessions and tokens are judged with 60 s of tolerance; half of it is where it becomes urgent. */
const SKEW_PROBLEM_SECONDS = 30;
const SKEW_WARNING_SECONDS = 2;

/** Version, schema and clock of a database that could be opened. */
export async function checkDatabase({ db, url }: Deployment): Promise<Finding[]> {
  const findings = new Findings('database');
  await checkVersion(findings, db);
  await checkClock(findings, db);
  await checkSchema(findings, db, url);
  return findings.all;
}

async function checkVersion(findings: Findings, db: Queryable): Promise<void> {
  const [row] = await db.query<{ number: number; text: string }>(
    `SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS text`,
  );
  const { number, text } = row!;
  if (number >= OLDEST_MAJOR * 10_000) findings.ok(`PostgreSQL ${text} answers.`);
  else
    findings.problem(
      `PostgreSQL ${text} is too old.`,
      `Use PostgreSQL ${OLDEST_MAJOR} or newer, or unset DATABASE_URL to use the embedded one.`,
    );
}

/** The answer was made somewhere between question and arrival, so half of the round trip is taken off. */
async function checkClock(findings: Findings, db: Queryable): Promise<void> {
  const askedAt = Date.now();
  const [row] = await db.query<{ now: number }>(
    `SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now`,
  );
  const middle = (askedAt + Date.now()) / 2;
  const seconds = Math.abs(row!.now - middle) / 1000;
  const shown = `The clocks of this machine and the database differ by ${seconds.toFixed(1)} s.`;
  const action = 'Synchronize both machines with NTP: sessions, approvals and limits depend on it.';
  if (seconds >= SKEW_PROBLEM_SECONDS) findings.problem(shown, action);
  else if (seconds >= SKEW_WARNING_SECONDS) findings.warning(shown, action);
  else findings.ok('The clocks of this machine and the database agree.');
}

async function checkSchema(findings: Findings, db: Queryable, url: string): Promise<void> {
  const pending = await pendingMigrations(url);
  if (pending.length > 0) {
    findings.problem(
      `The schema lacks ${pending.length} migration(s): ${pending.join(', ')}.`,
      'Run `credential-gateway migrate` with the same settings, then start the server again.',
    );
    return;
  }
  const known = new Set((await knownMigrations()).map(({ name }) => name));
  const rows = await db.query<{ name: string }>(`SELECT name FROM ${MIGRATIONS_TABLE}`);
  const newer = rows.filter(({ name }) => !known.has(name)).length;
  if (newer === 0) findings.ok('The schema matches this release.');
  else
    findings.note(
      `The schema has ${newer} migration(s) that this release does not know.`,
      'A newer release has migrated it. Running this release with it is supported (docs/upgrading.md).',
    );
}
