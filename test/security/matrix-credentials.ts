/** One of every kind of credential there is, living and dead, for one organization of a server. */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { signUpOwner } from '../harness/people/accounts.js';
import { createAgent } from '../harness/clients/agent.js';
import { api } from '../harness/clients/client.js';
import { setPlan } from '../harness/people/cloud.js';
import {
  makePartner,
  OPERATOR_TOKEN,
  provide,
  type TestPartner,
  tokenIn,
} from '../harness/people/partners.js';
import { bind, setMembership } from '../harness/people/people.js';
import type { TestServer } from '../harness/server/server.js';
import type { SessionIssuer } from '../harness/people/session-issuer.js';
import type { EditionName, Role } from './access-expectations.js';

export interface MatrixCredential {
  name: string;
  /** `nothing` opens no door, whatever it looks like. */
  kind:
    | 'workspace'
    | 'org'
    | 'session'
    | 'service'
    | 'operator'
    | 'internal'
    | 'runner'
    | 'channel-adapter'
    | 'partner'
    | 'portal'
    | 'scim'
    | 'agent'
    | 'nothing';
  headers: Record<string, string>;
  /** Its holder is an active member of the organization, and may hold it. */
  live: boolean;
  role: Role;
  /** What the scope headers name: the organization's workspace, somebody else's, or they are not sent. */
  names: 'own' | 'foreign' | 'nothing';
}

/** Settings that make the operator's doors exist, and that a production start asks for. */
export const SECRETS = {
  OPERATOR_TOKEN,
  RUNNER_TOKEN: `rnr_${'6'.repeat(64)}`,
  CHANNEL_ADAPTER_TOKEN: `cha_${'6'.repeat(64)}`,
  GATEWAY_INTERNAL_SECRET: 'internal-secret-of-the-access-matrix-test',
  SECRET_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
  SESSION_SECRET: randomBytes(32).toString('hex'),
  OAUTH_STATE_SECRET: randomBytes(32).toString('hex'),
};

type Headers = Record<string, string>;

interface Person {
  userId: string;
  organizationId: string;
  workspaceId: string;
  session: Headers;
}

