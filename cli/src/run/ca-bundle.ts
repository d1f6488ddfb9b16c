import { readFileSync } from 'node:fs';
import { home, readPrivate, writePrivate } from '../home.js';

const SYSTEM_BUNDLES = [
  '/etc/ssl/cert.pem',
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/ca-bundle.pem',
];

/** The system's authorities and the gateway's, in one file: most programs read one and no more (07 B12.7). */
export function writeBundle(caCertificate: string): string {
  const path = home('ca-bundle.pem');
  const text = [systemBundle(), caCertificate]
    .map((part) => part.trimEnd())
    .filter((part) => part !== '')
    .join('\n');
  if (readPrivate(path) !== `${text}\n`) writePrivate(path, `${text}\n`);
  return path;
}

function systemBundle(): string {
  for (const path of SYSTEM_BUNDLES) {
    try {
      return readFileSync(path, 'utf8');
    } catch {
      // The next one.
    }
  }
  return '';
}
