/** For what crosses on the way: the end of the connection and the next request. */
const MARGIN_MS = 2_000;
const TIMEOUT = /(?:^|[\s,;])timeout=([0-9]{1,6})(?![0-9])/i;

/**
 * How long a connection may be kept idle whose upstream said `Keep-Alive: timeout=5` and the like, at most `mostMs`; 0
 * or less when not at all. Whoever keeps it longer sends the next request to a connection that is being closed.
 */
export function keptMs(keepAlive: string | undefined, mostMs: number): number {
  const seconds = keepAlive === undefined ? null : TIMEOUT.exec(keepAlive);
  return seconds === null ? mostMs : Math.min(mostMs, Number(seconds[1]) * 1_000 - MARGIN_MS);
}
