// Generated from the OpenAPI document by scripts/generate-client.mjs: change the server, not this file.

import type { Operation } from './operation.js';

export const abortTurn: Operation<'abortTurn'> = {
  id: 'abortTurn',
  method: 'POST',
  path: '/v1/turns/{turnId}/abort',
  about: 'Stop a turn',
  query: [],
  body: [],
};

export const acceptInvitation: Operation<'acceptInvitation'> = {
  id: 'acceptInvitation',
  method: 'POST',
  path: '/v1/invitations/accept',
  about: 'Join the organization of an invitation addressed to the signed-in person',
  query: [],
  mediaType: 'application/json',
  body: [{ name: 'token', type: 'string', required: true }],
};

export const activateBlocklistHost: Operation<'activateBlocklistHost'> = {
  id: 'activateBlocklistHost',
  method: 'POST',
  path: '/v1/apps/{provider}/blocklist',
  about: 'Closes a host of the app',
  query: [],
  mediaType: 'application/json',
  body: [{ name: 'hostId', type: 'string', required: true }],
};

export const activateOrgBlocklistHost: Operation<'activateOrgBlocklistHost'> = {
  id: 'activateOrgBlocklistHost',
  method: 'POST',
  path: '/v1/org/apps/{provider}/blocklist',
  about: 'Closes a host of the app in every workspace',
  query: [],
  mediaType: 'application/json',
  body: [{ name: 'hostId', type: 'string', required: true }],
};

export const adapterClaimOutbox: Operation<'adapterClaimOutbox'> = {
  id: 'adapterClaimOutbox',
  method: 'POST',
  path: '/v1/channel-adapter/outbox/claim',
  about: 'What is to be posted next',
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'bootId', type: 'string', required: true },
    { name: 'wait', type: 'integer' },
    { name: 'limit', type: 'integer' },
  ],
};

export const adapterConfig: Operation<'adapterConfig'> = {
  id: 'adapterConfig',
  method: 'GET',
  path: '/v1/channel-adapter/config',
  about: 'The apps to hold connections for and to post by, with their tokens',
  query: [],
  body: [],
};

export const adapterDecision: Operation<'adapterDecision'> = {
  id: 'adapterDecision',
  method: 'POST',
  path: '/v1/channel-adapter/decisions',
  about: 'Somebody pressed a button of a card',
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'presenceId', type: 'string', required: true },
    { name: 'approvalId', type: 'string', required: true },
    { name: 'decision', type: 'string', values: ['approve', 'deny'], required: true },
    { name: 'clickerExternalUserId', type: 'string', required: true },
  ],
};

export const adapterHeartbeat: Operation<'adapterHeartbeat'> = {
  id: 'adapterHeartbeat',
  method: 'POST',
  path: '/v1/channel-adapter/heartbeat',
  about: 'The channel adapter is there',
  query: [],
  mediaType: 'application/json',
  body: [{ name: 'bootId', type: 'string', required: true }],
};

export const adapterIngest: Operation<'adapterIngest'> = {
  id: 'adapterIngest',
  method: 'POST',
  path: '/v1/channel-adapter/ingest',
  about: 'Something happened where an agent is',
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'presenceId', type: 'string', required: true },
    { name: 'eventId', type: 'string', required: true, about: "The provider's own." },
    { name: 'event', type: 'object', required: true, about: 'The inner event, as it came.' },
  ],
};

export const adapterOutboxResult: Operation<'adapterOutboxResult'> = {
  id: 'adapterOutboxResult',
  method: 'POST',
  path: '/v1/channel-adapter/outbox/{itemId}/result',
  about: 'What came of a post',
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'bootId', type: 'string', required: true },
    {
      name: 'result',
      type: 'string',
      values: ['sent', 'rejected', 'retry'],
      required: true,
      about: '`retry`: the provider was certainly not reached, or asked to wait.',
    },
    { name: 'messageRef', type: 'string' },
    { name: 'errorCode', type: 'string' },
    { name: 'retryAfterSeconds', type: 'integer', about: 'How long the provider asked to wait.' },
  ],
};

export const adapterPresenceHealth: Operation<'adapterPresenceHealth'> = {
  id: 'adapterPresenceHealth',
  method: 'POST',
  path: '/v1/channel-adapter/presences/{presenceId}/health',
  about: 'Whether the provider takes the tokens of an app',
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'healthy', type: 'boolean', required: true },
    { name: 'reason', type: 'string' },
  ],
};

export const adapterRegister: Operation<'adapterRegister'> = {
  id: 'adapterRegister',
  method: 'POST',
  path: '/v1/channel-adapter/register',
  about: 'A channel adapter has started',
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'name', type: 'string', required: true },
    { name: 'bootId', type: 'string', required: true, about: 'Fresh at each start of the daemon.' },
  ],
};

export const addOrgGroupMember: Operation<'addOrgGroupMember'> = {
  id: 'addOrgGroupMember',
  method: 'PUT',
  path: '/v1/org/groups/{groupId}/members/{userId}',
  about: 'Put a member into a group',
  query: [],
  body: [],
};

export const addPartnerMember: Operation<'addPartnerMember'> = {
  id: 'addPartnerMember',
  method: 'POST',
  path: '/v1/partner/members',
  about: 'Add somebody to the portal',
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'email', type: 'string', required: true },
    { name: 'role', type: 'string', values: ['admin', 'member'], required: true },
  ],
};

export const appOauthCallback: Operation<'appOauthCallback'> = {
  id: 'appOauthCallback',
  method: 'GET',
  path: '/v1/apps/{provider}/callback',
  about: 'Where providers send the browser back to',
  query: [
    { name: 'error', type: 'string' },
    { name: 'state', type: 'string' },
    { name: 'code', type: 'string' },
  ],
  body: [],
};

export const authOk: Operation<'authOk'> = {
  id: 'authOk',
  method: 'GET',
  path: '/auth/ok',
  about: 'Tell whether the sign-in surface answers',
  query: [],
  body: [],
};

export const authorizeApp: Operation<'authorizeApp'> = {
  id: 'authorizeApp',
  method: 'GET',
  path: '/v1/apps/{provider}/authorize',
  about: 'Sends a browser to the provider, to give consent there',
  query: [
    { name: 'connectionId', type: 'string', about: 'Connects this account anew.' },
    { name: 'agent_name', type: 'string', about: 'Shown when it is done; cut to 128 characters.' },
  ],
  body: [],
};

export const authorizeOrgApp: Operation<'authorizeOrgApp'> = {
  id: 'authorizeOrgApp',
  method: 'GET',
  path: '/v1/org/apps/{provider}/authorize',
  about: 'Sends a browser to the provider, to give consent for the organization',
  query: [
    { name: 'connectionId', type: 'string', about: 'Connects this account anew.' },
    { name: 'agent_name', type: 'string', about: 'Shown when it is done; cut to 128 characters.' },
    { name: 'org', type: 'string', about: 'The organization, of a person who is in several.' },
  ],
  body: [],
};

export const bootstrapInstance: Operation<'bootstrapInstance'> = {
  id: 'bootstrapInstance',
  method: 'POST',
  path: '/v1/instance/bootstrap',
  about: 'Create the first account with its organization and workspace',
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'name', type: 'string', required: true },
    { name: 'email', type: 'string', required: true },
    { name: 'password', type: 'string', required: true },
    { name: 'organizationName', type: 'string', nullable: true },
    { name: 'setupToken', type: 'string', nullable: true, about: 'Needed when `setupTokenRequired`' },
  ],
};

export const cancelInvitation: Operation<'cancelInvitation'> = {
  id: 'cancelInvitation',
  method: 'DELETE',
  path: '/v1/org/invitations/{id}',
  about: 'Cancel a pending invitation; its link stops working',
  query: [],
  body: [],
};

export const cancelProvision: Operation<'cancelProvision'> = {
  id: 'cancelProvision',
  method: 'DELETE',
  path: '/v1/team/provisions/{provisionId}',
  about: 'Take a prepared account away again',
  query: [],
  body: [],
};

export const changePartnerMemberRole: Operation<'changePartnerMemberRole'> = {
  id: 'changePartnerMemberRole',
  method: 'PATCH',
  path: '/v1/partner/members/{userId}/role',
  about: 'Change the role of somebody in the portal',
  query: [],
  mediaType: 'application/json',
  body: [{ name: 'role', type: 'string', values: ['admin', 'member'], required: true }],
};

export const changePassword: Operation<'changePassword'> = {
  id: 'changePassword',
  method: 'POST',
  path: '/auth/change-password',
  about: 'Change your password',
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'currentPassword', type: 'string', required: true },
    { name: 'newPassword', type: 'string', required: true },
    { name: 'revokeOtherSessions', type: 'boolean', nullable: true },
  ],
};

export const claimPartnerOrg: Operation<'claimPartnerOrg'> = {
  id: 'claimPartnerOrg',
  method: 'POST',
  path: '/v1/claims',
  about: 'Take an organization over that a partner made',
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'token', type: 'string', required: true },
    {
      name: 'partnerKeys',
      type: 'string',
      values: ['end', 'keep'],
      about:
        'What becomes of the API keys and SCIM tokens the partner knows. `end` when absent; with `keep` they go on working and act for you.',
    },
  ],
};

export const claimProvision: Operation<'claimProvision'> = {
  id: 'claimProvision',
  method: 'POST',
  path: '/v1/provisions/claim',
  about: 'Take a prepared account over as the signed-in person',
  query: [],
  mediaType: 'application/json',
  body: [{ name: 'token', type: 'string', required: true }],
};

export const clearPartnerOrgBudget: Operation<'clearPartnerOrgBudget'> = {
  id: 'clearPartnerOrgBudget',
  method: 'DELETE',
  path: '/v1/partner/orgs/{orgId}/secrets/{secretId}/budget',
  about: 'Lets an organization spend of a key without a limit',
  query: [],
  body: [],
};

export const completeChannelPresence: Operation<'completeChannelPresence'> = {
  id: 'completeChannelPresence',
  method: 'POST',
  path: '/v1/agents/{agentId}/channels/{provider}/complete',
  about: 'Attaches the agent by the tokens of its Slack app',
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'botToken', type: 'string', required: true },
    { name: 'appToken', type: 'string', about: 'Required where the transport is `socket`.' },
    {
      name: 'signingSecret',
      type: 'string',
      about: 'Required where the transport is `events`, unless the app was made here.',
    },
    { name: 'appId', type: 'string', about: 'Required for an app that was created by hand.' },
  ],
};

export const completeSsoConfirmation: Operation<'completeSsoConfirmation'> = {
  id: 'completeSsoConfirmation',
  method: 'POST',
  path: '/v1/auth/sso/confirmation',
  about: 'Finish a first single sign-on to an account that was here before',
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'confirm', type: 'string', required: true, about: 'As the address of the page carries it.' },
    { name: 'password', type: 'string', about: 'Of the account. With it nothing ends.' },
    { name: 'endAccess', type: 'boolean', about: 'True: without the password, ending what `ends` names.' },
  ],
};

export const confirmCliAuthSession: Operation<'confirmCliAuthSession'> = {
  id: 'confirmCliAuthSession',
  method: 'POST',
  path: '/v1/auth/cli/confirm',
  about: 'Let the waiting command-line client into the workspace',
  query: [],
  mediaType: 'application/json',
  body: [{ name: 'code', type: 'string', required: true }],
};

export const confirmUnsubscribe: Operation<'confirmUnsubscribe'> = {
  id: 'confirmUnsubscribe',
  method: 'GET',
  path: '/v1/webhooks/unsubscribe',
  about: 'A page that asks whether to unsubscribe',
  query: [{ name: 'token', type: 'string' }],
  body: [],
};

export const connectApp: Operation<'connectApp'> = {
  id: 'connectApp',
  method: 'POST',
  path: '/v1/apps/{provider}/connect',
  about: 'Connects an account with credentials that were typed in',
  query: [],
  mediaType: 'application/json',
  body: [
    {
      name: 'fields',
      type: 'object',
      required: true,
      about: 'What the app asks for, by name; names it does not ask for are ignored. Never returned.',
    },
    { name: 'method', type: 'string', about: 'One of the ways the app can be connected.' },
    { name: 'connectionId', type: 'string', about: 'Replaces the credentials of this connection.' },
    {
      name: 'label',
      type: 'string',
      about: 'Tells accounts of one app apart; without one, what the provider says of the account does.',
    },
  ],
};

export const connectOrgApp: Operation<'connectOrgApp'> = {
  id: 'connectOrgApp',
  method: 'POST',
  path: '/v1/org/apps/{provider}/connect',
  about: 'Connects an account that agents of every workspace can be granted',
  query: [],
  mediaType: 'application/json',
  body: [
    {
      name: 'fields',
      type: 'object',
      required: true,
      about: 'What the app asks for, by name; names it does not ask for are ignored. Never returned.',
    },
    { name: 'method', type: 'string', about: 'One of the ways the app can be connected.' },
    { name: 'connectionId', type: 'string', about: 'Replaces the credentials of this connection.' },
    {
      name: 'label',
      type: 'string',
      about: 'Tells accounts of one app apart; without one, what the provider says of the account does.',
    },
  ],
};

export const createAgent: Operation<'createAgent'> = {
  id: 'createAgent',
  method: 'POST',
  path: '/v1/agents',
  about: 'Creates an agent; its token is read from the list or by regenerating it',
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'name', type: 'string', required: true },
    { name: 'identifier', type: 'string', required: true },
    { name: 'kind', type: 'string', values: ['byo', 'hosted'] },
    { name: 'harness', type: 'string', about: 'Hosted agents only.' },
    { name: 'instructions', type: 'string', about: 'Hosted agents only.' },
    { name: 'parentIdentifier', type: 'string' },
  ],
};

export const createChannelPresence: Operation<'createChannelPresence'> = {
  id: 'createChannelPresence',
  method: 'POST',
  path: '/v1/agents/{agentId}/channels/{provider}',
  about: 'Creates the Slack app of the agent',
  query: [],
  body: [],
};

export const createChannelUserLink: Operation<'createChannelUserLink'> = {
  id: 'createChannelUserLink',
  method: 'POST',
  path: '/v1/org/channels/{provider}/user-links',
  about: 'Says which member a Slack user is',
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'externalUserId', type: 'string', required: true, about: 'The id of the user in Slack.' },
    { name: 'userId', type: 'string', required: true },
  ],
};

export const createCliAuthSession: Operation<'createCliAuthSession'> = {
  id: 'createCliAuthSession',
  method: 'POST',
  path: '/v1/auth/cli/session',
  about: 'Start the login of a command-line client',
  query: [],
  body: [],
};

export const createConversation: Operation<'createConversation'> = {
  id: 'createConversation',
  method: 'POST',
  path: '/v1/conversations',
  about: 'Open a conversation that the whole workspace can read',
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'agentId', type: 'string', required: true },
    { name: 'source', type: 'string', values: ['web', 'slack', 'cron', 'watch'] },
    { name: 'externalRef', type: 'string' },
    { name: 'title', type: 'string' },
  ],
};

export const createCron: Operation<'createCron'> = {
  id: 'createCron',
  method: 'POST',
  path: '/v1/agents/{agentId}/crons',
  about: 'Has the agent do something by the clock',
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'name', type: 'string', required: true },
    { name: 'prompt', type: 'string', required: true, about: 'What the agent is told.' },
    {
      name: 'schedule',
      type: 'string',
      required: true,
      about: 'A cron expression of five fields, or a nickname such as `@daily`. It must come some day.',
    },
    { name: 'timezone', type: 'string', required: true, about: 'A zone of IANA.' },
  ],
};

export const createInvitation: Operation<'createInvitation'> = {
  id: 'createInvitation',
  method: 'POST',
  path: '/v1/org/invitations',
  about: 'Invite somebody by e-mail, or send a new link that replaces the old one',
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'email', type: 'string', required: true },
    { name: 'role', type: 'string', values: ['admin', 'member'], required: true },
  ],
};

export const createMemory: Operation<'createMemory'> = {
  id: 'createMemory',
  method: 'POST',
  path: '/v1/agents/{agentId}/memories',
  about: 'Has the agent remember something under a new key',
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'key', type: 'string', required: true, about: 'Never changes.' },
    { name: 'title', type: 'string', nullable: true },
    { name: 'description', type: 'string', nullable: true, about: 'What the index says.' },
    { name: 'content', type: 'string', required: true, about: 'Markdown.' },
  ],
};

export const createOrgDomain: Operation<'createOrgDomain'> = {
  id: 'createOrgDomain',
  method: 'POST',
  path: '/v1/org/domains',
  about: 'Claim a domain',
  query: [],
  mediaType: 'application/json',
  body: [{ name: 'domain', type: 'string', required: true }],
};

export const createOrgGroup: Operation<'createOrgGroup'> = {
  id: 'createOrgGroup',
  method: 'POST',
  path: '/v1/org/groups',
  about: 'Create a group',
  query: [],
  mediaType: 'application/json',
  body: [{ name: 'name', type: 'string', required: true }],
};

export const createOrgMember: Operation<'createOrgMember'> = {
  id: 'createOrgMember',
  method: 'POST',
  path: '/v1/org/members',
  about: 'Make somebody a member, with or without an account',
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'email', type: 'string', required: true },
    { name: 'name', type: 'string' },
  ],
};