export async function makeCredentials(
  server: TestServer,
  edition: EditionName,
  issuer: SessionIssuer,
): Promise<MatrixCredential[]> {
  const signUp = (): Promise<Person> =>
    edition === 'cloud' ? newCloudPerson(server, issuer) : newPerson(server);
  const owner = await signUp();
  const stranger = await signUp();
  if (edition === 'cloud') await setPlan(server, owner.organizationId, 'enterprise');
  const joined = async (role: Role): Promise<Person> => join(server, owner, await signUp(), role);
  const admin = await joined('admin');
  const member = await joined('member');
  const suspended = await joined('member');
  const suspendedAdmin = await joined('admin');

  const own = { 'x-workspace-id': owner.workspaceId, 'x-organization-id': owner.organizationId };
  const foreign = { 'x-workspace-id': stranger.workspaceId, 'x-organization-id': stranger.organizationId };
  const workspaceKey = (person: Person) => mintedKey(server, person, own, '/v1/user/api-key');
  const ownerKey = await workspaceKey(owner);
  const memberKey = await workspaceKey(member);
  const suspendedKey = await workspaceKey(suspended);
  const ownerOrgKey = await organizationKey(server, owner, owner.userId);
  const adminOrgKey = await organizationKey(server, owner, admin.userId);
  const memberOrgKey = await organizationKey(server, owner, member.userId);
  const suspendedOrgKey = await organizationKey(server, owner, suspendedAdmin.userId);
  for (const { userId } of [suspended, suspendedAdmin])
    await setMembership(server, owner.organizationId, userId, 'suspended');

  const ownerApi = { api: api(server).with(bearer(ownerKey)) };
  const agent = await createAgent(server, ownerApi);
  const partner = await makePartner(server, 'Matrix');
  const suspendedPartner = await makePartner(server, 'Suspended');
  await server.db.query(`UPDATE partners SET status = 'suspended' WHERE id = $1`, [suspendedPartner.id]);
  const staff = async (of: TestPartner, role: Role): Promise<Person> =>
    enter(server, of, await signUp(), role);
  const portals = {
    owner: await staff(partner, 'owner'),
    admin: await staff(partner, 'admin'),
    member: await staff(partner, 'member'),
    suspended: await staff(suspendedPartner, 'admin'),
  };
  const formerStaff = await staff(partner, 'admin');
  await server.db.query('DELETE FROM partner_members WHERE user_id = $1', [formerStaff.userId]);
  const unclaimed = await provide(partner);
  if (edition === 'cloud') await setPlan(server, unclaimed.organizationId, 'enterprise');
  const inUnclaimed = {
    'x-workspace-id': unclaimed.projectId,
    'x-organization-id': unclaimed.organizationId,
  };
  const scimToken = await storedKey(server, 'oc_scim_', 24, {
    family: 'scim',
    organization_id: owner.organizationId,
  });
  // Seen in time to come: nothing is noted about it, because what is asked cannot write.
  await server.db.query(
    `INSERT INTO runners (kind, name, token_hash, last_seen_at)
     VALUES ('external', 'Runner', sha256($1::bytea), now() + interval '1 day')`,
    [SECRETS.RUNNER_TOKEN],
  );
  await server.db.query(
    `INSERT INTO channel_adapters (kind, name, token_hash, last_seen_at)
     VALUES ('external', 'Adapter', sha256($1::bytea), now() + interval '1 day')`,
    [SECRETS.CHANNEL_ADAPTER_TOKEN],
  );
  const serviceKey = await storedKey(server, 'oc_', 32, {
    family: 'service',
    user_id: owner.userId,
    organization_id: owner.organizationId,
    workspace_id: owner.workspaceId,
  });

  const base = { live: true, role: 'owner', names: 'nothing' } as const;
  const session = (name: string, person: Person, more: Partial<MatrixCredential>, scope: Headers = {}) => ({
    ...base,
    name,
    kind: 'session' as const,
    headers: { ...person.session, ...scope },
    ...more,
  });
  const portal = (name: string, person: Person, more: Partial<MatrixCredential>, scope: Headers = {}) => ({
    ...session(name, person, more, scope),
    kind: 'portal' as const,
  });
  const key = (
    name: string,
    kind: MatrixCredential['kind'],
    token: string,
    more: Partial<MatrixCredential> = {},
    scope: Headers = {},
  ) => ({ ...base, name, kind, headers: { ...bearer(token), ...scope }, ...more });
  const dead = { live: false } as const;
  const nobody = (name: string, headers: Headers) => ({
    ...base,
    name,
    kind: 'nothing' as const,
    headers,
    ...dead,
  });

  return [
    nobody('no credential', {}),
    nobody('no credential, naming a workspace', own),
    nobody('a garbage bearer', bearer('garbage')),
    nobody('a garbage cookie', { cookie: 'cg_session=garbage.garbage; __Secure-cg_session=x' }),
    nobody('an unknown workspace key', bearer(`oc_${'0'.repeat(64)}`)),
    nobody('an unknown organization key', { ...bearer(`oc_org_${'0'.repeat(64)}`), ...own }),
    nobody('a malformed key beside a good session', { ...owner.session, ...bearer('oc_x') }),
    nobody('a runner token', bearer(`rnr_${'0'.repeat(64)}`)),
    nobody('an unknown channel adapter token', bearer(`cha_${'0'.repeat(64)}`)),
    nobody('a wrong operator token', bearer(`${SECRETS.OPERATOR_TOKEN}x`)),
    nobody('a wrong internal secret', { 'x-gateway-secret': `${SECRETS.GATEWAY_INTERNAL_SECRET}x` }),
    key('the runner token', 'runner', SECRETS.RUNNER_TOKEN),
    key('the channel adapter token', 'channel-adapter', SECRETS.CHANNEL_ADAPTER_TOKEN),
    key('the operator token', 'operator', SECRETS.OPERATOR_TOKEN),
    {
      ...base,
      name: 'the internal secret',
      kind: 'internal',
      headers: { 'x-gateway-secret': SECRETS.GATEWAY_INTERNAL_SECRET },
    },
    key('a partner key', 'partner', partner.key),
    key('a partner key, naming a workspace', 'partner', partner.key, {}, own),
    key("a suspended partner's key", 'partner', suspendedPartner.key, dead),
    nobody('an unknown partner key', bearer(`oc_partner_${'0'.repeat(64)}`)),
    nobody('a claim token', bearer(tokenIn(unclaimed.claimUrl))),
    portal("the partner's owner", portals.owner, { role: 'owner' }),
    portal("an admin of the partner's portal", portals.admin, { role: 'admin' }),
    portal("a member of the partner's portal", portals.member, { role: 'member' }),
    portal("a member of the partner's portal, naming a workspace", portals.member, { role: 'member' }, own),
    portal(
      "a member of the partner's portal, naming an unclaimed organization",
      portals.member,
      { role: 'member' },
      inUnclaimed,
    ),
    portal("a suspended partner's portal", portals.suspended, { ...dead, role: 'admin' }),
    portal('somebody who was in the portal', formerStaff, { ...dead, role: 'admin' }),
    key(
      "an unclaimed organization's key in its project",
      'org',
      unclaimed.orgApiKey,
      { names: 'own' },
      inUnclaimed,
    ),
    key(
      "an unclaimed organization's key, naming another's workspace",
      'org',
      unclaimed.orgApiKey,
      { names: 'foreign' },
      own,
    ),
    key("an unclaimed organization's project key", 'workspace', unclaimed.projectApiKey),
    key("an unclaimed organization's agent token", 'agent', unclaimed.agentToken),
    key('a SCIM token', 'scim', scimToken),
    key('an agent token', 'agent', agent.token),
    key('a service key', 'service', serviceKey),
    key("the owner's workspace key", 'workspace', ownerKey),
    key(
      "the owner's workspace key, naming another workspace",
      'workspace',
      ownerKey,
      { names: 'own' },
      foreign,
    ),
    key("a member's workspace key", 'workspace', memberKey, { role: 'member' }),
    key("a suspended member's workspace key", 'workspace', suspendedKey, { ...dead, role: 'member' }),
    key("the owner's organization key", 'org', ownerOrgKey),
    key("the owner's organization key in a workspace", 'org', ownerOrgKey, { names: 'own' }, own),
    key(
      "the owner's organization key, naming a foreign workspace",
      'org',
      ownerOrgKey,
      { names: 'foreign' },
      foreign,
    ),
    key(
      "an admin's organization key in a workspace",
      'org',
      adminOrgKey,
      { role: 'admin', names: 'own' },
      own,
    ),
    key(
      "a member's organization key in a workspace",
      'org',
      memberOrgKey,
      {
        role: 'member',
        names: 'own',
        // Where roles are enforced it is dead (01 §3.2).
        live: edition === 'community',
      },
      own,
    ),
    key(
      "a suspended admin's organization key",
      'org',
      suspendedOrgKey,
      { ...dead, role: 'admin', names: 'own' },
      own,
    ),
    session("the owner's session", owner, {}),
    session("the owner's session in a workspace", owner, { names: 'own' }, own),
    session("an admin's session in a workspace", admin, { role: 'admin', names: 'own' }, own),
    session("a member's session", member, { role: 'member' }),
    session("a member's session in a workspace", member, { role: 'member', names: 'own' }, own),
    session("a suspended member's session", suspended, { ...dead, role: 'member' }),
    session(
      "a suspended member's session in a workspace",
      suspended,
      { ...dead, role: 'member', names: 'own' },
      own,
    ),
    session("a stranger's session, naming this workspace", stranger, { names: 'foreign' }, own),
  ];
}

