import { join } from 'node:path';
import { pythonTools, run } from '../on-demand.mjs';

const VERSION = '4.32.5';

/** The program: the one on PATH, else one of exactly this version. */
export async function findSchemathesis() {
  const { code } = await run('schemathesis', ['--version']);
  if (code === 0) return 'schemathesis';
  const bin = await pythonTools([`schemathesis==${VERSION}`]);
  return bin && join(bin, 'schemathesis');
}
