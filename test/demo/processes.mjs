import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const READY_WITHIN_MS = 60_000;

/** Below the ports that systems give to connections: the server's own to its database could take one before it listens. */
const [LOWEST, HIGHEST] = [11_000, 32_000];

/** A port that was free a moment ago. */
export function freePort() {
  return new Promise((resolve) => {
    const probe = createServer();
    const tryOne = () => probe.listen(randomInt(LOWEST, HIGHEST), '127.0.0.1');
    probe.on('error', tryOne);
    probe.once('listening', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
    tryOne();
  });
}

/** Resolves once the server answers ready; rejects when its process ends or takes too long. */
export async function waitUntilReady(url, child) {
  const deadline = Date.now() + READY_WITHIN_MS;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`the server ended with code ${child.exitCode}`);
    const ready = await fetch(url).then(
      (response) => response.ok,
      () => false,
    );
    if (ready) return;
    await sleep(50);
  }
  throw new Error('the server was not ready in time');
}
