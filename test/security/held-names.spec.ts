/** 06 §8, §15: names of destinations that an attacker changes while a person decides about the request. */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { type Owner, signUpOwner } from '../harness/people/accounts.js';
import { type Agent, type AgentAnswer, createAgent, createSecret, grant } from '../harness/clients/agent.js';
import { askAbout, decide, pending } from '../harness/policy/approvals.js';
import { type ApiClient, gateway } from '../harness/clients/client.js';
import { answeringNames } from '../harness/upstreams/resolved-names.js';
import { workspaceRules } from '../harness/policy/rules.js';
import type { TestServer } from '../harness/server/server.js';
import { withUpstream } from '../harness/server/stands.js';
import type { Upstream } from '../harness/upstreams/upstream.js';

/** The operator opened its private addresses. */
const OPENED = 'opened.test';
const OTHER = 'other.test';
const HERE = ['127.0.0.1'];

let server: TestServer;
let upstream: Upstream;
let names: Map<string, () => string[]>;
let owner: Owner;
let agent: Agent;
let desk: ApiClient;

withUpstream((stand) => ({ upstream, server } = stand), {
  // Names are looked up here and not by a proxy.
  GATEWAY_EGRESS_PROXY: '',
  GATEWAY_ALLOWED_PRIVATE_HOSTS: OPENED,
  GATEWAY_CONNECT_TIMEOUT_SECS: '2',
});

beforeEach(async () => {
  upstream.reset();
  names = answeringNames(server);
  owner = await signUpOwner(server);
  agent = await createAgent(server, owner);
  desk = gateway(server).as(owner.apiKey);
  await workspaceRules(server, owner, [askAbout(OPENED), askAbout(OTHER)]);
  for (const hostPattern of [OPENED, OTHER])
    await grant(owner, agent.id, await createSecret(owner, { hostPattern }));
});

/** Asks, lets `change` happen while the request is held, and approves it. */
async function approvedAfter(change: () => void, host: string): Promise<AgentAnswer> {
  const asking = agent.ask(`http://${host}:${upstream.port}/transfers`, { method: 'POST', body: 'hello' });
  const [item] = await pending(desk);
  change();
  expect((await decide(desk, item.id, 'approve')).status).toBe(200);
  return asking;
}

describe('a name that is moved while its request is held', () => {
  it.each([
    '169.254.169.254',
    '::ffff:169.254.169.254',
    'fd00:ec2::254',
    '100.100.100.200',
    '127.0.0.1 169.254.169.254',
  ])('to metadata (%s) is refused, also where its private addresses are open', async (addresses) => {
    names.set(OPENED, () => HERE);
    const answer = await approvedAfter(() => names.set(OPENED, () => addresses.split(' ')), OPENED);
    expect([answer.status, answer.body.error, answer.body.reason]).toEqual([
      403,
      'destination_not_allowed',
      'metadata_address',
    ]);
    expect(upstream.seen).toEqual([]);
  });

  it.each([
    '127.0.0.1',
    '10.0.0.1',
    '172.16.0.1',
    '192.168.1.1',
    '100.64.0.1',
    '0.0.0.0',
    '::1',
    '::ffff:127.0.0.1',
    'fc00::1',
    'fe80::1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
  ])('inside (%s) is refused', async (address) => {
    names.set(OTHER, () => ['203.0.113.7']);
    const answer = await approvedAfter(() => names.set(OTHER, () => [address]), OTHER);
    expect([answer.status, answer.body.error]).toEqual([403, 'destination_not_allowed']);
    expect(upstream.seen).toEqual([]);
  });

  it('away from the connection that is open already does not take the request along', async () => {
    names.set(OPENED, () => HERE);
    expect((await approvedAfter(() => undefined, OPENED)).status).toBe(200);
    const answer = await approvedAfter(() => names.set(OPENED, () => ['169.254.169.254']), OPENED);
    // Sent to the address that was judged when the connection was made, or refused; never anywhere else.
    expect([200, 403]).toContain(answer.status);
    for (const { host, headers } of upstream.seen) {
      expect(host).toBe(`${OPENED}:${upstream.port}`);
      expect(headers['x-test-key']).toBe('the-value');
    }
  });

  it('to nowhere ends its own request, and the next one goes on', async () => {
    names.set(OPENED, () => HERE);
    const answer = await approvedAfter(() => names.set(OPENED, () => []), OPENED);
    expect([200, 502]).toContain(answer.status);
    names.set(OPENED, () => HERE);
    expect((await approvedAfter(() => undefined, OPENED)).text).toBe('ok');
  });
});
