#!/usr/bin/env node
/**
 * Two releases share a database while one replaces the other, so a migration only adds what the release before does not
 * know (docs/upgrading.md). What takes something away, or refuses what that release still writes, is named here unless the
 * statement carries a comment `-- contract: <why no release before needs it>`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';

const FORBIDDEN = [
  [/\bDROP\s+(TABLE|VIEW|FUNCTION|TYPE|SCHEMA)\b/i, 'removes what the release before reads'],
  [/\bDROP\s+(COLUMN\b|CONSTRAINT\b.*\bCASCADE\b)/is, 'removes what the release before reads'],
  [/\bRENAME\b/i, 'takes a name away that the release before uses'],
  [
    /\bALTER\s+COLUMN\s+\S+\s+(SET\s+DATA\s+)?TYPE\b/i,
    'changes what the release before reads and locks the table',
  ],
  [/\bSET\s+NOT\s+NULL\b/i, 'refuses rows that the release before writes'],
  [/\bDROP\s+DEFAULT\b/i, 'refuses rows that the release before writes'],
  [
    /\bADD\s+(CONSTRAINT\s+\S+\s+)?(CHECK|UNIQUE|FOREIGN|EXCLUDE)\b/i,
    'refuses rows that the release before writes',
  ],
  [
    /\bADD\s+COLUMN\s+(?![^,;]*\bDEFAULT\b)[^,;]*\bNOT\s+NULL\b/i,
    'refuses rows that the release before writes',
  ],
  [/\bCREATE\s+UNIQUE\s+INDEX\b/i, 'refuses rows that the release before writes'],
  [/\bTRUNCATE\b/i, 'removes what the release before reads'],
];
const EXCUSE = /--\s*contract:\s*\S/;
/** Created in the same migration, so no release before knows it. */
const CREATED = /\bCREATE\s+TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?(\w+)/gi;

/** What a migration's way up must not do; `source` is its TypeScript. */
export function faultsOf(source) {
  const up = source.slice(source.search(/async up\(/), source.search(/async down\(/));
  const own = new Set([...up.matchAll(CREATED)].map(([, table]) => table));
  const statements = [...up.matchAll(/`([^`]*)`/g)].flatMap(([, sql]) => sql.split(';'));
  return statements
    .filter(
      (statement) =>
        !EXCUSE.test(statement) && !own.has(/\b(?:TABLE|ON)\s+(?:ONLY\s+)?(\w+)/i.exec(statement)?.[1]),
    )
    .flatMap((statement) =>
      FORBIDDEN.filter(([pattern]) => pattern.test(statement)).map(
        ([pattern, why]) => `${pattern.exec(statement)[0].replaceAll(/\s+/g, ' ')}: ${why}`,
      ),
    );
}

function main() {
  const folder = join(import.meta.dirname, '..', 'migrations');
  const faults = readdirSync(folder)
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) =>
      faultsOf(readFileSync(join(folder, name), 'utf8')).map((fault) => `${name}: ${fault}`),
    );
  for (const fault of faults) process.stderr.write(`${fault}\n`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) main();