export const createOrgPolicyRule: Operation<'createOrgPolicyRule'> = {
  id: 'createOrgPolicyRule',
  method: 'POST',
  path: '/v1/org/policy/rules',
  about: 'Appends a rule; it is in force at once',
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'name', type: 'string', required: true },
    { name: 'description', type: 'string' },
    { name: 'enabled', type: 'boolean', about: 'Default true.' },
    {
      name: 'action',
      type: 'string',
      values: ['allow', 'block', 'rate_limit', 'manual_approval'],
      required: true,
      about: '`rate_limit` and `manual_approval` are stored as `allow` with the modifier.',
    },
    { name: 'rateLimit', type: 'integer', about: 'Requests per window and agent.' },
    { name: 'rateLimitWindow', type: 'string', values: ['minute', 'hour', 'day'] },
    { name: 'requireApproval', type: 'boolean', about: 'Every matching request waits for a person.' },
    {
      name: 'conditions',
      type: 'json',
      fields: [
        { name: 'repositories', type: 'strings' },
        { name: 'folders', type: 'strings' },
        { name: 'driveFolders', type: 'strings' },
      ],
    },
    { name: 'identities', type: 'json', about: 'Empty: everyone, for decisions; no one, for injection.' },
    { name: 'targets', type: 'json', required: true },
  ],
};

export const createOrgSecret: Operation<'createOrgSecret'> = {
  id: 'createOrgSecret',
  method: 'POST',
  path: '/v1/org/secrets',
  about: 'Stores a secret that agents of every workspace can be granted',
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'name', type: 'string', required: true },
    { name: 'type', type: 'string', values: ['anthropic', 'openai', 'generic'], required: true },
    { name: 'valueSource', type: 'string', values: ['inline'], about: 'Default `inline`.' },
    { name: 'value', type: 'string', about: 'Required for `inline`. Never returned.' },
    { name: 'opRef', type: 'string', about: 'Required for `onepassword`: `op://vault/item/field`.' },
    {
      name: 'opDisplay',
      type: 'object',
      about: 'For display only.',
      fields: [
        { name: 'vault', type: 'string' },
        { name: 'item', type: 'string' },
        { name: 'field', type: 'string' },
      ],
    },
    {
      name: 'hostPattern',
      type: 'string',
      required: true,
      about: 'A host, or `*.` and a domain that is no public suffix.',
    },
    { name: 'pathPattern', type: 'string', about: 'Blank covers every path.' },
    {
      name: 'injectionConfig',
      type: 'object',
      nullable: true,
      about: 'Required for `generic`, ignored for the other types.',
      fields: [
        {
          name: 'headerName',
          type: 'string',
          about: 'No header that frames the message, nor one of the gateway.',
        },
        {
          name: 'valueFormat',
          type: 'string',
          about: 'Every `{value}` in it becomes the value; absent, the value stands alone.',
        },
        { name: 'paramName', type: 'string' },
        {
          name: 'paramFormat',
          type: 'string',
          about: 'Every `{value}` in it becomes the value; absent, the value stands alone.',
        },
        { name: 'pathTemplate', type: 'string', about: 'The path to send, with `{value}` exactly once.' },
        { name: 'pathRegex', type: 'string', about: 'RE2 syntax.' },
        { name: 'pathReplacement', type: 'string' },
      ],
    },
  ],
};

export const createOrgSkill: Operation<'createOrgSkill'> = {
  id: 'createOrgSkill',
  method: 'POST',
  path: '/v1/org/skills',
  about: 'Gives a skill to the agents of every workspace',
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'name', type: 'string', required: true, about: 'Never changes.' },
    { name: 'description', type: 'string', required: true, about: 'Tells the agent when to load the skill.' },
    { name: 'content', type: 'string', required: true, about: 'Markdown.' },
    { name: 'enabled', type: 'boolean' },
    { name: 'files', type: 'json' },
  ],
};

export const createOrganization: Operation<'createOrganization'> = {
  id: 'createOrganization',
  method: 'POST',
  path: '/v1/orgs',
  about: 'Create an organization with one workspace',
  query: [],
  mediaType: 'application/json',
  body: [{ name: 'name', type: 'string', required: true }],
};

export const createPartner: Operation<'createPartner'> = {
  id: 'createPartner',
  method: 'POST',
  path: '/v1/operator/partners',
  about: 'Make a partner with its owner and its key',
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'name', type: 'string', required: true },
    { name: 'ownerEmail', type: 'string', required: true },
    { name: 'slug', type: 'string', about: 'Made of the name when absent.' },
  ],
};

export const createPartnerOrg: Operation<'createPartnerOrg'> = {
  id: 'createPartnerOrg',
  method: 'POST',
  path: '/v1/partner/orgs',
  about: 'Make an organization for a customer, ready to use, and a link to claim it',
  query: [],
  mediaType: 'application/json',
  body: [{ name: 'name', type: 'string', required: true }],
};

export const createPartnerProject: Operation<'createPartnerProject'> = {
  id: 'createPartnerProject',
  method: 'POST',
  path: '/v1/partner/orgs/{orgId}/projects',
  about: 'Add a project with an agent',
  query: [],
  mediaType: 'application/json',
  body: [{ name: 'name', type: 'string', required: true }],
};

export const createPartnerSecret: Operation<'createPartnerSecret'> = {
  id: 'createPartnerSecret',
  method: 'POST',
  path: '/v1/partner/secrets',
  about: 'Stores a secret that every attached organization inherits',
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'name', type: 'string', required: true },
    { name: 'type', type: 'string', values: ['anthropic', 'openai', 'generic'], required: true },
    { name: 'valueSource', type: 'string', values: ['inline'], about: 'Default `inline`.' },
    { name: 'value', type: 'string', about: 'Required for `inline`. Never returned.' },
    { name: 'opRef', type: 'string', about: 'Refused.' },
    {
      name: 'opDisplay',
      type: 'object',
      about: 'For display only.',
      fields: [
        { name: 'vault', type: 'string' },
        { name: 'item', type: 'string' },
        { name: 'field', type: 'string' },
      ],
    },
    {
      name: 'hostPattern',
      type: 'string',
      required: true,
      about: 'A host, or `*.` and a domain that is no public suffix.',
    },
    { name: 'pathPattern', type: 'string', about: 'Blank covers every path.' },
    {
      name: 'injectionConfig',
      type: 'object',
      nullable: true,
      about: 'Required for `generic`, ignored for the other types.',
      fields: [
        {
          name: 'headerName',
          type: 'string',
          about: 'No header that frames the message, nor one of the gateway.',
        },
        {
          name: 'valueFormat',
          type: 'string',
          about: 'Every `{value}` in it becomes the value; absent, the value stands alone.',
        },
        { name: 'paramName', type: 'string' },
        {
          name: 'paramFormat',
          type: 'string',
          about: 'Every `{value}` in it becomes the value; absent, the value stands alone.',
        },
        { name: 'pathTemplate', type: 'string', about: 'The path to send, with `{value}` exactly once.' },
        { name: 'pathRegex', type: 'string', about: 'RE2 syntax.' },
        { name: 'pathReplacement', type: 'string' },
      ],
    },
  ],
};

export const createRoleMapping: Operation<'createRoleMapping'> = {
  id: 'createRoleMapping',
  method: 'POST',
  path: '/v1/org/role-mappings',
  about: 'Give a role to the members of a group',
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'groupId', type: 'string', required: true },
    { name: 'role', type: 'string', values: ['admin', 'member'], required: true },
    { name: 'priority', type: 'integer', about: 'Higher wins; below all others by default.' },
  ],
};

export const createScimToken: Operation<'createScimToken'> = {
  id: 'createScimToken',
  method: 'POST',
  path: '/v1/org/scim/tokens',
  about: 'Make a SCIM token for an identity provider',
  query: [],
  mediaType: 'application/json',
  body: [{ name: 'label', type: 'string', required: true }],
};

export const createSecret: Operation<'createSecret'> = {
  id: 'createSecret',
  method: 'POST',
  path: '/v1/secrets',
  about: 'Stores a secret; a new LLM key is granted to agents that have none',
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'name', type: 'string', required: true },
    { name: 'type', type: 'string', values: ['anthropic', 'openai', 'generic'], required: true },
    { name: 'valueSource', type: 'string', values: ['inline', 'onepassword'], about: 'Default `inline`.' },
    { name: 'value', type: 'string', about: 'Required for `inline`. Never returned.' },
    { name: 'opRef', type: 'string', about: 'Required for `onepassword`: `op://vault/item/field`.' },
    {
      name: 'opDisplay',
      type: 'object',
      about: 'For display only.',
      fields: [
        { name: 'vault', type: 'string' },
        { name: 'item', type: 'string' },
        { name: 'field', type: 'string' },
      ],
    },
    {
      name: 'hostPattern',
      type: 'string',
      required: true,
      about: 'A host, or `*.` and a domain that is no public suffix.',
    },
    { name: 'pathPattern', type: 'string', about: 'Blank covers every path.' },
    {
      name: 'injectionConfig',
      type: 'object',
      nullable: true,
      about: 'Required for `generic`, ignored for the other types.',
      fields: [
        {
          name: 'headerName',
          type: 'string',
          about: 'No header that frames the message, nor one of the gateway.',
        },
        {
          name: 'valueFormat',
          type: 'string',
          about: 'Every `{value}` in it becomes the value; absent, the value stands alone.',
        },
        { name: 'paramName', type: 'string' },
        {
          name: 'paramFormat',
          type: 'string',
          about: 'Every `{value}` in it becomes the value; absent, the value stands alone.',
        },
        { name: 'pathTemplate', type: 'string', about: 'The path to send, with `{value}` exactly once.' },
        { name: 'pathRegex', type: 'string', about: 'RE2 syntax.' },
        { name: 'pathReplacement', type: 'string' },
      ],
    },
  ],
};

export const createSkill: Operation<'createSkill'> = {
  id: 'createSkill',
  method: 'POST',
  path: '/v1/skills',
  about: 'Gives a skill to the agents of the workspace, or to one of them',
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'name', type: 'string', required: true, about: 'Never changes.' },
    { name: 'description', type: 'string', required: true, about: 'Tells the agent when to load the skill.' },
    { name: 'content', type: 'string', required: true, about: 'Markdown.' },
    { name: 'enabled', type: 'boolean' },
    { name: 'files', type: 'json' },
    {
      name: 'agentId',
      type: 'string',
      about:
        'A hosted agent, whose skill it becomes; without it the skill is for all agents of the workspace.',
    },
  ],
};

export const createSsoConnection: Operation<'createSsoConnection'> = {
  id: 'createSsoConnection',
  method: 'POST',
  path: '/v1/org/sso/connections',
  about: 'Connect the identity provider of the organization',
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'type', type: 'string', values: ['saml', 'oidc'], required: true },
    { name: 'displayName', type: 'string', required: true },
    {
      name: 'metadataUrl',
      type: 'string',
      about: 'SAML: where the provider publishes its metadata. This or `metadataXml`.',
    },
    { name: 'metadataXml', type: 'string', about: 'SAML: the metadata of the provider themselves.' },
    { name: 'issuer', type: 'string', about: 'OpenID Connect: exactly as the provider shows it.' },
    { name: 'clientId', type: 'string', about: 'OpenID Connect.' },
    { name: 'clientSecret', type: 'string', about: 'OpenID Connect. Kept sealed and never shown.' },
  ],
};

export const createTurn: Operation<'createTurn'> = {
  id: 'createTurn',
  method: 'POST',
  path: '/v1/conversations/{conversationId}/turns',
  about: 'Give the agent something to do, unless it is at work here',
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'message', type: 'string', required: true },
    { name: 'attachmentIds', type: 'strings' },
  ],
};

export const createWorkspace: Operation<'createWorkspace'> = {
  id: 'createWorkspace',
  method: 'POST',
  path: '/v1/workspaces',
  about: 'Create a workspace',
  query: [],
  mediaType: 'application/json',
  body: [{ name: 'name', type: 'string', required: true }],
};

export const deleteAgent: Operation<'deleteAgent'> = {
  id: 'deleteAgent',
  method: 'DELETE',
  path: '/v1/agents/{agentId}',
  about: 'Deletes an agent, its grants and its token',
  query: [],
  body: [],
};

export const deleteAgentImage: Operation<'deleteAgentImage'> = {
  id: 'deleteAgentImage',
  method: 'DELETE',
  path: '/v1/agents/{agentId}/image',
  about: "Removes the agent's avatar",
  query: [],
  body: [],
};

export const deleteAppConfig: Operation<'deleteAppConfig'> = {
  id: 'deleteAppConfig',
  method: 'DELETE',
  path: '/v1/apps/{provider}/config',
  about: 'Forgets the client',
  query: [],
  body: [],
};

export const deleteChannelPresence: Operation<'deleteChannelPresence'> = {
  id: 'deleteChannelPresence',
  method: 'DELETE',
  path: '/v1/agents/{agentId}/channels/{provider}',
  about: 'Detaches the agent',
  query: [],
  mediaType: 'application/json',
  body: [
    {
      name: 'deleteRemote',
      type: 'boolean',
      about: 'Also takes the app away in Slack, as far as Slack lets us.',
    },
  ],
};

export const deleteChannelUserLink: Operation<'deleteChannelUserLink'> = {
  id: 'deleteChannelUserLink',
  method: 'DELETE',
  path: '/v1/org/channels/{provider}/user-links/{linkId}',
  about: 'Says no more which member a Slack user is',
  query: [],
  body: [],
};

export const deleteCron: Operation<'deleteCron'> = {
  id: 'deleteCron',
  method: 'DELETE',
  path: '/v1/agents/{agentId}/crons/{cronId}',
  about: 'Deletes a schedule',
  query: [],
  body: [],
};

export const deleteMemory: Operation<'deleteMemory'> = {
  id: 'deleteMemory',
  method: 'DELETE',
  path: '/v1/agents/{agentId}/memories/{memoryId}',
  about: 'Deletes a memory with all its revisions',
  query: [],
  body: [],
};

export const deleteOrgAppConfig: Operation<'deleteOrgAppConfig'> = {
  id: 'deleteOrgAppConfig',
  method: 'DELETE',
  path: '/v1/org/apps/{provider}/config',
  about: 'Forgets the client',
  query: [],
  body: [],
};

export const deleteOrgAppConfigAlias: Operation<'deleteOrgAppConfigAlias'> = {
  id: 'deleteOrgAppConfigAlias',
  method: 'DELETE',
  path: '/v1/org/app-config/{provider}',
  about: 'Forgets the client',
  query: [],
  body: [],
};

export const deleteOrgChannel: Operation<'deleteOrgChannel'> = {
  id: 'deleteOrgChannel',
  method: 'DELETE',
  path: '/v1/org/channels/{provider}',
  about: 'Forgets the token of a Slack workspace',
  query: [],
  body: [],
};

export const deleteOrgDomain: Operation<'deleteOrgDomain'> = {
  id: 'deleteOrgDomain',
  method: 'DELETE',
  path: '/v1/org/domains/{domainId}',
  about: 'Give a domain up',
  query: [],
  body: [],
};

export const deleteOrgGroup: Operation<'deleteOrgGroup'> = {
  id: 'deleteOrgGroup',
  method: 'DELETE',
  path: '/v1/org/groups/{groupId}',
  about: 'Delete a group with what was given to it',
  query: [],
  body: [],
};

export const deleteOrgPolicyRule: Operation<'deleteOrgPolicyRule'> = {
  id: 'deleteOrgPolicyRule',
  method: 'DELETE',
  path: '/v1/org/policy/rules/{ruleId}',
  about: 'Deletes a rule',
  query: [],
  body: [],
};

export const deleteOrgSecret: Operation<'deleteOrgSecret'> = {
  id: 'deleteOrgSecret',
  method: 'DELETE',
  path: '/v1/org/secrets/{secretId}',
  about: 'Deletes a secret of the organization with its grants in every workspace',
  query: [],
  body: [],
};

export const deleteOrgSkill: Operation<'deleteOrgSkill'> = {
  id: 'deleteOrgSkill',
  method: 'DELETE',
  path: '/v1/org/skills/{skillId}',
  about: 'Deletes a skill of the organization',
  query: [],
  body: [],
};

export const deleteOrganization: Operation<'deleteOrganization'> = {
  id: 'deleteOrganization',
  method: 'DELETE',
  path: '/v1/org',
  about: 'Delete the organization and everything in it',
  query: [],
  body: [],
};

export const deletePartner: Operation<'deletePartner'> = {
  id: 'deletePartner',
  method: 'DELETE',
  path: '/v1/operator/partners/{partnerId}',
  about: 'End a partner',
  query: [
    {
      name: 'deleteUnclaimed',
      type: 'string',
      values: ['true', 'false'],
      about: '`true`: organizations that nobody has claimed are deleted with the partner.',
    },
  ],
  body: [],
};

export const deletePartnerOrg: Operation<'deletePartnerOrg'> = {
  id: 'deletePartnerOrg',
  method: 'DELETE',
  path: '/v1/partner/orgs/{orgId}',
  about: 'Delete an organization with everything in it',
  query: [],
  body: [],
};

export const deletePartnerProject: Operation<'deletePartnerProject'> = {
  id: 'deletePartnerProject',
  method: 'DELETE',
  path: '/v1/partner/orgs/{orgId}/projects/{projectId}',
  about: 'Delete a project with everything in it',
  query: [],
  body: [],
};

export const deletePartnerProjectByQuery: Operation<'deletePartnerProjectByQuery'> = {
  id: 'deletePartnerProjectByQuery',
  method: 'DELETE',
  path: '/v1/partner/orgs/{orgId}/projects',
  about: 'Delete the project that the query names',
  query: [{ name: 'projectId', type: 'string', required: true }],
  body: [],
};

export const deletePartnerSecret: Operation<'deletePartnerSecret'> = {
  id: 'deletePartnerSecret',
  method: 'DELETE',
  path: '/v1/partner/secrets/{secretId}',
  about: 'Deletes a secret of the partner with its budgets and what was spent on it',
  query: [],
  body: [],
};

export const deleteRoleMapping: Operation<'deleteRoleMapping'> = {
  id: 'deleteRoleMapping',
  method: 'DELETE',
  path: '/v1/org/role-mappings/{id}',
  about: 'Stop a group from giving a role',
  query: [],
  body: [],
};

