import { constants } from 'node:fs';
import { access, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Configuration } from '../../kernel/config/configuration.js';
import { SESSION_SECRET_FILE } from '../../kernel/crypto/deployment-keys.js';
import { ENCRYPTION_KEY_FILE, PREVIOUS_KEYS_FILE } from '../../kernel/crypto/generated-keys.js';
import { type Finding, Findings } from './finding.js';

const PRIVATE_FILES = [
  ENCRYPTION_KEY_FILE,
  PREVIOUS_KEYS_FILE,
  SESSION_SECRET_FILE,
  'postgres.password',
  'gateway/ca.key',
];
const FOR_OTHERS = 0o077;
const LOW_SPACE_BYTES = 512 * 1024 ** 2;

/** DATA_DIR: writable, with room left, and no key in it that others can read. */
export async function checkFiles({ dataDir, databaseUrl }: Configuration): Promise<Finding[]> {
  const findings = new Findings('files');
  if (!(await isThere(dataDir)))
    return findings.note(`${dataDir} does not exist yet; the first start creates it.`).all;
  await checkWritable(findings, dataDir);
  if (databaseUrl === null) await checkSpace(findings, dataDir);
  const modes = await Promise.all(PRIVATE_FILES.map((name) => modeOf(join(dataDir, name))));
  const open = modes.filter((file) => file !== null && (file.mode & FOR_OTHERS) !== 0);
  for (const file of open) {
    findings.problem(
      `${file!.path} can be read by other users (mode ${(file!.mode & 0o777).toString(8)}).`,
      `Run \`chmod 600 ${file!.path}\`, and replace the key if other users had access.`,
    );
  }
  const kept = modes.filter((file) => file !== null).length;
  if (open.length === 0 && kept > 0)
    findings.ok(`Only their owner can read the ${kept} key files in ${dataDir}.`);
  return findings.all;
}

async function checkWritable(findings: Findings, dataDir: string): Promise<void> {
  try {
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    findings.problem(
      `${dataDir} cannot be written by this account.`,
      'Change its owner to the account that the server runs as, or run this command as that account.',
    );
  }
}

async function checkSpace(findings: Findings, dataDir: string): Promise<void> {
  const { bavail, bsize } = await statfs(dataDir);
  if (bavail * bsize >= LOW_SPACE_BYTES) return;
  findings.warning(
    `Only ${Math.floor((bavail * bsize) / 1024 ** 2)} MiB of disk space are left for the database in ${dataDir}.`,
    'Free disk space: a full disk stops the database.',
  );
}

async function modeOf(path: string): Promise<{ path: string; mode: number } | null> {
  // Windows has no such modes.
  if (process.platform === 'win32') return null;
  return stat(path).then(
    ({ mode }) => ({ path, mode }),
    () => null,
  );
}

function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
