import { beforeEach, describe, expect, it } from '@jest/globals';
import { type Owner, signUpOwner } from '../../harness/people/accounts.js';
import { type Agent, agentWith, createAgent } from '../../harness/clients/agent.js';
import { decide, listPending, pending } from '../../harness/policy/approvals.js';
import { type ApiClient, gateway } from '../../harness/clients/client.js';
import { connect, type ConnectionInput, disconnect } from '../../harness/upstreams/connections.js';
import { publishRules } from '../../harness/policy/rules.js';
import { startReplica, type TestServer } from '../../harness/server/server.js';
import { withUpstream } from '../../harness/server/stands.js';
import type { Upstream } from '../../harness/upstreams/upstream.js';

const GMAIL = 'http://gmail.googleapis.com/gmail/v1/users/me';
const PIN = 'x-onecli-connection-id';
const FULL = { access: 'full' };
/** The grant of examples 9 to 12 (02 §13). */
const CUSTOM = { access: 'custom', allow: ['search_messages'], ask: ['send_email'] };

let server: TestServer;
let upstream: Upstream;
let owner: Owner;
let agent: Agent;
let desk: ApiClient;

withUpstream((stand) => ({ upstream, server } = stand), { ENTERPRISE_ENABLED: 'true' });

beforeEach(async () => {
  upstream.reset();
  owner = await signUpOwner(server);
  agent = await createAgent(server, owner);
  desk = gateway(server).as(owner.apiKey);
});

const account = (input: ConnectionInput = {}) =>
  connect(server, { organizationId: owner.organizationId, workspaceId: owner.workspaceId }, input);

async function attach(connectionId: string, body: object, agentId = agent.id): Promise<void> {
  const answer = await owner.api.put(`/v1/agents/${agentId}/grants/connections/${connectionId}`, body);
  if (answer.status !== 200) throw new Error(`Granting: ${answer.status} ${answer.text}`);
}

async function detach(connectionId: string): Promise<void> {
  const answer = await owner.api.delete(`/v1/connections/${connectionId}/grants/agents/${agent.id}`);
  expect(answer.status).toBe(204);
}

interface Verdict {
  /** `allow` when the upstream saw the request, else the code of the refusal; nothing refused reached it. */
  verdict: string;
  rule?: string;
}

async function ask(request: string, pin?: string, by: Agent = agent): Promise<Verdict> {
  const [method, url] = request.split(' ') as [string, string];
  upstream.seen.length = 0;
  const answer = await by.ask(url, { method, headers: pin === undefined ? {} : { [PIN]: pin } });
  if (upstream.seen.length > 0) return { verdict: answer.status === 200 ? 'allow' : 'sent' };
  return { verdict: answer.body?.error ?? `refused ${answer.status}`, rule: answer.body?.rule_name };
}

const verdict = async (request: string, pin?: string): Promise<string> => (await ask(request, pin)).verdict;

/** What becomes of a request that waits for a person. */
async function whenAsked(request: string, answer: 'approve' | 'deny', pin?: string): Promise<string> {
  const waiting = verdict(request, pin);
  const [item] = await pending(desk);
  expect(upstream.seen).toEqual([]);
  await decide(desk, item.id, answer);
  return waiting;
}