export const deleteSecret: Operation<'deleteSecret'> = {
  id: 'deleteSecret',
  method: 'DELETE',
  path: '/v1/secrets/{secretId}',
  about: 'Deletes a secret of the workspace with its grants',
  query: [],
  body: [],
};

export const deleteSkill: Operation<'deleteSkill'> = {
  id: 'deleteSkill',
  method: 'DELETE',
  path: '/v1/skills/{skillId}',
  about: 'Deletes a skill of the workspace or of an agent',
  query: [],
  body: [],
};

export const deleteSsoConnection: Operation<'deleteSsoConnection'> = {
  id: 'deleteSsoConnection',
  method: 'DELETE',
  path: '/v1/org/sso/connections/{connectionId}',
  about: 'Disconnect the identity provider',
  query: [],
  body: [],
};

export const deleteUser: Operation<'deleteUser'> = {
  id: 'deleteUser',
  method: 'DELETE',
  path: '/v1/user',
  about: 'Delete your account, and the organizations nobody else is in',
  query: [],
  body: [],
};

export const deleteWorkspace: Operation<'deleteWorkspace'> = {
  id: 'deleteWorkspace',
  method: 'DELETE',
  path: '/v1/workspaces/{workspaceId}',
  about: 'Delete a workspace and everything in it',
  query: [],
  body: [],
};

export const detachFromPartner: Operation<'detachFromPartner'> = {
  id: 'detachFromPartner',
  method: 'POST',
  path: '/v1/org/partner/detach',
  about: 'Leave the partner',
  query: [],
  body: [],
};

export const detachOrgGroup: Operation<'detachOrgGroup'> = {
  id: 'detachOrgGroup',
  method: 'POST',
  path: '/v1/org/groups/{groupId}/detach',
  about: 'Take a group over from the identity provider',
  query: [],
  body: [],
};

export const disconnectApp: Operation<'disconnectApp'> = {
  id: 'disconnectApp',
  method: 'DELETE',
  path: '/v1/apps/{provider}/connection',
  about: 'Disconnects an account of the app',
  query: [{ name: 'connectionId', type: 'string', required: true }],
  body: [],
};

export const disconnectConnection: Operation<'disconnectConnection'> = {
  id: 'disconnectConnection',
  method: 'DELETE',
  path: '/v1/connections/{connectionId}',
  about: 'Disconnects an account',
  query: [],
  body: [],
};

export const disconnectConnectionAlias: Operation<'disconnectConnectionAlias'> = {
  id: 'disconnectConnectionAlias',
  method: 'DELETE',
  path: '/v1/apps/connections/{connectionId}',
  about: 'Disconnects an account',
  query: [],
  body: [],
};

export const disconnectOrgAppConnectionAlias: Operation<'disconnectOrgAppConnectionAlias'> = {
  id: 'disconnectOrgAppConnectionAlias',
  method: 'DELETE',
  path: '/v1/org/apps/connections/{connectionId}',
  about: 'Disconnects an account',
  query: [],
  body: [],
};

export const disconnectOrgConnection: Operation<'disconnectOrgConnection'> = {
  id: 'disconnectOrgConnection',
  method: 'DELETE',
  path: '/v1/org/connections/{connectionId}',
  about: 'Disconnects an account',
  query: [],
  body: [],
};

export const disconnectVault: Operation<'disconnectVault'> = {
  id: 'disconnectVault',
  method: 'DELETE',
  path: '/v1/vault/{provider}/pair',
  about: 'Disconnect a password manager',
  query: [],
  body: [],
};

export const downloadAttachment: Operation<'downloadAttachment'> = {
  id: 'downloadAttachment',
  method: 'GET',
  path: '/v1/conversations/{conversationId}/attachments/{attachmentId}',
  about: 'Download a file of a conversation',
  query: [],
  body: [],
};

export const downloadCommandLine: Operation<'downloadCommandLine'> = {
  id: 'downloadCommandLine',
  method: 'GET',
  path: '/v1/install/cgw.tgz',
  about: 'The command line for people, of the version of this server',
  query: [],
  body: [],
};

export const downloadGatewayCa: Operation<'downloadGatewayCa'> = {
  id: 'downloadGatewayCa',
  method: 'GET',
  path: '/v1/gateway/ca',
  about: 'Certificate of the authority that signs for intercepted hosts',
  query: [],
  body: [],
};

export const ensureDirectConversation: Operation<'ensureDirectConversation'> = {
  id: 'ensureDirectConversation',
  method: 'PUT',
  path: '/v1/agents/{agentId}/conversations/direct',
  about: "The caller's own thread with a hosted agent",
  query: [],
  body: [],
};

export const gatewayHealth: Operation<'gatewayHealth'> = {
  id: 'gatewayHealth',
  method: 'GET',
  path: '/healthz',
  about: 'Report that the process lives',
  query: [],
  body: [],
};

export const gatewayReadiness: Operation<'gatewayReadiness'> = {
  id: 'gatewayReadiness',
  method: 'GET',
  path: '/readyz',
  about: 'Report whether to send traffic here',
  query: [],
  body: [],
};

export const getAgent: Operation<'getAgent'> = {
  id: 'getAgent',
  method: 'GET',
  path: '/v1/agents/{agentId}',
  about: 'One agent',
  query: [],
  body: [],
};

export const getAgentChannels: Operation<'getAgentChannels'> = {
  id: 'getAgentChannels',
  method: 'GET',
  path: '/v1/agents/{agentId}/channels',
  about: 'Where people can talk to the agent besides the web, and where they could',
  query: [],
  body: [],
};

export const getAgentEffectiveCredentials: Operation<'getAgentEffectiveCredentials'> = {
  id: 'getAgentEffectiveCredentials',
  method: 'GET',
  path: '/v1/agents/{agentId}/effective-credentials',
  about: 'The credentials an agent gets, and through which rules',
  query: [],
  body: [],
};

export const getAgentGrants: Operation<'getAgentGrants'> = {
  id: 'getAgentGrants',
  method: 'GET',
  path: '/v1/agents/{agentId}/grants',
  about: 'What is attached to the agent',
  query: [],
  body: [],
};

export const getAgentImage: Operation<'getAgentImage'> = {
  id: 'getAgentImage',
  method: 'GET',
  path: '/v1/agent-images/{agentId}/{imageKey}',
  about: "An agent's avatar; its URL changes with every upload",
  query: [],
  body: [],
};

export const getAgentModels: Operation<'getAgentModels'> = {
  id: 'getAgentModels',
  method: 'GET',
  path: '/v1/agents/{agentId}/models',
  about: 'The models and effort levels a hosted agent can use with its key',
  query: [],
  body: [],
};

export const getAgentSecrets: Operation<'getAgentSecrets'> = {
  id: 'getAgentSecrets',
  method: 'GET',
  path: '/v1/agents/{agentId}/secrets',
  about: 'Ids of the secrets granted to the agent',
  query: [],
  body: [],
};

export const getApiKey: Operation<'getApiKey'> = {
  id: 'getApiKey',
  method: 'GET',
  path: '/v1/user/api-key',
  about: 'Get your API key for the workspace',
  query: [],
  body: [],
};

export const getApp: Operation<'getApp'> = {
  id: 'getApp',
  method: 'GET',
  path: '/v1/apps/{provider}',
  about: 'One app, with a hint what to do with it',
  query: [],
  body: [],
};

export const getAppAvailability: Operation<'getAppAvailability'> = {
  id: 'getAppAvailability',
  method: 'GET',
  path: '/v1/org/app-availability',
  about: 'Which apps whose agents may use',
  query: [],
  body: [],
};

export const getAppConfig: Operation<'getAppConfig'> = {
  id: 'getAppConfig',
  method: 'GET',
  path: '/v1/apps/{provider}/config',
  about: 'Which OAuth client of one’s own the workspace uses for the app',
  query: [],
  body: [],
};

export const getApprovalBody: Operation<'getApprovalBody'> = {
  id: 'getApprovalBody',
  method: 'GET',
  path: '/v1/approvals/{id}/body',
  about: 'What a held request would send',
  query: [],
  body: [],
};

export const getAuthSession: Operation<'getAuthSession'> = {
  id: 'getAuthSession',
  method: 'GET',
  path: '/auth/get-session',
  about: 'Get the current session, or null',
  query: [],
  body: [],
};

export const getAwsExternalId: Operation<'getAwsExternalId'> = {
  id: 'getAwsExternalId',
  method: 'GET',
  path: '/v1/apps/aws-external-id',
  about: 'The external id that AWS roles of the workspace have to trust',
  query: [],
  body: [],
};

export const getBlocklist: Operation<'getBlocklist'> = {
  id: 'getBlocklist',
  method: 'GET',
  path: '/v1/apps/{provider}/blocklist',
  about: 'Hosts that the app closes, and whether they are closed',
  query: [],
  body: [],
};

export const getChannelManifest: Operation<'getChannelManifest'> = {
  id: 'getChannelManifest',
  method: 'GET',
  path: '/v1/agents/{agentId}/channels/{provider}/manifest',
  about: "The manifest of the agent's Slack app, to create it by hand",
  query: [],
  body: [],
};

export const getCliInstallScript: Operation<'getCliInstallScript'> = {
  id: 'getCliInstallScript',
  method: 'GET',
  path: '/v1/install/cli',
  about: 'Shell script that installs the command line and connects the machine',
  query: [
    { name: 'key', type: 'string', about: 'Workspace API key; without it the script logs in with a code' },
    {
      name: 'url',
      type: 'string',
      about: 'Where the machine finds the API: one of the addresses of this deployment, by default this one',
    },
    {
      name: 'tool',
      type: 'string',
      values: ['claude-code', 'cursor', 'codex', 'hermes', 'opencode', 'openclaw', 'github-copilot'],
      about: 'Suggests an alias for this tool',
    },
    { name: 'agent', type: 'string', about: 'Agent the machine is to act as' },
  ],
  body: [],
};

export const getConnectionEffectiveAgents: Operation<'getConnectionEffectiveAgents'> = {
  id: 'getConnectionEffectiveAgents',
  method: 'GET',
  path: '/v1/connections/{connectionId}/effective-agents',
  about: 'What each agent can do with a connection',
  query: [],
  body: [],
};

export const getConnectionGrants: Operation<'getConnectionGrants'> = {
  id: 'getConnectionGrants',
  method: 'GET',
  path: '/v1/connections/{connectionId}/grants',
  about: 'The agents of the workspace that have the connection',
  query: [],
  body: [],
};

export const getContainerConfig: Operation<'getContainerConfig'> = {
  id: 'getContainerConfig',
  method: 'GET',
  path: '/v1/container-config',
  about: 'Environment and files that put a process behind the gateway',
  query: [{ name: 'agent', type: 'string', about: 'Agent identifier; the default agent when absent.' }],
  body: [],
};

export const getConversation: Operation<'getConversation'> = {
  id: 'getConversation',
  method: 'GET',
  path: '/v1/conversations/{conversationId}',
  about: 'One conversation',
  query: [],
  body: [],
};

export const getCounts: Operation<'getCounts'> = {
  id: 'getCounts',
  method: 'GET',
  path: '/v1/counts',
  about: 'Numbers of the workspace overview',
  query: [],
  body: [],
};

export const getCredentialStub: Operation<'getCredentialStub'> = {
  id: 'getCredentialStub',
  method: 'GET',
  path: '/v1/credential-stubs/{agent}',
  about: 'Placeholder credential file of a tool',
  query: [],
  body: [],
};

export const getDefaultAgent: Operation<'getDefaultAgent'> = {
  id: 'getDefaultAgent',
  method: 'GET',
  path: '/v1/agents/default',
  about: 'The default agent',
  query: [],
  body: [],
};

export const getEffectiveAppPermissions: Operation<'getEffectiveAppPermissions'> = {
  id: 'getEffectiveAppPermissions',
  method: 'GET',
  path: '/v1/policy/effective-app-permissions',
  about: 'What may be done with each tool of an app',
  query: [
    {
      name: 'provider',
      type: 'string',
      values: [
        'affinity',
        'attio',
        'aws-role',
        'aws',
        'cloudflare',
        'confluence',
        'datadog',
        'docker',
        'dropbox',
        'fathom',
        'fireflies',
        'flyio',
        'github-app',
        'github',
        'gitlab',
        'gmail',
        'google-admin',
        'google-analytics',
        'google-calendar',
        'google-chat',
        'google-classroom',
        'google-contacts',
        'google-docs',
        'google-drive',
        'google-forms',
        'google-meet',
        'google-photos',
        'google-search-console',
        'google-sheets',
        'google-slides',
        'google-tasks',
        'granola',
        'hubspot',
        'jfrog-artifactory',
        'jira',
        'linear',
        'linkedin',
        'microsoft-onenote',
        'microsoft-word',
        'monday',
        'mongodb-atlas',
        'notion',
        'outlook-calendar',
        'outlook-mail',
        'resend',
        'sentry',
        'slack',
        'supabase',
        'todoist',
        'trello',
        'vercel',
        'vertex-ai',
        'x',
        'youtube',
        'zoho-crm',
        'zoom',
      ],
      required: true,
    },
    { name: 'agentId', type: 'string', about: 'Without it only rules about everyone count.' },
    { name: 'connectionId', type: 'string', about: 'The account the requests would use.' },
  ],
  body: [],
};

export const getEffectiveRules: Operation<'getEffectiveRules'> = {
  id: 'getEffectiveRules',
  method: 'GET',
  path: '/v1/policy/effective-rules',
  about: 'The rules in force in the workspace',
  query: [{ name: 'agentId', type: 'string', about: 'Only the rules about this agent.' }],
  body: [],
};

export const getFavicon: Operation<'getFavicon'> = {
  id: 'getFavicon',
  method: 'GET',
  path: '/v1/favicon',
  about: 'Icon of a site, fetched from the site',
  query: [{ name: 'domain', type: 'string', required: true }],
  body: [],
};

export const getGatewayCaller: Operation<'getGatewayCaller'> = {
  id: 'getGatewayCaller',
  method: 'GET',
  path: '/me',
  origin: 'gateway',
  about: 'Id of the calling user',
  query: [],
  body: [],
};

export const getGatewaySkill: Operation<'getGatewaySkill'> = {
  id: 'getGatewaySkill',
  method: 'GET',
  path: '/v1/skill/gateway',
  about: 'Skill file that teaches a coding agent to work behind the gateway',
  query: [
    {
      name: 'agent_framework',
      type: 'string',
      about: 'Which agent the file is for, such as `claude`; any case.',
    },
  ],
  body: [],
};

export const getGatewayUrl: Operation<'getGatewayUrl'> = {
  id: 'getGatewayUrl',
  method: 'GET',
  path: '/v1/gateway-url',
  about: 'Where agents find the gateway',
  query: [],
  body: [],
};

export const getGoogleDriveFolderNames: Operation<'getGoogleDriveFolderNames'> = {
  id: 'getGoogleDriveFolderNames',
  method: 'GET',
  path: '/v1/apps/google-drive/folder-names',
  about: 'Names of folders of a Google Drive account',
  query: [
    { name: 'connectionId', type: 'string', required: true, about: 'A connection of the app.' },
    { name: 'ids', type: 'string', about: 'At most 200 different ids, separated by commas.' },
  ],
  body: [],
};

export const getHealth: Operation<'getHealth'> = {
  id: 'getHealth',
  method: 'GET',
  path: '/v1/health',
  about: 'Report that the API answers',
  query: [],
  body: [],
};

export const getInstance: Operation<'getInstance'> = {
  id: 'getInstance',
  method: 'GET',
  path: '/v1/instance',
  about: 'Get edition, version and runner state of the deployment',
  query: [],
  body: [],
};

export const getInstanceBootstrap: Operation<'getInstanceBootstrap'> = {
  id: 'getInstanceBootstrap',
  method: 'GET',
  path: '/v1/instance/bootstrap',
  about: 'Get what sign-in screens need to know',
  query: [],
  body: [],
};

export const getLeaveImpact: Operation<'getLeaveImpact'> = {
  id: 'getLeaveImpact',
  method: 'GET',
  path: '/v1/org/leave-impact',
  about: 'Show what leaving the organization would delete',
  query: [],
  body: [],
};

export const getMemory: Operation<'getMemory'> = {
  id: 'getMemory',
  method: 'GET',
  path: '/v1/agents/{agentId}/memories/{memoryId}',
  about: 'A memory with its newest revision',
  query: [],
  body: [],
};

export const getMemoryRevision: Operation<'getMemoryRevision'> = {
  id: 'getMemoryRevision',
  method: 'GET',
  path: '/v1/agents/{agentId}/memories/{memoryId}/revisions/{revisionId}',
  about: 'A revision with its whole content',
  query: [],
  body: [],
};

export const getOrgApiKey: Operation<'getOrgApiKey'> = {
  id: 'getOrgApiKey',
  method: 'GET',
  path: '/v1/org/api-key',
  about: 'Get your API key for the organization',
  query: [],
  body: [],
};

export const getOrgAppConfig: Operation<'getOrgAppConfig'> = {
  id: 'getOrgAppConfig',
  method: 'GET',
  path: '/v1/org/apps/{provider}/config',
  about: 'Which OAuth client the organization brought for the app, and what depends on it',
  query: [],
  body: [],
};

export const getOrgAppConfigAlias: Operation<'getOrgAppConfigAlias'> = {
  id: 'getOrgAppConfigAlias',
  method: 'GET',
  path: '/v1/org/app-config/{provider}',
  about: 'Which OAuth client the organization brought for the app, and what depends on it',
  query: [],
  body: [],
};

