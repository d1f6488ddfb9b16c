/** The part of docs/clients.md that `npm run clients` writes. */
import { join } from 'node:path';
import { markdownTable, writePart } from './document.mjs';

const DOCUMENT = join(import.meta.dirname, '../../docs/clients.md');
const HEAD = ['Client', 'Version', 'CONNECT', 'Base URL'];

export async function writeTable(rows) {
  const cell = (fault) => (fault === null ? 'yes' : 'no');
  const lines = rows.map(({ name, version, results }) =>
    results === null
      ? [name, 'not installed', 'not run', 'not run']
      : [name, version, cell(results.connect), cell(results.reverse)],
  );
  await writePart(DOCUMENT, 'programs and libraries', `\n${markdownTable(HEAD, lines)}\n`);
}
