import type { ClientHttp2Session, ClientHttp2Stream } from 'node:http2';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { type Owner, signUpOwner } from '../../harness/people/accounts.js';
import { type Agent, createAgent, createSecret, grant } from '../../harness/clients/agent.js';
import { askAbout, decide, listPending, pending } from '../../harness/policy/approvals.js';
import { type ApiClient, gateway } from '../../harness/clients/client.js';
import { network, organizationRules, workspaceRules } from '../../harness/policy/rules.js';
import type { TestServer } from '../../harness/server/server.js';
import { withUpstream } from '../../harness/server/stands.js';
import { until } from '../../harness/time/until.js';
import type { Upstream } from '../../harness/upstreams/upstream.js';
import { askOn, http2Through } from './http2-client.js';

const HOST = 'api.bank.test';

let server: TestServer;
let upstream: Upstream;
let owner: Owner;
let agent: Agent;
let desk: ApiClient;
let session: ClientHttp2Session;

withUpstream((stand) => ({ upstream, server } = stand), { REQUEST_LOG_MODE: 'all' });

beforeEach(async () => {
  upstream.reset();
  owner = await signUpOwner(server);
  agent = await createAgent(server, owner);
  desk = gateway(server).as(owner.apiKey);
  const caPem = await (await fetch(`${server.gatewayUrl}/v1/gateway/ca`)).text();
  const port = Number(new URL(server.gatewayUrl).port);
  session = await http2Through({ port, token: agent.token, caPem }, `${HOST}:443`);
});

describe('the streams of one session', () => {
  it('carry the credentials of their agent, and a rule judges each by itself', async () => {
    await grant(owner, agent.id, await createSecret(owner, { hostPattern: HOST, value: 'the-value' }));
    await organizationRules(server, owner, [
      { name: 'Closed', action: 'block', targets: [network(HOST, '/closed')] },
    ]);
    const [open, closed] = await Promise.all([askOn(session, '/open'), askOn(session, '/closed')]);
    expect(open).toMatchObject({ status: 200, text: 'ok' });
    expect(closed).toMatchObject({ status: 403, json: { error: 'blocked_by_policy', rule_name: 'Closed' } });
    expect(upstream.only()).toMatchObject({ url: '/open', headers: { 'x-test-key': 'the-value' } });
  });

  it('wait for a person each by itself, and one that is reset is asked about no more', async () => {
    await workspaceRules(server, owner, [askAbout(HOST)]);
    const headers = { ':method': 'POST' };
    const allowed = askOn(session, '/allowed', { headers, body: 'a' });
    const denied = askOn(session, '/denied', { headers, body: 'b' });
    const left = session.request({ ':path': '/left' });
    left.on('error', () => undefined);
    const items = await pending(desk, 3);
    const idOf = (path: string): string => items.find((item) => item.path === path)!.id;
    left.close(8);
    await until(async () => (await listPending(desk)).length === 2);
    await decide(desk, idOf('/denied'), 'deny');
    expect(await denied).toMatchObject({ status: 403, json: { error: 'manual_approval_denied' } });
    await decide(desk, idOf('/allowed'), 'approve');
    expect(await allowed).toMatchObject({ status: 200, text: 'ok' });
    expect(upstream.only()).toMatchObject({ url: '/allowed', body: Buffer.from('a') });
  });

  it('are cut one by one when a rule blocks what one of them is reading', async () => {
    upstream.answer = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: 1\n\n');
    };
    const kept = await reading('/kept');
    const blocked = await reading('/blocked');
    await workspaceRules(server, owner, [
      { name: 'No more', action: 'block', targets: [network(HOST, '/blocked')] },
    ]);
    await until(() => blocked.closed, 2_000);
    expect(blocked.rstCode).toBe(2);
    expect(kept.closed).toBe(false);
    kept.close(8);
  });
});

/** A stream whose answer has begun. */
async function reading(path: string): Promise<ClientHttp2Stream> {
  const stream = session.request({ ':path': path });
  stream.on('error', () => undefined);
  await new Promise((resolve) => stream.once('data', resolve));
  return stream;
}
