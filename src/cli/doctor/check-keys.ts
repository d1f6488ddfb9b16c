import { type KeyRing } from '../../kernel/crypto/generated-keys.js';
import { SecretBox } from '../../kernel/crypto/secret-box.js';
import { KeyPresence } from '../../kernel/key-rotation/key-presence.js';
import type { SealedValues } from '../../kernel/key-rotation/sealed-values.js';
import type { Deployment } from '../deployment/deployment.js';
import { count } from '../deployment/output.js';
import { storedValues } from '../deployment/stored-values.js';
import { type Finding, Findings } from './finding.js';

/** Opened one by one; by which keys all of them were sealed is counted besides. */
const OPENED_PER_SOURCE = 200;

/** Whether everything stored opens with the given keys, and whether earlier ones are still needed. */
export async function checkKeys({ db }: Deployment, keys: KeyRing | null): Promise<Finding[]> {
  const findings = new Findings('encryption keys');
  const box = keys && new SecretBox(keys);
  const values = await storedValues(
    db,
    box ?? new SecretBox({ encryptionKey: Buffer.alloc(32), previousKeys: [] }),
  );
  const counts = await values.countByKey();
  const total = sum([...counts.values()]);
  if (box === null) return withoutKey(findings, total).all;
  const unknown = sum([...counts].flatMap(([key, number]) => (box.keyIds.includes(key) ? [] : [number])));
  if (unknown > 0)
    findings.problem(
      `${unknown} of ${count(total, 'stored value')} are encrypted with a key that is not configured.`,
      'Add that key to SECRET_ENCRYPTION_KEYS_PREVIOUS. Without it those values are lost.',
    );
  await checkOpening(findings, values, unknown);
  const waiting = total - unknown - (counts.get(box.currentKeyId) ?? 0);
  if (waiting > 0)
    findings.note(
      `${count(waiting, 'stored value')} still need a previous key.`,
      'Run `credential-gateway rotate-keys`, then remove the previous keys from the settings.',
    );
  else if (keys!.previousKeys.length > 0 && unknown === 0)
    findings.note('No stored value needs a previous key.', 'Remove the previous keys from the settings.');
  const { cannotOpen, sealOtherwise } = await KeyPresence.of(db, box.currentKeyId);
  if (cannotOpen > 0 || sealOtherwise > 0)
    findings.warning(
      `${count(Math.max(cannotOpen, sealOtherwise), 'running server')} encrypts with another key than this command has.`,
      'Run this command with the settings of the server, or restart the server with these.',
    );
  return findings.all;
}

function withoutKey(findings: Findings, total: number): Findings {
  if (total === 0)
    return findings.note(
      'There is no encryption key yet and no value that needs it; the first start creates one.',
    );
  return findings.problem(
    `${count(total, 'stored value')} are encrypted, but there is no encryption key.`,
    'Set SECRET_ENCRYPTION_KEY, or restore the key file in DATA_DIR from your backup.',
  );
}

/** Values of unknown keys have been counted already; what is left is damage or a value in a foreign row. */
async function checkOpening(findings: Findings, values: SealedValues, unknown: number): Promise<void> {
  const { checked, unreadable } = await values.findUnreadable(OPENED_PER_SOURCE);
  const damaged = unreadable.filter(({ reason }) => reason !== 'unknown key');
  for (const { place, reason } of damaged.slice(0, 5))
    findings.problem(
      `${place} cannot be decrypted: ${reason}.`,
      'Restore the row from a backup, or enter the value again.',
    );
  if (damaged.length === 0 && unknown === 0 && checked > 0)
    findings.ok(`${count(checked, 'stored value')} decrypted, none failed.`);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
