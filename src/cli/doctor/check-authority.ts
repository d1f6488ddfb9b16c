import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Configuration } from '../../kernel/config/configuration.js';
import type { Deployment } from '../deployment/deployment.js';
import { type Finding, Findings } from './finding.js';

const DAY_MS = 24 * 60 * 60 * 1000;
const WARN_DAYS = 30;

/** The certificate that agents trust: there, one and the same everywhere, and valid (06 §7). */
export async function checkAuthority(
  { gateway, dataDir }: Configuration,
  deployment: Deployment | null,
): Promise<Finding[]> {
  const findings = new Findings('certificate authority');
  const onDisk = await readFile(join(dataDir, 'gateway', 'ca.pem'), 'utf8').catch(() => null);
  const stored = deployment && (await storedCertificate(deployment));
  const inForce = gateway.caCert ?? onDisk ?? stored;
  if (inForce === null)
    return findings.note('There is none yet; the first start of a server creates it.').all;
  if (gateway.caCert === null && onDisk !== null && stored !== null && onDisk.trim() !== stored.trim())
    findings.warning(
      'The authority in DATA_DIR/gateway differs from the one in the database, so servers with other ' +
        'directories use another one.',
      'Keep the authority that your agents trust in both places: copy the files, or delete them to use ' +
        'the stored one.',
    );
  judge(findings, inForce);
  return findings.all;
}

function judge(findings: Findings, pem: string): void {
  const certificate = parse(pem);
  if (certificate === null) {
    findings.problem('The certificate cannot be read.', 'Restore ca.pem and ca.key from a backup.');
    return;
  }
  const ends = certificate.validToDate;
  const days = Math.floor((ends.getTime() - Date.now()) / DAY_MS);
  const until = ends.toISOString().slice(0, 10);
  const renew =
    'Replace it: set GATEWAY_CA_CERT and GATEWAY_CA_KEY to a new pair and give agents the new certificate.';
  if (days < 0) findings.problem(`The certificate expired on ${until}; agents refuse it.`, renew);
  else if (days < WARN_DAYS) findings.warning(`The certificate expires on ${until}, in ${days} days.`, renew);
  else findings.ok(`The certificate is valid until ${until}.`);
}

async function storedCertificate({ db }: Deployment): Promise<string | null> {
  const [row] = await db.query<{ certificate_pem: string }>(
    'SELECT certificate_pem FROM gateway_ca WHERE id = 1',
  );
  return row?.certificate_pem ?? null;
}

function parse(pem: string): X509Certificate | null {
  try {
    return new X509Certificate(pem);
  } catch {
    return null;
  }
}
