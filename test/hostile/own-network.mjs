/**
 * A network of its own with bounded socket buffers, where this process may make one (root on Linux, util-linux and
 * iproute2): server, storm and upstream share a machine here, and what nobody reads would fill that machine's memory
 * for TCP, several megabytes a connection, and slow down everybody on it. Where the peers are elsewhere, the server's
 * own share is bounded by the same two settings (docs/operations.md).
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import process from 'node:process';

const INSIDE = 'HOSTILE_NETWORK';
const MAX_BYTES = 262_144;
const BUFFERS = {
  '/proc/sys/net/ipv4/tcp_wmem': `4096 16384 ${MAX_BYTES}`,
  '/proc/sys/net/ipv4/tcp_rmem': `4096 131072 ${MAX_BYTES}`,
};

/** In words, where this process runs; starts the program again in the network of its own and ends with it. */
export function enterOwnNetwork() {
  if (process.env[INSIDE]) {
    for (const [file, value] of Object.entries(BUFFERS)) writeFileSync(file, value);
    return `a network of its own, ${MAX_BYTES / 1_024} KiB a socket buffer`;
  }
  const possible = spawnSync('unshare', ['--net', 'ip', 'link', 'set', 'lo', 'up']);
  if (possible.status !== 0) return "the machine's network and socket buffers";
  const again = ['--net', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh', process.execPath];
  const { status } = spawnSync('unshare', [...again, ...process.execArgv, ...process.argv.slice(1)], {
    stdio: 'inherit',
    env: { ...process.env, [INSIDE]: 'own' },
  });
  process.exit(status ?? 1);
}