export const getOrgAppPermissions: Operation<'getOrgAppPermissions'> = {
  id: 'getOrgAppPermissions',
  method: 'GET',
  path: '/v1/org/rules/permissions/{provider}',
  about: 'What the organization says about the tools of an app',
  query: [],
  body: [],
};

export const getOrgAwsExternalId: Operation<'getOrgAwsExternalId'> = {
  id: 'getOrgAwsExternalId',
  method: 'GET',
  path: '/v1/org/apps/aws-external-id',
  about: 'The external id that AWS roles shared by the organization have to trust',
  query: [],
  body: [],
};

export const getOrgBlocklist: Operation<'getOrgBlocklist'> = {
  id: 'getOrgBlocklist',
  method: 'GET',
  path: '/v1/org/apps/{provider}/blocklist',
  about: 'Hosts that the app closes, and whether they are closed',
  query: [],
  body: [],
};

export const getOrgChannels: Operation<'getOrgChannels'> = {
  id: 'getOrgChannels',
  method: 'GET',
  path: '/v1/org/channels',
  about: "The organization's workspaces at chat providers, and who is who there",
  query: [],
  body: [],
};

export const getOrgEffectiveAppPermissions: Operation<'getOrgEffectiveAppPermissions'> = {
  id: 'getOrgEffectiveAppPermissions',
  method: 'GET',
  path: '/v1/org/policy/effective-app-permissions',
  about: 'What the organization alone says about each tool of an app',
  query: [
    {
      name: 'provider',
      type: 'string',
      values: [
        'affinity',
        'attio',
        'aws-role',
        'aws',
        'cloudflare',
        'confluence',
        'datadog',
        'docker',
        'dropbox',
        'fathom',
        'fireflies',
        'flyio',
        'github-app',
        'github',
        'gitlab',
        'gmail',
        'google-admin',
        'google-analytics',
        'google-calendar',
        'google-chat',
        'google-classroom',
        'google-contacts',
        'google-docs',
        'google-drive',
        'google-forms',
        'google-meet',
        'google-photos',
        'google-search-console',
        'google-sheets',
        'google-slides',
        'google-tasks',
        'granola',
        'hubspot',
        'jfrog-artifactory',
        'jira',
        'linear',
        'linkedin',
        'microsoft-onenote',
        'microsoft-word',
        'monday',
        'mongodb-atlas',
        'notion',
        'outlook-calendar',
        'outlook-mail',
        'resend',
        'sentry',
        'slack',
        'supabase',
        'todoist',
        'trello',
        'vercel',
        'vertex-ai',
        'x',
        'youtube',
        'zoho-crm',
        'zoom',
      ],
      required: true,
    },
  ],
  body: [],
};

export const getOrgGroup: Operation<'getOrgGroup'> = {
  id: 'getOrgGroup',
  method: 'GET',
  path: '/v1/org/groups/{groupId}',
  about: 'Get a group',
  query: [],
  body: [],
};

export const getOrgMember: Operation<'getOrgMember'> = {
  id: 'getOrgMember',
  method: 'GET',
  path: '/v1/org/members/{userId}',
  about: 'Get a member with their groups',
  query: [],
  body: [],
};

export const getOrgMemberRemovalImpact: Operation<'getOrgMemberRemovalImpact'> = {
  id: 'getOrgMemberRemovalImpact',
  method: 'GET',
  path: '/v1/org/members/{userId}/removal-impact',
  about: 'Show what removing a member would delete',
  query: [],
  body: [],
};

export const getOrgPolicyDefault: Operation<'getOrgPolicyDefault'> = {
  id: 'getOrgPolicyDefault',
  method: 'GET',
  path: '/v1/org/policy/default',
  about: 'What happens when no rule matches',
  query: [{ name: 'status', type: 'string', values: ['draft', 'published'], about: 'Default `draft`.' }],
  body: [],
};

export const getOrgPolicyLastPublish: Operation<'getOrgPolicyLastPublish'> = {
  id: 'getOrgPolicyLastPublish',
  method: 'GET',
  path: '/v1/org/policy/last-publish',
  about: 'The rules in force: which generation, since when, by whom',
  query: [],
  body: [],
};

export const getOrgPolicyRule: Operation<'getOrgPolicyRule'> = {
  id: 'getOrgPolicyRule',
  method: 'GET',
  path: '/v1/org/policy/rules/{ruleId}',
  about: 'One rule of the draft',
  query: [],
  body: [],
};

export const getOrgSkill: Operation<'getOrgSkill'> = {
  id: 'getOrgSkill',
  method: 'GET',
  path: '/v1/org/skills/{skillId}',
  about: 'A skill of the organization with its text and files',
  query: [],
  body: [],
};

export const getOrgUsage: Operation<'getOrgUsage'> = {
  id: 'getOrgUsage',
  method: 'GET',
  path: '/v1/org/usage',
  about: 'What the organization has in use and what its plan allows',
  query: [
    { name: 'include', type: 'string', values: ['llm'], about: 'What to answer besides.' },
    {
      name: 'from',
      type: 'string',
      about: 'The first day that counts, in UTC; that of the month by default.',
    },
    { name: 'to', type: 'string', about: 'The last day that counts, in UTC; the present one by default.' },
    { name: 'agentId', type: 'string' },
    { name: 'limit', type: 'integer' },
    { name: 'cursor', type: 'string', about: '`nextCursor` of the page before.' },
  ],
  body: [],
};

export const getOrganization: Operation<'getOrganization'> = {
  id: 'getOrganization',
  method: 'GET',
  path: '/v1/org',
  about: 'Get the organization',
  query: [],
  body: [],
};

export const getPartner: Operation<'getPartner'> = {
  id: 'getPartner',
  method: 'GET',
  path: '/v1/partner',
  about: 'Get the partner, and what you are in it',
  query: [],
  body: [],
};

export const getPartnerAccount: Operation<'getPartnerAccount'> = {
  id: 'getPartnerAccount',
  method: 'GET',
  path: '/v1/operator/partners/{partnerId}',
  about: 'Get a partner',
  query: [],
  body: [],
};

export const getPartnerOrg: Operation<'getPartnerOrg'> = {
  id: 'getPartnerOrg',
  method: 'GET',
  path: '/v1/partner/orgs/{orgId}',
  about: 'Get an organization you made',
  query: [],
  body: [],
};

export const getPartnerStatus: Operation<'getPartnerStatus'> = {
  id: 'getPartnerStatus',
  method: 'GET',
  path: '/v1/org/partner/status',
  about: 'Whether a partner made the organization',
  query: [],
  body: [],
};

export const getPermissionDefinition: Operation<'getPermissionDefinition'> = {
  id: 'getPermissionDefinition',
  method: 'GET',
  path: '/v1/apps/{provider}/permission-definition',
  about: 'The tools of one app',
  query: [],
  body: [],
};

export const getSkill: Operation<'getSkill'> = {
  id: 'getSkill',
  method: 'GET',
  path: '/v1/skills/{skillId}',
  about: 'A skill with its text and files',
  query: [],
  body: [],
};

export const getSsoConnection: Operation<'getSsoConnection'> = {
  id: 'getSsoConnection',
  method: 'GET',
  path: '/v1/org/sso/connections/{connectionId}',
  about: 'Get a connection',
  query: [],
  body: [],
};

export const getSsoEnforcement: Operation<'getSsoEnforcement'> = {
  id: 'getSsoEnforcement',
  method: 'GET',
  path: '/v1/org/sso/enforcement',
  about: 'Get whether single sign-on is required, and whether it could be',
  query: [],
  body: [],
};

export const getSsoServiceProvider: Operation<'getSsoServiceProvider'> = {
  id: 'getSsoServiceProvider',
  method: 'GET',
  path: '/v1/org/sso/service-provider',
  about: 'Get what an identity provider has to be told about this server',
  query: [],
  body: [],
};

export const getTeamRemovalImpact: Operation<'getTeamRemovalImpact'> = {
  id: 'getTeamRemovalImpact',
  method: 'GET',
  path: '/v1/org/team/{userId}/removal-impact',
  about: 'Show what removing a member would delete',
  query: [],
  body: [],
};

export const getUser: Operation<'getUser'> = {
  id: 'getUser',
  method: 'GET',
  path: '/v1/user',
  about: 'Get the person behind the credential',
  query: [],
  body: [],
};

export const getUserDeletionImpact: Operation<'getUserDeletionImpact'> = {
  id: 'getUserDeletionImpact',
  method: 'GET',
  path: '/v1/user/deletion-impact',
  about: 'Show what deleting your account would take along',
  query: [],
  body: [],
};

export const getVaultStatus: Operation<'getVaultStatus'> = {
  id: 'getVaultStatus',
  method: 'GET',
  path: '/v1/vault/{provider}/status',
  about: 'Whether a password manager is connected and answers',
  query: [],
  body: [],
};

export const getWorkspace: Operation<'getWorkspace'> = {
  id: 'getWorkspace',
  method: 'GET',
  path: '/v1/workspaces/{workspaceId}',
  about: 'Get a workspace',
  query: [],
  body: [],
};

export const getWorkspaceAccess: Operation<'getWorkspaceAccess'> = {
  id: 'getWorkspaceAccess',
  method: 'GET',
  path: '/v1/workspaces/{workspaceId}/access',
  about: 'Show who was given the workspace',
  query: [],
  body: [],
};

export const googleSignInCallback: Operation<'googleSignInCallback'> = {
  id: 'googleSignInCallback',
  method: 'GET',
  path: '/auth/callback/google',
  about: 'Where Google sends the browser back to; it leaves with a session or an error code',
  query: [
    { name: 'error', type: 'string' },
    { name: 'state', type: 'string' },
    { name: 'code', type: 'string' },
  ],
  body: [],
};

export const invalidateGatewayCache: Operation<'invalidateGatewayCache'> = {
  id: 'invalidateGatewayCache',
  method: 'POST',
  path: '/v1/cache/invalidate',
  about: 'Drop what the gateway resolved for the workspace',
  query: [],
  body: [],
};

export const leaveOrganization: Operation<'leaveOrganization'> = {
  id: 'leaveOrganization',
  method: 'POST',
  path: '/v1/org/leave',
  about: 'Leave the organization',
  query: [],
  body: [],
};

export const listActivity: Operation<'listActivity'> = {
  id: 'listActivity',
  method: 'GET',
  path: '/v1/activity',
  about: 'What the agents of the workspace asked for, newest first',
  query: [
    { name: 'limit', type: 'integer' },
    {
      name: 'filter',
      type: 'string',
      values: ['all', 'hide-llm', 'blocked'],
      about: '`all` when absent; `blocked`: status 400 and above.',
    },
    { name: 'cursor', type: 'string', about: '`nextCursor` of the page before.' },
  ],
  body: [],
};

export const listAgents: Operation<'listAgents'> = {
  id: 'listAgents',
  method: 'GET',
  path: '/v1/agents',
  about: 'The agents of the workspace, newest first',
  query: [
    {
      name: 'include',
      type: 'string',
      values: ['grants-summary'],
      about: 'Adds `grantsSummary` to each item.',
    },
  ],
  body: [],
};

export const listApps: Operation<'listApps'> = {
  id: 'listApps',
  method: 'GET',
  path: '/v1/apps',
  about: 'All apps there are, with what of them is set up and connected in the workspace',
  query: [],
  body: [],
};

export const listAuthSessions: Operation<'listAuthSessions'> = {
  id: 'listAuthSessions',
  method: 'GET',
  path: '/auth/list-sessions',
  about: 'List your live sessions, newest first',
  query: [],
  body: [],
};

export const listAvailableApps: Operation<'listAvailableApps'> = {
  id: 'listAvailableApps',
  method: 'GET',
  path: '/v1/apps/available',
  about: 'Apps that the people of the workspace may use',
  query: [],
  body: [],
};

export const listCliAuthOptions: Operation<'listCliAuthOptions'> = {
  id: 'listCliAuthOptions',
  method: 'GET',
  path: '/v1/auth/cli/options',
  about: 'List the workspaces a command-line client may be given',
  query: [
    {
      name: 'code',
      type: 'string',
      about: 'Refused as `confirm` would refuse it, so that nobody is asked in vain',
    },
  ],
  body: [],
};

export const listConfiguredApps: Operation<'listConfiguredApps'> = {
  id: 'listConfiguredApps',
  method: 'GET',
  path: '/v1/apps/configured',
  about: 'Apps for which the workspace or its organization brought an OAuth client',
  query: [],
  body: [],
};

export const listConnections: Operation<'listConnections'> = {
  id: 'listConnections',
  method: 'GET',
  path: '/v1/connections',
  about: 'Accounts the workspace can use, its own and those its organization shares, newest first',
  query: [{ name: 'provider', type: 'string', about: 'Only accounts of this app.' }],
  body: [],
};

export const listConnectionsAlias: Operation<'listConnectionsAlias'> = {
  id: 'listConnectionsAlias',
  method: 'GET',
  path: '/v1/apps/connections',
  about: 'Accounts the workspace can use, its own and those its organization shares, newest first',
  query: [{ name: 'provider', type: 'string', about: 'Only accounts of this app.' }],
  body: [],
};

export const listConnectionsByProviderAlias: Operation<'listConnectionsByProviderAlias'> = {
  id: 'listConnectionsByProviderAlias',
  method: 'GET',
  path: '/v1/apps/connections/{provider}',
  about: 'Accounts the workspace can use, its own and those its organization shares, newest first',
  query: [],
  body: [],
};

export const listConversations: Operation<'listConversations'> = {
  id: 'listConversations',
  method: 'GET',
  path: '/v1/conversations',
  about: 'Conversations of the workspace, newest first',
  query: [
    { name: 'agentId', type: 'string' },
    { name: 'limit', type: 'integer' },
    { name: 'before', type: 'string', about: 'Older than this conversation.' },
  ],
  body: [],
};

export const listCredentialStubs: Operation<'listCredentialStubs'> = {
  id: 'listCredentialStubs',
  method: 'GET',
  path: '/v1/credential-stubs',
  about: 'Tools with a stub',
  query: [],
  body: [],
};

export const listCrons: Operation<'listCrons'> = {
  id: 'listCrons',
  method: 'GET',
  path: '/v1/agents/{agentId}/crons',
  about: 'What the agent does by the clock, oldest first',
  query: [],
  body: [],
};

export const listDropboxFolders: Operation<'listDropboxFolders'> = {
  id: 'listDropboxFolders',
  method: 'GET',
  path: '/v1/apps/dropbox/folders',
  about: 'Folders of a Dropbox account',
  query: [
    { name: 'connectionId', type: 'string', required: true, about: 'A connection of the app.' },
    { name: 'path', type: 'string', about: 'Default and `/`: the root.' },
  ],
  body: [],
};

export const listEnvDefaultApps: Operation<'listEnvDefaultApps'> = {
  id: 'listEnvDefaultApps',
  method: 'GET',
  path: '/v1/apps/env-defaults',
  about: 'Apps that can be connected with an OAuth client of the operator',
  query: [],
  body: [],
};

export const listGithubAppRepositories: Operation<'listGithubAppRepositories'> = {
  id: 'listGithubAppRepositories',
  method: 'GET',
  path: '/v1/apps/github-app/repositories',
  about: 'Repositories of an installation of a GitHub App',
  query: [
    { name: 'connectionId', type: 'string', required: true, about: 'A connection of the app.' },
    { name: 'page', type: 'integer' },
    { name: 'perPage', type: 'integer' },
    { name: 'q', type: 'string', about: 'Part of the name, in any letter case.' },
  ],
  body: [],
};

export const listGoogleDriveFolders: Operation<'listGoogleDriveFolders'> = {
  id: 'listGoogleDriveFolders',
  method: 'GET',
  path: '/v1/apps/google-drive/folders',
  about: 'Folders and shared drives of a Google Drive account',
  query: [
    { name: 'connectionId', type: 'string', required: true, about: 'A connection of the app.' },
    { name: 'parentId', type: 'string', about: 'Blank: the top.' },
  ],
  body: [],
};

export const listInheritedPartnerSecrets: Operation<'listInheritedPartnerSecrets'> = {
  id: 'listInheritedPartnerSecrets',
  method: 'GET',
  path: '/v1/org/partner/inherited-secrets',
  about: 'The secrets that the partner lends to the organization, newest first',
  query: [],
  body: [],
};

export const listInvitations: Operation<'listInvitations'> = {
  id: 'listInvitations',
  method: 'GET',
  path: '/v1/org/invitations',
  about: 'The open and overdue invitations of the organization, newest first',
  query: [],
  body: [],
};

export const listMemories: Operation<'listMemories'> = {
  id: 'listMemories',
  method: 'GET',
  path: '/v1/agents/{agentId}/memories',
  about: 'What the agent remembers, or what a search finds in it',
  query: [
    { name: 'q', type: 'string', about: 'Words, "phrases", or, -not; instead of the index, what fits best.' },
  ],
  body: [],
};

export const listMemoryRevisions: Operation<'listMemoryRevisions'> = {
  id: 'listMemoryRevisions',
  method: 'GET',
  path: '/v1/agents/{agentId}/memories/{memoryId}/revisions',
  about: 'What a memory was, newest first',
  query: [],
  body: [],
};

export const listOnePasswordFields: Operation<'listOnePasswordFields'> = {
  id: 'listOnePasswordFields',
  method: 'GET',
  path: '/v1/vault/onepassword/items/{vaultId}/{itemId}/fields',
  about: 'Labels and types of the fields of an item',
  query: [],
  body: [],
};

export const listOnePasswordItems: Operation<'listOnePasswordItems'> = {
  id: 'listOnePasswordItems',
  method: 'GET',
  path: '/v1/vault/onepassword/vaults/{vaultId}/items',
  about: 'Items of a vault',
  query: [],
  body: [],
};

