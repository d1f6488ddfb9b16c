import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Throttle windows are aligned to the clock (01 §21.1). Waits for the next one when less than `seconds` of
 * the current window are left, so that a handful of quick requests is counted in one.
 */
export async function roomInThrottleWindow(seconds = 8, windowSeconds = 60): Promise<void> {
  const left = windowSeconds * 1000 - (Date.now() % (windowSeconds * 1000));
  if (left < seconds * 1000) await sleep(left + 50);
}
