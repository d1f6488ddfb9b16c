import { type ClientRequest, request as httpRequest } from 'node:http';
import { Metrics } from '../../../src/kernel/metrics/metrics.js';
import type { Agent } from '../clients/agent.js';
import type { Answer, ApiClient } from '../clients/client.js';
import { network, type RuleInput } from './rules.js';
import type { TestServer } from '../server/server.js';
import { until } from '../time/until.js';

/** A rule that asks a person about every request to the host. */
export function askAbout(host: string, more: Partial<RuleInput> = {}): RuleInput {
  return { name: 'Ask first', requireApproval: true, targets: [network(host)], ...more };
}

/** What is pending now, without waiting. */
export async function listPending(at: ApiClient, path = '/v1/approvals/pending'): Promise<any[]> {
  const answer = await at.get(`${path}?wait=0`);
  if (answer.status !== 200) throw new Error(`Listing approvals: ${answer.status} ${answer.text}`);
  return answer.body.requests;
}

/** Waits until so many are pending and answers them. */
export async function pending(at: ApiClient, count = 1, path?: string): Promise<any[]> {
  let found: any[] = [];
  await until(async () => (found = await listPending(at, path)).length >= count, 15_000);
  return found;
}

/** Polls that this process holds open. */
export async function waitingOn({ app }: Pick<TestServer, 'app'>): Promise<number> {
  const gauge = /^gateway_approval_polls (\d+)$/m.exec(await app.get(Metrics).render());
  return Number(gauge?.[1]);
}

export function decide(at: ApiClient, id: string, decision: 'approve' | 'deny'): Promise<Answer> {
  return at.post(`/v1/approvals/${id}/decision`, { decision });
}

/** The newest row of the request log of a workspace, once its decision is the expected one. */
export async function loggedAs(
  server: Pick<TestServer, 'db'>,
  approvalId: string,
  decision: string,
): Promise<any> {
  let row: any;
  await until(async () => {
    [row] = await server.db.query<any>('SELECT * FROM request_log WHERE id = $1', [approvalId]);
    return row?.extra_data?.decision === decision;
  });
  return row;
}

/** Sends a request whose connection the test holds, to break it off. */
export function sendAndLeave(
  server: Pick<TestServer, 'gatewayUrl'>,
  agent: Pick<Agent, 'token'>,
  url: string,
  body: Buffer,
): ClientRequest {
  const { hostname, port } = new URL(server.gatewayUrl);
  const authorization = `Basic ${Buffer.from(`x:${agent.token}`).toString('base64')}`;
  const outgoing = httpRequest({
    host: hostname,
    port,
    method: 'POST',
    path: url,
    headers: { 'proxy-authorization': authorization, 'content-length': body.length },
    agent: false,
  });
  outgoing.on('error', () => undefined);
  outgoing.end(body);
  return outgoing;
}