export const listOnePasswordVaults: Operation<'listOnePasswordVaults'> = {
  id: 'listOnePasswordVaults',
  method: 'GET',
  path: '/v1/vault/onepassword/vaults',
  about: 'Vaults the service account may read',
  query: [],
  body: [],
};

export const listOrgAppConnectionsAlias: Operation<'listOrgAppConnectionsAlias'> = {
  id: 'listOrgAppConnectionsAlias',
  method: 'GET',
  path: '/v1/org/apps/connections',
  about: 'Accounts the organization shares with its workspaces, newest first',
  query: [{ name: 'provider', type: 'string', about: 'Only accounts of this app.' }],
  body: [],
};

export const listOrgAppConnectionsByProviderAlias: Operation<'listOrgAppConnectionsByProviderAlias'> = {
  id: 'listOrgAppConnectionsByProviderAlias',
  method: 'GET',
  path: '/v1/org/apps/connections/{provider}',
  about: 'Accounts the organization shares with its workspaces, newest first',
  query: [],
  body: [],
};

export const listOrgAuditLogs: Operation<'listOrgAuditLogs'> = {
  id: 'listOrgAuditLogs',
  method: 'GET',
  path: '/v1/org/audit-logs',
  about: 'Who changed what in the organization, newest first',
  query: [
    { name: 'limit', type: 'integer' },
    { name: 'cursor', type: 'string', about: '`nextCursor` of the page before.' },
    { name: 'workspaceId', type: 'string' },
    { name: 'userId', type: 'string' },
    {
      name: 'service',
      type: 'string',
      values: [
        'agent',
        'api-key',
        'app-availability',
        'app-config',
        'app-connection',
        'auth',
        'budget',
        'channel',
        'cron',
        'domain',
        'grant',
        'group',
        'invitation',
        'member',
        'memory',
        'organization',
        'partner',
        'partner-member',
        'partner-secret',
        'policy',
        'provision',
        'role-mapping',
        'scim-token',
        'secret',
        'session',
        'skill',
        'sso-connection',
        'vault',
        'workspace',
      ],
    },
    {
      name: 'action',
      type: 'string',
      values: [
        'create',
        'update',
        'delete',
        'regenerate',
        'disconnect',
        'approve',
        'deny',
        'publish',
        'redact',
        'verify',
        'invite',
        'accept',
        'claim',
      ],
    },
    { name: 'from', type: 'string', about: 'The first moment that counts.' },
    { name: 'to', type: 'string', about: 'The first moment that does not count any more.' },
  ],
  body: [],
};

export const listOrgConfiguredApps: Operation<'listOrgConfiguredApps'> = {
  id: 'listOrgConfiguredApps',
  method: 'GET',
  path: '/v1/org/apps/configured',
  about: 'Apps for which the organization brought an OAuth client',
  query: [],
  body: [],
};

export const listOrgConfiguredAppsAlias: Operation<'listOrgConfiguredAppsAlias'> = {
  id: 'listOrgConfiguredAppsAlias',
  method: 'GET',
  path: '/v1/org/app-config/configured',
  about: 'Apps for which the organization brought an OAuth client',
  query: [],
  body: [],
};

export const listOrgConnections: Operation<'listOrgConnections'> = {
  id: 'listOrgConnections',
  method: 'GET',
  path: '/v1/org/connections',
  about: 'Accounts the organization shares with its workspaces, newest first',
  query: [{ name: 'provider', type: 'string', about: 'Only accounts of this app.' }],
  body: [],
};

export const listOrgConnectionsByProviderAlias: Operation<'listOrgConnectionsByProviderAlias'> = {
  id: 'listOrgConnectionsByProviderAlias',
  method: 'GET',
  path: '/v1/org/connections/{provider}',
  about: 'Accounts the organization shares with its workspaces, newest first',
  query: [],
  body: [],
};

export const listOrgDomains: Operation<'listOrgDomains'> = {
  id: 'listOrgDomains',
  method: 'GET',
  path: '/v1/org/domains',
  about: 'List the domains of the organization, oldest first',
  query: [],
  body: [],
};

export const listOrgGroupMembers: Operation<'listOrgGroupMembers'> = {
  id: 'listOrgGroupMembers',
  method: 'GET',
  path: '/v1/org/groups/{groupId}/members',
  about: 'List who is in a group, longest first',
  query: [
    { name: 'limit', type: 'integer' },
    { name: 'cursor', type: 'string', about: '`nextCursor` of the page before.' },
    { name: 'q', type: 'string', about: 'Only what contains this, in any letter case.' },
  ],
  body: [],
};

export const listOrgGroups: Operation<'listOrgGroups'> = {
  id: 'listOrgGroups',
  method: 'GET',
  path: '/v1/org/groups',
  about: 'List the groups of the organization by name',
  query: [
    { name: 'limit', type: 'integer' },
    { name: 'cursor', type: 'string', about: '`nextCursor` of the page before.' },
    { name: 'q', type: 'string', about: 'Only what contains this, in any letter case.' },
    { name: 'source', type: 'string', values: ['manual', 'scim'] },
  ],
  body: [],
};

export const listOrgMemberGroups: Operation<'listOrgMemberGroups'> = {
  id: 'listOrgMemberGroups',
  method: 'GET',
  path: '/v1/org/members/{userId}/groups',
  about: 'List the groups a member is in, by name',
  query: [
    { name: 'limit', type: 'integer' },
    { name: 'cursor', type: 'string', about: '`nextCursor` of the page before.' },
    { name: 'q', type: 'string', about: 'Only what contains this, in any letter case.' },
  ],
  body: [],
};

export const listOrgMembers: Operation<'listOrgMembers'> = {
  id: 'listOrgMembers',
  method: 'GET',
  path: '/v1/org/members',
  about: 'List the members of the organization, oldest membership first',
  query: [
    { name: 'limit', type: 'integer' },
    { name: 'cursor', type: 'string', about: '`nextCursor` of the page before.' },
    { name: 'q', type: 'string', about: 'Only what contains this, in any letter case.' },
    { name: 'status', type: 'string', values: ['active', 'suspended'] },
  ],
  body: [],
};

export const listOrgPendingApprovals: Operation<'listOrgPendingApprovals'> = {
  id: 'listOrgPendingApprovals',
  method: 'GET',
  path: '/v1/org/approvals/pending',
  about: 'Requests of every workspace of the organization that wait for a decision',
  query: [
    { name: 'exclude', type: 'string', about: 'Ids that are being handled already, separated by commas' },
    { name: 'wait', type: 'integer', about: 'Seconds to wait while nothing is pending' },
  ],
  body: [],
};

export const listOrgPolicyRules: Operation<'listOrgPolicyRules'> = {
  id: 'listOrgPolicyRules',
  method: 'GET',
  path: '/v1/org/policy/rules',
  about: 'The rules of the organization in first-match order',
  query: [{ name: 'status', type: 'string', values: ['draft', 'published'], about: 'Default `draft`.' }],
  body: [],
};

export const listOrgSecrets: Operation<'listOrgSecrets'> = {
  id: 'listOrgSecrets',
  method: 'GET',
  path: '/v1/org/secrets',
  about: 'The secrets shared by the organization, newest first',
  query: [],
  body: [],
};

export const listOrgSkills: Operation<'listOrgSkills'> = {
  id: 'listOrgSkills',
  method: 'GET',
  path: '/v1/org/skills',
  about: 'The skills that the organization gives to all its agents, by name',
  query: [],
  body: [],
};

export const listOrganizations: Operation<'listOrganizations'> = {
  id: 'listOrganizations',
  method: 'GET',
  path: '/v1/orgs',
  about: 'List the organizations you are in; a key sees its own',
  query: [],
  body: [],
};

export const listPartnerAuditLogs: Operation<'listPartnerAuditLogs'> = {
  id: 'listPartnerAuditLogs',
  method: 'GET',
  path: '/v1/partner/audit-logs',
  about: 'What was done for the partner, newest first',
  query: [
    { name: 'limit', type: 'integer' },
    { name: 'cursor', type: 'string', about: '`nextCursor` of the page before.' },
  ],
  body: [],
};

export const listPartnerMembers: Operation<'listPartnerMembers'> = {
  id: 'listPartnerMembers',
  method: 'GET',
  path: '/v1/partner/members',
  about: 'List who may sign in to the portal, the owner first',
  query: [],
  body: [],
};

export const listPartnerOrgBudgets: Operation<'listPartnerOrgBudgets'> = {
  id: 'listPartnerOrgBudgets',
  method: 'GET',
  path: '/v1/partner/orgs/{orgId}/budgets',
  about: 'The budgets of an organization and what was spent of them, oldest first',
  query: [],
  body: [],
};

export const listPartnerOrgs: Operation<'listPartnerOrgs'> = {
  id: 'listPartnerOrgs',
  method: 'GET',
  path: '/v1/partner/orgs',
  about: 'List the organizations you made, newest first',
  query: [{ name: 'status', type: 'string', values: ['unclaimed', 'claimed', 'detached'] }],
  body: [],
};

export const listPartnerProjects: Operation<'listPartnerProjects'> = {
  id: 'listPartnerProjects',
  method: 'GET',
  path: '/v1/partner/orgs/{orgId}/projects',
  about: 'List the projects of an organization, oldest first',
  query: [],
  body: [],
};

export const listPartnerSecrets: Operation<'listPartnerSecrets'> = {
  id: 'listPartnerSecrets',
  method: 'GET',
  path: '/v1/partner/secrets',
  about: 'The secrets that the partner lends, newest first',
  query: [],
  body: [],
};

export const listPartners: Operation<'listPartners'> = {
  id: 'listPartners',
  method: 'GET',
  path: '/v1/operator/partners',
  about: 'List the partners, newest first',
  query: [{ name: 'status', type: 'string', values: ['active', 'suspended'] }],
  body: [],
};

export const listPendingApprovals: Operation<'listPendingApprovals'> = {
  id: 'listPendingApprovals',
  method: 'GET',
  path: '/v1/approvals/pending',
  about: 'Requests of the workspace that wait for a decision',
  query: [
    { name: 'exclude', type: 'string', about: 'Ids that are being handled already, separated by commas' },
    { name: 'wait', type: 'integer', about: 'Seconds to wait while nothing is pending' },
  ],
  body: [],
};

export const listPermissionDefinitions: Operation<'listPermissionDefinitions'> = {
  id: 'listPermissionDefinitions',
  method: 'GET',
  path: '/v1/apps/permission-definitions',
  about: 'The tools of every app that has some',
  query: [],
  body: [],
};

export const listProvisions: Operation<'listProvisions'> = {
  id: 'listProvisions',
  method: 'GET',
  path: '/v1/team/provisions',
  about: 'List the accounts that wait to be claimed, newest first',
  query: [],
  body: [],
};

export const listRoleMappings: Operation<'listRoleMappings'> = {
  id: 'listRoleMappings',
  method: 'GET',
  path: '/v1/org/role-mappings',
  about: 'List which roles groups give, the one that wins first',
  query: [],
  body: [],
};

export const listRunners: Operation<'listRunners'> = {
  id: 'listRunners',
  method: 'GET',
  path: '/v1/runners',
  about: 'The runners of this deployment, oldest first',
  query: [],
  body: [],
};

export const listScimTokens: Operation<'listScimTokens'> = {
  id: 'listScimTokens',
  method: 'GET',
  path: '/v1/org/scim/tokens',
  about: 'List the SCIM tokens in use, oldest first',
  query: [],
  body: [],
};

export const listSecrets: Operation<'listSecrets'> = {
  id: 'listSecrets',
  method: 'GET',
  path: '/v1/secrets',
  about: 'The secrets of the workspace and those it inherits, newest first',
  query: [],
  body: [],
};

export const listSkills: Operation<'listSkills'> = {
  id: 'listSkills',
  method: 'GET',
  path: '/v1/skills',
  about: 'The skills of the workspace, of its agents and of its organization',
  query: [],
  body: [],
};

export const listSsoConnections: Operation<'listSsoConnections'> = {
  id: 'listSsoConnections',
  method: 'GET',
  path: '/v1/org/sso/connections',
  about: 'List the connections of the organization to identity providers',
  query: [],
  body: [],
};

export const listTeam: Operation<'listTeam'> = {
  id: 'listTeam',
  method: 'GET',
  path: '/v1/org/team',
  about: "List the organization's members, oldest membership first",
  query: [],
  body: [],
};

export const listTranscriptEvents: Operation<'listTranscriptEvents'> = {
  id: 'listTranscriptEvents',
  method: 'GET',
  path: '/v1/conversations/{conversationId}/events',
  about: 'The stored events of a conversation, in order',
  query: [
    { name: 'since', type: 'integer', about: 'Only later events.' },
    { name: 'limit', type: 'integer' },
  ],
  body: [],
};

export const listTurns: Operation<'listTurns'> = {
  id: 'listTurns',
  method: 'GET',
  path: '/v1/conversations/{conversationId}/turns',
  about: 'The newest turns of a conversation, oldest of them first',
  query: [
    { name: 'limit', type: 'integer' },
    { name: 'before', type: 'string', about: 'Older than this turn.' },
  ],
  body: [],
};

export const listUserAuditLogs: Operation<'listUserAuditLogs'> = {
  id: 'listUserAuditLogs',
  method: 'GET',
  path: '/v1/user/audit-logs',
  about: 'What you changed in your organizations, newest first',
  query: [
    { name: 'limit', type: 'integer' },
    { name: 'cursor', type: 'string', about: '`nextCursor` of the page before.' },
    { name: 'workspaceId', type: 'string' },
    { name: 'userId', type: 'string' },
    {
      name: 'service',
      type: 'string',
      values: [
        'agent',
        'api-key',
        'app-availability',
        'app-config',
        'app-connection',
        'auth',
        'budget',
        'channel',
        'cron',
        'domain',
        'grant',
        'group',
        'invitation',
        'member',
        'memory',
        'organization',
        'partner',
        'partner-member',
        'partner-secret',
        'policy',
        'provision',
        'role-mapping',
        'scim-token',
        'secret',
        'session',
        'skill',
        'sso-connection',
        'vault',
        'workspace',
      ],
    },
    {
      name: 'action',
      type: 'string',
      values: [
        'create',
        'update',
        'delete',
        'regenerate',
        'disconnect',
        'approve',
        'deny',
        'publish',
        'redact',
        'verify',
        'invite',
        'accept',
        'claim',
      ],
    },
    { name: 'from', type: 'string', about: 'The first moment that counts.' },
    { name: 'to', type: 'string', about: 'The first moment that does not count any more.' },
  ],
  body: [],
};

export const listVaults: Operation<'listVaults'> = {
  id: 'listVaults',
  method: 'GET',
  path: '/v1/vaults',
  about: 'Password managers the workspace is paired with, newest first',
  query: [],
  body: [],
};

export const listWorkspaces: Operation<'listWorkspaces'> = {
  id: 'listWorkspaces',
  method: 'GET',
  path: '/v1/workspaces',
  about: 'List the workspaces you can see, oldest first',
  query: [],
  body: [],
};

export const lookupInvitation: Operation<'lookupInvitation'> = {
  id: 'lookupInvitation',
  method: 'POST',
  path: '/v1/invitations/lookup',
  about: 'What an invitation is for, to whoever holds its token',
  query: [],
  mediaType: 'application/json',
  body: [{ name: 'token', type: 'string', required: true }],
};

export const lookupProvision: Operation<'lookupProvision'> = {
  id: 'lookupProvision',
  method: 'POST',
  path: '/v1/provisions/lookup',
  about: 'Which organization a claim link leads to, to whoever holds its token',
  query: [],
  mediaType: 'application/json',
  body: [{ name: 'token', type: 'string', required: true }],
};

export const lookupSso: Operation<'lookupSso'> = {
  id: 'lookupSso',
  method: 'POST',
  path: '/v1/auth/sso/lookup',
  about: 'Find the identity provider for an e-mail address',
  query: [],
  mediaType: 'application/json',
  body: [{ name: 'email', type: 'string', required: true }],
};

export const lookupSsoConfirmation: Operation<'lookupSsoConfirmation'> = {
  id: 'lookupSsoConfirmation',
  method: 'POST',
  path: '/v1/auth/sso/confirmation/lookup',
  about: 'Which account a first single sign-on leads to, and what ends without its password',
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'confirm', type: 'string', required: true, about: 'As the address of the page carries it.' },
  ],
};

export const migrateExport: Operation<'migrateExport'> = {
  id: 'migrateExport',
  method: 'POST',
  path: '/v1/migrate/export',
  about: 'Send the secrets and agents of the workspace to another deployment',
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'cloudApiKey', type: 'string', required: true, about: 'Workspace key of the other deployment.' },
    {
      name: 'cloudUrl',
      type: 'string',
      about: 'Where the other deployment is. Default: the first of MIGRATION_EXPORT_TARGETS.',
    },
  ],
};

export const migrateImport: Operation<'migrateImport'> = {
  id: 'migrateImport',
  method: 'POST',
  path: '/v1/migrate/import',
  about: 'Take in secrets and agents of another deployment, all or none',
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'version', type: 'integer', required: true },
    { name: 'secrets', type: 'json' },
    { name: 'agents', type: 'json' },
    { name: 'agentSecrets', type: 'object', about: 'Of earlier versions; reported as skipped.' },
    { name: 'rules', type: 'object', about: 'Of earlier versions; reported as skipped.' },
  ],
};

export const pairVault: Operation<'pairVault'> = {
  id: 'pairVault',
  method: 'POST',
  path: '/v1/vault/{provider}/pair',
  about: 'Connect a password manager',
  query: [],
  mediaType: 'application/json',
  body: [
    {
      name: 'service_account_token',
      type: 'string',
      required: true,
      about: '`onepassword`: a token of a 1Password service account, which names the host it signs in at',
    },
  ],
};

