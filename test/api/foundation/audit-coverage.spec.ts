/**
 * 01 §24, 02 §18: every endpoint that changes something leaves one entry for it, and no entry holds a value, key,
 * token or password. An endpoint that this table does not know fails the first test.
 */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newSigningPair } from '../../../src/modules/directory/sso/saml/signatures/signing-certificate.js';
import { type Owner, PASSWORD, signUpOwner } from '../../harness/people/accounts.js';
import { createSecret } from '../../harness/clients/agent.js';
import { type Answer, api, type ApiClient } from '../../harness/clients/client.js';
import { connect } from '../../harness/upstreams/connections.js';
import { hostedAgent } from '../../harness/hosting/hosted-agent.js';
import { samlMetadata } from '../../harness/upstreams/published.js';
import { startServer, type TestServer } from '../../harness/server/server.js';
import { type SmtpSink, startSmtpSink } from '../../harness/people/smtp-sink.js';
import { until } from '../../harness/time/until.js';

let server: TestServer;
let mail: SmtpSink;
let world: World;

interface World {
  owner: Owner;
  /** The owner's workspace key, and their session in the organization. */
  key: ApiClient;
  session: ApiClient;
  agentId: string;
  secretId: string;
  connectionId: string;
}

interface Case {
  act: () => Promise<Answer>;
  /** The entries it leaves, as `service action`, in any order. */
  leaves: string[];
  /** What must be there before. */
  given?: () => Promise<unknown>;
}

const SSO_CONNECTIONS = '/v1/org/sso/connections';
const VALUE = 'a-value-nobody-may-read';
const SECRET = {
  name: 'Stored',
  type: 'generic',
  value: VALUE,
  hostPattern: 'api.example.test',
  injectionConfig: { headerName: 'x' },
};
const RULE = { name: 'Rule', action: 'block', targets: [{ kind: 'network', hostPattern: 'blocked.test' }] };
const NEW_PASSWORD = 'another correct horse';