describe('02-21 a custom grant on the wire', () => {
  let connectionId: string;

  beforeEach(async () => {
    connectionId = await account({ label: 'Mail' });
    await attach(connectionId, CUSTOM);
  });

  it('02 example 9 lets an allowed tool pass', async () => {
    expect(await verdict(`GET ${GMAIL}/messages`)).toBe('allow');
    expect(await listPending(desk)).toEqual([]);
  });

  it('02 example 10 asks a person, every time', async () => {
    expect(await whenAsked(`POST ${GMAIL}/messages/send`, 'approve')).toBe('allow');
    expect(await whenAsked(`POST ${GMAIL}/messages/send`, 'deny')).toBe('manual_approval_denied');
  });

  it('02 example 11 blocks every other tool of the app', async () => {
    const name = `${agent.name} → Mail (other tools)`;
    for (const request of [`DELETE ${GMAIL}/messages/42`, `GET ${GMAIL}/labels`]) {
      expect(await ask(request)).toEqual({ verdict: 'blocked_by_policy', rule: name });
    }
  });

  it('02 example 12 blocks what is no tool', async () => {
    const rest = { verdict: 'blocked_by_policy', rule: `${agent.name} → Mail (everything else)` };
    expect(await ask(`PATCH ${GMAIL}/settings/x`)).toEqual(rest);
    expect(await ask('GET http://www.googleapis.com/gmail/v1/settings')).toEqual(rest);
  });

  it('02 §5.5.2 refuses under the new name after a rename', async () => {
    await owner.api.patch(`/v1/agents/${agent.id}`, { name: 'Clerk' });
    expect((await ask(`DELETE ${GMAIL}/messages/42`)).rule).toBe('Clerk → Mail (other tools)');
  });

  it('is in force for the very next request, and so is every change of it', async () => {
    const request = `DELETE ${GMAIL}/messages/42`;
    expect(await verdict(request)).toBe('blocked_by_policy');
    await attach(connectionId, FULL);
    expect(await verdict(request)).toBe('allow');
    await attach(connectionId, { access: 'custom', allow: ['delete_message'], ask: [] });
    expect(await verdict(request)).toBe('allow');
    expect(await verdict(`GET ${GMAIL}/messages`)).toBe('blocked_by_policy');
    await attach(connectionId, { access: 'custom', allow: [], ask: ['delete_message'] });
    expect(await whenAsked(request, 'deny')).toBe('manual_approval_denied');
  });

  it('is in force in another process within a second', async () => {
    const replica = await startReplica(server, upstream.settings);
    try {
      const there = agentWith(replica, agent);
      expect((await ask(`DELETE ${GMAIL}/messages/42`, undefined, there)).verdict).toBe('blocked_by_policy');
      await attach(connectionId, FULL);
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      expect((await ask(`DELETE ${GMAIL}/messages/42`, undefined, there)).verdict).toBe('allow');
    } finally {
      await replica.close();
    }
  });

  it('binds that agent only', async () => {
    const other = await createAgent(server, owner);
    expect((await ask(`DELETE ${GMAIL}/messages/42`, undefined, other)).verdict).toBe('allow');
    await attach(connectionId, FULL, other.id);
    expect((await ask(`DELETE ${GMAIL}/messages/42`, undefined, other)).verdict).toBe('allow');
    expect(await verdict(`DELETE ${GMAIL}/messages/42`)).toBe('blocked_by_policy');
  });

  it('02-38 ends with the connection', async () => {
    await disconnect(server, owner.organizationId, connectionId);
    expect(await verdict(`DELETE ${GMAIL}/messages/42`)).toBe('allow');
  });
});

describe('two accounts, each with its own grant', () => {
  it('02 examples 13 and 14 are told apart by the header', async () => {
    const [c1, c2] = [await account(), await account()];
    await attach(c1, { access: 'custom', allow: [], ask: ['send_email'] });
    await attach(c2, FULL);
    const send = `POST ${GMAIL}/messages/send`;
    expect(await verdict(send, c2)).toBe('allow');
    expect(await verdict(send)).toBe('multiple_connections');
    expect(await whenAsked(send, 'deny', c1)).toBe('manual_approval_denied');
    await detach(c2);
    expect(await verdict(send, c2)).toBe('connection_not_found');
  });
});

describe('under the organization', () => {
  const organization = (rules: Parameters<typeof publishRules>[2]) =>
    publishRules(server, { organizationId: owner.organizationId }, rules);

  it('02 examples 6 and 7 a grant opens nothing that the organization closes', async () => {
    await attach(await account(), FULL);
    await organization({ defaultAction: 'block' });
    expect(await verdict(`GET ${GMAIL}/messages`)).toBe('blocked_by_default_policy');
    await organization({
      defaultAction: 'block',
      rules: [{ targets: [{ kind: 'app', provider: 'gmail', tools: [], connectionScope: null }] }],
    });
    expect(await verdict(`GET ${GMAIL}/messages`)).toBe('allow');
  });

  it('02 example 43 a selection that a later boundary leaves nothing of reaches nothing', async () => {
    const connectionId = await connect(
      server,
      { organizationId: owner.organizationId },
      { provider: 'github-app', metadata: { repos: ['o/a', 'o/z'] } },
    );
    await attach(connectionId, { ...FULL, resources: { repositories: ['o/z'] } });
    const request = 'GET http://api.github.com/repos/o/z';
    expect(await verdict(request)).not.toBe('resource_access_denied');
    await organization({
      rules: [
        {
          conditions: { repositories: ['o/a'] },
          targets: [{ kind: 'connection', connectionId, tools: [] }],
        },
      ],
    });
    expect(await verdict(request)).toBe('resource_access_denied');
    await attach(connectionId, { ...FULL, resources: null });
    expect(await verdict(request)).not.toBe('resource_access_denied');
  });
});