export const pollCliAuthSession: Operation<'pollCliAuthSession'> = {
  id: 'pollCliAuthSession',
  method: 'GET',
  path: '/v1/auth/cli/poll',
  about: 'Ask whether the login was confirmed; hands the key over once',
  query: [{ name: 'code', type: 'string', required: true }],
  body: [],
};

export const previewPartnerClaim: Operation<'previewPartnerClaim'> = {
  id: 'previewPartnerClaim',
  method: 'POST',
  path: '/v1/claims/preview',
  about: 'Which organization a claim link leads to, and who made it',
  query: [],
  mediaType: 'application/json',
  body: [{ name: 'token', type: 'string', required: true }],
};

export const previewRoleMapping: Operation<'previewRoleMapping'> = {
  id: 'previewRoleMapping',
  method: 'POST',
  path: '/v1/org/role-mappings/preview',
  about: 'Count whose role a mapping would change',
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'groupId', type: 'string', required: true },
    { name: 'role', type: 'string', values: ['admin', 'member'], required: true },
  ],
};

export const provisionUser: Operation<'provisionUser'> = {
  id: 'provisionUser',
  method: 'POST',
  path: '/v1/team/provisions',
  about: 'Prepare an account with a workspace and a key, and a link to claim it',
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'role', type: 'string', values: ['admin', 'member'], about: '`member` when absent.' },
    { name: 'skipOnboarding', type: 'boolean', about: 'True when absent.' },
  ],
};

export const publishOrgPolicy: Operation<'publishOrgPolicy'> = {
  id: 'publishOrgPolicy',
  method: 'POST',
  path: '/v1/org/policy/publish',
  about: 'Publishes the draft',
  query: [],
  body: [],
};

export const putOrgChannelCredentials: Operation<'putOrgChannelCredentials'> = {
  id: 'putOrgChannelCredentials',
  method: 'PUT',
  path: '/v1/org/channels/{provider}/credentials',
  about: 'Stores the token that makes apps for agents in a Slack workspace',
  query: [],
  mediaType: 'application/json',
  body: [
    {
      name: 'credential',
      type: 'string',
      required: true,
      about: "The refresh token of the workspace's app configuration tokens.",
    },
  ],
};

export const redactMemoryRevision: Operation<'redactMemoryRevision'> = {
  id: 'redactMemoryRevision',
  method: 'POST',
  path: '/v1/agents/{agentId}/memories/{memoryId}/revisions/{revisionId}/redact',
  about: 'Blanks an old revision for good',
  query: [],
  body: [],
};

export const regenerateAgentToken: Operation<'regenerateAgentToken'> = {
  id: 'regenerateAgentToken',
  method: 'POST',
  path: '/v1/agents/{agentId}/regenerate-token',
  about: 'A new agent token; the old one stops working at once',
  query: [],
  body: [],
};

export const regenerateApiKey: Operation<'regenerateApiKey'> = {
  id: 'regenerateApiKey',
  method: 'POST',
  path: '/v1/user/api-key/regenerate',
  about: 'Replace your API key for the workspace',
  query: [],
  body: [],
};

export const regenerateOrgApiKey: Operation<'regenerateOrgApiKey'> = {
  id: 'regenerateOrgApiKey',
  method: 'POST',
  path: '/v1/org/api-key/regenerate',
  about: 'Replace your API key for the organization',
  query: [],
  body: [],
};

export const regeneratePartnerApiKey: Operation<'regeneratePartnerApiKey'> = {
  id: 'regeneratePartnerApiKey',
  method: 'POST',
  path: '/v1/partner/api-key/regenerate',
  about: 'Replace the key of the partner',
  query: [],
  body: [],
};

export const reissuePartnerClaimLink: Operation<'reissuePartnerClaimLink'> = {
  id: 'reissuePartnerClaimLink',
  method: 'POST',
  path: '/v1/partner/orgs/{orgId}/claim-link',
  about: 'Replace the claim link of an organization',
  query: [],
  body: [],
};

export const reissuePartnerMemberSetupLink: Operation<'reissuePartnerMemberSetupLink'> = {
  id: 'reissuePartnerMemberSetupLink',
  method: 'POST',
  path: '/v1/partner/members/{userId}/setup-link',
  about: 'Replace the link that sets a first password',
  query: [],
  body: [],
};

export const reissuePartnerOwnerSetupLink: Operation<'reissuePartnerOwnerSetupLink'> = {
  id: 'reissuePartnerOwnerSetupLink',
  method: 'POST',
  path: '/v1/operator/partners/{partnerId}/owner-setup-link',
  about: 'Replace the link that sets the first password of a partner’s owner',
  query: [],
  body: [],
};

export const removeAgentConnectionGrant: Operation<'removeAgentConnectionGrant'> = {
  id: 'removeAgentConnectionGrant',
  method: 'DELETE',
  path: '/v1/agents/{agentId}/grants/connections/{connectionId}',
  about: 'Detaches a connection from the agent',
  query: [],
  body: [],
};

export const removeAgentSecretGrant: Operation<'removeAgentSecretGrant'> = {
  id: 'removeAgentSecretGrant',
  method: 'DELETE',
  path: '/v1/agents/{agentId}/grants/secrets/{secretId}',
  about: 'Detaches a secret from the agent',
  query: [],
  body: [],
};

export const removeBlocklistRule: Operation<'removeBlocklistRule'> = {
  id: 'removeBlocklistRule',
  method: 'DELETE',
  path: '/v1/apps/{provider}/blocklist/{ruleId}',
  about: 'Removes the rule about a host of the app',
  query: [],
  body: [],
};

export const removeConnectionAgentGrant: Operation<'removeConnectionAgentGrant'> = {
  id: 'removeConnectionAgentGrant',
  method: 'DELETE',
  path: '/v1/connections/{connectionId}/grants/agents/{agentId}',
  about: 'Detaches the connection from an agent',
  query: [],
  body: [],
};

export const removeOrgBlocklistRule: Operation<'removeOrgBlocklistRule'> = {
  id: 'removeOrgBlocklistRule',
  method: 'DELETE',
  path: '/v1/org/apps/{provider}/blocklist/{ruleId}',
  about: 'Removes the rule about a host of the app',
  query: [],
  body: [],
};

export const removeOrgGroupMember: Operation<'removeOrgGroupMember'> = {
  id: 'removeOrgGroupMember',
  method: 'DELETE',
  path: '/v1/org/groups/{groupId}/members/{userId}',
  about: 'Take a member out of a group',
  query: [],
  body: [],
};

export const removeOrgMember: Operation<'removeOrgMember'> = {
  id: 'removeOrgMember',
  method: 'DELETE',
  path: '/v1/org/members/{userId}',
  about: 'Remove a member with their keys, bindings and personal workspaces',
  query: [],
  body: [],
};

export const removePartnerMember: Operation<'removePartnerMember'> = {
  id: 'removePartnerMember',
  method: 'DELETE',
  path: '/v1/partner/members/{userId}',
  about: 'Remove somebody from the portal',
  query: [],
  body: [],
};

export const removeTeamMember: Operation<'removeTeamMember'> = {
  id: 'removeTeamMember',
  method: 'DELETE',
  path: '/v1/org/team/{userId}',
  about: 'Remove a member with their keys, bindings and personal workspaces',
  query: [],
  body: [],
};

export const renameConnection: Operation<'renameConnection'> = {
  id: 'renameConnection',
  method: 'PATCH',
  path: '/v1/connections/{connectionId}',
  about: 'Gives a connection another name',
  query: [],
  mediaType: 'application/json',
  body: [{ name: 'label', type: 'string', required: true }],
};

export const renameConnectionAlias: Operation<'renameConnectionAlias'> = {
  id: 'renameConnectionAlias',
  method: 'PATCH',
  path: '/v1/apps/connections/{connectionId}',
  about: 'Gives a connection another name',
  query: [],
  mediaType: 'application/json',
  body: [{ name: 'label', type: 'string', required: true }],
};

export const renameOrgAppConnectionAlias: Operation<'renameOrgAppConnectionAlias'> = {
  id: 'renameOrgAppConnectionAlias',
  method: 'PATCH',
  path: '/v1/org/apps/connections/{connectionId}',
  about: 'Gives a connection another name',
  query: [],
  mediaType: 'application/json',
  body: [{ name: 'label', type: 'string', required: true }],
};

export const renameOrgConnection: Operation<'renameOrgConnection'> = {
  id: 'renameOrgConnection',
  method: 'PATCH',
  path: '/v1/org/connections/{connectionId}',
  about: 'Gives a connection another name',
  query: [],
  mediaType: 'application/json',
  body: [{ name: 'label', type: 'string', required: true }],
};

export const reorderOrgPolicyRules: Operation<'reorderOrgPolicyRules'> = {
  id: 'reorderOrgPolicyRules',
  method: 'PUT',
  path: '/v1/org/policy/rules/order',
  about: 'Puts the rules into a new order',
  query: [],
  mediaType: 'application/json',
  body: [
    {
      name: 'orderedIds',
      type: 'strings',
      required: true,
      about: 'Every rule of the draft but the Default Rule, exactly once, in the new order.',
    },
  ],
};

export const reorderRoleMappings: Operation<'reorderRoleMappings'> = {
  id: 'reorderRoleMappings',
  method: 'PUT',
  path: '/v1/org/role-mappings/order',
  about: 'Say which mapping wins over which',
  query: [],
  mediaType: 'application/json',
  body: [
    {
      name: 'orderedIds',
      type: 'strings',
      required: true,
      about: 'Every mapping once, the one that wins first.',
    },
  ],
};

export const reportInstallComplete: Operation<'reportInstallComplete'> = {
  id: 'reportInstallComplete',
  method: 'POST',
  path: '/v1/onboarding/install-complete',
  about: 'An installer reports that it is done',
  query: [],
  mediaType: 'application/json',
  body: [
    {
      name: 'type',
      type: 'object',
      about: '`migrate` or `cli-install`; anything else, of whatever type, means `install`',
    },
  ],
};

export const requestPasswordReset: Operation<'requestPasswordReset'> = {
  id: 'requestPasswordReset',
  method: 'POST',
  path: '/auth/request-password-reset',
  about: 'Mail a link to reset the password',
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'email', type: 'string', required: true },
    {
      name: 'redirectTo',
      type: 'string',
      nullable: true,
      about: 'Relative path, or a URL on a trusted origin',
    },
  ],
};

export const resetPassword: Operation<'resetPassword'> = {
  id: 'resetPassword',
  method: 'POST',
  path: '/auth/reset-password',
  about: 'Set a new password with a mailed token',
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'newPassword', type: 'string', required: true },
    { name: 'token', type: 'string', required: true },
  ],
};

export const restoreMemoryRevision: Operation<'restoreMemoryRevision'> = {
  id: 'restoreMemoryRevision',
  method: 'POST',
  path: '/v1/agents/{agentId}/memories/{memoryId}/revisions/{revisionId}/restore',
  about: 'Makes an old revision the memory again',
  query: [],
  body: [],
};

export const revokeAuthSession: Operation<'revokeAuthSession'> = {
  id: 'revokeAuthSession',
  method: 'POST',
  path: '/auth/revoke-session',
  about: 'End one of your sessions by its alias',
  query: [],
  mediaType: 'application/json',
  body: [{ name: 'token', type: 'string', required: true, about: 'The alias of the session, as listed' }],
};

export const revokeAuthSessions: Operation<'revokeAuthSessions'> = {
  id: 'revokeAuthSessions',
  method: 'POST',
  path: '/auth/revoke-sessions',
  about: 'End all your sessions, this one too',
  query: [],
  body: [],
};

export const revokeOtherAuthSessions: Operation<'revokeOtherAuthSessions'> = {
  id: 'revokeOtherAuthSessions',
  method: 'POST',
  path: '/auth/revoke-other-sessions',
  about: 'End all your sessions but this one',
  query: [],
  body: [],
};

export const revokeScimToken: Operation<'revokeScimToken'> = {
  id: 'revokeScimToken',
  method: 'DELETE',
  path: '/v1/org/scim/tokens/{tokenId}',
  about: 'Revoke a SCIM token',
  query: [],
  body: [],
};

export const rotatePartnerKey: Operation<'rotatePartnerKey'> = {
  id: 'rotatePartnerKey',
  method: 'POST',
  path: '/v1/operator/partners/{partnerId}/rotate-key',
  about: 'Replace the key of a partner',
  query: [],
  body: [],
};

export const rotatePartnerOrgTokens: Operation<'rotatePartnerOrgTokens'> = {
  id: 'rotatePartnerOrgTokens',
  method: 'POST',
  path: '/v1/partner/orgs/{orgId}/rotate-tokens',
  about: 'Replace the keys of an organization and of its default project',
  query: [],
  body: [],
};

export const runCronNow: Operation<'runCronNow'> = {
  id: 'runCronNow',
  method: 'POST',
  path: '/v1/agents/{agentId}/crons/{cronId}/run',
  about: 'Makes a schedule due now',
  query: [],
  body: [],
};

export const runnerAgentState: Operation<'runnerAgentState'> = {
  id: 'runnerAgentState',
  method: 'POST',
  path: '/v1/runner/agents/{agentId}/state',
  about: 'What becomes of the compute of an agent',
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'bootId', type: 'string', required: true },
    { name: 'state', type: 'string', values: ['starting', 'running', 'stopped', 'failed'], required: true },
    { name: 'computeRef', type: 'string', about: "The runner's own word for this start of it." },
    { name: 'homeRef', type: 'string', about: "The runner's own word for the home." },
    { name: 'reasonCode', type: 'string', about: 'Why it could not be started.' },
    { name: 'error', type: 'string', about: 'For the log of the server.' },
  ],
};

export const runnerCheckAgents: Operation<'runnerCheckAgents'> = {
  id: 'runnerCheckAgents',
  method: 'POST',
  path: '/v1/runner/agents/check',
  about: 'Which of these agents do not exist at all',
  query: [],
  mediaType: 'application/json',
  body: [{ name: 'agentIds', type: 'strings', required: true }],
};

export const runnerFinishTurn: Operation<'runnerFinishTurn'> = {
  id: 'runnerFinishTurn',
  method: 'POST',
  path: '/v1/runner/turns/{turnId}/finish',
  about: 'A turn is over',
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'leaseId', type: 'string', required: true },
    { name: 'through', type: 'integer', required: true, about: 'Number of the last event.' },
    { name: 'status', type: 'string', values: ['done', 'failed', 'aborted'], required: true },
    { name: 'error', type: 'string' },
    { name: 'errorCode', type: 'string' },
    {
      name: 'usage',
      type: 'object',
      fields: [
        { name: 'inputTokens', type: 'integer' },
        { name: 'outputTokens', type: 'integer' },
        { name: 'cacheReadInputTokens', type: 'integer' },
      ],
    },
    { name: 'sessionRef', type: 'string' },
    { name: 'followUps', type: 'json' },
  ],
};

export const runnerGetAttachment: Operation<'runnerGetAttachment'> = {
  id: 'runnerGetAttachment',
  method: 'GET',
  path: '/v1/runner/attachments/{attachmentId}',
  about: 'A file that was sent to an agent of this runner',
  query: [],
  body: [],
};

export const runnerGetHome: Operation<'runnerGetHome'> = {
  id: 'runnerGetHome',
  method: 'GET',
  path: '/v1/runner/agents/{agentId}/home',
  about: 'What an agent has as files',
  query: [],
  body: [],
};

export const runnerHeartbeat: Operation<'runnerHeartbeat'> = {
  id: 'runnerHeartbeat',
  method: 'POST',
  path: '/v1/runner/heartbeat',
  about: 'The runner is there, and holds these leases',
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'bootId', type: 'string', required: true },
    { name: 'leases', type: 'strings' },
    {
      name: 'capabilities',
      type: 'object',
      fields: [
        { name: 'maxSandboxes', type: 'integer', about: 'How many agents it may have started at once.' },
        { name: 'backend', type: 'string' },
        { name: 'homeDurability', type: 'string', values: ['resident', 'snapshot'] },
        { name: 'steer', type: 'boolean', about: 'Takes follow-ups while a turn runs.' },
        { name: 'attachments', type: 'boolean', about: 'Fetches files.' },
        { name: 'history', type: 'boolean', about: 'Keeps no session, and wants the history.' },
      ],
    },
  ],
};

export const runnerHomeApplied: Operation<'runnerHomeApplied'> = {
  id: 'runnerHomeApplied',
  method: 'POST',
  path: '/v1/runner/agents/{agentId}/home/applied',
  about: 'The compute of an agent has its files',
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'generation', type: 'integer', required: true },
    { name: 'computeRef', type: 'string', required: true },
  ],
};

export const runnerListAgents: Operation<'runnerListAgents'> = {
  id: 'runnerListAgents',
  method: 'GET',
  path: '/v1/runner/agents',
  about: 'The agents that belong to this runner',
  query: [],
  body: [],
};

export const runnerPushEvents: Operation<'runnerPushEvents'> = {
  id: 'runnerPushEvents',
  method: 'POST',
  path: '/v1/runner/turns/{turnId}/events',
  about: 'What happens in a turn',
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'leaseId', type: 'string', required: true },
    { name: 'first', type: 'integer', required: true, about: 'Number of the first of them.' },
    { name: 'events', type: 'json', required: true },
  ],
};

export const runnerPutMemory: Operation<'runnerPutMemory'> = {
  id: 'runnerPutMemory',
  method: 'PUT',
  path: '/v1/runner/agents/{agentId}/memories/{key}',
  about: 'An agent changed a memory in its sandbox',
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'content', type: 'string', required: true },
    {
      name: 'title',
      type: 'string',
      nullable: true,
      required: true,
      about: 'Absent keeps it, null clears it.',
    },
    {
      name: 'description',
      type: 'string',
      nullable: true,
      required: true,
      about: 'Absent keeps it, null clears it.',
    },
    { name: 'leaseId', type: 'string', about: 'Of the turn in which it was written.' },
  ],
};