/** They change nothing of an organization or a person, or are proved where their surroundings are. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  bootstrapInstance: 'instance.spec.ts: needs a server without any account',
  scimCreateUser: 'scim-users.spec.ts: needs a directory',
  scimReplaceUser: 'scim-users.spec.ts: needs a directory',
  scimPatchUser: 'scim-users.spec.ts: needs a directory',
  scimDeleteUser: 'scim-users.spec.ts: needs a directory',
  scimCreateGroup: 'scim-groups.spec.ts: needs a directory',
  scimReplaceGroup: 'scim-groups.spec.ts: needs a directory',
  scimPatchGroup: 'scim-groups.spec.ts: needs a directory',
  scimDeleteGroup: 'scim-groups.spec.ts: needs a directory',
  scimSearchUsers: 'changes nothing',
  scimSearchGroups: 'changes nothing',
  scimBulk: 'changes nothing',
  addPartnerMember: 'partner/people.spec.ts: needs a partner',
  changePartnerMemberRole: 'partner/people.spec.ts: needs a partner',
  claimPartnerOrg: 'partner/organizations.spec.ts: needs a partner',
  createPartner: 'partner/people.spec.ts: needs a partner',
  createPartnerOrg: 'partner/people.spec.ts: needs a partner',
  createPartnerProject: 'partner/people.spec.ts: needs a partner',
  deletePartner: 'partner/people.spec.ts: needs a partner',
  deletePartnerOrg: 'partner/organizations.spec.ts: needs a partner',
  deletePartnerProject: 'partner/people.spec.ts: needs a partner',
  deletePartnerProjectByQuery: 'partner/people.spec.ts: needs a partner',
  regeneratePartnerApiKey: 'partner/people.spec.ts: needs a partner',
  reissuePartnerClaimLink: 'partner/people.spec.ts: needs a partner',
  reissuePartnerMemberSetupLink: 'partner/people.spec.ts: needs a partner',
  reissuePartnerOwnerSetupLink: 'partner/people.spec.ts: needs a partner',
  removePartnerMember: 'partner/people.spec.ts: needs a partner',
  rotatePartnerKey: 'partner/people.spec.ts: needs a partner',
  rotatePartnerOrgTokens: 'partner/people.spec.ts: needs a partner',
  updatePartner: 'partner/people.spec.ts: needs a partner',
  previewPartnerClaim: 'changes nothing',
  simulatePolicy: 'changes nothing (02 §8)',
  previewRoleMapping: 'changes nothing',
  lookupProvision: 'changes nothing',
  lookupSso: 'changes nothing',
  lookupSsoConfirmation: 'changes nothing',
  completeSsoConfirmation: 'sso-existing-accounts.spec.ts: needs a provider',
  testSsoConnection: 'changes nothing',
  ssoOidcBackchannelLogout: 'sso-oidc.spec.ts: needs a provider',
  ssoSamlAcs: 'sso-saml.spec.ts: needs a provider',
  ssoSamlLogoutPost: 'sso-saml-provider.spec.ts: needs a provider',
  verifyOrgDomain: 'domains.spec.ts: needs a name server',
  lookupInvitation: 'changes nothing',
  createChannelPresence: 'channels.spec.ts: needs Slack',
  completeChannelPresence: 'channels.spec.ts: needs Slack',
  deleteChannelPresence: 'channels.spec.ts: needs Slack',
  putOrgChannelCredentials: 'channels.spec.ts: needs Slack',
  deleteOrgChannel: 'channels.spec.ts: needs Slack',
  createChannelUserLink: 'channels.spec.ts: needs Slack',
  deleteChannelUserLink: 'channels.spec.ts: needs Slack',
  slackEvents: 'channels.spec.ts: needs Slack',
  slackInteractivity: 'channels.spec.ts: needs Slack',
  abortTurn: 'no business of the audit log (04 §2.2.9)',
  createConversation: 'no business of the audit log (04 §2.2.9)',
  createTurn: 'no business of the audit log (04 §2.2.9)',
  ensureDirectConversation: 'no business of the audit log (04 §2.2.9)',
  sendMessage: 'no business of the audit log (04 §2.2.9)',
  uploadAttachment: 'no business of the audit log (04 §2.2.9)',
  adapterClaimOutbox: 'of a daemon, not a person (04 §10)',
  adapterDecision: 'slack-threads.spec.ts: needs a held request and who clicks',
  adapterHeartbeat: 'of a daemon, not a person (04 §10)',
  adapterIngest: 'of a daemon, not a person (04 §10)',
  adapterOutboxResult: 'of a daemon, not a person (04 §10)',
  adapterPresenceHealth: 'of a daemon, not a person (04 §10)',
  adapterRegister: 'of a daemon, not a person (04 §10)',
  runnerCheckAgents: 'of a daemon, not a person (04 §9)',
  runnerAgentState: 'of a daemon, not a person (04 §9)',
  runnerFinishTurn: 'of a daemon, not a person (04 §9)',
  runnerHomeApplied: 'of a daemon, not a person (04 §9)',
  runnerPutMemory: 'test/api/hosting/sandboxes.spec.ts',
  runnerPutProcess: 'of a daemon, not a person (04 §9)',
  runnerToolCall: 'test/api/hosting/sandboxes.spec.ts',
  runnerHeartbeat: 'of a daemon, not a person (04 §9)',
  runnerPushEvents: 'of a daemon, not a person (04 §9)',
  runnerRegister: 'of a daemon, not a person (04 §9)',
  runnerReleaseTurn: 'of a daemon, not a person (04 §9)',
  runnerWork: 'of a daemon, not a person (04 §9)',
  createPartnerSecret: 'partner-secrets.spec.ts: needs a partner',
  updatePartnerSecret: 'partner-secrets.spec.ts: needs a partner',
  deletePartnerSecret: 'partner-secrets.spec.ts: needs a partner',
  detachFromPartner: 'partner-secrets.spec.ts: needs a partner',
  setPartnerOrgBudget: 'metering.spec.ts: needs a partner',
  clearPartnerOrgBudget: 'metering.spec.ts: needs a partner',
  invalidateGatewayCache: 'changes nothing',
  signInSocial: 'begins a sign-in; google-sign-in.spec.ts has its end',
  createCliAuthSession: 'anonymous: belongs to nobody until it is confirmed',
  unsubscribe: 'anonymous: names an address, not a person',
  submitApprovalDecision: 'approvals.spec.ts: needs a held request',
  pairVault: 'vaults.spec.ts: needs a vault',
  disconnectVault: 'vaults.spec.ts: needs a vault',
  migrateExport: 'migration.spec.ts: needs a second deployment',
};

const agent = (path = ''): string => `/v1/agents/${world.agentId}${path}`;
const secretGrant = (): string => agent(`/grants/secrets/${world.secretId}`);
const connectionGrant = (): string => agent(`/grants/connections/${world.connectionId}`);
const grantOfConnection = (): string =>
  `/v1/connections/${world.connectionId}/grants/agents/${world.agentId}`;
const member = (): Promise<Owner> => joined(world.owner);

let made: Answer;
let colleague: Owner;
const id = (): string => made.body.id;
const make = (act: () => Promise<Answer>) => async () => void (made = await act());
const invite = (email: string) => world.session.post('/v1/org/invitations', { email, role: 'member' });
const withColleague = async () => void (colleague = await member());

const CLIENT = { clientId: 'id', clientSecret: VALUE };
const shared = (): Promise<string> => connect(server, { organizationId: world.owner.organizationId });
let account: string;
const withShared = async () => void (account = await shared());

function renamings(): Record<string, Case> {
  const renaming = (path: string, own: boolean): Case => ({
    given: async () => void (account = own ? world.connectionId : await shared()),
    act: () => (own ? world.key : world.session).patch(`${path}/${account}`, { label: 'Other' }),
    leaves: ['app-connection update'],
  });
  return {
    renameConnection: renaming('/v1/connections', true),
    renameConnectionAlias: renaming('/v1/apps/connections', true),
    renameOrgConnection: renaming('/v1/org/connections', false),
    renameOrgAppConnectionAlias: renaming('/v1/org/apps/connections', false),
  };
}

function disconnections(): Record<string, Case> {
  const leaves = ['app-connection disconnect'];
  const own = (path: string): Case => ({ act: () => world.key.delete(path + world.connectionId), leaves });
  const ofAll = (path: string): Case => ({
    given: withShared,
    act: () => world.session.delete(path + account),
    leaves,
  });
  return {
    disconnectConnection: own('/v1/connections/'),
    disconnectConnectionAlias: own('/v1/apps/connections/'),
    disconnectApp: own('/v1/apps/gmail/connection?connectionId='),
    disconnectOrgConnection: ofAll('/v1/org/connections/'),
    disconnectOrgAppConnectionAlias: ofAll('/v1/org/apps/connections/'),
  };
}

function ownClients(): Record<string, Case> {
  const at = (names: readonly [string, string, string], as: () => ApiClient, path: string) => {
    const given = () => as().post(path, CLIENT);
    const [upsert, remove, toggle] = names;
    return {
      [upsert]: { act: given, leaves: ['app-config update'] },
      [remove]: { given, act: () => as().delete(path), leaves: ['app-config delete'] },
      [toggle]: {
        given,
        act: () => as().patch(`${path}/toggle`, { enabled: false }),
        leaves: ['app-config update'],
      },
    };
  };
  const session = () => world.session;
  return {
    ...at(
      ['upsertAppConfig', 'deleteAppConfig', 'toggleAppConfig'],
      () => world.key,
      '/v1/apps/slack/config',
    ),
    ...at(
      ['upsertOrgAppConfig', 'deleteOrgAppConfig', 'toggleOrgAppConfig'],
      session,
      '/v1/org/apps/slack/config',
    ),
    ...at(
      ['upsertOrgAppConfigAlias', 'deleteOrgAppConfigAlias', 'toggleOrgAppConfigAlias'],
      session,
      '/v1/org/app-config/slack',
    ),
  };
}

function closedHosts(): Record<string, Case> {
  const at = (names: readonly [string, string, string], as: () => ApiClient, path: string) => {
    const activate = () => as().post(path, { hostId: 'npm' });
    const given = async () => void (made = await activate());
    const one = () => `${path}/${made.body.ruleId}`;
    const [add, toggle, remove] = names;
    return {
      [add]: { act: activate, leaves: ['policy create'] },
      [toggle]: { given, act: () => as().patch(one(), { enabled: false }), leaves: ['policy update'] },
      [remove]: { given, act: () => as().delete(one()), leaves: ['policy delete'] },
    };
  };
  const path = 'apps/jfrog-artifactory/blocklist';
  return {
    ...at(
      ['activateBlocklistHost', 'toggleBlocklistRule', 'removeBlocklistRule'],
      () => world.key,
      `/v1/${path}`,
    ),
    ...at(
      ['activateOrgBlocklistHost', 'toggleOrgBlocklistRule', 'removeOrgBlocklistRule'],
      () => world.session,
      `/v1/org/${path}`,
    ),
  };
}

function directory(): Record<string, Case> {
  const [groups, mappings] = ['/v1/org/groups', '/v1/org/role-mappings'];
  const newGroup = () => world.session.post(groups, { name: 'Crew' });
  const group = (path = '') => `${groups}/${id()}${path}`;
  const sharing = (place: string) => `/v1/${place}/${world.owner.workspaceId}/access`;
  const person = () => `/v1/org/members/${colleague.userId}`;
  const crew = () => group(`/members/${world.owner.userId}`);
  const mapped = async () => {
    await make(newGroup)();
    await make(() => world.session.post(mappings, { groupId: id(), role: 'member' }))();
  };
  const newDomain = () =>
    world.session.post('/v1/org/domains', { domain: `${randomBytes(6).toString('hex')}.test` });
  const newSsoConnection = async () => {
    const { certificatePem } = await newSigningPair();
    const metadataXml = samlMetadata('https://idp.acme.test', certificatePem);
    return world.session.post(SSO_CONNECTIONS, { type: 'saml', displayName: 'Okta', metadataXml });
  };
  const provision = () => world.session.post('/v1/team/provisions', {});
  const newToken = () => world.session.post('/v1/org/scim/tokens', { label: 'Okta' });
  return {
    createOrgMember: {
      act: () => world.session.post('/v1/org/members', { email: someAddress() }),
      leaves: ['member create'],
    },
    updateOrgMember: {
      given: withColleague,
      act: () => world.session.patch(person(), { status: 'suspended' }),
      leaves: ['member update'],
    },
    removeOrgMember: {
      given: withColleague,
      act: () => world.session.delete(person()),
      leaves: ['member delete'],
    },
    unlinkOrgMemberSsoIdentity: {
      given: async () => {
        await withColleague();
        await server.db.query(
          `INSERT INTO sso_identities (organization_id, user_id, issuer, subject) VALUES ($1, $2, 'i', 's')`,
          [world.owner.organizationId, colleague.userId],
        );
      },
      act: () => world.session.delete(`${person()}/sso-identity`),
      leaves: ['member update'],
    },
    setWorkspaceAccess: {
      act: () => world.session.put(sharing('workspaces'), { users: [], groupIds: [] }),
      leaves: ['workspace update'],
    },
    setProjectAccessAlias: {
      act: () => world.session.put(sharing('projects'), { users: [], groupIds: [] }),
      leaves: ['workspace update'],
    },
    createSsoConnection: { act: newSsoConnection, leaves: ['sso-connection create'] },
    updateSsoConnection: {
      given: make(newSsoConnection),
      act: () => world.session.patch(`${SSO_CONNECTIONS}/${id()}`, { displayName: 'New' }),
      leaves: ['sso-connection update'],
    },
    deleteSsoConnection: {
      given: make(newSsoConnection),
      act: () => world.session.delete(`${SSO_CONNECTIONS}/${id()}`),
      leaves: ['sso-connection delete'],
    },
    updateSsoEnforcement: {
      act: () => world.session.patch('/v1/org/sso/enforcement', { jitEnabled: false }),
      leaves: ['organization update'],
    },
    createOrgDomain: { act: newDomain, leaves: ['domain create'] },
    deleteOrgDomain: {
      given: make(newDomain),
      act: () => world.session.delete(`/v1/org/domains/${id()}`),
      leaves: ['domain delete'],
    },
    provisionUser: { act: provision, leaves: ['provision create', 'workspace create'] },
    cancelProvision: {
      given: make(provision),
      act: () => world.session.delete(`/v1/team/provisions/${id()}`),
      leaves: ['provision delete', 'workspace delete'],
    },
    claimProvision: {
      given: async () => {
        await make(provision)();
        await withColleague();
      },
      act: () => {
        const token = /token=([0-9a-f]{64})/.exec(made.text)?.[1];
        return api(server).as(colleague.cookie).post('/v1/provisions/claim', { token });
      },
      leaves: ['provision accept'],
    },
    createOrgGroup: { act: newGroup, leaves: ['group create'] },
    updateOrgGroup: {
      given: make(newGroup),
      act: () => world.session.patch(group(), { name: 'Others' }),
      leaves: ['group update'],
    },
    deleteOrgGroup: {
      given: make(newGroup),
      act: () => world.session.delete(group()),
      leaves: ['group delete'],
    },
    detachOrgGroup: {
      given: async () => {
        await make(newGroup)();
        await server.db.query(`UPDATE user_groups SET source = 'scim' WHERE id = $1`, [id()]);
      },
      act: () => world.session.post(group('/detach')),
      leaves: ['group update'],
    },
    setOrgGroupMembers: {
      given: make(newGroup),
      act: () => world.session.put(group('/members'), { userIds: [world.owner.userId] }),
      leaves: ['group update'],
    },
    addOrgGroupMember: {
      given: make(newGroup),
      act: () => world.session.put(crew()),
      leaves: ['group update'],
    },
    removeOrgGroupMember: {
      given: async () => {
        await make(newGroup)();
        await world.session.put(crew());
      },
      act: () => world.session.delete(crew()),
      leaves: ['group update'],
    },
    createRoleMapping: {
      given: make(newGroup),
      act: () => world.session.post(mappings, { groupId: id(), role: 'member' }),
      leaves: ['role-mapping create'],
    },
    updateRoleMapping: {
      given: mapped,
      act: () => world.session.patch(`${mappings}/${id()}`, { role: 'admin' }),
      leaves: ['role-mapping update'],
    },
    reorderRoleMappings: {
      given: mapped,
      act: () => world.session.put(`${mappings}/order`, { orderedIds: [id()] }),
      leaves: ['role-mapping update'],
    },
    deleteRoleMapping: {
      given: mapped,
      act: () => world.session.delete(`${mappings}/${id()}`),
      leaves: ['role-mapping delete'],
    },
    createScimToken: { act: newToken, leaves: ['scim-token create'] },
    revokeScimToken: {
      given: make(newToken),
      act: () => world.session.delete(`/v1/org/scim/tokens/${id()}`),
      leaves: ['scim-token delete'],
    },
  };
}

function hosting(): Record<string, Case> {
  const [skills, shared] = ['/v1/skills', '/v1/org/skills'];
  const skill = { name: 'release', description: 'How to release', content: VALUE };
  const schedule = { name: 'Report', prompt: VALUE, schedule: '@daily', timezone: 'UTC' };
  let hosted: string;
  const at = (path: string) => `/v1/agents/${hosted}/${path}`;
  const withAgent = async () => void (hosted = await hostedAgent(server, world.owner));
  const withMemory = async () => {
    await withAgent();
    await make(() => world.key.post(at('memories'), { key: 'notes', content: VALUE }))();
  };
  const withSchedule = async () => {
    await withAgent();
    await make(() => world.key.post(at('crons'), schedule))();
  };
  const revisions = async () => (await world.key.get(at(`memories/${id()}/revisions`))).body.revisions;
  const withHistory = async () => {
    await withMemory();
    await world.key.patch(at(`memories/${id()}`), { content: 'Other' });
  };
  const toOldest = async (what: string) => {
    const oldest = (await revisions()).at(-1).id;
    return world.key.post(at(`memories/${id()}/revisions/${oldest}/${what}`));
  };
  const newSkill = () => world.key.post(skills, skill);
  const newShared = () => world.session.post(shared, skill);
  return {
    createMemory: {
      given: withAgent,
      act: () => world.key.post(at('memories'), { key: 'notes', content: VALUE }),
      leaves: ['memory create'],
    },
    updateMemory: {
      given: withMemory,
      act: () => world.key.patch(at(`memories/${id()}`), { title: VALUE }),
      leaves: ['memory update'],
    },
    deleteMemory: {
      given: withMemory,
      act: () => world.key.delete(at(`memories/${id()}`)),
      leaves: ['memory delete'],
    },
    restoreMemoryRevision: { given: withHistory, act: () => toOldest('restore'), leaves: ['memory update'] },
    redactMemoryRevision: { given: withHistory, act: () => toOldest('redact'), leaves: ['memory redact'] },
    createSkill: { act: newSkill, leaves: ['skill create'] },
    updateSkill: {
      given: make(newSkill),
      act: () => world.key.patch(`${skills}/${id()}`, { enabled: false }),
      leaves: ['skill update'],
    },
    deleteSkill: {
      given: make(newSkill),
      act: () => world.key.delete(`${skills}/${id()}`),
      leaves: ['skill delete'],
    },
    createOrgSkill: { act: newShared, leaves: ['skill create'] },
    updateOrgSkill: {
      given: make(newShared),
      act: () => world.session.patch(`${shared}/${id()}`, { enabled: false }),
      leaves: ['skill update'],
    },
    deleteOrgSkill: {
      given: make(newShared),
      act: () => world.session.delete(`${shared}/${id()}`),
      leaves: ['skill delete'],
    },
    createCron: {
      given: withAgent,
      act: () => world.key.post(at('crons'), schedule),
      leaves: ['cron create'],
    },
    updateCron: {
      given: withSchedule,
      act: () => world.key.patch(at(`crons/${id()}`), { enabled: false }),
      leaves: ['cron update'],
    },
    runCronNow: {
      given: withSchedule,
      act: () => world.key.post(at(`crons/${id()}/run`)),
      leaves: ['cron update'],
    },
    deleteCron: {
      given: withSchedule,
      act: () => world.key.delete(at(`crons/${id()}`)),
      leaves: ['cron delete'],
    },
  };
}

const CASES: Readonly<Record<string, Case>> = {
  ...directory(),
  ...hosting(),
  connectApp: {
    act: () => world.key.post('/v1/apps/granola/connect', { fields: { apiKey: VALUE } }),
    leaves: ['app-connection create'],
  },
  connectOrgApp: {
    act: () => world.session.post('/v1/org/apps/granola/connect', { fields: { apiKey: VALUE } }),
    leaves: ['app-connection create'],
  },
  ...renamings(),
  ...disconnections(),
  ...ownClients(),
  ...closedHosts(),
  setAppAvailability: {
    act: () => world.session.put('/v1/org/app-availability', { mode: 'open', rules: [] }),
    leaves: ['app-availability update'],
  },
  createAgent: {
    act: () => world.key.post('/v1/agents', { name: 'New', identifier: 'new' }),
    leaves: ['agent create'],
  },
  updateAgent: { act: () => world.key.patch(agent(), { name: 'Renamed' }), leaves: ['agent update'] },
  deleteAgent: {
    given: make(() => world.key.post('/v1/agents', { name: 'New', identifier: 'new' })),
    act: () => world.key.delete(`/v1/agents/${id()}`),
    leaves: ['agent delete'],
  },
  setDefaultAgent: {
    given: make(() => world.key.post('/v1/agents', { name: 'New', identifier: 'new' })),
    act: () => world.key.post(`/v1/agents/${id()}/set-default`),
    leaves: ['agent update'],
  },
  regenerateAgentToken: {
    act: () => world.key.post(agent('/regenerate-token')),
    leaves: ['agent regenerate'],
  },
  setAgentImage: { act: () => world.key.put(agent('/image'), pixel()), leaves: ['agent update'] },
  deleteAgentImage: {
    given: () => world.key.put(agent('/image'), pixel()),
    act: () => world.key.delete(agent('/image')),
    leaves: ['agent update'],
  },
  setAgentSecrets: {
    act: () => world.key.put(agent('/secrets'), { secretIds: [world.secretId] }),
    leaves: ['grant update'],
  },
  setAgentSecretGrant: { act: () => world.key.put(secretGrant(), {}), leaves: ['grant update'] },
  removeAgentSecretGrant: {
    given: () => world.key.put(secretGrant(), {}),
    act: () => world.key.delete(secretGrant()),
    leaves: ['grant delete'],
  },
  setAgentConnectionGrant: {
    act: () => world.key.put(connectionGrant(), { access: 'full' }),
    leaves: ['grant update'],
  },
  removeAgentConnectionGrant: {
    given: () => world.key.put(connectionGrant(), { access: 'full' }),
    act: () => world.key.delete(connectionGrant()),
    leaves: ['grant delete'],
  },
  setConnectionAgentGrant: {
    act: () => world.key.put(grantOfConnection(), { access: 'full' }),
    leaves: ['grant update'],
  },
  removeConnectionAgentGrant: {
    given: () => world.key.put(connectionGrant(), { access: 'full' }),
    act: () => world.key.delete(grantOfConnection()),
    leaves: ['grant delete'],
  },
  createSecret: { act: () => world.key.post('/v1/secrets', SECRET), leaves: ['secret create'] },
  updateSecret: {
    act: () => world.key.patch(`/v1/secrets/${world.secretId}`, { value: VALUE }),
    leaves: ['secret update'],
  },
  deleteSecret: { act: () => world.key.delete(`/v1/secrets/${world.secretId}`), leaves: ['secret delete'] },
  createOrgSecret: { act: () => world.session.post('/v1/org/secrets', SECRET), leaves: ['secret create'] },
  updateOrgSecret: {
    given: make(() => world.session.post('/v1/org/secrets', SECRET)),
    act: () => world.session.patch(`/v1/org/secrets/${id()}`, { value: VALUE }),
    leaves: ['secret update'],
  },
  deleteOrgSecret: {
    given: make(() => world.session.post('/v1/org/secrets', SECRET)),
    act: () => world.session.delete(`/v1/org/secrets/${id()}`),
    leaves: ['secret delete'],
  },
  createOrgPolicyRule: {
    act: () => world.session.post('/v1/org/policy/rules', RULE),
    leaves: ['policy create'],
  },
  updateOrgPolicyRule: {
    given: make(() => world.session.post('/v1/org/policy/rules', RULE)),
    act: () => world.session.patch(`/v1/org/policy/rules/${id()}`, { action: 'allow' }),
    leaves: ['policy update'],
  },
  deleteOrgPolicyRule: {
    given: make(() => world.session.post('/v1/org/policy/rules', RULE)),
    act: () => world.session.delete(`/v1/org/policy/rules/${id()}`),
    leaves: ['policy delete'],
  },
  reorderOrgPolicyRules: {
    given: async () => {
      for (const name of ['First', 'Second'])
        await world.session.post('/v1/org/policy/rules', { ...RULE, name });
    },
    act: async () => {
      const rules: { id: string; isDefault: boolean }[] = (await world.session.get('/v1/org/policy/rules'))
        .body;
      const ids = rules.filter((rule) => !rule.isDefault).map((rule) => rule.id);
      return world.session.put('/v1/org/policy/rules/order', { orderedIds: ids.reverse() });
    },
    leaves: ['policy update'],
  },
  setOrgPolicyDefault: {
    act: () => world.session.patch('/v1/org/policy/default', { action: 'block' }),
    leaves: ['policy update'],
  },
  // Every write of a rule has published already, so there is nothing left to change (02 §7.7).
  publishOrgPolicy: { act: () => world.session.post('/v1/org/policy/publish'), leaves: [] },
  setOrgAppPermissions: {
    act: () =>
      world.session.put('/v1/org/rules/permissions/gmail', {
        changes: [{ toolId: 'send_email', permission: 'block' }],
      }),
    leaves: ['policy update'],
  },
  createWorkspace: {
    act: () => world.session.post('/v1/workspaces', { name: 'Second' }),
    leaves: ['workspace create'],
  },
  updateWorkspace: {
    act: () => world.session.patch(`/v1/workspaces/${world.owner.workspaceId}`, { name: 'Renamed' }),
    leaves: ['workspace update'],
  },
  deleteWorkspace: {
    given: make(() => world.session.post('/v1/workspaces', { name: 'Second' })),
    act: () => world.session.delete(`/v1/workspaces/${id()}`),
    leaves: ['workspace delete'],
  },
  createProjectAlias: {
    act: () => world.session.post('/v1/projects', { name: 'Second' }),
    leaves: ['workspace create'],
  },
  updateProjectAlias: {
    act: () => world.session.patch(`/v1/projects/${world.owner.workspaceId}`, { name: 'Renamed' }),
    leaves: ['workspace update'],
  },
  deleteProjectAlias: {
    given: make(() => world.session.post('/v1/workspaces', { name: 'Second' })),
    act: () => world.session.delete(`/v1/projects/${id()}`),
    leaves: ['workspace delete'],
  },
  reportInstallComplete: {
    act: () =>
      api(server)
        .with({ 'x-api-key': world.owner.apiKey })
        .post('/v1/onboarding/install-complete', { type: 'cli-install' }),
    leaves: ['workspace update'],
  },
  migrateImport: {
    act: () =>
      world.key.post('/v1/migrate/import', {
        version: 1,
        secrets: [SECRET],
        agents: [{ name: 'New', identifier: 'new' }],
      }),
    leaves: ['agent create', 'secret create'],
  },
  updateUser: {
    act: () => world.session.patch('/v1/user', { name: 'Renamed' }),
    leaves: ['auth update'],
  },
  regenerateApiKey: {
    act: () => world.key.post('/v1/user/api-key/regenerate'),
    leaves: ['api-key regenerate'],
  },
  regenerateOrgApiKey: {
    given: () => world.session.get('/v1/org/api-key'),
    act: () => world.session.post('/v1/org/api-key/regenerate'),
    leaves: ['api-key regenerate'],
  },
  createOrganization: {
    act: () => world.session.post('/v1/orgs', { name: 'Second' }),
    leaves: ['organization create', 'workspace create'],
  },
  updateOrganization: {
    act: () => world.session.patch('/v1/org', { name: 'Renamed' }),
    leaves: ['organization update'],
  },
  deleteOrganization: {
    act: () => world.session.delete('/v1/org'),
    leaves: ['organization delete'],
  },
  transferOrgOwnership: {
    given: withColleague,
    act: () => world.session.post('/v1/org/transfer-ownership', { userId: colleague.userId }),
    leaves: ['organization update'],
  },
  removeTeamMember: {
    given: withColleague,
    act: () => world.session.delete(`/v1/org/team/${colleague.userId}`),
    leaves: ['member delete'],
  },
  leaveOrganization: {
    given: withColleague,
    act: () =>
      api(server)
        .as(colleague.cookie)
        .with({ 'x-organization-id': world.owner.organizationId })
        .post('/v1/org/leave'),
    leaves: ['member delete'],
  },
  deleteUser: {
    given: withColleague,
    act: () => api(server).as(colleague.cookie).delete('/v1/user'),
    leaves: ['member delete'],
  },
  createInvitation: {
    act: () => invite(someAddress()),
    leaves: ['invitation invite'],
  },
  cancelInvitation: {
    given: make(() => invite(someAddress())),
    act: () => world.session.delete(`/v1/org/invitations/${id()}`),
    leaves: ['invitation delete'],
  },
  acceptInvitation: {
    given: async () => {
      colleague = await signUpOwner(server);
      await make(() => invite(colleague.email))();
    },
    act: () => {
      const token = /token=([0-9a-f]{64})/.exec(made.text)?.[1];
      return api(server).as(colleague.cookie).post('/v1/invitations/accept', { token });
    },
    leaves: ['invitation accept', 'workspace create'],
  },
  confirmCliAuthSession: {
    given: make(() => api(server).post('/v1/auth/cli/session', {})),
    act: () =>
      world.session
        .inWorkspace(world.owner.workspaceId)
        .post('/v1/auth/cli/confirm', { code: made.body.code }),
    leaves: ['auth approve'],
  },
  signUpEmail: {
    act: () =>
      anonymous().post('/auth/sign-up/email', { name: 'New', email: someAddress(), password: PASSWORD }),
    leaves: ['auth create'],
  },
  signInEmail: {
    act: () => anonymous().post('/auth/sign-in/email', { email: world.owner.email, password: PASSWORD }),
    leaves: ['auth verify'],
  },
  signOut: { act: () => world.session.post('/auth/sign-out'), leaves: ['session delete'] },
  ssoLogout: { act: () => world.session.post('/v1/auth/sso/logout'), leaves: ['session delete'] },
  changePassword: {
    act: () =>
      world.session.post('/auth/change-password', { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }),
    leaves: ['auth update'],
  },
  requestPasswordReset: {
    act: () => askedForReset(world.owner.email),
    leaves: ['auth update'],
  },
  resetPassword: {
    given: () => askedForReset(world.owner.email),
    act: async () => {
      const token = await mailedToken(world.owner.email);
      return anonymous().post('/auth/reset-password', { token, newPassword: NEW_PASSWORD });
    },
    // Nobody had proved the address before: what a stranger could go on with ends as well (R28), and is told (R46).
    leaves: ['agent regenerate', 'auth update', 'auth update'],
  },
  revokeAuthSession: {
    given: async () => {
      await anonymous().post('/auth/sign-in/email', { email: world.owner.email, password: PASSWORD });
      await make(() => world.session.get('/auth/list-sessions'))();
    },
    act: () => {
      const sessions: Record<string, unknown>[] = made.body;
      const other = sessions.find((session) => session['current'] !== true)!;
      return world.session.post('/auth/revoke-session', { id: other['id'], token: other['token'] });
    },
    leaves: ['session delete'],
  },
  revokeOtherAuthSessions: {
    given: () => anonymous().post('/auth/sign-in/email', { email: world.owner.email, password: PASSWORD }),
    act: () => world.session.post('/auth/revoke-other-sessions'),
    leaves: ['session delete'],
  },
  revokeAuthSessions: {
    act: () => world.session.post('/auth/revoke-sessions'),
    leaves: ['session delete'],
  },
};

beforeAll(async () => {
  mail = await startSmtpSink();
  server = await startServer({
    ENTERPRISE_ENABLED: 'true',
    SMTP_URL: mail.url,
    MAIL_FROM: 'gateway@example.test',
    BLOCKLIST_NPM_HOST: 'registry.npm.test',
  });
  // The first account is made another way and none of the cases is about it.
  await signUpOwner(server);
});

afterAll(async () => {
  await server?.close();
  await mail?.close();
});

beforeEach(async () => {
  const owner = await signUpOwner(server);
  const secretId = await createSecret(owner, { value: VALUE, hostPattern: 'api.example.test' });
  world = {
    owner,
    key: owner.api,
    session: api(server).as(owner.cookie).with({ 'x-organization-id': owner.organizationId }),
    agentId: (await owner.api.get('/v1/agents')).body[0].id,
    secretId,
    connectionId: await connect(server, owner),
  };
});

describe('the audit log', () => {
  it('01-24.1 knows every endpoint that changes something', async () => {
    const { paths } = (await api(server).get('/openapi.json')).body;
    const changing = Object.values<any>(paths).flatMap((item) =>
      ['post', 'put', 'patch', 'delete']
        .map((method) => item[method])
        .filter(
          (operation) => operation !== undefined && !('410' in operation.responses && operation.deprecated),
        )
        .map(({ operationId }) => operationId as string),
    );
    const known = [...Object.keys(CASES), ...Object.keys(ELSEWHERE)];
    expect(changing.filter((operation) => !known.includes(operation))).toEqual([]);
    expect(known.filter((operation) => !changing.includes(operation))).toEqual([]);
  });

  it.each(Object.entries(CASES))('01-24.1, 01-24.2 notes %s', async (_operation, { given, act, leaves }) => {
    await given?.();
    const before = await entries();
    const answer = await act();
    expect({ status: answer.status < 300, text: answer.status < 300 ? '' : answer.text }).toEqual({
      status: true,
      text: '',
    });
    const known = new Set(before.map((entry) => entry.id));
    const left = (await entries()).filter((entry) => !known.has(entry.id));
    expect(left.map((entry) => `${entry.service} ${entry.action}`).sort()).toEqual(leaves);
    for (const { status, row } of left) {
      expect(status).toBe('success');
      for (const secret of [VALUE, PASSWORD, NEW_PASSWORD, world.owner.apiKey])
        expect(row).not.toContain(secret);
      expect(row).not.toMatch(/\b(?:oc_|aoc_)\w*[0-9a-f]{32}|[0-9a-f]{48}/);
    }
  });
});

interface Row {
  id: string;
  service: string;
  action: string;
  status: string;
  row: string;
}

function entries(): Promise<Row[]> {
  return server.db.query<Row>('SELECT id, service, action, status, a::text AS row FROM audit_log a');
}

async function joined({ organizationId }: Owner): Promise<Owner> {
  const person = await signUpOwner(server);
  await server.db.query(
    `INSERT INTO memberships (organization_id, user_id, role) VALUES ($1, $2, 'member')`,
    [organizationId, person.userId],
  );
  return person;
}

/** Also what a worker does about it. */
async function askedForReset(email: string): Promise<Answer> {
  const answer = await anonymous().post('/auth/request-password-reset', { email });
  await mailedToken(email);
  return answer;
}

async function mailedToken(address: string): Promise<string> {
  let token: string | undefined;
  await until(() => {
    const text = mail.mails.findLast(({ to }) => to.includes(address))?.text;
    token = /token=([0-9a-f]{64})/.exec(text ?? '')?.[1];
    return token !== undefined;
  });
  return token!;
}

function anonymous(): ApiClient {
  const [second, third] = randomBytes(2);
  return api(server).with({ 'x-forwarded-for': `203.0.${second}.${third}` });
}

function someAddress(): string {
  return `somebody-${randomBytes(6).toString('hex')}@example.test`;
}

/** A PNG of one pixel. */
function pixel(): Buffer {
  return Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
}
