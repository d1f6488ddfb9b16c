#!/usr/bin/env node
/**
 * Holds the production packages of the lockfile against the registry's advisories. What is severe fails; the rest is named.
 * A registry that cannot be asked, or has none, costs one line: a run must not depend on somebody else's server.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';

const SEVERE = new Set(['high', 'critical']);
const ROOT = join(import.meta.dirname, '..');
const OPTIONS = [
  'audit',
  '--omit=dev',
  '--package-lock-only',
  '--json',
  '--audit',
  '--fetch-retries=0',
  '--fetch-timeout=20000',
];

const { stdout } = spawnSync('npm', OPTIONS, { cwd: ROOT, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
const report = parsed(stdout);
if (report?.vulnerabilities === undefined) {
  process.stdout.write(`Not audited: ${report?.message ?? 'npm gave no answer'}\n`);
} else {
  const found = Object.values(report.vulnerabilities);
  for (const { name, severity, via } of found) {
    const said = via.map((one) => (typeof one === 'string' ? `through ${one}` : `${one.title} (${one.url})`));
    process.stdout.write(`${severity}: ${name}: ${said.join('; ')}\n`);
  }
  process.stdout.write(`Audited: ${found.length} packages with advisories.\n`);
  if (found.some(({ severity }) => SEVERE.has(severity))) process.exitCode = 1;
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
