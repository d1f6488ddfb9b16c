import type { Configuration } from '../../kernel/config/configuration.js';
import { ConfigurationError } from '../../kernel/config/configuration-error.js';
import { loadConfiguration } from '../../kernel/config/load-configuration.js';
import { readKeyRing } from '../../kernel/crypto/generated-keys.js';
import { MissingDatabaseError } from '../../kernel/database/database-location.js';
import { type Deployment, openDeployment, unreachable } from '../deployment/deployment.js';
import { checkAuthority } from './check-authority.js';
import { checkDatabase } from './check-database.js';
import { checkDirectory } from './check-directory.js';
import { checkExport } from './check-export.js';
import { checkFiles } from './check-files.js';
import { checkKeys } from './check-keys.js';
import { checkOutbound } from './check-outbound.js';
import { checkPorts } from './check-ports.js';
import { checkRedis } from './check-redis.js';
import { checkSingleSignOn } from './check-single-sign-on.js';
import { type Finding, Findings } from './finding.js';

/** All findings, in the order in which one would mend them. `urls` are asked for over the network, none by default. */
export async function examine(urls: readonly string[]): Promise<Finding[]> {
  const configuration = readConfiguration();
  if (configuration instanceof Findings) return configuration.all;
  const opened = await open(configuration);
  try {
    return [
      ...describeConfiguration(configuration).all,
      ...(await attempt('files', () => checkFiles(configuration))),
      ...opened.findings.all,
      ...(await examineStored(configuration, opened.deployment)),
      ...(await attempt('redis', () => checkRedis(configuration))),
      ...(await attempt('ports', () => checkPorts(configuration))),
      ...describeMail(configuration).all,
      ...(await attempt('outbound', () => checkOutbound(configuration, urls))),
    ];
  } finally {
    await opened.deployment?.close();
  }
}

async function examineStored(
  configuration: Configuration,
  deployment: Deployment | null,
): Promise<Finding[]> {
  if (deployment === null) return attempt('certificate authority', () => checkAuthority(configuration, null));
  const database = await attempt('database', () => checkDatabase(deployment));
  // Tables that are not there yet would only repeat the same fault.
  if (database.some(({ verdict }) => verdict === 'problem')) return database;
  const keys = async (): Promise<Finding[]> => checkKeys(deployment, readKeyRing(configuration));
  return [
    ...database,
    ...(await attempt('encryption keys', keys)),
    ...(await attempt('certificate authority', () => checkAuthority(configuration, deployment))),
    ...(await attempt('directory', () => checkDirectory(configuration, deployment))),
    ...(await attempt('single sign-on', () => checkSingleSignOn(deployment, configuration))),
    ...(await attempt('export', () => checkExport(configuration, deployment))),
  ];
}

function readConfiguration(): Configuration | Findings {
  try {
    return loadConfiguration();
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    const findings = new Findings('configuration');
    for (const { variable, problem } of error.faults)
      findings.problem(`${variable} ${problem}.`, `Correct ${variable}; docs/configuration.md describes it.`);
    return findings;
  }
}

function describeConfiguration(configuration: Configuration): Findings {
  const { edition, entitled, warnings, appVersion } = configuration;
  const name =
    edition === 'cloud' ? 'Cloud' : entitled ? 'Enterprise (self-hosted)' : 'Community (self-hosted)';
  const findings = new Findings('configuration').ok(
    `The settings are usable; edition ${name}, version ${appVersion}.`,
  );
  for (const warning of warnings)
    findings.warning(`${warning}.`, 'Change the setting, or keep it if it is intended.');
  if (isOpenWithoutProxies(configuration))
    findings.note(
      'TRUST_PROXY names proxies of this machine only: clients behind another proxy share one address.',
      'If there is a proxy in front of this server, add it to TRUST_PROXY.',
    );
  return findings;
}

/** Reached from elsewhere, perhaps through a proxy that nobody has named (R67). */
function isOpenWithoutProxies({ apiBind, trustProxy }: Configuration): boolean {
  return !isLoopback(apiBind) && trustProxy.length > 0 && trustProxy.every(isLoopback);
}

function isLoopback(address: string): boolean {
  return address === 'localhost' || address.startsWith('127.') || /^::1(?:\/|$)/.test(address);
}

function describeMail({ smtpUrl, mailFrom }: Configuration): Findings {
  const findings = new Findings('mail');
  if (smtpUrl !== null && mailFrom !== null)
    return findings.ok(`Mail is sent through ${new URL(smtpUrl).host}.`);
  return findings.note(
    'No mail is sent: pass on the links of invitations and password resets yourself.',
    'Set SMTP_URL and MAIL_FROM.',
  );
}

async function open(
  configuration: Configuration,
): Promise<{ deployment: Deployment | null; findings: Findings }> {
  const findings = new Findings('database');
  try {
    return { deployment: await openDeployment(configuration), findings };
  } catch (error) {
    if (error instanceof MissingDatabaseError) findings.note(`${error.message}; the first start creates it.`);
    else {
      const { message, action } = unreachable(error);
      findings.problem(message, action ?? '');
    }
    return { deployment: null, findings };
  }
}

/** A check that fails by itself is a finding, and the others still run. */
async function attempt(name: string, check: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await check();
  } catch (error) {
    const message = `This could not be checked: ${(error as Error).message}.`;
    return new Findings(name).problem(message, 'Run this command as the account the server runs as.').all;
  }
}
