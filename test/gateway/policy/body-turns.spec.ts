import { beforeEach, describe, expect, it } from '@jest/globals';
import { gzipSync } from 'node:zlib';
import { type Owner, signUpOwner } from '../../harness/people/accounts.js';
import { type Agent, createAgent } from '../../harness/clients/agent.js';
import { network, organizationRules } from '../../harness/policy/rules.js';
import type { TestServer } from '../../harness/server/server.js';
import { withUpstream } from '../../harness/server/stands.js';
import type { Upstream } from '../../harness/upstreams/upstream.js';

let server: TestServer;
let upstream: Upstream;
let loud: Owner;
let loudAgent: Agent;
let neighbour: Agent;

withUpstream((stand) => ({ upstream, server } = stand));

const HOST = 'conditioned.test';
const CONDITIONS = 20;
/** A neighbour has many answers while one such body is read; where it is read in one go, one or two. */
const ENOUGH = 8;

/** All of a rule's conditions but the last hold, and only at the very end of this body. */
const BODY = `${'a'.repeat(1_048_575)}b`;
const dear = (rule: number) => [
  ...Array.from({ length: CONDITIONS }, (_, at) => `${'a'.repeat(201 + rule * CONDITIONS + at)}b`),
  'absent',
];

beforeEach(async () => {
  upstream.reset();
  loud = await signUpOwner(server);
  loudAgent = await createAgent(server, loud);
  neighbour = await createAgent(server, await signUpOwner(server));
});

function dearRules(count: number): Promise<void> {
  const rules = Array.from({ length: count }, (_, rule) => ({
    action: 'block' as const,
    targets: [network(HOST)],
    conditions: dear(rule).map((value) => ({
      target: 'body' as const,
      operator: 'contains' as const,
      value,
    })),
  }));
  return organizationRules(server, loud, rules);
}

/** How often a neighbour is answered before that is. */
async function answersMeanwhile(work: Promise<unknown>): Promise<number> {
  let over = false;
  const ended = work.finally(() => (over = true));
  let answers = 0;
  while (!over) {
    await neighbour.ask('http://quiet.test/');
    if (!over) answers += 1;
  }
  await ended;
  return answers;
}

describe('a body that is dear to read (06 §13.6)', () => {
  it('is read in turns with what others ask of the gateway', async () => {
    await dearRules(10);
    const body = gzipSync(BODY);
    const asked = loudAgent.ask(`http://${HOST}/`, {
      method: 'POST',
      body,
      headers: { 'content-encoding': 'gzip', 'content-type': 'text/plain' },
    });
    expect(await answersMeanwhile(asked)).toBeGreaterThan(ENOUGH);
    expect((await asked).status).toBe(200);
  });

  it('is simulated in turns as well (02 §8.6)', async () => {
    await dearRules(39);
    const simulated = loud.api.post('/v1/policy/simulate', {
      agentId: loudAgent.id,
      method: 'POST',
      url: `http://${HOST}/`,
      body: BODY.slice(-262_144),
    });
    expect(await answersMeanwhile(simulated)).toBeGreaterThan(ENOUGH);
    expect((await simulated).status).toBe(200);
  });
});
