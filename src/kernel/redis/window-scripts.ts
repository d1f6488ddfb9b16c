import type { Redis } from 'ioredis';

/**
 * One counter is one key that expires with its window, so Redis forgets it by itself. The window is aligned to the
 * epoch by the clock of Redis (01 §21.1, 06 §13.2.1): replicas whose clocks differ still agree. A key without an
 * expiry gets one, whoever took it away.
 */
const COUNT = `
local hits = redis.call('INCR', KEYS[1])
local left = redis.call('PTTL', KEYS[1])
if left < 0 then
  local window = tonumber(ARGV[1])
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  left = window - now % window
  redis.call('PEXPIREAT', KEYS[1], string.format('%.0f', now + left))
end
return {hits, left}`;

const READ = `
return {tonumber(redis.call('GET', KEYS[1]) or '0'), redis.call('PTTL', KEYS[1])}`;

/** How often, and the milliseconds until the window ends. */
export type HitsAndRemaining = [hits: number, remaining: number];

interface WindowScripts {
  countInWindow(key: string, windowMs: number): Promise<HitsAndRemaining>;
  readWindow(key: string): Promise<HitsAndRemaining>;
}

/** A script travels once for each connection, after that by its name. */
export function countInWindow(client: Redis, key: string, windowMs: number): Promise<HitsAndRemaining> {
  return withScripts(client).countInWindow(key, windowMs);
}

export function readWindow(client: Redis, key: string): Promise<HitsAndRemaining> {
  return withScripts(client).readWindow(key);
}

function withScripts(client: Redis): Redis & WindowScripts {
  const extended = client as Redis & WindowScripts;
  if (!('countInWindow' in client)) {
    extended.defineCommand('countInWindow', { numberOfKeys: 1, lua: COUNT });
    extended.defineCommand('readWindow', { numberOfKeys: 1, lua: READ, readOnly: true });
  }
  return extended;
}
