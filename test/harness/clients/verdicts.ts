import { expect } from '@jest/globals';
import type { AgentAnswer } from './agent.js';
import { decide, pending } from '../policy/approvals.js';
import type { ApiClient } from './client.js';
import type { Upstream } from '../upstreams/upstream.js';

/** `allow` when the upstream saw the request and the agent its answer, else the refusal's code; nothing refused left. */
export async function verdictOf(upstream: Upstream, ask: () => Promise<AgentAnswer>): Promise<string> {
  upstream.seen.length = 0;
  const answer = await ask();
  if (upstream.seen.length > 0) return answer.status === 200 ? 'allow' : `sent, then ${answer.status}`;
  expect(answer.status).toBeGreaterThanOrEqual(400);
  return answer.body?.error ?? `refused ${answer.status}`;
}

/** What comes of it when a person is asked about the one request that waits, and says no. */
export async function afterDenial<T>(desk: ApiClient, outcome: Promise<T>): Promise<T> {
  const [item] = await pending(desk);
  await decide(desk, item.id, 'deny');
  return outcome;
}
