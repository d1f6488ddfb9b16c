import { Command } from 'commander';
import type { Configuration } from '../kernel/config/configuration.js';
import { loadConfiguration } from '../kernel/config/load-configuration.js';
import { readKeyRing } from '../kernel/crypto/generated-keys.js';
import { SecretBox } from '../kernel/crypto/secret-box.js';
import { replaceAuthority } from '../modules/foundation/operator/authority-replacement.js';
import { CommandFailure } from './deployment/command-failure.js';
import { inDeployment } from './deployment/deployment.js';
import { note, print, prose } from './deployment/output.js';

const ABOUT = `Makes a new certificate authority, stores it sealed with the current encryption key in place of the stored one, and
prints its certificate. Servers that run go on with the old one until they are started again, so that agents can be given both
certificates first. Also the step by which a deployment whose encryption key is lost goes on with another one: a server
starts only where its key opens something.`;

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
    'Give it to the agents beside the old one, remove DATA_DIR/gateway at every server, then start them again.',
  );
  if (configuration.gateway.caKey !== null)
    note('GATEWAY_CA_KEY and GATEWAY_CA_CERT are set: servers use those and not the stored one.');
}

function requireKey(configuration: Configuration): NonNullable<ReturnType<typeof readKeyRing>> {
  const keys = readKeyRing(configuration);
  if (keys !== null) return keys;
  throw new CommandFailure(
    `There is no encryption key: SECRET_ENCRYPTION_KEY is not set and ${configuration.dataDir} holds none.`,
    'Run this with the settings of the server.',
  );
}
