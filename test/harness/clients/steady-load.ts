import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import type { Agent } from './agent.js';

const CONNECTIONS_EACH = 4;
const PAUSE_MS = 5;

/** One request of a steady load; times are of `performance.now()`. */
export interface Asked {
  /** Where it was asked, as its place among the processes. */
  process: number;
  /** No two requests have the same. */
  path: string;
  begun: number;
  ended: number;
  /** Null: the connection broke before an answer came. */
  status: number | null;
  error: string | undefined;
}

export interface SteadyLoad {
  /** Everything that has ended so far, in that order. */
  readonly asked: readonly Asked[];
  stop(): Promise<readonly Asked[]>;
}

let loads = 0;

/** Asks for ever, over connections that are kept open to all processes; nothing is asked twice. */
export function steadyLoad(
  processes: readonly { gatewayUrl: string }[],
  { token }: Pick<Agent, 'token'>,
  host: string,
): SteadyLoad {
  const authorization = `Basic ${Buffer.from(`x:${token}`).toString('base64')}`;
  const asked: Asked[] = [];
  const load = (loads += 1);
  let count = 0;
  let stopped = false;
  const work = async (pool: Pool, at: number): Promise<void> => {
    while (!stopped) {
      const path = `/load/${load}/${(count += 1)}`;
      const begun = performance.now();
      const answer = await ask(pool, `http://${host}${path}`, authorization);
      asked.push({ process: at, path, begun, ended: performance.now(), ...answer });
      await sleep(PAUSE_MS);
    }
  };
  const pools = processes.map(({ gatewayUrl }) => {
    return new Pool(gatewayUrl, { connections: CONNECTIONS_EACH, pipelining: 1 });
  });
  const working = pools.flatMap((pool, at) => Array.from({ length: CONNECTIONS_EACH }, () => work(pool, at)));
  return {
    asked,
    stop: async () => {
      stopped = true;
      await Promise.all(working);
      await Promise.all(pools.map((pool) => pool.destroy()));
      return asked;
    },
  };
}

async function ask(pool: Pool, url: string, authorization: string): Promise<Pick<Asked, 'status' | 'error'>> {
  try {
    const headers = { 'proxy-authorization': authorization };
    const { statusCode, body } = await pool.request({ method: 'GET', path: url, headers });
    const text = await body.text();
    return { status: statusCode, error: statusCode < 400 ? undefined : JSON.parse(text).error };
  } catch {
    return { status: null, error: undefined };
  }
}
