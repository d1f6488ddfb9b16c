import { Command } from 'commander';
import type { Configuration } from '../kernel/config/configuration.js';
import { loadConfiguration } from '../kernel/config/load-configuration.js';
import { readKeyRing } from '../kernel/crypto/generated-keys.js';
import { SecretBox } from '../kernel/crypto/secret-box.js';
import { replaceAuthority } from '../modules/foundation/operator/authority-replacement.js';
import { CommandFailure } from './deployment/command-failure.js';
import { inDeployment } from './deployment/deployment.js';
import { note, print, prose } from './deployment/output.js';

const ABOUT = `Creates a new certificate authority, stores it encrypted with the current key in place of the stored one, and prints
its certificate. Running servers use the old authority until they restart, so that you can give agents both certificates
first. Use it also after the loss of the encryption key, to continue with a new one: a server starts only if its key
decrypts the stored authority.`;

export function replaceAuthorityCommand(): Command {
  return new Command('replace-authority')
    .summary('store a new certificate authority for the next start')
    .description(prose(ABOUT))
    .action(storeAnother);
}

async function storeAnother(): Promise<void> {
  const configuration = loadConfiguration();
  const box = new SecretBox(requireKey(configuration));
  const certificatePem = await inDeployment(configuration, ({ db }) => replaceAuthority(db, box));
  print(certificatePem.trim());
  note(
    'Give agents this certificate in addition to the old one. Remove DATA_DIR/gateway on every server, ' +
      'then restart the servers.',
  );
  if (configuration.gateway.caKey !== null)
    note('GATEWAY_CA_KEY and GATEWAY_CA_CERT are set: servers use them instead of the stored authority.');
}

function requireKey(configuration: Configuration): NonNullable<ReturnType<typeof readKeyRing>> {
  const keys = readKeyRing(configuration);
  if (keys !== null) return keys;
  throw new CommandFailure(
    `There is no encryption key: SECRET_ENCRYPTION_KEY is not set and ${configuration.dataDir} contains none.`,
    'Run this with the settings of the server.',
  );
}
