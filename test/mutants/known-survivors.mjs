// The faults that change nothing a caller can see, each with its reason (`known-survivors.json`).
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** `{ others, known, stale }`: the faults without the known ones; an entry whose line is gone is stale. */
export function knownSurvivors(faults, only) {
  const entries = JSON.parse(readFileSync(join(import.meta.dirname, 'known-survivors.json'), 'utf8'));
  const keys = new Set(faults.map(keyOf));
  const knownKeys = new Set(entries.map(keyOf));
  return {
    others: faults.filter((fault) => !knownKeys.has(keyOf(fault))),
    known: faults.filter((fault) => knownKeys.has(keyOf(fault))),
    stale: entries.filter((entry) => entry.path.includes(only) && !keys.has(keyOf(entry))),
  };
}

/** By the line's text, not by its number: it stays known when other lines move. */
function keyOf({ path, code, what }) {
  return [path, code, what].join('\n');
}
