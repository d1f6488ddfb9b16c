/** `npm run bench`: the benches one after another, each in a process of its own; ends with the first that fails. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';

const BENCHES = [
  ...['policy', 'gateway', 'connections', 'scale', 'signing', 'management', 'directory', 'metering'],
  ...['cli-start', 'start'],
];

for (const name of BENCHES) {
  const program = join(import.meta.dirname, `${name}.bench.mjs`);
  const { status } = spawnSync(process.execPath, [program], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
