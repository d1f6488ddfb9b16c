/** What a decision on a tool means for other tools of its app (contract 11). */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { type Owner, signUpOwner } from '../../harness/people/accounts.js';
import { type Agent, createAgent } from '../../harness/clients/agent.js';
import { decide, pending } from '../../harness/policy/approvals.js';
import { type ApiClient, gateway } from '../../harness/clients/client.js';
import { connect } from '../../harness/upstreams/connections.js';
import { type RuleSetInput, organizationRules } from '../../harness/policy/rules.js';
import type { TestServer } from '../../harness/server/server.js';
import { withUpstream } from '../../harness/server/stands.js';
import type { Upstream } from '../../harness/upstreams/upstream.js';

const SUPABASE = 'http://api.supabase.com/v1/projects';
const GITHUB = 'http://api.github.com';

let server: TestServer;
let upstream: Upstream;
let owner: Owner;
let agent: Agent;
let desk: ApiClient;

withUpstream((stand) => ({ upstream, server } = stand), {
  ENTERPRISE_ENABLED: 'true',
  // Where the stand-in of the providers gets credentials over plain HTTP.
  GATEWAY_ALLOWED_PRIVATE_HOSTS: [
    'api.supabase.com',
    'api.github.com',
    'chat.googleapis.com',
    'api.machines.dev',
    'api.resend.com',
  ].join(','),
});

beforeEach(async () => {
  upstream.reset();
  owner = await signUpOwner(server);
  agent = await createAgent(server, owner);
  desk = gateway(server).as(owner.apiKey);
});

/** Connects an account of the app and grants it: all of it, or the tools that are allowed and asked about. */
async function granted(provider: string, allow?: string[], ask: string[] = []): Promise<string> {
  const scope = { organizationId: owner.organizationId, workspaceId: owner.workspaceId };
  const id = await connect(server, scope, { provider });
  const body = allow === undefined ? { access: 'full' } : { access: 'custom', allow, ask };
  const answer = await owner.api.put(`/v1/agents/${agent.id}/grants/connections/${id}`, body);
  expect(answer.status).toBe(200);
  return id;
}

const app = (provider: string, tools: string[]) => ({
  kind: 'app' as const,
  provider,
  tools,
  connectionScope: null,
});

const rules = (input: RuleSetInput | RuleSetInput['rules']) =>
  organizationRules(server, owner, input as never);

/** `passes` when the upstream got the request with the credential, else the code of the refusal. */
async function outcome(request: string): Promise<string> {
  const [method, url] = request.split(' ') as [string, string];
  upstream.seen.length = 0;
  const answer = await agent.ask(url, { method });
  if (upstream.seen.length === 0) return answer.body?.error ?? `refused ${answer.status}`;
  return upstream.seen[0]!.headers.authorization === undefined ? 'passes without credential' : 'passes';
}

async function isHeld(request: string): Promise<boolean> {
  const waiting = outcome(request);
  const [item] = await pending(desk);
  await decide(desk, item.id, 'deny');
  return (await waiting) === 'manual_approval_denied';
}

const REFUSED = 'blocked_by_policy';