function bearer(token: string): Headers {
  return { authorization: `Bearer ${token}` };
}

async function newPerson(server: TestServer): Promise<Person> {
  const { userId, organizationId, workspaceId, cookie } = await signUpOwner(server);
  return { userId, organizationId, workspaceId, session: { cookie } };
}

async function newCloudPerson(server: TestServer, issuer: SessionIssuer): Promise<Person> {
  const sub = randomUUID();
  const claims = { sub, email: `${sub}@example.test`, name: 'Cloud Person', email_verified: true };
  const session = bearer(issuer.token(claims));
  const { body } = await api(server).with(session).get('/v1/auth/session');
  return { userId: body.id, organizationId: body.organizationId, workspaceId: body.workspaceId, session };
}

/** A member of the owner's organization and of no other, so that no default of their own stands in for it. */
async function join(server: TestServer, owner: Person, person: Person, role: Role): Promise<Person> {
  await server.db.query('DELETE FROM organizations WHERE id = $1', [person.organizationId]);
  await server.db.query('INSERT INTO memberships (organization_id, user_id, role) VALUES ($1, $2, $3)', [
    owner.organizationId,
    person.userId,
    role,
  ]);
  await bind(server, owner.workspaceId, { userId: person.userId });
  return { ...person, organizationId: owner.organizationId, workspaceId: owner.workspaceId };
}

async function mintedKey(server: TestServer, person: Person, scope: Headers, path: string): Promise<string> {
  const answer = await api(server)
    .with({ ...person.session, ...scope })
    .get(path);
  if (answer.status !== 200) throw new Error(`Minting a key: ${answer.status} ${answer.text}`);
  return answer.body.apiKey;
}

/** Somebody of the partner's portal who is in no organization; as owner in place of the one it was made with. */
async function enter(
  server: TestServer,
  { id, ownerUserId }: TestPartner,
  person: Person,
  role: Role,
): Promise<Person> {
  await server.db.query('DELETE FROM organizations WHERE id = $1', [person.organizationId]);
  if (role === 'owner')
    await server.db.query('DELETE FROM partner_members WHERE user_id = $1', [ownerUserId]);
  await server.db.query('INSERT INTO partner_members (user_id, partner_id, role) VALUES ($1, $2, $3)', [
    person.userId,
    id,
    role,
  ]);
  return person;
}

function organizationKey(server: TestServer, { organizationId }: Person, userId: string): Promise<string> {
  return storedKey(server, 'oc_org_', 32, {
    family: 'organization',
    user_id: userId,
    organization_id: organizationId,
  });
}

/** A row, because no endpoint makes keys of all these kinds, or not for these people. */
async function storedKey(
  server: TestServer,
  prefix: string,
  bytes: number,
  columns: Record<string, string>,
): Promise<string> {
  const token = prefix + randomBytes(bytes).toString('hex');
  const names = Object.keys(columns);
  await server.db.query(
    `INSERT INTO api_keys (token_hash, ${names.join(', ')})
     VALUES ($1, ${names.map((_, at) => `$${at + 2}`).join(', ')})`,
    [createHash('sha256').update(token).digest(), ...Object.values(columns)],
  );
  return token;
}
