import { Pool } from 'undici';
import type { Agent } from './agent.js';

const CONNECTIONS_EACH = 4;

/** Asks `count` times, as fast as connections that are kept open to all processes carry it; answers by status. */
export async function flood(
  processes: readonly { gatewayUrl: string }[],
  { token }: Pick<Agent, 'token'>,
  url: string,
  count: number,
): Promise<Record<number, number>> {
  const statuses: Record<number, number> = {};
  const headers = { 'proxy-authorization': `Basic ${Buffer.from(`x:${token}`).toString('base64')}` };
  let left = count;
  const ask = async (pool: Pool): Promise<void> => {
    while (left-- > 0) {
      const { statusCode, body } = await pool.request({ method: 'GET', path: url, headers });
      await body.dump();
      statuses[statusCode] = (statuses[statusCode] ?? 0) + 1;
    }
  };
  const pools = processes.map(({ gatewayUrl }) => {
    return new Pool(gatewayUrl, { connections: CONNECTIONS_EACH, pipelining: 1 });
  });
  await Promise.all(pools.flatMap((pool) => Array.from({ length: CONNECTIONS_EACH }, () => ask(pool))));
  await Promise.all(pools.map((pool) => pool.close()));
  return statuses;
}