export const runnerPutProcess: Operation<'runnerPutProcess'> = {
  id: 'runnerPutProcess',
  method: 'PUT',
  path: '/v1/runner/agents/{agentId}/processes/{ref}',
  about: 'A process that an agent left running',
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'computeRef', type: 'string', required: true },
    {
      name: 'process',
      type: 'object',
      required: true,
      fields: [
        { name: 'ref', type: 'string' },
        { name: 'command', type: 'string' },
        { name: 'name', type: 'string', nullable: true },
        { name: 'status', type: 'string', values: ['running', 'exited', 'stopped', 'lost'] },
        { name: 'exitCode', type: 'integer', nullable: true },
        { name: 'signal', type: 'string', nullable: true },
        { name: 'tail', type: 'string', nullable: true, about: 'The end of its output.' },
        { name: 'startedAt', type: 'string', nullable: true },
        { name: 'endedAt', type: 'string', nullable: true },
      ],
    },
  ],
};

export const runnerRegister: Operation<'runnerRegister'> = {
  id: 'runnerRegister',
  method: 'POST',
  path: '/v1/runner/register',
  about: 'A runner has started',
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'name', type: 'string', required: true },
    { name: 'bootId', type: 'string', required: true, about: 'Fresh at each start of the daemon.' },
    {
      name: 'capabilities',
      type: 'object',
      required: true,
      fields: [
        { name: 'maxSandboxes', type: 'integer', about: 'How many agents it may have started at once.' },
        { name: 'backend', type: 'string' },
        { name: 'homeDurability', type: 'string', values: ['resident', 'snapshot'] },
        { name: 'steer', type: 'boolean', about: 'Takes follow-ups while a turn runs.' },
        { name: 'attachments', type: 'boolean', about: 'Fetches files.' },
        { name: 'history', type: 'boolean', about: 'Keeps no session, and wants the history.' },
      ],
    },
    { name: 'resume', type: 'json', about: 'Runs of its last start that it can go on with.' },
  ],
};

export const runnerReleaseTurn: Operation<'runnerReleaseTurn'> = {
  id: 'runnerReleaseTurn',
  method: 'POST',
  path: '/v1/runner/turns/{turnId}/release',
  about: 'A turn goes back to the queue',
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'leaseId', type: 'string', required: true },
    { name: 'reasonCode', type: 'string' },
    { name: 'error', type: 'string' },
  ],
};

export const runnerToolCall: Operation<'runnerToolCall'> = {
  id: 'runnerToolCall',
  method: 'POST',
  path: '/v1/runner/tool-calls',
  about: 'An agent calls a tool of the platform',
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'agentId', type: 'string', required: true },
    { name: 'leaseId', type: 'string', about: 'Of the turn that calls; renewed by it.' },
    {
      name: 'callId',
      type: 'string',
      required: true,
      about: 'Of the call; a repeat has no effect of its own.',
    },
    { name: 'tool', type: 'string', required: true },
    { name: 'args', type: 'object', required: true, about: 'At most 32,000 characters.' },
  ],
};

export const runnerWork: Operation<'runnerWork'> = {
  id: 'runnerWork',
  method: 'POST',
  path: '/v1/runner/work',
  about: 'What the runner is to do next',
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'bootId', type: 'string', required: true },
    { name: 'wait', type: 'integer' },
    { name: 'limit', type: 'integer' },
  ],
};

export const sendMessage: Operation<'sendMessage'> = {
  id: 'sendMessage',
  method: 'POST',
  path: '/v1/conversations/{conversationId}/messages',
  about: 'Say something to the agent, also while it is at work',
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'message', type: 'string', required: true },
    { name: 'attachmentIds', type: 'strings' },
  ],
};

export const setAgentConnectionGrant: Operation<'setAgentConnectionGrant'> = {
  id: 'setAgentConnectionGrant',
  method: 'PUT',
  path: '/v1/agents/{agentId}/grants/connections/{connectionId}',
  about: 'Attaches a connection to the agent, whole or tool by tool',
  query: [],
  mediaType: 'application/json',
  body: [
    {
      name: 'access',
      type: 'string',
      values: ['full', 'custom'],
      required: true,
      about: '`full`: the whole app, tools added later included. `custom`: the named tools and nothing else.',
    },
    { name: 'allow', type: 'strings', about: 'Tool ids; required for `custom`.' },
    {
      name: 'ask',
      type: 'strings',
      about: 'Tool ids that need a decision of a person per request; required for `custom`.',
    },
    {
      name: 'resources',
      type: 'object',
      nullable: true,
      about: 'Absent keeps what is stored, null removes the restriction.',
    },
  ],
};

export const setAgentImage: Operation<'setAgentImage'> = {
  id: 'setAgentImage',
  method: 'PUT',
  path: '/v1/agents/{agentId}/image',
  about: "Replaces the agent's avatar; at most 1 MiB of PNG, JPEG, WebP or GIF",
  query: [],
  mediaType: 'image/png',
  body: [],
};

export const setAgentSecretGrant: Operation<'setAgentSecretGrant'> = {
  id: 'setAgentSecretGrant',
  method: 'PUT',
  path: '/v1/agents/{agentId}/grants/secrets/{secretId}',
  about: 'Attaches a secret to the agent',
  query: [],
  body: [],
};

export const setAgentSecrets: Operation<'setAgentSecrets'> = {
  id: 'setAgentSecrets',
  method: 'PUT',
  path: '/v1/agents/{agentId}/secrets',
  about: 'Replaces the secret grants of the agent',
  query: [],
  mediaType: 'application/json',
  body: [
    {
      name: 'secretIds',
      type: 'strings',
      required: true,
      about: 'The agent keeps exactly these secret grants.',
    },
  ],
};

export const setAppAvailability: Operation<'setAppAvailability'> = {
  id: 'setAppAvailability',
  method: 'PUT',
  path: '/v1/org/app-availability',
  about: 'Replaces the mode and all rules',
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'mode', type: 'string', values: ['open', 'restricted'], required: true },
    {
      name: 'rules',
      type: 'json',
      required: true,
      about:
        'All rules: stored ones that are missing here are deleted, those that grant nothing are dropped.',
    },
  ],
};

export const setConnectionAgentGrant: Operation<'setConnectionAgentGrant'> = {
  id: 'setConnectionAgentGrant',
  method: 'PUT',
  path: '/v1/connections/{connectionId}/grants/agents/{agentId}',
  about: 'Attaches the connection to an agent, whole or tool by tool',
  query: [],
  mediaType: 'application/json',
  body: [
    {
      name: 'access',
      type: 'string',
      values: ['full', 'custom'],
      required: true,
      about: '`full`: the whole app, tools added later included. `custom`: the named tools and nothing else.',
    },
    { name: 'allow', type: 'strings', about: 'Tool ids; required for `custom`.' },
    {
      name: 'ask',
      type: 'strings',
      about: 'Tool ids that need a decision of a person per request; required for `custom`.',
    },
    {
      name: 'resources',
      type: 'object',
      nullable: true,
      about: 'Absent keeps what is stored, null removes the restriction.',
    },
  ],
};

export const setDefaultAgent: Operation<'setDefaultAgent'> = {
  id: 'setDefaultAgent',
  method: 'POST',
  path: '/v1/agents/{agentId}/set-default',
  about: 'Makes the agent the default of its workspace',
  query: [],
  body: [],
};

export const setOrgAppPermissions: Operation<'setOrgAppPermissions'> = {
  id: 'setOrgAppPermissions',
  method: 'PUT',
  path: '/v1/org/rules/permissions/{provider}',
  about: 'Allows, holds or blocks tools of an app for everyone',
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'changes', type: 'json', required: true, about: 'The last one counts for a tool named twice.' },
    {
      name: 'conditions',
      type: 'json',
      about: 'Replace the conditions of every permission that is given tools here.',
    },
  ],
};

export const setOrgGroupMembers: Operation<'setOrgGroupMembers'> = {
  id: 'setOrgGroupMembers',
  method: 'PUT',
  path: '/v1/org/groups/{groupId}/members',
  about: 'Say who is in a group',
  query: [],
  mediaType: 'application/json',
  body: [{ name: 'userIds', type: 'strings', required: true, about: 'Everybody who is to be in the group.' }],
};

export const setOrgPolicyDefault: Operation<'setOrgPolicyDefault'> = {
  id: 'setOrgPolicyDefault',
  method: 'PATCH',
  path: '/v1/org/policy/default',
  about: 'Allows or blocks by default, and whom that binds',
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'action', type: 'string', values: ['allow', 'block'], about: '`block` is deny-by-default.' },
    {
      name: 'coverage',
      type: 'string',
      values: ['credentialed', 'all'],
      about:
        'Counts while the action is `block`: `all` binds requests without credentials and LLM hosts too.',
    },
  ],
};

export const setPartnerOrgBudget: Operation<'setPartnerOrgBudget'> = {
  id: 'setPartnerOrgBudget',
  method: 'POST',
  path: '/v1/partner/orgs/{orgId}/secrets/{secretId}/budget',
  about: 'Sets what an organization may spend of a key',
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'limitCents', type: 'integer', required: true, about: 'In cents of a US dollar.' },
    {
      name: 'period',
      type: 'string',
      values: ['monthly', 'total'],
      required: true,
      about: '`monthly` begins anew on the first day of each month in UTC, `total` never does.',
    },
    {
      name: 'allowUnmetered',
      type: 'boolean',
      about:
        'Lets calls pass whose cost cannot be measured: WebSockets, background responses, batches, files and the like. Default false: the gateway refuses them with `budget_unmeterable`.',
    },
  ],
};

export const setWorkspaceAccess: Operation<'setWorkspaceAccess'> = {
  id: 'setWorkspaceAccess',
  method: 'PUT',
  path: '/v1/workspaces/{workspaceId}/access',
  about: 'Say who may use the workspace',
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'users', type: 'json', required: true, about: 'Of somebody named twice the last role counts.' },
    { name: 'groupIds', type: 'strings', required: true },
  ],
};

export const signInEmail: Operation<'signInEmail'> = {
  id: 'signInEmail',
  method: 'POST',
  path: '/auth/sign-in/email',
  about: 'Sign in with email and password',
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'email', type: 'string', required: true },
    { name: 'password', type: 'string', required: true },
    { name: 'rememberMe', type: 'boolean', nullable: true, about: 'Default true' },
    {
      name: 'callbackURL',
      type: 'string',
      nullable: true,
      about: 'Relative path, or a URL on a trusted origin',
    },
  ],
};

export const signInSocial: Operation<'signInSocial'> = {
  id: 'signInSocial',
  method: 'POST',
  path: '/auth/sign-in/social',
  about: 'Begin to sign in with Google',
  query: [],
  mediaType: 'application/json',
  body: [
    {
      name: 'provider',
      type: 'string',
      values: ['google'],
      required: true,
      about: 'Only `google` is offered',
    },
    {
      name: 'callbackURL',
      type: 'string',
      nullable: true,
      about: 'Relative path, or a URL on a trusted origin. Default: the dashboard',
    },
    {
      name: 'errorCallbackURL',
      type: 'string',
      nullable: true,
      about:
        'Relative path, or a URL on a trusted origin; gets an `error` parameter. Default: the sign-in page',
    },
  ],
};

export const signOut: Operation<'signOut'> = {
  id: 'signOut',
  method: 'POST',
  path: '/auth/sign-out',
  about: 'End the current session',
  query: [],
  body: [],
};

export const signUpEmail: Operation<'signUpEmail'> = {
  id: 'signUpEmail',
  method: 'POST',
  path: '/auth/sign-up/email',
  about: 'Create an account with email and password',
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'name', type: 'string', required: true },
    { name: 'email', type: 'string', required: true },
    { name: 'password', type: 'string', required: true },
    {
      name: 'callbackURL',
      type: 'string',
      nullable: true,
      about: 'Relative path, or a URL on a trusted origin',
    },
    {
      name: 'claimToken',
      type: 'string',
      nullable: true,
      about:
        'Of the link of a prepared account: opens registration that is by invitation to whoever holds it',
    },
  ],
};

export const simulatePolicy: Operation<'simulatePolicy'> = {
  id: 'simulatePolicy',
  method: 'POST',
  path: '/v1/policy/simulate',
  about: 'What would happen to one request of an agent, and why',
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'agentId', type: 'string', required: true },
    { name: 'method', type: 'string', required: true },
    {
      name: 'url',
      type: 'string',
      required: true,
      about: 'Absolute, http or https, without user information.',
    },
    {
      name: 'headers',
      type: 'object',
      about: 'Read where the gateway reads them; nothing of them is stored.',
    },
    { name: 'body', type: 'string' },
    {
      name: 'connectionId',
      type: 'string',
      about: 'The account to use, as `x-onecli-connection-id` names it.',
    },
  ],
};

export const slackEvents: Operation<'slackEvents'> = {
  id: 'slackEvents',
  method: 'POST',
  path: '/v1/channels/slack/events',
  about: 'Where Slack tells what happens around agents',
  query: [],
  mediaType: 'application/json',
  body: [],
};

export const slackInteractivity: Operation<'slackInteractivity'> = {
  id: 'slackInteractivity',
  method: 'POST',
  path: '/v1/channels/slack/interactivity',
  about: 'Where Slack tells which buttons of cards are pressed',
  query: [],
  mediaType: 'application/x-www-form-urlencoded',
  body: [],
};

export const slackOauthCallback: Operation<'slackOauthCallback'> = {
  id: 'slackOauthCallback',
  method: 'GET',
  path: '/v1/channels/slack/oauth/callback',
  about: "Where Slack's consent page sends the browser back to",
  query: [
    { name: 'error', type: 'string' },
    { name: 'code', type: 'string' },
    { name: 'state', type: 'string' },
  ],
  body: [],
};

export const ssoLogout: Operation<'ssoLogout'> = {
  id: 'ssoLogout',
  method: 'POST',
  path: '/v1/auth/sso/logout',
  about: 'End the session, and tell where the session at the identity provider ends',
  query: [],
  body: [],
};

export const ssoOidcBackchannelLogout: Operation<'ssoOidcBackchannelLogout'> = {
  id: 'ssoOidcBackchannelLogout',
  method: 'POST',
  path: '/v1/auth/sso/{provider}/backchannel-logout',
  about: 'Where an OpenID Connect provider tells who logged out there',
  query: [],
  mediaType: 'application/x-www-form-urlencoded',
  body: [],
};

export const ssoOidcCallback: Operation<'ssoOidcCallback'> = {
  id: 'ssoOidcCallback',
  method: 'GET',
  path: '/v1/auth/sso/{provider}/callback',
  about: 'Where an OpenID Connect provider sends the browser back to',
  query: [
    { name: 'error_description', type: 'string' },
    { name: 'error', type: 'string' },
    { name: 'iss', type: 'string' },
    { name: 'state', type: 'string' },
    { name: 'code', type: 'string' },
  ],
  body: [],
};

export const ssoSamlAcs: Operation<'ssoSamlAcs'> = {
  id: 'ssoSamlAcs',
  method: 'POST',
  path: '/v1/auth/sso/{provider}/acs',
  about: 'Where a SAML identity provider sends the browser back to',
  query: [],
  mediaType: 'application/x-www-form-urlencoded',
  body: [],
};

export const ssoSamlLogoutPost: Operation<'ssoSamlLogoutPost'> = {
  id: 'ssoSamlLogoutPost',
  method: 'POST',
  path: '/v1/auth/sso/{provider}/slo',
  about: 'Single logout of SAML, by post',
  query: [],
  mediaType: 'application/x-www-form-urlencoded',
  body: [],
};

export const ssoSamlLogoutRedirect: Operation<'ssoSamlLogoutRedirect'> = {
  id: 'ssoSamlLogoutRedirect',
  method: 'GET',
  path: '/v1/auth/sso/{provider}/slo',
  about: 'Single logout of SAML, by redirect',
  query: [
    { name: 'Signature', type: 'string' },
    { name: 'SigAlg', type: 'string' },
    { name: 'RelayState', type: 'string' },
    { name: 'SAMLResponse', type: 'string' },
    { name: 'SAMLRequest', type: 'string' },
  ],
  body: [],
};

export const ssoSamlMetadata: Operation<'ssoSamlMetadata'> = {
  id: 'ssoSamlMetadata',
  method: 'GET',
  path: '/v1/auth/sso/{provider}/metadata',
  about: 'What a SAML identity provider is given to know this server by',
  query: [],
  body: [],
};

export const startSsoLogin: Operation<'startSsoLogin'> = {
  id: 'startSsoLogin',
  method: 'GET',
  path: '/v1/auth/sso/{provider}/login',
  about: "Send the browser to an organization's identity provider",
  query: [
    { name: 'target_link_uri', type: 'string' },
    { name: 'iss', type: 'string' },
    { name: 'link', type: 'string' },
    { name: 'login_hint', type: 'string' },
    { name: 'returnTo', type: 'string' },
  ],
  body: [],
};

export const streamTranscript: Operation<'streamTranscript'> = {
  id: 'streamTranscript',
  method: 'GET',
  path: '/v1/conversations/{conversationId}/stream',
  about: 'The events of a conversation as they happen',
  query: [
    { name: 'since', type: 'integer', about: 'Only later events.' },
    { name: 'limit', type: 'integer' },
  ],
  body: [],
};

export const submitApprovalDecision: Operation<'submitApprovalDecision'> = {
  id: 'submitApprovalDecision',
  method: 'POST',
  path: '/v1/approvals/{id}/decision',
  about: 'Let a held request go on, or refuse it',
  query: [],
  mediaType: 'application/json',
  body: [{ name: 'decision', type: 'string', values: ['approve', 'deny'], required: true }],
};

