import type { Configuration } from '../../kernel/config/configuration.js';
import { RedisConnection } from '../../kernel/redis/redis-connection.js';
import { type Finding, Findings } from './finding.js';

/** Optional: whether the Redis that the settings name can be used. Servers go on without it (R20). */
export async function checkRedis({ redis }: Configuration): Promise<Finding[]> {
  if (redis === null) return [];
  const findings = new Findings('redis');
  const connection = new RedisConnection(redis, (client) => client.ping());
  try {
    await connection.open();
    const answer = await connection.ask((client) => client.ping());
    const place = `${redis.host}:${redis.port}`;
    if (answer !== null) findings.ok(`Redis at ${place} answers.`);
    else
      findings.warning(
        `Redis at ${place} cannot be used; counters are kept in PostgreSQL instead.`,
        `Check that it runs and is reachable, and check REDIS_PASSWORD and REDIS_TLS (now ${redis.tls ? 'on' : 'off'}).`,
      );
  } finally {
    connection.close();
  }
  return findings.all;
}
