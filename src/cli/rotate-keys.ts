import { join } from 'node:path';
import { Command } from 'commander';
import type { Configuration } from '../kernel/config/configuration.js';
import { loadConfiguration } from '../kernel/config/load-configuration.js';
import {
  ENCRYPTION_KEY_FILE,
  forgetPreviousKeys,
  type KeyRing,
  PREVIOUS_KEYS_FILE,
  readKeyRing,
  replaceGeneratedKey,
} from '../kernel/crypto/generated-keys.js';
import { SecretBox } from '../kernel/crypto/secret-box.js';
import type { Queryable } from '../kernel/database/statements/queryable.js';
import { KeyPresence, type ServerKeys } from '../kernel/key-rotation/key-presence.js';
import type { RotationReport, SealedValues } from '../kernel/key-rotation/sealed-values.js';
import { CommandFailure } from './deployment/command-failure.js';
import { inDeployment } from './deployment/deployment.js';
import { columns, count, note, print, printJson, prose } from './deployment/output.js';
import { storedValues } from './deployment/stored-values.js';

const ABOUT = `Encrypts all stored values again with the current encryption key: secrets, keys, tokens, connected accounts, the
gateway's own key, and queued mails. It can run while servers run, be interrupted and be repeated. It does not start
while a running server could not read the result.`;

const STEPS = `
A key that you give (SECRET_ENCRYPTION_KEY):
  1. add the new key to SECRET_ENCRYPTION_KEYS_PREVIOUS, restart every server:
     now all can read it (unnecessary where there is only one server)
  2. make it SECRET_ENCRYPTION_KEY, add the old one to
     SECRET_ENCRYPTION_KEYS_PREVIOUS, restart every server
  3. run this command with the same settings
  4. when it says so, remove the old key from SECRET_ENCRYPTION_KEYS_PREVIOUS

A key that was generated into DATA_DIR:
  1. rotate-keys --new-key, then restart the server
  2. rotate-keys
  3. when it says so, rotate-keys --forget-previous`;

interface RotateOptions {
  newKey?: true;
  forgetPrevious?: true;
  check?: true;
  force?: true;
  json?: true;
}

interface Outcome extends RotationReport {
  /** Whether the previous keys are of no use to anybody any more. */
  readonly previousKeysMayBeRemoved: boolean;
  readonly advice: string;
}

export function rotateKeysCommand(): Command {
  return new Command('rotate-keys')
    .summary('encrypt all stored values with the current encryption key')
    .description(prose(ABOUT))
    .option('--new-key', 'only write a new key to DATA_DIR and keep the generated one readable')
    .option('--forget-previous', 'rotate, then delete the previous generated keys from DATA_DIR')
    .option('--check', 'change nothing; exit status 1 if values are not encrypted with the current key')
    .option('--force', 'start even if a running server could not read the result')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', STEPS)
    .action(rotateKeys);
}

async function rotateKeys(options: RotateOptions): Promise<void> {
  const configuration = loadConfiguration();
  if (options.newKey) return makeNewKey(configuration);
  if (options.forgetPrevious) requireGenerated(configuration);
  const box = new SecretBox(requireKeys(configuration));
  const outcome = await inDeployment(configuration, async ({ db }) => {
    const values = await storedValues(db, box);
    if (options.check) return judge(await waiting(values, box), await KeyPresence.of(db, box.currentKeyId));
    if (!options.force) await requireReaders(db, box);
    const report = await values.rotate();
    return judge(report, await KeyPresence.of(db, box.currentKeyId));
  });
  if (options.json) printJson(outcome);
  else print(...describe(outcome));
  if (options.forgetPrevious) forgetGenerated(configuration, outcome);
  if (outcome.remaining > 0) process.exitCode = 1;
}