describe('a grant of some tools of an app', () => {
  it('11-1 does not open what another tool is for', async () => {
    await granted('supabase', ['get_project']);
    expect(await outcome(`GET ${SUPABASE}/p/secrets`)).toBe(REFUSED);
  });

  it('11-2 opens its own request', async () => {
    await granted('supabase', ['get_project']);
    expect(await outcome(`GET ${SUPABASE}/p`)).toBe('passes');
  });

  it.each([
    '/p/unlisted',
    '/p/secrets/',
    '/p%2Fsecrets',
    '/p/secrets;x',
    '/p/secrets%3Fx',
    '/p/secrets/NAME',
  ])('11-3 of one thing does not open %s below it', async (path) => {
    await granted('supabase', ['get_project']);
    expect(await outcome(`GET ${SUPABASE}${path}`)).toBe(REFUSED);
  });

  it('11-3b opens what lies below, except what another tool claims', async () => {
    await granted('github', ['get_repo']);
    expect(await outcome(`GET ${GITHUB}/repos/o/r/contents/x`)).toBe('passes');
    expect(await outcome(`GET ${GITHUB}/repos/o/r/pulls/5`)).toBe(REFUSED);
  });

  it('11-3b opens what is claimed to whoever holds both tools', async () => {
    await granted('github', ['get_repo', 'list_pulls']);
    expect(await outcome(`GET ${GITHUB}/repos/o/r/pulls/5`)).toBe('passes');
  });

  it('11-4 opens the narrower tool alone', async () => {
    await granted('supabase', ['list_secrets']);
    expect(await outcome(`GET ${SUPABASE}/p`)).toBe(REFUSED);
    expect(await outcome(`GET ${SUPABASE}/p/secrets`)).toBe('passes');
  });

  it('11-5 asks about the tool that is to be asked about', async () => {
    await granted('supabase', ['get_project'], ['list_secrets']);
    expect(await isHeld(`GET ${SUPABASE}/p/secrets`)).toBe(true);
  });

  it('11-6 does not ask about a tool that a wider one covers', async () => {
    await granted('supabase', ['list_secrets'], ['get_project']);
    expect(await outcome(`GET ${SUPABASE}/p/secrets`)).toBe('passes');
    expect(await isHeld(`GET ${SUPABASE}/p`)).toBe(true);
  });

  it('11-10 of deleting a space does not delete messages', async () => {
    await granted('google-chat', ['delete_space']);
    const space = 'http://chat.googleapis.com/v1/spaces/s';
    expect(await outcome(`DELETE ${space}/messages/m`)).toBe(REFUSED);
    expect(await outcome(`DELETE ${space}`)).toBe('passes');
  });

  it('11-11 of updating a machine does not stop it', async () => {
    await granted('flyio', ['update_machine']);
    const machine = 'http://api.machines.dev/v1/apps/a/machines/m';
    expect(await outcome(`POST ${machine}/stop`)).toBe(REFUSED);
    expect(await outcome(`POST ${machine}`)).toBe('passes');
  });

  it('11-12 of one e-mail does not list all', async () => {
    await granted('resend', ['get_email']);
    expect(await outcome('GET http://api.resend.com/emails')).toBe(REFUSED);
    expect(await outcome('GET http://api.resend.com/emails/1')).toBe('passes');
  });
});

describe('organization rules about tools', () => {
  it('11-7 block what the tool covers, whatever other tools it is for', async () => {
    await granted('github');
    await rules([{ name: 'No repositories', action: 'block', targets: [app('github', ['get_repo'])] }]);
    expect(await outcome(`GET ${GITHUB}/repos/o/r/pulls`)).toBe(REFUSED);
  });

  it('11-8 open no other tool under a default that blocks', async () => {
    await granted('supabase');
    await rules({ defaultAction: 'block', rules: [{ targets: [app('supabase', ['get_project'])] }] });
    expect(await outcome(`GET ${SUPABASE}/p/secrets`)).toBe('blocked_by_default_policy');
    expect(await outcome(`GET ${SUPABASE}/p`)).toBe('passes');
  });

  it('11-9 limit what the tool covers', async () => {
    await granted('github');
    await rules([{ rateLimit: 1, rateLimitWindow: 'day', targets: [app('github', ['get_repo'])] }]);
    expect(await outcome(`GET ${GITHUB}/repos/o/r/pulls`)).toBe('passes');
    expect(await outcome(`GET ${GITHUB}/repos/o/r/pulls`)).toBe('rate_limited');
  });

  it('11-49 open every write by the group', async () => {
    await granted('supabase');
    await rules({ defaultAction: 'block', rules: [{ targets: [app('supabase', ['write_all'])] }] });
    expect(await outcome(`POST ${SUPABASE}`)).toBe('passes');
    expect(await outcome(`PATCH ${SUPABASE}/p/config/auth`)).toBe('passes');
    expect(await outcome(`GET ${SUPABASE}/p`)).toBe('blocked_by_default_policy');
  });
});