export const syncSession: Operation<'syncSession'> = {
  id: 'syncSession',
  method: 'GET',
  path: '/v1/auth/session',
  about: 'Tell the dashboard who is signed in and where they work; provisions new accounts',
  query: [
    { name: 'fromInvitation', type: 'string', about: 'The caller joins an organization of somebody else' },
    { name: 'fromClaim', type: 'string', about: 'The caller claims a prepared account' },
  ],
  body: [],
};

export const testSsoConnection: Operation<'testSsoConnection'> = {
  id: 'testSsoConnection',
  method: 'POST',
  path: '/v1/org/sso/connections/{connectionId}/test',
  about: 'Try whether the identity provider can be used as it is now',
  query: [],
  body: [],
};

export const toggleAppConfig: Operation<'toggleAppConfig'> = {
  id: 'toggleAppConfig',
  method: 'PATCH',
  path: '/v1/apps/{provider}/config/toggle',
  about: 'Switches the client on or off',
  query: [],
  mediaType: 'application/json',
  body: [{ name: 'enabled', type: 'boolean', required: true }],
};

export const toggleBlocklistRule: Operation<'toggleBlocklistRule'> = {
  id: 'toggleBlocklistRule',
  method: 'PATCH',
  path: '/v1/apps/{provider}/blocklist/{ruleId}',
  about: 'Closes or opens a host of the app',
  query: [],
  mediaType: 'application/json',
  body: [{ name: 'enabled', type: 'boolean', required: true }],
};

export const toggleOrgAppConfig: Operation<'toggleOrgAppConfig'> = {
  id: 'toggleOrgAppConfig',
  method: 'PATCH',
  path: '/v1/org/apps/{provider}/config/toggle',
  about: 'Switches the client on or off',
  query: [],
  mediaType: 'application/json',
  body: [{ name: 'enabled', type: 'boolean', required: true }],
};

export const toggleOrgAppConfigAlias: Operation<'toggleOrgAppConfigAlias'> = {
  id: 'toggleOrgAppConfigAlias',
  method: 'PATCH',
  path: '/v1/org/app-config/{provider}/toggle',
  about: 'Switches the client on or off',
  query: [],
  mediaType: 'application/json',
  body: [{ name: 'enabled', type: 'boolean', required: true }],
};

export const toggleOrgBlocklistRule: Operation<'toggleOrgBlocklistRule'> = {
  id: 'toggleOrgBlocklistRule',
  method: 'PATCH',
  path: '/v1/org/apps/{provider}/blocklist/{ruleId}',
  about: 'Closes or opens a host of the app in every workspace',
  query: [],
  mediaType: 'application/json',
  body: [{ name: 'enabled', type: 'boolean', required: true }],
};

export const transferOrgOwnership: Operation<'transferOrgOwnership'> = {
  id: 'transferOrgOwnership',
  method: 'POST',
  path: '/v1/org/transfer-ownership',
  about: 'Make another member the owner; you become an administrator',
  query: [],
  mediaType: 'application/json',
  body: [{ name: 'userId', type: 'string', required: true, about: 'The member who becomes the owner.' }],
};

export const unlinkOrgMemberSsoIdentity: Operation<'unlinkOrgMemberSsoIdentity'> = {
  id: 'unlinkOrgMemberSsoIdentity',
  method: 'DELETE',
  path: '/v1/org/members/{userId}/sso-identity',
  about: 'Forget which account at the identity provider a member is',
  query: [],
  body: [],
};

export const unsubscribe: Operation<'unsubscribe'> = {
  id: 'unsubscribe',
  method: 'POST',
  path: '/v1/webhooks/unsubscribe',
  about: 'Send no more invitations to the address of the token',
  query: [{ name: 'token', type: 'string' }],
  body: [],
};

export const updateAgent: Operation<'updateAgent'> = {
  id: 'updateAgent',
  method: 'PATCH',
  path: '/v1/agents/{agentId}',
  about: 'Renames an agent or changes the brief and model of a hosted one',
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'name', type: 'string' },
    { name: 'instructions', type: 'string', nullable: true, about: 'Hosted agents only.' },
    { name: 'model', type: 'string', nullable: true, about: 'Hosted agents only.' },
    {
      name: 'effort',
      type: 'string',
      nullable: true,
      values: ['low', 'medium', 'high', 'max'],
      about: 'Hosted agents only.',
    },
  ],
};

export const updateCron: Operation<'updateCron'> = {
  id: 'updateCron',
  method: 'PATCH',
  path: '/v1/agents/{agentId}/crons/{cronId}',
  about: 'Changes, pauses or resumes a schedule',
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'name', type: 'string' },
    { name: 'prompt', type: 'string', about: 'What the agent is told.' },
    {
      name: 'schedule',
      type: 'string',
      about: 'A cron expression of five fields, or a nickname such as `@daily`. It must come some day.',
    },
    { name: 'timezone', type: 'string', about: 'A zone of IANA.' },
    { name: 'enabled', type: 'boolean', about: 'False pauses it.' },
  ],
};

export const updateMemory: Operation<'updateMemory'> = {
  id: 'updateMemory',
  method: 'PATCH',
  path: '/v1/agents/{agentId}/memories/{memoryId}',
  about: 'Changes a memory',
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'title', type: 'string', nullable: true, about: 'Null clears it.' },
    { name: 'description', type: 'string', nullable: true, about: 'Null clears it.' },
    { name: 'content', type: 'string', about: 'Markdown.' },
  ],
};

export const updateOrgGroup: Operation<'updateOrgGroup'> = {
  id: 'updateOrgGroup',
  method: 'PATCH',
  path: '/v1/org/groups/{groupId}',
  about: 'Rename a group',
  query: [],
  mediaType: 'application/json',
  body: [{ name: 'name', type: 'string', required: true }],
};

export const updateOrgMember: Operation<'updateOrgMember'> = {
  id: 'updateOrgMember',
  method: 'PATCH',
  path: '/v1/org/members/{userId}',
  about: 'Suspend or reinstate a member, change their role, or spare them single sign-on',
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'status', type: 'string', values: ['active', 'suspended'] },
    { name: 'ssoExempt', type: 'boolean' },
    { name: 'role', type: 'string', values: ['admin', 'member'] },
  ],
};

export const updateOrgPolicyRule: Operation<'updateOrgPolicyRule'> = {
  id: 'updateOrgPolicyRule',
  method: 'PATCH',
  path: '/v1/org/policy/rules/{ruleId}',
  about: 'Changes a rule where it stands',
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'name', type: 'string' },
    { name: 'description', type: 'string', nullable: true },
    { name: 'enabled', type: 'boolean' },
    {
      name: 'action',
      type: 'string',
      values: ['allow', 'block', 'rate_limit', 'manual_approval'],
      about: '`rate_limit` and `manual_approval` are stored as `allow` with the modifier.',
    },
    { name: 'rateLimit', type: 'integer', nullable: true, about: 'Requests per window and agent.' },
    { name: 'rateLimitWindow', type: 'string', nullable: true, values: ['minute', 'hour', 'day'] },
    { name: 'requireApproval', type: 'boolean' },
    {
      name: 'conditions',
      type: 'object',
      nullable: true,
      fields: [
        { name: 'repositories', type: 'strings' },
        { name: 'folders', type: 'strings' },
        { name: 'driveFolders', type: 'strings' },
      ],
    },
    { name: 'identities', type: 'json', about: 'Empty: everyone, for decisions; no one, for injection.' },
    { name: 'targets', type: 'json', about: 'Replaces the whole list.' },
  ],
};

export const updateOrgSecret: Operation<'updateOrgSecret'> = {
  id: 'updateOrgSecret',
  method: 'PATCH',
  path: '/v1/org/secrets/{secretId}',
  about: 'Changes a secret of the organization',
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'name', type: 'string' },
    { name: 'valueSource', type: 'string', values: ['inline'], about: '`inline` needs `value`.' },
    { name: 'value', type: 'string' },
    { name: 'opRef', type: 'string' },
    {
      name: 'opDisplay',
      type: 'object',
      fields: [
        { name: 'vault', type: 'string' },
        { name: 'item', type: 'string' },
        { name: 'field', type: 'string' },
      ],
    },
    { name: 'hostPattern', type: 'string' },
    { name: 'pathPattern', type: 'string', nullable: true },
    {
      name: 'injectionConfig',
      type: 'object',
      nullable: true,
      fields: [
        {
          name: 'headerName',
          type: 'string',
          about: 'No header that frames the message, nor one of the gateway.',
        },
        {
          name: 'valueFormat',
          type: 'string',
          about: 'Every `{value}` in it becomes the value; absent, the value stands alone.',
        },
        { name: 'paramName', type: 'string' },
        {
          name: 'paramFormat',
          type: 'string',
          about: 'Every `{value}` in it becomes the value; absent, the value stands alone.',
        },
        { name: 'pathTemplate', type: 'string', about: 'The path to send, with `{value}` exactly once.' },
        { name: 'pathRegex', type: 'string', about: 'RE2 syntax.' },
        { name: 'pathReplacement', type: 'string' },
      ],
    },
  ],
};

export const updateOrgSkill: Operation<'updateOrgSkill'> = {
  id: 'updateOrgSkill',
  method: 'PATCH',
  path: '/v1/org/skills/{skillId}',
  about: 'Changes a skill of the organization',
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'description', type: 'string', about: 'Tells the agent when to load the skill.' },
    { name: 'content', type: 'string' },
    { name: 'enabled', type: 'boolean' },
    { name: 'files', type: 'json', about: 'Replaces the whole list.' },
  ],
};

export const updateOrganization: Operation<'updateOrganization'> = {
  id: 'updateOrganization',
  method: 'PATCH',
  path: '/v1/org',
  about: 'Rename the organization; its slug stays',
  query: [],
  mediaType: 'application/json',
  body: [{ name: 'name', type: 'string', required: true }],
};

export const updatePartner: Operation<'updatePartner'> = {
  id: 'updatePartner',
  method: 'PATCH',
  path: '/v1/operator/partners/{partnerId}',
  about: 'Rename, suspend or resume a partner',
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'name', type: 'string' },
    { name: 'status', type: 'string', values: ['active', 'suspended'] },
  ],
};

export const updatePartnerSecret: Operation<'updatePartnerSecret'> = {
  id: 'updatePartnerSecret',
  method: 'PATCH',
  path: '/v1/partner/secrets/{secretId}',
  about: 'Changes a secret of the partner',
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'name', type: 'string' },
    { name: 'valueSource', type: 'string', values: ['inline'], about: '`inline` needs `value`.' },
    { name: 'value', type: 'string' },
    { name: 'opRef', type: 'string', about: 'Refused.' },
    {
      name: 'opDisplay',
      type: 'object',
      fields: [
        { name: 'vault', type: 'string' },
        { name: 'item', type: 'string' },
        { name: 'field', type: 'string' },
      ],
    },
    { name: 'hostPattern', type: 'string' },
    { name: 'pathPattern', type: 'string', nullable: true },
    {
      name: 'injectionConfig',
      type: 'object',
      nullable: true,
      fields: [
        {
          name: 'headerName',
          type: 'string',
          about: 'No header that frames the message, nor one of the gateway.',
        },
        {
          name: 'valueFormat',
          type: 'string',
          about: 'Every `{value}` in it becomes the value; absent, the value stands alone.',
        },
        { name: 'paramName', type: 'string' },
        {
          name: 'paramFormat',
          type: 'string',
          about: 'Every `{value}` in it becomes the value; absent, the value stands alone.',
        },
        { name: 'pathTemplate', type: 'string', about: 'The path to send, with `{value}` exactly once.' },
        { name: 'pathRegex', type: 'string', about: 'RE2 syntax.' },
        { name: 'pathReplacement', type: 'string' },
      ],
    },
  ],
};

export const updateRoleMapping: Operation<'updateRoleMapping'> = {
  id: 'updateRoleMapping',
  method: 'PATCH',
  path: '/v1/org/role-mappings/{id}',
  about: 'Change the role or the priority of a mapping',
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'role', type: 'string', values: ['admin', 'member'], required: true },
    { name: 'priority', type: 'integer' },
  ],
};

export const updateSecret: Operation<'updateSecret'> = {
  id: 'updateSecret',
  method: 'PATCH',
  path: '/v1/secrets/{secretId}',
  about: 'Changes a secret of the workspace',
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'name', type: 'string' },
    {
      name: 'valueSource',
      type: 'string',
      values: ['inline', 'onepassword'],
      about: '`inline` needs `value`, `onepassword` needs `opRef`.',
    },
    { name: 'value', type: 'string' },
    { name: 'opRef', type: 'string' },
    {
      name: 'opDisplay',
      type: 'object',
      fields: [
        { name: 'vault', type: 'string' },
        { name: 'item', type: 'string' },
        { name: 'field', type: 'string' },
      ],
    },
    { name: 'hostPattern', type: 'string' },
    { name: 'pathPattern', type: 'string', nullable: true },
    {
      name: 'injectionConfig',
      type: 'object',
      nullable: true,
      fields: [
        {
          name: 'headerName',
          type: 'string',
          about: 'No header that frames the message, nor one of the gateway.',
        },
        {
          name: 'valueFormat',
          type: 'string',
          about: 'Every `{value}` in it becomes the value; absent, the value stands alone.',
        },
        { name: 'paramName', type: 'string' },
        {
          name: 'paramFormat',
          type: 'string',
          about: 'Every `{value}` in it becomes the value; absent, the value stands alone.',
        },
        { name: 'pathTemplate', type: 'string', about: 'The path to send, with `{value}` exactly once.' },
        { name: 'pathRegex', type: 'string', about: 'RE2 syntax.' },
        { name: 'pathReplacement', type: 'string' },
      ],
    },
  ],
};

export const updateSkill: Operation<'updateSkill'> = {
  id: 'updateSkill',
  method: 'PATCH',
  path: '/v1/skills/{skillId}',
  about: 'Changes a skill of the workspace or of an agent',
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'description', type: 'string', about: 'Tells the agent when to load the skill.' },
    { name: 'content', type: 'string' },
    { name: 'enabled', type: 'boolean' },
    { name: 'files', type: 'json', about: 'Replaces the whole list.' },
  ],
};

export const updateSsoConnection: Operation<'updateSsoConnection'> = {
  id: 'updateSsoConnection',
  method: 'PATCH',
  path: '/v1/org/sso/connections/{connectionId}',
  about: 'Change a connection, or switch it off and on',
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'displayName', type: 'string' },
    { name: 'enabled', type: 'boolean', about: 'False ends sign-ins through it.' },
    {
      name: 'metadataUrl',
      type: 'string',
      about: 'SAML: where the provider publishes its metadata. This or `metadataXml`.',
    },
    { name: 'metadataXml', type: 'string', about: 'SAML: the metadata of the provider themselves.' },
    { name: 'issuer', type: 'string', about: 'OpenID Connect: exactly as the provider shows it.' },
    { name: 'clientId', type: 'string', about: 'OpenID Connect.' },
    { name: 'clientSecret', type: 'string', about: 'OpenID Connect. Kept sealed and never shown.' },
  ],
};

export const updateSsoEnforcement: Operation<'updateSsoEnforcement'> = {
  id: 'updateSsoEnforcement',
  method: 'PATCH',
  path: '/v1/org/sso/enforcement',
  about: 'Require single sign-on, and say whether people join by it',
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'ssoRequired', type: 'boolean' },
    { name: 'jitEnabled', type: 'boolean' },
  ],
};

export const updateUser: Operation<'updateUser'> = {
  id: 'updateUser',
  method: 'PATCH',
  path: '/v1/user',
  about: 'Change your display name',
  query: [],
  mediaType: 'application/json',
  body: [{ name: 'name', type: 'string', required: true }],
};

export const updateWorkspace: Operation<'updateWorkspace'> = {
  id: 'updateWorkspace',
  method: 'PATCH',
  path: '/v1/workspaces/{workspaceId}',
  about: 'Rename a workspace',
  query: [],
  mediaType: 'application/json',
  body: [{ name: 'name', type: 'string', required: true }],
};

export const uploadAttachment: Operation<'uploadAttachment'> = {
  id: 'uploadAttachment',
  method: 'POST',
  path: '/v1/conversations/{conversationId}/attachments',
  about: 'Upload a file to send with a message; at most 10 MiB',
  query: [{ name: 'name', type: 'string', required: true }],
  mediaType: 'application/octet-stream',
  body: [],
};

export const upsertAppConfig: Operation<'upsertAppConfig'> = {
  id: 'upsertAppConfig',
  method: 'POST',
  path: '/v1/apps/{provider}/config',
  about: 'Stores an OAuth client of one’s own and switches it on',
  query: [],
  mediaType: 'application/json',
  body: [],
};

export const upsertOrgAppConfig: Operation<'upsertOrgAppConfig'> = {
  id: 'upsertOrgAppConfig',
  method: 'POST',
  path: '/v1/org/apps/{provider}/config',
  about: 'Stores an OAuth client of one’s own and switches it on',
  query: [],
  mediaType: 'application/json',
  body: [],
};

export const upsertOrgAppConfigAlias: Operation<'upsertOrgAppConfigAlias'> = {
  id: 'upsertOrgAppConfigAlias',
  method: 'POST',
  path: '/v1/org/app-config/{provider}',
  about: 'Stores an OAuth client and switches it on',
  query: [],
  mediaType: 'application/json',
  body: [],
};

export const verifyOrgDomain: Operation<'verifyOrgDomain'> = {
  id: 'verifyOrgDomain',
  method: 'POST',
  path: '/v1/org/domains/{domainId}/verify',
  about: 'Look for the record of a domain in DNS',
  query: [],
  body: [],
};
