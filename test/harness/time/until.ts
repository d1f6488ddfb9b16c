import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Waits until `holds` does; a test that waits in vain fails and says for what. `pauseMs` between two looks, for one that
 * costs more than a look.
 */
export async function until(
  holds: () => boolean | Promise<boolean>,
  timeoutMs = 30_000,
  pauseMs = 10,
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`Never became true: ${holds.toString()}`);
    await sleep(pauseMs);
  }
}
