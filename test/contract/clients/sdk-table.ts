import { join } from 'node:path';
import { expect } from '@jest/globals';
import { markdownTable, part, writePart } from '../../clients/document.mjs';

export interface Passed {
  client: string;
  call: string;
  contract: string;
}

const DOCUMENT = join(import.meta.dirname, '../../../docs/clients.md');
const PART = 'released clients';

/** Writes the rows that passed into the page, or holds the page against them. */
export async function sdkTable(passed: readonly Passed[], write: boolean): Promise<void> {
  const lines = passed.map(({ client, call, contract }) => [client, call, `07 ${contract}`, 'yes']);
  const table = `\n${markdownTable(['Client', 'What it does', 'Contract', 'Works'], lines)}\n`;
  if (write) await writePart(DOCUMENT, PART, table);
  else expect((await part(DOCUMENT, PART)).is).toBe(table);
}
