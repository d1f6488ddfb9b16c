import { resolve } from 'node:path';
import { Command } from 'commander';
import type { Configuration } from '../kernel/config/configuration.js';
import { loadConfiguration } from '../kernel/config/load-configuration.js';
import { SecretBox } from '../kernel/crypto/secret-box.js';
import {
  type BackupManifest,
  readBackup,
  restoreEmbedded,
  UnusableBackupError,
} from '../kernel/database/embedded/embedded-backup.js';
import { EmbeddedCluster } from '../kernel/database/embedded/embedded-cluster.js';
import { requireEmbedded } from './backup.js';
import { CommandFailure } from './deployment/command-failure.js';
import { copyKeyFiles, keyRingIn, refuseOtherKeys } from './key-files.js';
import { note, print, prose } from './deployment/output.js';

const ABOUT = `Restores a backup into an empty DATA_DIR. The next start of the server continues from it. Nothing is written if the
backup is incomplete, comes from another platform, or cannot be decrypted with the given keys.`;

export function restoreCommand(): Command {
  return new Command('restore')
    .summary('restore a backup into an empty DATA_DIR')
    .description(prose(ABOUT))
    .argument('<folder>', 'the folder that `credential-gateway backup` wrote')
    .option('--keys <folder>', 'the folder of keys that was written with it')
    .action(restore);
}

async function restore(from: string, { keys }: { keys?: string }): Promise<void> {
  const configuration = loadConfiguration();
  const { dataDir } = configuration;
  requireEmbedded(configuration, 'pg_restore');
  if (await EmbeddedCluster.exists(dataDir))
    throw new CommandFailure(
      `${dataDir} already contains a database.`,
      'Stop its server and move it away, or set DATA_DIR to an empty folder.',
    );
  const folder = resolve(from);
  const manifest = await readBackup(folder).catch(asFailure);
  const keysIn = keys === undefined ? dataDir : resolve(keys);
  if (keys !== undefined) await refuseOtherKeys(keysIn, dataDir);
  await requireKeys(manifest, keysIn, configuration);
  if (keys !== undefined) await copyKeyFiles(keysIn, dataDir);
  await restoreEmbedded(folder, dataDir).catch(asFailure);
  print(`${dataDir} contains everything until ${manifest.until}.`);
  note(
    'Start the server, then run `credential-gateway after-restore` if the deployment was used after ' +
      'that time.',
  );
}

async function requireKeys(
  { keyIds }: BackupManifest,
  folder: string,
  configuration: Configuration,
): Promise<void> {
  const ring = await keyRingIn(folder, configuration);
  const known = ring === null ? [] : new SecretBox(ring).keyIds;
  if (keyIds.every((id) => known.includes(id))) return;
  throw new CommandFailure(
    ring === null
      ? `The backup is encrypted, and ${folder} contains no encryption key.`
      : 'The given encryption keys cannot decrypt the backup.',
    'Give the keys that were in use when it was written: --keys, or SECRET_ENCRYPTION_KEY and ' +
      'SECRET_ENCRYPTION_KEYS_PREVIOUS.',
  );
}

function asFailure(error: unknown): never {
  if (error instanceof UnusableBackupError) throw new CommandFailure(error.message);
  throw error;
}
