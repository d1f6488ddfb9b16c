import { readFileSync } from 'node:fs';
import { home, readPrivate, writePrivate } from '../keys/home.js';
import { note } from '../terminal/output.js';
import type { ContainerConfig } from './container-config.js';
import { trustStore } from './trust-store.js';

const SYSTEM_BUNDLES = [
  '/etc/ssl/cert.pem',
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/ca-bundle.pem',
];

/** The system's authorities and the gateway's, in one file: most programs read one and no more (07 B12.7). */
export function writeBundle(caCertificate: string): string {
  return whereDifferent(bundlePath(), bundle(caCertificate), 0o600);
}

export function bundlePath(): string {
  return home('ca-bundle.pem');
}

/** Without it programs do not trust the gateway, which they will say; they are not started any less (07 B12.7). */
export function bundleOrNot(
  write: (caCertificate: string) => string,
  { caCertificate }: ContainerConfig,
): string | undefined {
  try {
    return write(caCertificate);
  } catch (error) {
    note(
      `The gateway's certificate could not be stored, so programs will not trust it: ${(error as Error).message}`,
    );
    return undefined;
  }
}

/** For containers, whose programs are seldom of this person: nothing in it is secret, and its folder is closed here. */
export function writeBundleForContainers(caCertificate: string): string {
  return whereDifferent(home('ca-bundle-for-containers.pem'), bundle(caCertificate), 0o644);
}

/** For Java, which reads a store of its own; see trust-store.ts. */
export function writeTrustStore(caCertificate: string): string {
  const path = home('ca-trust-store.jks');
  const store = trustStore(bundle(caCertificate));
  if (readPrivate(path, 'latin1') !== store.toString('latin1')) writePrivate(path, store);
  return path;
}

function whereDifferent(path: string, text: string, file: number): string {
  if (readPrivate(path) !== text) writePrivate(path, text, { file });
  return path;
}

function bundle(caCertificate: string): string {
  const parts = [systemBundle(), caCertificate].map((part) => part.trimEnd()).filter((part) => part !== '');
  return `${parts.join('\n')}\n`;
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
