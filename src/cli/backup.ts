import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Command } from 'commander';
import type { Configuration } from '../kernel/config/configuration.js';
import { packageRoot } from '../kernel/config/kinds/config-files.js';
import { loadConfiguration } from '../kernel/config/load-configuration.js';
import { readKeyRing } from '../kernel/crypto/generated-keys.js';
import { SecretBox } from '../kernel/crypto/secret-box.js';
import { backUpEmbedded, type BackupManifest } from '../kernel/database/embedded/embedded-backup.js';
import { CommandFailure } from './deployment/command-failure.js';
import { type Deployment, inDeployment } from './deployment/deployment.js';
import { copyKeyFiles } from './key-files.js';
import { note, print, printJson, prose } from './deployment/output.js';
import { storedValues } from './deployment/stored-values.js';

const ABOUT = `Copies the embedded database into a new folder while the server keeps running. With --keys it also copies the
encryption keys, into another folder. Both together give access to everything, so keep them apart. Encrypted values stay
encrypted. Back up your own database (DATABASE_URL) with PostgreSQL's tools: see docs/disaster-recovery.md.`;

interface BackupOptions {
  keys?: string;
  json?: true;
}

export function backupCommand(): Command {
  return new Command('backup')
    .summary('copy the embedded database while the server runs')
    .description(prose(ABOUT))
    .argument('<folder>', 'the folder for the copy; it must not exist')
    .option('--keys <folder>', 'also copy the generated keys and the certificate authority there')
    .option('--json', 'print the result as JSON')
    .action(backUp);
}

async function backUp(into: string, { keys, json }: BackupOptions): Promise<void> {
  const configuration = loadConfiguration();
  const folder = resolve(into);
  requireEmbedded(configuration, 'pg_dump');
  for (const each of [folder, ...(keys === undefined ? [] : [resolve(keys)])])
    if (existsSync(each)) throw new CommandFailure(`${each} already exists.`, 'Name a new folder.');
  const manifest = await inDeployment(configuration, async (deployment) =>
    backUpEmbedded({ url: deployment.url, dataDir: configuration.dataDir }, folder, {
      release: await release(),
      keyIds: await neededKeys(deployment, configuration),
    }),
  );
  const copied = keys === undefined ? null : await copyKeyFiles(configuration.dataDir, resolve(keys));
  if (json) printJson(manifest);
  else print(`${folder} contains everything until ${manifest.until} (${manifest.bytes} bytes).`);
  note(aboutKeys(configuration, copied, manifest));
}

export function requireEmbedded({ databaseUrl }: Configuration, instead: string): void {
  if (databaseUrl === null) return;
  throw new CommandFailure(
    'This deployment uses a database of your own (DATABASE_URL).',
    `Use ${instead} or the tools of its provider; docs/disaster-recovery.md has the steps.`,
  );
}

/** Those of the keys given now that something was sealed with; of others nothing is lost that was not lost before. */
async function neededKeys({ db }: Deployment, configuration: Configuration): Promise<string[]> {
  const ring = readKeyRing(configuration);
  const box = new SecretBox(ring ?? { encryptionKey: Buffer.alloc(32), previousKeys: [] });
  const counts = await (await storedValues(db, box)).countByKey();
  return [...counts.keys()].filter((id) => ring === null || box.keyIds.includes(id));
}

async function release(): Promise<string> {
  const text = await readFile(join(packageRoot(), 'package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

function aboutKeys(
  { secretEncryptionKey }: Configuration,
  copied: number | null,
  { keyIds }: BackupManifest,
): string {
  if (copied !== null && copied > 0)
    return 'Keep the folder of keys apart from it: together they give access to everything.';
  if (keyIds.length === 0) return 'It contains no encrypted values.';
  return secretEncryptionKey === null
    ? 'It cannot be used without the keys in DATA_DIR, which are not part of it: see --keys.'
    : 'It cannot be used without SECRET_ENCRYPTION_KEY and SECRET_ENCRYPTION_KEYS_PREVIOUS: keep them ' +
        'apart from it.';
}