async function waiting(values: SealedValues, box: SecretBox): Promise<RotationReport> {
  const counts = await values.countByKey();
  counts.delete(box.currentKeyId);
  const remaining = [...counts.values()].reduce((sum, number) => sum + number, 0);
  return { sources: [], unreadable: [], remaining };
}

/** A server without the key would serve wrong requests, or none, from the first batch on. */
async function requireReaders(db: Queryable, box: SecretBox): Promise<void> {
  const { servers, cannotOpen } = await KeyPresence.of(db, box.currentKeyId);
  if (cannotOpen === 0) return;
  throw new CommandFailure(
    `${cannotOpen} of ${count(servers, 'running server')} cannot decrypt with the current key.`,
    'Restart them with the settings of this command, then run it again.',
  );
}

function judge(report: RotationReport, { sealOtherwise }: ServerKeys): Outcome {
  return { ...report, ...adviceOn(report, sealOtherwise) };
}

function adviceOn(
  { remaining, unreadable }: RotationReport,
  sealOtherwise: number,
): Pick<Outcome, 'previousKeysMayBeRemoved' | 'advice'> {
  if (unreadable.length > 0)
    return {
      previousKeysMayBeRemoved: false,
      advice:
        'Some values cannot be decrypted with any of the given keys. Add their key to ' +
        'SECRET_ENCRYPTION_KEYS_PREVIOUS and run this again, or delete the items they belong to.',
    };
  if (sealOtherwise > 0)
    return {
      previousKeysMayBeRemoved: false,
      advice: `${count(sealOtherwise, 'running server')} still encrypts with another key: restart with the current settings, then run this again.`,
    };
  if (remaining > 0)
    return {
      previousKeysMayBeRemoved: false,
      advice: 'Some values are not encrypted with the current key: run rotate-keys.',
    };
  return {
    previousKeysMayBeRemoved: true,
    advice: 'All values are encrypted with the current key. Previous keys may be removed.',
  };
}

function describe({ sources, unreadable, remaining, advice }: Outcome): string[] {
  const rows = sources.map(({ source, rotated, unreadable: failed }) => [
    source,
    `${rotated} encrypted again${failed > 0 ? `, ${failed} unreadable` : ''}`,
  ]);
  return [
    ...columns(rows),
    ...unreadable.map(({ place, reason }) => `unreadable: ${place} (${reason})`),
    `${count(remaining, 'value')} not encrypted with the current key.`,
    advice,
  ];
}

function makeNewKey(configuration: Configuration): void {
  requireGenerated(configuration);
  requireKeys(configuration);
  replaceGeneratedKey(configuration.dataDir);
  print(
    `A new key is in ${join(configuration.dataDir, ENCRYPTION_KEY_FILE)}, earlier keys are in ${PREVIOUS_KEYS_FILE} next to it.`,
    'Back both up, restart the server, then run `credential-gateway rotate-keys`.',
  );
}

function forgetGenerated({ dataDir }: Configuration, { previousKeysMayBeRemoved }: Outcome): void {
  if (!previousKeysMayBeRemoved)
    throw new CommandFailure('The previous keys are still needed and were not deleted.');
  forgetPreviousKeys(dataDir);
  note('The previous keys were deleted from DATA_DIR. Servers stop using them when they are restarted.');
}

function requireGenerated({ secretEncryptionKey }: Configuration): void {
  if (secretEncryptionKey === null) return;
  throw new CommandFailure(
    'The encryption key is given as SECRET_ENCRYPTION_KEY, not generated into DATA_DIR.',
    'Change the setting instead; `credential-gateway rotate-keys --help` has the steps.',
  );
}

/** A command run in the wrong place must not make a key of its own there. */
function requireKeys(configuration: Configuration): KeyRing {
  const keys = readKeyRing(configuration);
  if (keys !== null) return keys;
  throw new CommandFailure(
    `There is no encryption key: SECRET_ENCRYPTION_KEY is not set and ${configuration.dataDir} contains none.`,
    'Run this with the settings of the server.',
  );
}
