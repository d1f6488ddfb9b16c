// Generated from the OpenAPI document by scripts/generate-client.mjs: change the server, not this file.

import type { Operation } from './operation.js';

export const abortTurn: Operation<'abortTurn'> = {
  id: 'abortTurn',
  method: 'POST',
  path: '/v1/turns/{turnId}/abort',
  about: 'Abort a turn',
  query: [],
  body: [],
};

export const acceptInvitation: Operation<'acceptInvitation'> = {
  id: 'acceptInvitation',
  method: 'POST',
  path: '/v1/invitations/accept',
  about: 'Accept an invitation addressed to the signed-in person',
  query: [],
  mediaType: 'application/json',
  body: [{ name: 'token', type: 'string', required: true }],
};

export const activateBlocklistHost: Operation<'activateBlocklistHost'> = {
  id: 'activateBlocklistHost',
  method: 'POST',
  path: '/v1/apps/{provider}/blocklist',
  about: 'Block a host of the app',
  query: [],
  mediaType: 'application/json',
  body: [{ name: 'hostId', type: 'string', required: true }],
};

export const activateOrgBlocklistHost: Operation<'activateOrgBlocklistHost'> = {
  id: 'activateOrgBlocklistHost',
  method: 'POST',
  path: '/v1/org/apps/{provider}/blocklist',
  about: 'Block a host of the app in every workspace',
  query: [],
  mediaType: 'application/json',
  body: [{ name: 'hostId', type: 'string', required: true }],
};

export const adapterClaimOutbox: Operation<'adapterClaimOutbox'> = {
  id: 'adapterClaimOutbox',
  method: 'POST',
  path: '/v1/channel-adapter/outbox/claim',
  about: 'Claim the next posts',
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
  about: 'Get the channel apps to connect and post with, including their tokens',
  query: [],
  body: [],
};

export const adapterDecision: Operation<'adapterDecision'> = {
  id: 'adapterDecision',
  method: 'POST',
  path: '/v1/channel-adapter/decisions',
  about: 'Deliver the press of a button on an approval card',
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
  about: 'Report that the channel adapter is alive',
  query: [],
  mediaType: 'application/json',
  body: [{ name: 'bootId', type: 'string', required: true }],
};

export const adapterIngest: Operation<'adapterIngest'> = {
  id: 'adapterIngest',
  method: 'POST',
  path: '/v1/channel-adapter/ingest',
  about: 'Deliver an event from a channel',
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'presenceId', type: 'string', required: true },
    { name: 'eventId', type: 'string', required: true, about: "The provider's id of the event." },
    { name: 'event', type: 'object', required: true, about: 'The inner event, as it was received.' },
  ],
};

export const adapterOutboxResult: Operation<'adapterOutboxResult'> = {
  id: 'adapterOutboxResult',
  method: 'POST',
  path: '/v1/channel-adapter/outbox/{itemId}/result',
  about: 'Report the result of a post',
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'bootId', type: 'string', required: true },
    {
      name: 'result',
      type: 'string',
      values: ['sent', 'rejected', 'retry'],
      required: true,
      about: '`retry`: the provider was certainly not reached, or it asked to wait.',
    },
    { name: 'messageRef', type: 'string' },
    { name: 'errorCode', type: 'string' },
    { name: 'retryAfterSeconds', type: 'integer', about: 'The delay that the provider asked for.' },
  ],
};

export const adapterPresenceHealth: Operation<'adapterPresenceHealth'> = {
  id: 'adapterPresenceHealth',
  method: 'POST',
  path: '/v1/channel-adapter/presences/{presenceId}/health',
  about: 'Report whether the provider accepts the tokens of an app',
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
  about: 'Register a channel adapter after its start',
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'name', type: 'string', required: true },
    { name: 'bootId', type: 'string', required: true, about: 'New at each start of the daemon.' },
  ],
};

export const addOrgGroupMember: Operation<'addOrgGroupMember'> = {
  id: 'addOrgGroupMember',
  method: 'PUT',
  path: '/v1/org/groups/{groupId}/members/{userId}',
  about: 'Add a member to a group',
  query: [],
  body: [],
};

export const addPartnerMember: Operation<'addPartnerMember'> = {
  id: 'addPartnerMember',
  method: 'POST',
  path: '/v1/partner/members',
  about: 'Add a member to the portal',
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
  about: 'Receive the browser from a provider after consent',
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
  about: 'Report that the sign-in endpoints are available',
  query: [],
  body: [],
};

export const authorizeApp: Operation<'authorizeApp'> = {
  id: 'authorizeApp',
  method: 'GET',
  path: '/v1/apps/{provider}/authorize',
  about: 'Redirect the browser to the provider for consent',
  query: [
    { name: 'connectionId', type: 'string', about: 'Reconnects this account.' },
    {
      name: 'agent_name',
      type: 'string',
      about: 'Shown when the flow is complete; truncated to 128 characters.',
    },
  ],
  body: [],
};

export const authorizeOrgApp: Operation<'authorizeOrgApp'> = {
  id: 'authorizeOrgApp',
  method: 'GET',
  path: '/v1/org/apps/{provider}/authorize',
  about: 'Redirect the browser to the provider for consent on behalf of the organization',
  query: [
    { name: 'connectionId', type: 'string', about: 'Reconnects this account.' },
    {
      name: 'agent_name',
      type: 'string',
      about: 'Shown when the flow is complete; truncated to 128 characters.',
    },
    { name: 'org', type: 'string', about: 'The organization, for a person who belongs to several.' },
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
    { name: 'setupToken', type: 'string', nullable: true, about: 'Required if `setupTokenRequired`' },
  ],
};

export const cancelInvitation: Operation<'cancelInvitation'> = {
  id: 'cancelInvitation',
  method: 'DELETE',
  path: '/v1/org/invitations/{id}',
  about: 'Cancel a pending invitation',
  query: [],
  body: [],
};

export const cancelProvision: Operation<'cancelProvision'> = {
  id: 'cancelProvision',
  method: 'DELETE',
  path: '/v1/team/provisions/{provisionId}',
  about: 'Delete a prepared account',
  query: [],
  body: [],
};

export const changePartnerMemberRole: Operation<'changePartnerMemberRole'> = {
  id: 'changePartnerMemberRole',
  method: 'PATCH',
  path: '/v1/partner/members/{userId}/role',
  about: 'Change the role of a portal member',
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
  about: 'Claim an organization that a partner created',
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'token', type: 'string', required: true },
    {
      name: 'partnerKeys',
      type: 'string',
      values: ['end', 'keep'],
      about:
        'What happens to the API keys and SCIM tokens that the partner knows. Default `end`. With `keep` they keep working and act for you.',
    },
  ],
};

export const claimProvision: Operation<'claimProvision'> = {
  id: 'claimProvision',
  method: 'POST',
  path: '/v1/provisions/claim',
  about: 'Claim a prepared account as the signed-in person',
  query: [],
  mediaType: 'application/json',
  body: [{ name: 'token', type: 'string', required: true }],
};

export const clearPartnerOrgBudget: Operation<'clearPartnerOrgBudget'> = {
  id: 'clearPartnerOrgBudget',
  method: 'DELETE',
  path: '/v1/partner/orgs/{orgId}/secrets/{secretId}/budget',
  about: 'Remove the spending limit of an organization for a key',
  query: [],
  body: [],
};

export const completeChannelPresence: Operation<'completeChannelPresence'> = {
  id: 'completeChannelPresence',
  method: 'POST',
  path: '/v1/agents/{agentId}/channels/{provider}/complete',
  about: 'Attach the agent with the tokens of its Slack app',
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'botToken', type: 'string', required: true },
    { name: 'appToken', type: 'string', about: 'Required if the transport is `socket`.' },
    {
      name: 'signingSecret',
      type: 'string',
      about: 'Required if the transport is `events`, unless the server created the app.',
    },
    { name: 'appId', type: 'string', about: 'Required for an app that was created by hand.' },
  ],
};

export const completeSsoConfirmation: Operation<'completeSsoConfirmation'> = {
  id: 'completeSsoConfirmation',
  method: 'POST',
  path: '/v1/auth/sso/confirmation',
  about: 'Complete a first single sign-on to an existing account',
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'confirm', type: 'string', required: true, about: 'The value from the URL of the page.' },
    { name: 'password', type: 'string', about: 'Password of the account. With it nothing ends.' },
    {
      name: 'endAccess',
      type: 'boolean',
      about: 'True: continue without the password and end what `ends` lists.',
    },
  ],
};

export const confirmCliAuthSession: Operation<'confirmCliAuthSession'> = {
  id: 'confirmCliAuthSession',
  method: 'POST',
  path: '/v1/auth/cli/confirm',
  about: 'Give the waiting command-line client access to the workspace',
  query: [],
  mediaType: 'application/json',
  body: [{ name: 'code', type: 'string', required: true }],
};

export const confirmUnsubscribe: Operation<'confirmUnsubscribe'> = {
  id: 'confirmUnsubscribe',
  method: 'GET',
  path: '/v1/webhooks/unsubscribe',
  about: 'Get the page that asks whether to unsubscribe',
  query: [{ name: 'token', type: 'string' }],
  body: [],
};

export const connectApp: Operation<'connectApp'> = {
  id: 'connectApp',
  method: 'POST',
  path: '/v1/apps/{provider}/connect',
  about: 'Connect an account with credentials that a person entered',
  query: [],
  mediaType: 'application/json',
  body: [
    {
      name: 'fields',
      type: 'object',
      required: true,
      about: 'The fields of the app by name. Names that the app does not define are ignored. Never returned.',
    },
    { name: 'method', type: 'string', about: 'One of the connection methods of the app.' },
    { name: 'connectionId', type: 'string', about: 'The credentials of this connection are replaced.' },
    {
      name: 'label',
      type: 'string',
      about:
        "Distinguishes accounts of one app. Without a label, the provider's name of the account is used.",
    },
  ],
};

export const connectOrgApp: Operation<'connectOrgApp'> = {
  id: 'connectOrgApp',
  method: 'POST',
  path: '/v1/org/apps/{provider}/connect',
  about: 'Connect an account that agents of every workspace can be granted',
  query: [],
  mediaType: 'application/json',
  body: [
    {
      name: 'fields',
      type: 'object',
      required: true,
      about: 'The fields of the app by name. Names that the app does not define are ignored. Never returned.',
    },
    { name: 'method', type: 'string', about: 'One of the connection methods of the app.' },
    { name: 'connectionId', type: 'string', about: 'The credentials of this connection are replaced.' },
    {
      name: 'label',
      type: 'string',
      about:
        "Distinguishes accounts of one app. Without a label, the provider's name of the account is used.",
    },
  ],
};

export const createAgent: Operation<'createAgent'> = {
  id: 'createAgent',
  method: 'POST',
  path: '/v1/agents',
  about: 'Create an agent; read its token from the list or regenerate it',
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'name', type: 'string', required: true },
    { name: 'identifier', type: 'string', required: true },
    { name: 'kind', type: 'string', values: ['byo', 'hosted'] },
    { name: 'harness', type: 'string', about: 'For hosted agents only.' },
    { name: 'instructions', type: 'string', about: 'For hosted agents only.' },
    { name: 'parentIdentifier', type: 'string' },
  ],
};

export const createChannelPresence: Operation<'createChannelPresence'> = {
  id: 'createChannelPresence',
  method: 'POST',
  path: '/v1/agents/{agentId}/channels/{provider}',
  about: "Create the agent's Slack app",
  query: [],
  body: [],
};

export const createChannelUserLink: Operation<'createChannelUserLink'> = {
  id: 'createChannelUserLink',
  method: 'POST',
  path: '/v1/org/channels/{provider}/user-links',
  about: 'Link a Slack user to a member',
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
  about: 'Create a schedule for an agent',
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'name', type: 'string', required: true },
    { name: 'prompt', type: 'string', required: true, about: 'The message to the agent.' },
    {
      name: 'schedule',
      type: 'string',
      required: true,
      about:
        'A cron expression of five fields, or a nickname such as `@daily`. It must match at least one future time.',
    },
    { name: 'timezone', type: 'string', required: true, about: 'An IANA time zone.' },
  ],
};

export const createInvitation: Operation<'createInvitation'> = {
  id: 'createInvitation',
  method: 'POST',
  path: '/v1/org/invitations',
  about: 'Invite a person by e-mail, or replace the link of a pending invitation',
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
  about: 'Create a memory with a new key',
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'key', type: 'string', required: true, about: 'Cannot be changed.' },
    { name: 'title', type: 'string', nullable: true },
    { name: 'description', type: 'string', nullable: true, about: 'Text for the index.' },
    { name: 'content', type: 'string', required: true, about: 'Markdown text.' },
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
  about: 'Add a member, with or without an account',
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
  about: 'Append a rule with immediate effect',
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'name', type: 'string', required: true },
    { name: 'description', type: 'string' },
    { name: 'enabled', type: 'boolean', about: 'Default `true`.' },
    {
      name: 'action',
      type: 'string',
      values: ['allow', 'block', 'rate_limit', 'manual_approval'],
      required: true,
      about: '`rate_limit` and `manual_approval` are stored as `allow` with the corresponding modifier.',
    },
    { name: 'rateLimit', type: 'integer', about: 'Requests per agent and window.' },
    { name: 'rateLimitWindow', type: 'string', values: ['minute', 'hour', 'day'] },
    {
      name: 'requireApproval',
      type: 'boolean',
      about: "Every matching request requires a person's approval.",
    },
    {
      name: 'conditions',
      type: 'json',
      fields: [
        { name: 'repositories', type: 'strings' },
        { name: 'folders', type: 'strings' },
        { name: 'driveFolders', type: 'strings' },
      ],
    },
    {
      name: 'identities',
      type: 'json',
      about: 'If empty, a decision applies to everyone and an injection to no one.',
    },
    { name: 'targets', type: 'json', required: true },
  ],
};

export const createOrgSecret: Operation<'createOrgSecret'> = {
  id: 'createOrgSecret',
  method: 'POST',
  path: '/v1/org/secrets',
  about: 'Store a secret that agents of every workspace can be granted',
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
      about: 'A host, or `*.` and a domain that is not a public suffix.',
    },
    { name: 'pathPattern', type: 'string', about: 'If empty, covers every path.' },
    {
      name: 'injectionConfig',
      type: 'object',
      nullable: true,
      about: 'Required for `generic`, ignored for the other types.',
      fields: [
        {
          name: 'headerName',
          type: 'string',
          about: 'Must not be a header that frames the message or belongs to the gateway.',
        },
        {
          name: 'valueFormat',
          type: 'string',
          about: 'Every `{value}` is replaced by the value. If absent, the value is used alone.',
        },
        { name: 'paramName', type: 'string' },
        {
          name: 'paramFormat',
          type: 'string',
          about: 'Every `{value}` is replaced by the value. If absent, the value is used alone.',
        },
        { name: 'pathTemplate', type: 'string', about: 'The path to send, with exactly one `{value}`.' },
        { name: 'pathRegex', type: 'string', about: 'Regular expression in RE2 syntax.' },
        { name: 'pathReplacement', type: 'string' },
      ],
    },
  ],
};

export const createOrgSkill: Operation<'createOrgSkill'> = {
  id: 'createOrgSkill',
  method: 'POST',
  path: '/v1/org/skills',
  about: 'Create a skill for the agents of every workspace',
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'name', type: 'string', required: true, about: 'Cannot be changed.' },
    {
      name: 'description',
      type: 'string',
      required: true,
      about: 'Describes to the agent when to load the skill.',
    },
    { name: 'content', type: 'string', required: true, about: 'Markdown text.' },
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
  about: 'Create a partner with its owner and its key',
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'name', type: 'string', required: true },
    { name: 'ownerEmail', type: 'string', required: true },
    { name: 'slug', type: 'string', about: 'Derived from the name if absent.' },
  ],
};

export const createPartnerOrg: Operation<'createPartnerOrg'> = {
  id: 'createPartnerOrg',
  method: 'POST',
  path: '/v1/partner/orgs',
  about: 'Create an organization for a customer, with a link to claim it',
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
  about: 'Store a secret that every attached organization inherits',
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'name', type: 'string', required: true },
    { name: 'type', type: 'string', values: ['anthropic', 'openai', 'generic'], required: true },
    { name: 'valueSource', type: 'string', values: ['inline'], about: 'Default `inline`.' },
    { name: 'value', type: 'string', about: 'Required for `inline`. Never returned.' },
    { name: 'opRef', type: 'string', about: 'Not allowed here.' },
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
      about: 'A host, or `*.` and a domain that is not a public suffix.',
    },
    { name: 'pathPattern', type: 'string', about: 'If empty, covers every path.' },
    {
      name: 'injectionConfig',
      type: 'object',
      nullable: true,
      about: 'Required for `generic`, ignored for the other types.',
      fields: [
        {
          name: 'headerName',
          type: 'string',
          about: 'Must not be a header that frames the message or belongs to the gateway.',
        },
        {
          name: 'valueFormat',
          type: 'string',
          about: 'Every `{value}` is replaced by the value. If absent, the value is used alone.',
        },
        { name: 'paramName', type: 'string' },
        {
          name: 'paramFormat',
          type: 'string',
          about: 'Every `{value}` is replaced by the value. If absent, the value is used alone.',
        },
        { name: 'pathTemplate', type: 'string', about: 'The path to send, with exactly one `{value}`.' },
        { name: 'pathRegex', type: 'string', about: 'Regular expression in RE2 syntax.' },
        { name: 'pathReplacement', type: 'string' },
      ],
    },
  ],
};

export const createRoleMapping: Operation<'createRoleMapping'> = {
  id: 'createRoleMapping',
  method: 'POST',
  path: '/v1/org/role-mappings',
  about: 'Map a group to a role',
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'groupId', type: 'string', required: true },
    { name: 'role', type: 'string', values: ['admin', 'member'], required: true },
    { name: 'priority', type: 'integer', about: 'The highest priority wins. Default: below all others.' },
  ],
};

export const createScimToken: Operation<'createScimToken'> = {
  id: 'createScimToken',
  method: 'POST',
  path: '/v1/org/scim/tokens',
  about: 'Create a SCIM token for an identity provider',
  query: [],
  mediaType: 'application/json',
  body: [{ name: 'label', type: 'string', required: true }],
};

export const createSecret: Operation<'createSecret'> = {
  id: 'createSecret',
  method: 'POST',
  path: '/v1/secrets',
  about: 'Store a secret; a new LLM key is granted to agents that have none',
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
      about: 'A host, or `*.` and a domain that is not a public suffix.',
    },
    { name: 'pathPattern', type: 'string', about: 'If empty, covers every path.' },
    {
      name: 'injectionConfig',
      type: 'object',
      nullable: true,
      about: 'Required for `generic`, ignored for the other types.',
      fields: [
        {
          name: 'headerName',
          type: 'string',
          about: 'Must not be a header that frames the message or belongs to the gateway.',
        },
        {
          name: 'valueFormat',
          type: 'string',
          about: 'Every `{value}` is replaced by the value. If absent, the value is used alone.',
        },
        { name: 'paramName', type: 'string' },
        {
          name: 'paramFormat',
          type: 'string',
          about: 'Every `{value}` is replaced by the value. If absent, the value is used alone.',
        },
        { name: 'pathTemplate', type: 'string', about: 'The path to send, with exactly one `{value}`.' },
        { name: 'pathRegex', type: 'string', about: 'Regular expression in RE2 syntax.' },
        { name: 'pathReplacement', type: 'string' },
      ],
    },
  ],
};

export const createSkill: Operation<'createSkill'> = {
  id: 'createSkill',
  method: 'POST',
  path: '/v1/skills',
  about: 'Create a skill for all agents of the workspace, or for one of them',
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'name', type: 'string', required: true, about: 'Cannot be changed.' },
    {
      name: 'description',
      type: 'string',
      required: true,
      about: 'Describes to the agent when to load the skill.',
    },
    { name: 'content', type: 'string', required: true, about: 'Markdown text.' },
    { name: 'enabled', type: 'boolean' },
    { name: 'files', type: 'json' },
    {
      name: 'agentId',
      type: 'string',
      about: 'A hosted agent that owns the skill. If absent, the skill is for all agents of the workspace.',
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
      about: "SAML: URL of the provider's metadata. Either this or `metadataXml` is set.",
    },
    { name: 'metadataXml', type: 'string', about: "SAML: the provider's metadata document." },
    { name: 'issuer', type: 'string', about: 'OpenID Connect: the issuer exactly as the provider shows it.' },
    { name: 'clientId', type: 'string', about: 'For OpenID Connect.' },
    {
      name: 'clientSecret',
      type: 'string',
      about: 'For OpenID Connect. Stored encrypted and never returned.',
    },
  ],
};

export const createTurn: Operation<'createTurn'> = {
  id: 'createTurn',
  method: 'POST',
  path: '/v1/conversations/{conversationId}/turns',
  about: 'Start a turn, unless the agent is already working in this conversation',
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
  about: 'Delete an agent, its grants and its token',
  query: [],
  body: [],
};

export const deleteAgentImage: Operation<'deleteAgentImage'> = {
  id: 'deleteAgentImage',
  method: 'DELETE',
  path: '/v1/agents/{agentId}/image',
  about: "Remove the agent's avatar",
  query: [],
  body: [],
};

export const deleteAppConfig: Operation<'deleteAppConfig'> = {
  id: 'deleteAppConfig',
  method: 'DELETE',
  path: '/v1/apps/{provider}/config',
  about: 'Delete the OAuth client',
  query: [],
  body: [],
};

export const deleteChannelPresence: Operation<'deleteChannelPresence'> = {
  id: 'deleteChannelPresence',
  method: 'DELETE',
  path: '/v1/agents/{agentId}/channels/{provider}',
  about: 'Detach the agent from the channel',
  query: [],
  mediaType: 'application/json',
  body: [
    {
      name: 'deleteRemote',
      type: 'boolean',
      about: 'Also deletes the app in Slack, as far as Slack permits it.',
    },
  ],
};

export const deleteChannelUserLink: Operation<'deleteChannelUserLink'> = {
  id: 'deleteChannelUserLink',
  method: 'DELETE',
  path: '/v1/org/channels/{provider}/user-links/{linkId}',
  about: 'Delete the link between a Slack user and a member',
  query: [],
  body: [],
};

export const deleteCron: Operation<'deleteCron'> = {
  id: 'deleteCron',
  method: 'DELETE',
  path: '/v1/agents/{agentId}/crons/{cronId}',
  about: 'Delete a schedule',
  query: [],
  body: [],
};

export const deleteMemory: Operation<'deleteMemory'> = {
  id: 'deleteMemory',
  method: 'DELETE',
  path: '/v1/agents/{agentId}/memories/{memoryId}',
  about: 'Delete a memory with all its revisions',
  query: [],
  body: [],
};

export const deleteOrgAppConfig: Operation<'deleteOrgAppConfig'> = {
  id: 'deleteOrgAppConfig',
  method: 'DELETE',
  path: '/v1/org/apps/{provider}/config',
  about: 'Delete the OAuth client',
  query: [],
  body: [],
};

export const deleteOrgAppConfigAlias: Operation<'deleteOrgAppConfigAlias'> = {
  id: 'deleteOrgAppConfigAlias',
  method: 'DELETE',
  path: '/v1/org/app-config/{provider}',
  about: 'Delete the OAuth client',
  query: [],
  body: [],
};

export const deleteOrgChannel: Operation<'deleteOrgChannel'> = {
  id: 'deleteOrgChannel',
  method: 'DELETE',
  path: '/v1/org/channels/{provider}',
  about: 'Delete the token of a Slack workspace',
  query: [],
  body: [],
};

export const deleteOrgDomain: Operation<'deleteOrgDomain'> = {
  id: 'deleteOrgDomain',
  method: 'DELETE',
  path: '/v1/org/domains/{domainId}',
  about: 'Delete a domain',
  query: [],
  body: [],
};

export const deleteOrgGroup: Operation<'deleteOrgGroup'> = {
  id: 'deleteOrgGroup',
  method: 'DELETE',
  path: '/v1/org/groups/{groupId}',
  about: 'Delete a group and everything it was given',
  query: [],
  body: [],
};

export const deleteOrgPolicyRule: Operation<'deleteOrgPolicyRule'> = {
  id: 'deleteOrgPolicyRule',
  method: 'DELETE',
  path: '/v1/org/policy/rules/{ruleId}',
  about: 'Delete a rule',
  query: [],
  body: [],
};

export const deleteOrgSecret: Operation<'deleteOrgSecret'> = {
  id: 'deleteOrgSecret',
  method: 'DELETE',
  path: '/v1/org/secrets/{secretId}',
  about: 'Delete a secret of the organization with its grants in every workspace',
  query: [],
  body: [],
};

export const deleteOrgSkill: Operation<'deleteOrgSkill'> = {
  id: 'deleteOrgSkill',
  method: 'DELETE',
  path: '/v1/org/skills/{skillId}',
  about: 'Delete a skill of the organization',
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
  about: 'Delete a partner',
  query: [
    {
      name: 'deleteUnclaimed',
      type: 'string',
      values: ['true', 'false'],
      about: '`true`: unclaimed organizations are deleted with the partner.',
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
  about: 'Delete the project named in the query',
  query: [{ name: 'projectId', type: 'string', required: true }],
  body: [],
};

export const deletePartnerSecret: Operation<'deletePartnerSecret'> = {
  id: 'deletePartnerSecret',
  method: 'DELETE',
  path: '/v1/partner/secrets/{secretId}',
  about: 'Delete a secret of the partner with its budgets and their spending',
  query: [],
  body: [],
};

export const deleteRoleMapping: Operation<'deleteRoleMapping'> = {
  id: 'deleteRoleMapping',
  method: 'DELETE',
  path: '/v1/org/role-mappings/{id}',
  about: 'Delete a role mapping',
  query: [],
  body: [],
};

export const deleteSecret: Operation<'deleteSecret'> = {
  id: 'deleteSecret',
  method: 'DELETE',
  path: '/v1/secrets/{secretId}',
  about: 'Delete a secret of the workspace with its grants',
  query: [],
  body: [],
};

export const deleteSkill: Operation<'deleteSkill'> = {
  id: 'deleteSkill',
  method: 'DELETE',
  path: '/v1/skills/{skillId}',
  about: 'Delete a skill of the workspace or of an agent',
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
  about: 'Delete your account and the organizations in which you are the only member',
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
  about: 'Detach the organization from its partner',
  query: [],
  body: [],
};

export const detachOrgGroup: Operation<'detachOrgGroup'> = {
  id: 'detachOrgGroup',
  method: 'POST',
  path: '/v1/org/groups/{groupId}/detach',
  about: 'Detach a group from the identity provider',
  query: [],
  body: [],
};

export const disconnectApp: Operation<'disconnectApp'> = {
  id: 'disconnectApp',
  method: 'DELETE',
  path: '/v1/apps/{provider}/connection',
  about: 'Disconnect an account of the app',
  query: [{ name: 'connectionId', type: 'string', required: true }],
  body: [],
};

export const disconnectConnection: Operation<'disconnectConnection'> = {
  id: 'disconnectConnection',
  method: 'DELETE',
  path: '/v1/connections/{connectionId}',
  about: 'Disconnect an account',
  query: [],
  body: [],
};

export const disconnectConnectionAlias: Operation<'disconnectConnectionAlias'> = {
  id: 'disconnectConnectionAlias',
  method: 'DELETE',
  path: '/v1/apps/connections/{connectionId}',
  about: 'Disconnect an account',
  query: [],
  body: [],
};

export const disconnectOrgAppConnectionAlias: Operation<'disconnectOrgAppConnectionAlias'> = {
  id: 'disconnectOrgAppConnectionAlias',
  method: 'DELETE',
  path: '/v1/org/apps/connections/{connectionId}',
  about: 'Disconnect an account',
  query: [],
  body: [],
};

export const disconnectOrgConnection: Operation<'disconnectOrgConnection'> = {
  id: 'disconnectOrgConnection',
  method: 'DELETE',
  path: '/v1/org/connections/{connectionId}',
  about: 'Disconnect an account',
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
  about: 'Get the command-line client in the version of this server',
  query: [],
  body: [],
};

export const downloadGatewayCa: Operation<'downloadGatewayCa'> = {
  id: 'downloadGatewayCa',
  method: 'GET',
  path: '/v1/gateway/ca',
  about: 'Get the certificate of the authority that signs for intercepted hosts',
  query: [],
  body: [],
};

export const ensureDirectConversation: Operation<'ensureDirectConversation'> = {
  id: 'ensureDirectConversation',
  method: 'PUT',
  path: '/v1/agents/{agentId}/conversations/direct',
  about: "Get or create the caller's direct conversation with a hosted agent",
  query: [],
  body: [],
};

export const gatewayHealth: Operation<'gatewayHealth'> = {
  id: 'gatewayHealth',
  method: 'GET',
  path: '/healthz',
  about: 'Report that the process is alive',
  query: [],
  body: [],
};

export const gatewayReadiness: Operation<'gatewayReadiness'> = {
  id: 'gatewayReadiness',
  method: 'GET',
  path: '/readyz',
  about: 'Report whether the process can take traffic',
  query: [],
  body: [],
};

export const getAgent: Operation<'getAgent'> = {
  id: 'getAgent',
  method: 'GET',
  path: '/v1/agents/{agentId}',
  about: 'Get an agent',
  query: [],
  body: [],
};

export const getAgentChannels: Operation<'getAgentChannels'> = {
  id: 'getAgentChannels',
  method: 'GET',
  path: '/v1/agents/{agentId}/channels',
  about: 'List the channels of the agent and those it can be attached to',
  query: [],
  body: [],
};

export const getAgentEffectiveCredentials: Operation<'getAgentEffectiveCredentials'> = {
  id: 'getAgentEffectiveCredentials',
  method: 'GET',
  path: '/v1/agents/{agentId}/effective-credentials',
  about: 'List the credentials of an agent and the rules that grant them',
  query: [],
  body: [],
};

export const getAgentGrants: Operation<'getAgentGrants'> = {
  id: 'getAgentGrants',
  method: 'GET',
  path: '/v1/agents/{agentId}/grants',
  about: 'List what is attached to the agent',
  query: [],
  body: [],
};

export const getAgentImage: Operation<'getAgentImage'> = {
  id: 'getAgentImage',
  method: 'GET',
  path: '/v1/agent-images/{agentId}/{imageKey}',
  about: "Get an agent's avatar; its URL changes with every upload",
  query: [],
  body: [],
};

export const getAgentModels: Operation<'getAgentModels'> = {
  id: 'getAgentModels',
  method: 'GET',
  path: '/v1/agents/{agentId}/models',
  about: 'List the models and effort levels that a hosted agent can use with its key',
  query: [],
  body: [],
};

export const getAgentSecrets: Operation<'getAgentSecrets'> = {
  id: 'getAgentSecrets',
  method: 'GET',
  path: '/v1/agents/{agentId}/secrets',
  about: 'List the ids of the secrets granted to the agent',
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
  about: 'Get an app with a hint for the next step',
  query: [],
  body: [],
};

export const getAppAvailability: Operation<'getAppAvailability'> = {
  id: 'getAppAvailability',
  method: 'GET',
  path: '/v1/org/app-availability',
  about: 'Get which apps the people and groups of the organization may use',
  query: [],
  body: [],
};

export const getAppConfig: Operation<'getAppConfig'> = {
  id: 'getAppConfig',
  method: 'GET',
  path: '/v1/apps/{provider}/config',
  about: "Get the workspace's own OAuth client for the app",
  query: [],
  body: [],
};

export const getApprovalBody: Operation<'getApprovalBody'> = {
  id: 'getApprovalBody',
  method: 'GET',
  path: '/v1/approvals/{id}/body',
  about: 'Get the body of a held request',
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
  about: 'Get the external id that AWS roles of the workspace must trust',
  query: [],
  body: [],
};

export const getBlocklist: Operation<'getBlocklist'> = {
  id: 'getBlocklist',
  method: 'GET',
  path: '/v1/apps/{provider}/blocklist',
  about: 'List the hosts of the app that can be blocked, and whether each is blocked',
  query: [],
  body: [],
};

export const getChannelManifest: Operation<'getChannelManifest'> = {
  id: 'getChannelManifest',
  method: 'GET',
  path: '/v1/agents/{agentId}/channels/{provider}/manifest',
  about: "Get the manifest of the agent's Slack app, to create the app by hand",
  query: [],
  body: [],
};

export const getCliInstallScript: Operation<'getCliInstallScript'> = {
  id: 'getCliInstallScript',
  method: 'GET',
  path: '/v1/install/cli',
  about: 'Get the shell script that installs the command line and connects the machine',
  query: [
    { name: 'key', type: 'string', about: 'Workspace API key; without it the script logs in with a code' },
    {
      name: 'url',
      type: 'string',
      about: 'URL of the API for the machine: one of the addresses of this deployment. Default: this address',
    },
    {
      name: 'tool',
      type: 'string',
      values: ['claude-code', 'cursor', 'codex', 'hermes', 'opencode', 'openclaw', 'github-copilot'],
      about: 'Suggests an alias for this tool',
    },
    { name: 'agent', type: 'string', about: 'Agent that the machine acts as' },
  ],
  body: [],
};

export const getConnectionEffectiveAgents: Operation<'getConnectionEffectiveAgents'> = {
  id: 'getConnectionEffectiveAgents',
  method: 'GET',
  path: '/v1/connections/{connectionId}/effective-agents',
  about: 'List what each agent can do with a connection',
  query: [],
  body: [],
};

export const getConnectionGrants: Operation<'getConnectionGrants'> = {
  id: 'getConnectionGrants',
  method: 'GET',
  path: '/v1/connections/{connectionId}/grants',
  about: 'List the agents of the workspace that have the connection',
  query: [],
  body: [],
};

export const getContainerConfig: Operation<'getContainerConfig'> = {
  id: 'getContainerConfig',
  method: 'GET',
  path: '/v1/container-config',
  about: 'Get the environment and files for a process behind the gateway',
  query: [{ name: 'agent', type: 'string', about: 'Agent identifier; the default agent when absent.' }],
  body: [],
};

export const getConversation: Operation<'getConversation'> = {
  id: 'getConversation',
  method: 'GET',
  path: '/v1/conversations/{conversationId}',
  about: 'Get a conversation',
  query: [],
  body: [],
};

export const getCounts: Operation<'getCounts'> = {
  id: 'getCounts',
  method: 'GET',
  path: '/v1/counts',
  about: 'Count the agents, apps and secrets of the workspace',
  query: [],
  body: [],
};

export const getCredentialStub: Operation<'getCredentialStub'> = {
  id: 'getCredentialStub',
  method: 'GET',
  path: '/v1/credential-stubs/{agent}',
  about: 'Get the placeholder credential file of a tool',
  query: [],
  body: [],
};

export const getDefaultAgent: Operation<'getDefaultAgent'> = {
  id: 'getDefaultAgent',
  method: 'GET',
  path: '/v1/agents/default',
  about: 'Get the default agent',
  query: [],
  body: [],
};

export const getEffectiveAppPermissions: Operation<'getEffectiveAppPermissions'> = {
  id: 'getEffectiveAppPermissions',
  method: 'GET',
  path: '/v1/policy/effective-app-permissions',
  about: 'Get the effective permission of each tool of an app',
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
    { name: 'agentId', type: 'string', about: 'Without it, only rules for everyone apply.' },
    { name: 'connectionId', type: 'string', about: 'The account that requests would use.' },
  ],
  body: [],
};

export const getEffectiveRules: Operation<'getEffectiveRules'> = {
  id: 'getEffectiveRules',
  method: 'GET',
  path: '/v1/policy/effective-rules',
  about: 'List the rules in force in the workspace',
  query: [{ name: 'agentId', type: 'string', about: 'Only rules for this agent.' }],
  body: [],
};

export const getFavicon: Operation<'getFavicon'> = {
  id: 'getFavicon',
  method: 'GET',
  path: '/v1/favicon',
  about: 'Get the icon of a site',
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
  about: 'Get the skill file that explains the gateway to a coding agent',
  query: [
    {
      name: 'agent_framework',
      type: 'string',
      about: 'The framework of the agent, such as `claude`; case-insensitive.',
    },
  ],
  body: [],
};

export const getGatewayUrl: Operation<'getGatewayUrl'> = {
  id: 'getGatewayUrl',
  method: 'GET',
  path: '/v1/gateway-url',
  about: 'Get the URL of the gateway',
  query: [],
  body: [],
};

export const getGoogleDriveFolderNames: Operation<'getGoogleDriveFolderNames'> = {
  id: 'getGoogleDriveFolderNames',
  method: 'GET',
  path: '/v1/apps/google-drive/folder-names',
  about: 'Get the names of folders of a Google Drive account',
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
  about: 'Get what sign-in pages need to know',
  query: [],
  body: [],
};

export const getLeaveImpact: Operation<'getLeaveImpact'> = {
  id: 'getLeaveImpact',
  method: 'GET',
  path: '/v1/org/leave-impact',
  about: 'Preview what leaving the organization would delete',
  query: [],
  body: [],
};

export const getMemory: Operation<'getMemory'> = {
  id: 'getMemory',
  method: 'GET',
  path: '/v1/agents/{agentId}/memories/{memoryId}',
  about: 'Get a memory with its newest revision',
  query: [],
  body: [],
};

export const getMemoryRevision: Operation<'getMemoryRevision'> = {
  id: 'getMemoryRevision',
  method: 'GET',
  path: '/v1/agents/{agentId}/memories/{memoryId}/revisions/{revisionId}',
  about: 'Get a revision with its whole content',
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
  about: "Get the organization's OAuth client for the app, and what depends on it",
  query: [],
  body: [],
};

export const getOrgAppConfigAlias: Operation<'getOrgAppConfigAlias'> = {
  id: 'getOrgAppConfigAlias',
  method: 'GET',
  path: '/v1/org/app-config/{provider}',
  about: "Get the organization's OAuth client for the app, and what depends on it",
  query: [],
  body: [],
};

export const getOrgAppPermissions: Operation<'getOrgAppPermissions'> = {
  id: 'getOrgAppPermissions',
  method: 'GET',
  path: '/v1/org/rules/permissions/{provider}',
  about: "Get the organization's permissions for the tools of an app",
  query: [],
  body: [],
};

export const getOrgAwsExternalId: Operation<'getOrgAwsExternalId'> = {
  id: 'getOrgAwsExternalId',
  method: 'GET',
  path: '/v1/org/apps/aws-external-id',
  about: 'Get the external id that AWS roles shared by the organization must trust',
  query: [],
  body: [],
};

export const getOrgBlocklist: Operation<'getOrgBlocklist'> = {
  id: 'getOrgBlocklist',
  method: 'GET',
  path: '/v1/org/apps/{provider}/blocklist',
  about: 'List the hosts of the app that can be blocked, and whether each is blocked',
  query: [],
  body: [],
};

export const getOrgChannels: Operation<'getOrgChannels'> = {
  id: 'getOrgChannels',
  method: 'GET',
  path: '/v1/org/channels',
  about: "List the organization's channel workspaces and the people linked to them",
  query: [],
  body: [],
};

export const getOrgEffectiveAppPermissions: Operation<'getOrgEffectiveAppPermissions'> = {
  id: 'getOrgEffectiveAppPermissions',
  method: 'GET',
  path: '/v1/org/policy/effective-app-permissions',
  about: "Get the organization's permission for each tool of an app",
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
  about: 'Preview what removing a member would delete',
  query: [],
  body: [],
};

export const getOrgPolicyDefault: Operation<'getOrgPolicyDefault'> = {
  id: 'getOrgPolicyDefault',
  method: 'GET',
  path: '/v1/org/policy/default',
  about: 'Get the Default Rule, which applies when no rule matches',
  query: [{ name: 'status', type: 'string', values: ['draft', 'published'], about: 'Default `draft`.' }],
  body: [],
};

export const getOrgPolicyLastPublish: Operation<'getOrgPolicyLastPublish'> = {
  id: 'getOrgPolicyLastPublish',
  method: 'GET',
  path: '/v1/org/policy/last-publish',
  about: 'Get the published generation, when it was published and by whom',
  query: [],
  body: [],
};

export const getOrgPolicyRule: Operation<'getOrgPolicyRule'> = {
  id: 'getOrgPolicyRule',
  method: 'GET',
  path: '/v1/org/policy/rules/{ruleId}',
  about: 'Get a rule of the draft',
  query: [],
  body: [],
};

export const getOrgSkill: Operation<'getOrgSkill'> = {
  id: 'getOrgSkill',
  method: 'GET',
  path: '/v1/org/skills/{skillId}',
  about: 'Get a skill of the organization with its text and files',
  query: [],
  body: [],
};

export const getOrgUsage: Operation<'getOrgUsage'> = {
  id: 'getOrgUsage',
  method: 'GET',
  path: '/v1/org/usage',
  about: 'Get the usage and the plan limits of the organization',
  query: [
    { name: 'include', type: 'string', values: ['llm'], about: 'Additional data in the response.' },
    {
      name: 'from',
      type: 'string',
      about: 'First day included, in UTC. Default: the first day of the current month.',
    },
    { name: 'to', type: 'string', about: 'Last day included, in UTC. Default: today.' },
    { name: 'agentId', type: 'string' },
    { name: 'limit', type: 'integer' },
    { name: 'cursor', type: 'string', about: '`nextCursor` of the previous page.' },
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
  about: 'Get the partner and your role in it',
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
  about: 'Get an organization you created',
  query: [],
  body: [],
};

export const getPartnerStatus: Operation<'getPartnerStatus'> = {
  id: 'getPartnerStatus',
  method: 'GET',
  path: '/v1/org/partner/status',
  about: 'Get whether a partner created the organization',
  query: [],
  body: [],
};

export const getPermissionDefinition: Operation<'getPermissionDefinition'> = {
  id: 'getPermissionDefinition',
  method: 'GET',
  path: '/v1/apps/{provider}/permission-definition',
  about: 'List the tools of an app',
  query: [],
  body: [],
};

export const getSkill: Operation<'getSkill'> = {
  id: 'getSkill',
  method: 'GET',
  path: '/v1/skills/{skillId}',
  about: 'Get a skill with its text and files',
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
  about: 'Get whether single sign-on is required, and whether it can be',
  query: [],
  body: [],
};

export const getSsoServiceProvider: Operation<'getSsoServiceProvider'> = {
  id: 'getSsoServiceProvider',
  method: 'GET',
  path: '/v1/org/sso/service-provider',
  about: 'Get the values that an identity provider needs about this server',
  query: [],
  body: [],
};

export const getTeamRemovalImpact: Operation<'getTeamRemovalImpact'> = {
  id: 'getTeamRemovalImpact',
  method: 'GET',
  path: '/v1/org/team/{userId}/removal-impact',
  about: 'Preview what removing a member would delete',
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
  about: 'Preview what deleting your account would delete',
  query: [],
  body: [],
};

export const getVaultStatus: Operation<'getVaultStatus'> = {
  id: 'getVaultStatus',
  method: 'GET',
  path: '/v1/vault/{provider}/status',
  about: 'Get whether a password manager is connected and answers',
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
  about: 'List who has access to the workspace',
  query: [],
  body: [],
};

export const googleSignInCallback: Operation<'googleSignInCallback'> = {
  id: 'googleSignInCallback',
  method: 'GET',
  path: '/auth/callback/google',
  about: 'Receive the browser from Google; sets a session or returns an error code',
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
  about: "Drop the gateway's cached state of the workspace",
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
  about: "List the requests of the workspace's agents, newest first",
  query: [
    { name: 'limit', type: 'integer' },
    {
      name: 'filter',
      type: 'string',
      values: ['all', 'hide-llm', 'blocked'],
      about: 'Default `all`. `blocked` selects status 400 and above.',
    },
    { name: 'cursor', type: 'string', about: '`nextCursor` of the previous page.' },
  ],
  body: [],
};

export const listAgents: Operation<'listAgents'> = {
  id: 'listAgents',
  method: 'GET',
  path: '/v1/agents',
  about: 'List the agents of the workspace, newest first',
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
  about: 'List all apps and what the workspace has set up and connected of each',
  query: [],
  body: [],
};

export const listAuthSessions: Operation<'listAuthSessions'> = {
  id: 'listAuthSessions',
  method: 'GET',
  path: '/auth/list-sessions',
  about: 'List your active sessions, newest first',
  query: [],
  body: [],
};

export const listAvailableApps: Operation<'listAvailableApps'> = {
  id: 'listAvailableApps',
  method: 'GET',
  path: '/v1/apps/available',
  about: 'List the apps that people of the workspace may use',
  query: [],
  body: [],
};

export const listCliAuthOptions: Operation<'listCliAuthOptions'> = {
  id: 'listCliAuthOptions',
  method: 'GET',
  path: '/v1/auth/cli/options',
  about: 'List the workspaces to which a command-line client can be given access',
  query: [
    {
      name: 'code',
      type: 'string',
      about: 'Refused in the same cases as `confirm`, so that a page does not ask for nothing',
    },
  ],
  body: [],
};

export const listConfiguredApps: Operation<'listConfiguredApps'> = {
  id: 'listConfiguredApps',
  method: 'GET',
  path: '/v1/apps/configured',
  about: 'List the apps for which the workspace or its organization stored an OAuth client',
  query: [],
  body: [],
};

export const listConnections: Operation<'listConnections'> = {
  id: 'listConnections',
  method: 'GET',
  path: '/v1/connections',
  about: 'List the accounts the workspace can use, its own and those its organization shares, newest first',
  query: [{ name: 'provider', type: 'string', about: 'Only accounts of this app.' }],
  body: [],
};

export const listConnectionsAlias: Operation<'listConnectionsAlias'> = {
  id: 'listConnectionsAlias',
  method: 'GET',
  path: '/v1/apps/connections',
  about: 'List the accounts the workspace can use, its own and those its organization shares, newest first',
  query: [{ name: 'provider', type: 'string', about: 'Only accounts of this app.' }],
  body: [],
};

export const listConnectionsByProviderAlias: Operation<'listConnectionsByProviderAlias'> = {
  id: 'listConnectionsByProviderAlias',
  method: 'GET',
  path: '/v1/apps/connections/{provider}',
  about: 'List the accounts the workspace can use, its own and those its organization shares, newest first',
  query: [],
  body: [],
};

export const listConversations: Operation<'listConversations'> = {
  id: 'listConversations',
  method: 'GET',
  path: '/v1/conversations',
  about: 'List the conversations of the workspace, newest first',
  query: [
    { name: 'agentId', type: 'string' },
    { name: 'limit', type: 'integer' },
    { name: 'before', type: 'string', about: 'Only conversations older than this one.' },
  ],
  body: [],
};

export const listCredentialStubs: Operation<'listCredentialStubs'> = {
  id: 'listCredentialStubs',
  method: 'GET',
  path: '/v1/credential-stubs',
  about: 'List the tools that have a placeholder credential file',
  query: [],
  body: [],
};

export const listCrons: Operation<'listCrons'> = {
  id: 'listCrons',
  method: 'GET',
  path: '/v1/agents/{agentId}/crons',
  about: 'List the schedules of an agent, oldest first',
  query: [],
  body: [],
};

export const listDropboxFolders: Operation<'listDropboxFolders'> = {
  id: 'listDropboxFolders',
  method: 'GET',
  path: '/v1/apps/dropbox/folders',
  about: 'List the folders of a Dropbox account',
  query: [
    { name: 'connectionId', type: 'string', required: true, about: 'A connection of the app.' },
    { name: 'path', type: 'string', about: 'Default `/`, the root folder.' },
  ],
  body: [],
};

export const listEnvDefaultApps: Operation<'listEnvDefaultApps'> = {
  id: 'listEnvDefaultApps',
  method: 'GET',
  path: '/v1/apps/env-defaults',
  about: 'List the apps that can be connected with an OAuth client of the operator',
  query: [],
  body: [],
};

export const listGithubAppRepositories: Operation<'listGithubAppRepositories'> = {
  id: 'listGithubAppRepositories',
  method: 'GET',
  path: '/v1/apps/github-app/repositories',
  about: 'List the repositories of a GitHub App installation',
  query: [
    { name: 'connectionId', type: 'string', required: true, about: 'A connection of the app.' },
    { name: 'page', type: 'integer' },
    { name: 'perPage', type: 'integer' },
    { name: 'q', type: 'string', about: 'Part of the name, case-insensitive.' },
  ],
  body: [],
};

export const listGoogleDriveFolders: Operation<'listGoogleDriveFolders'> = {
  id: 'listGoogleDriveFolders',
  method: 'GET',
  path: '/v1/apps/google-drive/folders',
  about: 'List the folders and shared drives of a Google Drive account',
  query: [
    { name: 'connectionId', type: 'string', required: true, about: 'A connection of the app.' },
    { name: 'parentId', type: 'string', about: 'Default: the top level.' },
  ],
  body: [],
};

export const listInheritedPartnerSecrets: Operation<'listInheritedPartnerSecrets'> = {
  id: 'listInheritedPartnerSecrets',
  method: 'GET',
  path: '/v1/org/partner/inherited-secrets',
  about: 'List the secrets that the partner lends to the organization, newest first',
  query: [],
  body: [],
};

export const listInvitations: Operation<'listInvitations'> = {
  id: 'listInvitations',
  method: 'GET',
  path: '/v1/org/invitations',
  about: 'List the pending and expired invitations, newest first',
  query: [],
  body: [],
};

export const listMemories: Operation<'listMemories'> = {
  id: 'listMemories',
  method: 'GET',
  path: '/v1/agents/{agentId}/memories',
  about: 'List or search the memories of an agent',
  query: [
    {
      name: 'q',
      type: 'string',
      about: 'Search terms: words, "phrases", or, -not. Returns the best matches instead of the index.',
    },
  ],
  body: [],
};

export const listMemoryRevisions: Operation<'listMemoryRevisions'> = {
  id: 'listMemoryRevisions',
  method: 'GET',
  path: '/v1/agents/{agentId}/memories/{memoryId}/revisions',
  about: 'List the revisions of a memory, newest first',
  query: [],
  body: [],
};

export const listOnePasswordFields: Operation<'listOnePasswordFields'> = {
  id: 'listOnePasswordFields',
  method: 'GET',
  path: '/v1/vault/onepassword/items/{vaultId}/{itemId}/fields',
  about: 'List the labels and types of the fields of an item',
  query: [],
  body: [],
};

export const listOnePasswordItems: Operation<'listOnePasswordItems'> = {
  id: 'listOnePasswordItems',
  method: 'GET',
  path: '/v1/vault/onepassword/vaults/{vaultId}/items',
  about: 'List the items of a vault',
  query: [],
  body: [],
};

export const listOnePasswordVaults: Operation<'listOnePasswordVaults'> = {
  id: 'listOnePasswordVaults',
  method: 'GET',
  path: '/v1/vault/onepassword/vaults',
  about: 'List the vaults that the service account may read',
  query: [],
  body: [],
};

export const listOrgAppConnectionsAlias: Operation<'listOrgAppConnectionsAlias'> = {
  id: 'listOrgAppConnectionsAlias',
  method: 'GET',
  path: '/v1/org/apps/connections',
  about: 'List the accounts the organization shares with its workspaces, newest first',
  query: [{ name: 'provider', type: 'string', about: 'Only accounts of this app.' }],
  body: [],
};

export const listOrgAppConnectionsByProviderAlias: Operation<'listOrgAppConnectionsByProviderAlias'> = {
  id: 'listOrgAppConnectionsByProviderAlias',
  method: 'GET',
  path: '/v1/org/apps/connections/{provider}',
  about: 'List the accounts the organization shares with its workspaces, newest first',
  query: [],
  body: [],
};

export const listOrgAuditLogs: Operation<'listOrgAuditLogs'> = {
  id: 'listOrgAuditLogs',
  method: 'GET',
  path: '/v1/org/audit-logs',
  about: 'List the changes in the organization, newest first',
  query: [
    { name: 'limit', type: 'integer' },
    { name: 'cursor', type: 'string', about: '`nextCursor` of the previous page.' },
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
    { name: 'from', type: 'string', about: 'Only entries from this time on.' },
    { name: 'to', type: 'string', about: 'Only entries before this time.' },
  ],
  body: [],
};

export const listOrgConfiguredApps: Operation<'listOrgConfiguredApps'> = {
  id: 'listOrgConfiguredApps',
  method: 'GET',
  path: '/v1/org/apps/configured',
  about: 'List the apps for which the organization stored an OAuth client',
  query: [],
  body: [],
};

export const listOrgConfiguredAppsAlias: Operation<'listOrgConfiguredAppsAlias'> = {
  id: 'listOrgConfiguredAppsAlias',
  method: 'GET',
  path: '/v1/org/app-config/configured',
  about: 'List the apps for which the organization stored an OAuth client',
  query: [],
  body: [],
};

export const listOrgConnections: Operation<'listOrgConnections'> = {
  id: 'listOrgConnections',
  method: 'GET',
  path: '/v1/org/connections',
  about: 'List the accounts the organization shares with its workspaces, newest first',
  query: [{ name: 'provider', type: 'string', about: 'Only accounts of this app.' }],
  body: [],
};

export const listOrgConnectionsByProviderAlias: Operation<'listOrgConnectionsByProviderAlias'> = {
  id: 'listOrgConnectionsByProviderAlias',
  method: 'GET',
  path: '/v1/org/connections/{provider}',
  about: 'List the accounts the organization shares with its workspaces, newest first',
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
  about: 'List the members of a group, longest membership first',
  query: [
    { name: 'limit', type: 'integer' },
    { name: 'cursor', type: 'string', about: '`nextCursor` of the previous page.' },
    { name: 'q', type: 'string', about: 'Only entries that contain this text, case-insensitive.' },
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
    { name: 'cursor', type: 'string', about: '`nextCursor` of the previous page.' },
    { name: 'q', type: 'string', about: 'Only entries that contain this text, case-insensitive.' },
    { name: 'source', type: 'string', values: ['manual', 'scim'] },
  ],
  body: [],
};

export const listOrgMemberGroups: Operation<'listOrgMemberGroups'> = {
  id: 'listOrgMemberGroups',
  method: 'GET',
  path: '/v1/org/members/{userId}/groups',
  about: 'List the groups of a member by name',
  query: [
    { name: 'limit', type: 'integer' },
    { name: 'cursor', type: 'string', about: '`nextCursor` of the previous page.' },
    { name: 'q', type: 'string', about: 'Only entries that contain this text, case-insensitive.' },
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
    { name: 'cursor', type: 'string', about: '`nextCursor` of the previous page.' },
    { name: 'q', type: 'string', about: 'Only entries that contain this text, case-insensitive.' },
    { name: 'status', type: 'string', values: ['active', 'suspended'] },
  ],
  body: [],
};

export const listOrgPendingApprovals: Operation<'listOrgPendingApprovals'> = {
  id: 'listOrgPendingApprovals',
  method: 'GET',
  path: '/v1/org/approvals/pending',
  about: 'List the requests of every workspace that wait for a decision',
  query: [
    { name: 'exclude', type: 'string', about: 'Ids that the client already handles, separated by commas' },
    { name: 'wait', type: 'integer', about: 'Seconds to wait while nothing is pending' },
  ],
  body: [],
};

export const listOrgPolicyRules: Operation<'listOrgPolicyRules'> = {
  id: 'listOrgPolicyRules',
  method: 'GET',
  path: '/v1/org/policy/rules',
  about: 'List the rules of the organization in first-match order',
  query: [{ name: 'status', type: 'string', values: ['draft', 'published'], about: 'Default `draft`.' }],
  body: [],
};

export const listOrgSecrets: Operation<'listOrgSecrets'> = {
  id: 'listOrgSecrets',
  method: 'GET',
  path: '/v1/org/secrets',
  about: 'List the secrets shared by the organization, newest first',
  query: [],
  body: [],
};

export const listOrgSkills: Operation<'listOrgSkills'> = {
  id: 'listOrgSkills',
  method: 'GET',
  path: '/v1/org/skills',
  about: 'List the skills that the organization gives to all its agents, by name',
  query: [],
  body: [],
};

export const listOrganizations: Operation<'listOrganizations'> = {
  id: 'listOrganizations',
  method: 'GET',
  path: '/v1/orgs',
  about: 'List your organizations',
  query: [],
  body: [],
};

export const listPartnerAuditLogs: Operation<'listPartnerAuditLogs'> = {
  id: 'listPartnerAuditLogs',
  method: 'GET',
  path: '/v1/partner/audit-logs',
  about: 'List the changes made for the partner, newest first',
  query: [
    { name: 'limit', type: 'integer' },
    { name: 'cursor', type: 'string', about: '`nextCursor` of the previous page.' },
  ],
  body: [],
};

export const listPartnerMembers: Operation<'listPartnerMembers'> = {
  id: 'listPartnerMembers',
  method: 'GET',
  path: '/v1/partner/members',
  about: 'List the members of the portal, the owner first',
  query: [],
  body: [],
};

export const listPartnerOrgBudgets: Operation<'listPartnerOrgBudgets'> = {
  id: 'listPartnerOrgBudgets',
  method: 'GET',
  path: '/v1/partner/orgs/{orgId}/budgets',
  about: 'List the budgets of an organization with their spending, oldest first',
  query: [],
  body: [],
};

export const listPartnerOrgs: Operation<'listPartnerOrgs'> = {
  id: 'listPartnerOrgs',
  method: 'GET',
  path: '/v1/partner/orgs',
  about: 'List the organizations you created, newest first',
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
  about: 'List the secrets that the partner lends, newest first',
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
  about: 'List the requests of the workspace that wait for a decision',
  query: [
    { name: 'exclude', type: 'string', about: 'Ids that the client already handles, separated by commas' },
    { name: 'wait', type: 'integer', about: 'Seconds to wait while nothing is pending' },
  ],
  body: [],
};

export const listPermissionDefinitions: Operation<'listPermissionDefinitions'> = {
  id: 'listPermissionDefinitions',
  method: 'GET',
  path: '/v1/apps/permission-definitions',
  about: 'List the tools of every app that has tools',
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
  about: 'List the role mappings of groups, highest priority first',
  query: [],
  body: [],
};

export const listRunners: Operation<'listRunners'> = {
  id: 'listRunners',
  method: 'GET',
  path: '/v1/runners',
  about: 'List the runners of this deployment, oldest first',
  query: [],
  body: [],
};

export const listScimTokens: Operation<'listScimTokens'> = {
  id: 'listScimTokens',
  method: 'GET',
  path: '/v1/org/scim/tokens',
  about: 'List the active SCIM tokens, oldest first',
  query: [],
  body: [],
};

export const listSecrets: Operation<'listSecrets'> = {
  id: 'listSecrets',
  method: 'GET',
  path: '/v1/secrets',
  about: 'List the secrets of the workspace and those it inherits, newest first',
  query: [],
  body: [],
};

export const listSkills: Operation<'listSkills'> = {
  id: 'listSkills',
  method: 'GET',
  path: '/v1/skills',
  about: 'List the skills of the workspace, of its agents and of its organization',
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
  about: 'List the stored events of a conversation in order',
  query: [
    { name: 'since', type: 'integer', about: 'Only events after this number.' },
    { name: 'limit', type: 'integer' },
  ],
  body: [],
};

export const listTurns: Operation<'listTurns'> = {
  id: 'listTurns',
  method: 'GET',
  path: '/v1/conversations/{conversationId}/turns',
  about: 'List the newest turns of a conversation in chronological order',
  query: [
    { name: 'limit', type: 'integer' },
    { name: 'before', type: 'string', about: 'Only turns older than this one.' },
  ],
  body: [],
};

export const listUserAuditLogs: Operation<'listUserAuditLogs'> = {
  id: 'listUserAuditLogs',
  method: 'GET',
  path: '/v1/user/audit-logs',
  about: 'List your changes in all of your organizations, newest first',
  query: [
    { name: 'limit', type: 'integer' },
    { name: 'cursor', type: 'string', about: '`nextCursor` of the previous page.' },
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
    { name: 'from', type: 'string', about: 'Only entries from this time on.' },
    { name: 'to', type: 'string', about: 'Only entries before this time.' },
  ],
  body: [],
};

export const listVaults: Operation<'listVaults'> = {
  id: 'listVaults',
  method: 'GET',
  path: '/v1/vaults',
  about: 'List the password managers of the workspace, newest first',
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
  about: 'Look up an invitation by its token',
  query: [],
  mediaType: 'application/json',
  body: [{ name: 'token', type: 'string', required: true }],
};

export const lookupProvision: Operation<'lookupProvision'> = {
  id: 'lookupProvision',
  method: 'POST',
  path: '/v1/provisions/lookup',
  about: 'Look up a claim link by its token',
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
  about: 'Look up the account of a first single sign-on, and what ends without its password',
  query: [],
  mediaType: 'application/json',
  body: [{ name: 'confirm', type: 'string', required: true, about: 'The value from the URL of the page.' }],
};

export const migrateExport: Operation<'migrateExport'> = {
  id: 'migrateExport',
  method: 'POST',
  path: '/v1/migrate/export',
  about: 'Export the secrets and agents of the workspace to another deployment',
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'cloudApiKey', type: 'string', required: true, about: 'Workspace key of the other deployment.' },
    {
      name: 'cloudUrl',
      type: 'string',
      about: 'URL of the other deployment. Default: the first of MIGRATION_EXPORT_TARGETS.',
    },
  ],
};

export const migrateImport: Operation<'migrateImport'> = {
  id: 'migrateImport',
  method: 'POST',
  path: '/v1/migrate/import',
  about: 'Import secrets and agents from another deployment; all or none',
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'version', type: 'integer', required: true },
    { name: 'secrets', type: 'json' },
    { name: 'agents', type: 'json' },
    { name: 'agentSecrets', type: 'object', about: 'Sent by older versions; reported as skipped.' },
    { name: 'rules', type: 'object', about: 'Sent by older versions; reported as skipped.' },
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
      about: '`onepassword`: token of a 1Password service account; it contains the host to sign in at',
    },
  ],
};

export const pollCliAuthSession: Operation<'pollCliAuthSession'> = {
  id: 'pollCliAuthSession',
  method: 'GET',
  path: '/v1/auth/cli/poll',
  about: 'Poll whether the login was confirmed; returns the key once',
  query: [{ name: 'code', type: 'string', required: true }],
  body: [],
};

export const previewPartnerClaim: Operation<'previewPartnerClaim'> = {
  id: 'previewPartnerClaim',
  method: 'POST',
  path: '/v1/claims/preview',
  about: 'Preview which organization a claim link is for, and which partner created it',
  query: [],
  mediaType: 'application/json',
  body: [{ name: 'token', type: 'string', required: true }],
};

export const previewRoleMapping: Operation<'previewRoleMapping'> = {
  id: 'previewRoleMapping',
  method: 'POST',
  path: '/v1/org/role-mappings/preview',
  about: 'Count the members whose role a mapping would change',
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
  about: 'Prepare an account with a workspace and a key, and create a link to claim it',
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'role', type: 'string', values: ['admin', 'member'], about: 'Default `member`.' },
    { name: 'skipOnboarding', type: 'boolean', about: 'Default `true`.' },
  ],
};

export const publishOrgPolicy: Operation<'publishOrgPolicy'> = {
  id: 'publishOrgPolicy',
  method: 'POST',
  path: '/v1/org/policy/publish',
  about: 'Publish the draft',
  query: [],
  body: [],
};

export const putOrgChannelCredentials: Operation<'putOrgChannelCredentials'> = {
  id: 'putOrgChannelCredentials',
  method: 'PUT',
  path: '/v1/org/channels/{provider}/credentials',
  about: 'Store the token that creates apps for agents in a Slack workspace',
  query: [],
  mediaType: 'application/json',
  body: [
    {
      name: 'credential',
      type: 'string',
      required: true,
      about: "The refresh token of the Slack workspace's app configuration tokens.",
    },
  ],
};

export const redactMemoryRevision: Operation<'redactMemoryRevision'> = {
  id: 'redactMemoryRevision',
  method: 'POST',
  path: '/v1/agents/{agentId}/memories/{memoryId}/revisions/{revisionId}/redact',
  about: 'Redact an old revision permanently',
  query: [],
  body: [],
};

export const regenerateAgentToken: Operation<'regenerateAgentToken'> = {
  id: 'regenerateAgentToken',
  method: 'POST',
  path: '/v1/agents/{agentId}/regenerate-token',
  about: 'Replace the token of an agent',
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
  about: "Replace the link with which a partner's owner sets the first password",
  query: [],
  body: [],
};

export const removeAgentConnectionGrant: Operation<'removeAgentConnectionGrant'> = {
  id: 'removeAgentConnectionGrant',
  method: 'DELETE',
  path: '/v1/agents/{agentId}/grants/connections/{connectionId}',
  about: 'Detach a connection from the agent',
  query: [],
  body: [],
};

export const removeAgentSecretGrant: Operation<'removeAgentSecretGrant'> = {
  id: 'removeAgentSecretGrant',
  method: 'DELETE',
  path: '/v1/agents/{agentId}/grants/secrets/{secretId}',
  about: 'Detach a secret from the agent',
  query: [],
  body: [],
};

export const removeBlocklistRule: Operation<'removeBlocklistRule'> = {
  id: 'removeBlocklistRule',
  method: 'DELETE',
  path: '/v1/apps/{provider}/blocklist/{ruleId}',
  about: 'Delete the rule for a host of the app',
  query: [],
  body: [],
};

export const removeConnectionAgentGrant: Operation<'removeConnectionAgentGrant'> = {
  id: 'removeConnectionAgentGrant',
  method: 'DELETE',
  path: '/v1/connections/{connectionId}/grants/agents/{agentId}',
  about: 'Detach the connection from an agent',
  query: [],
  body: [],
};

export const removeOrgBlocklistRule: Operation<'removeOrgBlocklistRule'> = {
  id: 'removeOrgBlocklistRule',
  method: 'DELETE',
  path: '/v1/org/apps/{provider}/blocklist/{ruleId}',
  about: 'Delete the rule for a host of the app',
  query: [],
  body: [],
};

export const removeOrgGroupMember: Operation<'removeOrgGroupMember'> = {
  id: 'removeOrgGroupMember',
  method: 'DELETE',
  path: '/v1/org/groups/{groupId}/members/{userId}',
  about: 'Remove a member from a group',
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
  about: 'Remove a member from the portal',
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
  about: 'Rename a connection',
  query: [],
  mediaType: 'application/json',
  body: [{ name: 'label', type: 'string', required: true }],
};

export const renameConnectionAlias: Operation<'renameConnectionAlias'> = {
  id: 'renameConnectionAlias',
  method: 'PATCH',
  path: '/v1/apps/connections/{connectionId}',
  about: 'Rename a connection',
  query: [],
  mediaType: 'application/json',
  body: [{ name: 'label', type: 'string', required: true }],
};

export const renameOrgAppConnectionAlias: Operation<'renameOrgAppConnectionAlias'> = {
  id: 'renameOrgAppConnectionAlias',
  method: 'PATCH',
  path: '/v1/org/apps/connections/{connectionId}',
  about: 'Rename a connection',
  query: [],
  mediaType: 'application/json',
  body: [{ name: 'label', type: 'string', required: true }],
};

export const renameOrgConnection: Operation<'renameOrgConnection'> = {
  id: 'renameOrgConnection',
  method: 'PATCH',
  path: '/v1/org/connections/{connectionId}',
  about: 'Rename a connection',
  query: [],
  mediaType: 'application/json',
  body: [{ name: 'label', type: 'string', required: true }],
};

export const reorderOrgPolicyRules: Operation<'reorderOrgPolicyRules'> = {
  id: 'reorderOrgPolicyRules',
  method: 'PUT',
  path: '/v1/org/policy/rules/order',
  about: 'Reorder the rules',
  query: [],
  mediaType: 'application/json',
  body: [
    {
      name: 'orderedIds',
      type: 'strings',
      required: true,
      about: 'Every rule of the draft except the Default Rule, exactly once, in the new order.',
    },
  ],
};

export const reorderRoleMappings: Operation<'reorderRoleMappings'> = {
  id: 'reorderRoleMappings',
  method: 'PUT',
  path: '/v1/org/role-mappings/order',
  about: 'Reorder the role mappings',
  query: [],
  mediaType: 'application/json',
  body: [
    {
      name: 'orderedIds',
      type: 'strings',
      required: true,
      about: 'Every mapping once, highest priority first.',
    },
  ],
};

export const reportInstallComplete: Operation<'reportInstallComplete'> = {
  id: 'reportInstallComplete',
  method: 'POST',
  path: '/v1/onboarding/install-complete',
  about: 'Report that an installation is complete',
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'type', type: 'object', about: '`migrate` or `cli-install`; any other value means `install`' },
  ],
};

export const requestPasswordReset: Operation<'requestPasswordReset'> = {
  id: 'requestPasswordReset',
  method: 'POST',
  path: '/auth/request-password-reset',
  about: 'Send a mail with a link to reset the password',
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
  about: 'Set a new password with the token of a mail',
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
  about: 'Restore an old revision of a memory',
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
  body: [
    { name: 'token', type: 'string', required: true, about: 'The alias of the session, as in the list' },
  ],
};

export const revokeAuthSessions: Operation<'revokeAuthSessions'> = {
  id: 'revokeAuthSessions',
  method: 'POST',
  path: '/auth/revoke-sessions',
  about: 'End all your sessions, including this one',
  query: [],
  body: [],
};

export const revokeOtherAuthSessions: Operation<'revokeOtherAuthSessions'> = {
  id: 'revokeOtherAuthSessions',
  method: 'POST',
  path: '/auth/revoke-other-sessions',
  about: 'End all your sessions except this one',
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
  about: 'Run a schedule now',
  query: [],
  body: [],
};

export const runnerAgentState: Operation<'runnerAgentState'> = {
  id: 'runnerAgentState',
  method: 'POST',
  path: '/v1/runner/agents/{agentId}/state',
  about: "Report the state of an agent's sandbox",
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'bootId', type: 'string', required: true },
    { name: 'state', type: 'string', values: ['starting', 'running', 'stopped', 'failed'], required: true },
    { name: 'computeRef', type: 'string', about: "The runner's own id of this start of the sandbox." },
    { name: 'homeRef', type: 'string', about: "The runner's own id of the home." },
    { name: 'reasonCode', type: 'string', about: 'Why the agent could not be started.' },
    { name: 'error', type: 'string', about: "Text for the server's log." },
  ],
};

export const runnerCheckAgents: Operation<'runnerCheckAgents'> = {
  id: 'runnerCheckAgents',
  method: 'POST',
  path: '/v1/runner/agents/check',
  about: 'Check which of these agents no longer exist',
  query: [],
  mediaType: 'application/json',
  body: [{ name: 'agentIds', type: 'strings', required: true }],
};

export const runnerFinishTurn: Operation<'runnerFinishTurn'> = {
  id: 'runnerFinishTurn',
  method: 'POST',
  path: '/v1/runner/turns/{turnId}/finish',
  about: 'Finish a turn',
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
  about: 'Download a file that was sent to an agent of this runner',
  query: [],
  body: [],
};

export const runnerGetHome: Operation<'runnerGetHome'> = {
  id: 'runnerGetHome',
  method: 'GET',
  path: '/v1/runner/agents/{agentId}/home',
  about: "Get the files of an agent's home",
  query: [],
  body: [],
};

export const runnerHeartbeat: Operation<'runnerHeartbeat'> = {
  id: 'runnerHeartbeat',
  method: 'POST',
  path: '/v1/runner/heartbeat',
  about: 'Report that the runner is alive, and renew its leases',
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'bootId', type: 'string', required: true },
    { name: 'leases', type: 'strings' },
    {
      name: 'capabilities',
      type: 'object',
      fields: [
        {
          name: 'maxSandboxes',
          type: 'integer',
          about: 'How many agents the runner may have started at once.',
        },
        { name: 'backend', type: 'string' },
        { name: 'homeDurability', type: 'string', values: ['resident', 'snapshot'] },
        { name: 'steer', type: 'boolean', about: 'Whether the runner accepts follow-ups while a turn runs.' },
        { name: 'attachments', type: 'boolean', about: 'Whether the runner downloads attachments.' },
        {
          name: 'history',
          type: 'boolean',
          about: 'Whether the runner keeps no session and needs the history.',
        },
      ],
    },
  ],
};

export const runnerHomeApplied: Operation<'runnerHomeApplied'> = {
  id: 'runnerHomeApplied',
  method: 'POST',
  path: '/v1/runner/agents/{agentId}/home/applied',
  about: 'Report that the sandbox has the files of a home',
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
  about: 'List the agents placed on this runner',
  query: [],
  body: [],
};

export const runnerPushEvents: Operation<'runnerPushEvents'> = {
  id: 'runnerPushEvents',
  method: 'POST',
  path: '/v1/runner/turns/{turnId}/events',
  about: 'Report events of a turn',
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'leaseId', type: 'string', required: true },
    { name: 'first', type: 'integer', required: true, about: 'Number of the first event.' },
    { name: 'events', type: 'json', required: true },
  ],
};

export const runnerPutMemory: Operation<'runnerPutMemory'> = {
  id: 'runnerPutMemory',
  method: 'PUT',
  path: '/v1/runner/agents/{agentId}/memories/{key}',
  about: 'Store a memory that an agent changed in its sandbox',
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'content', type: 'string', required: true },
    {
      name: 'title',
      type: 'string',
      nullable: true,
      required: true,
      about: 'If absent, the title is kept. Null clears it.',
    },
    {
      name: 'description',
      type: 'string',
      nullable: true,
      required: true,
      about: 'If absent, the title is kept. Null clears it.',
    },
    { name: 'leaseId', type: 'string', about: 'Lease of the turn in which the memory was written.' },
  ],
};

export const runnerPutProcess: Operation<'runnerPutProcess'> = {
  id: 'runnerPutProcess',
  method: 'PUT',
  path: '/v1/runner/agents/{agentId}/processes/{ref}',
  about: 'Report a background process of an agent',
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
        { name: 'tail', type: 'string', nullable: true, about: "The end of the process's output." },
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
  about: 'Register a runner after its start',
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'name', type: 'string', required: true },
    { name: 'bootId', type: 'string', required: true, about: 'New at each start of the daemon.' },
    {
      name: 'capabilities',
      type: 'object',
      required: true,
      fields: [
        {
          name: 'maxSandboxes',
          type: 'integer',
          about: 'How many agents the runner may have started at once.',
        },
        { name: 'backend', type: 'string' },
        { name: 'homeDurability', type: 'string', values: ['resident', 'snapshot'] },
        { name: 'steer', type: 'boolean', about: 'Whether the runner accepts follow-ups while a turn runs.' },
        { name: 'attachments', type: 'boolean', about: 'Whether the runner downloads attachments.' },
        {
          name: 'history',
          type: 'boolean',
          about: 'Whether the runner keeps no session and needs the history.',
        },
      ],
    },
    { name: 'resume', type: 'json', about: 'Runs of its previous start that the runner can continue.' },
  ],
};

export const runnerReleaseTurn: Operation<'runnerReleaseTurn'> = {
  id: 'runnerReleaseTurn',
  method: 'POST',
  path: '/v1/runner/turns/{turnId}/release',
  about: 'Return a turn to the queue',
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
  about: 'Call a platform tool for an agent',
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'agentId', type: 'string', required: true },
    { name: 'leaseId', type: 'string', about: 'Lease of the calling turn; the call renews it.' },
    {
      name: 'callId',
      type: 'string',
      required: true,
      about: 'Id of the call; a repeated call has no second effect.',
    },
    { name: 'tool', type: 'string', required: true },
    { name: 'args', type: 'object', required: true, about: 'At most 32,000 characters.' },
  ],
};

export const runnerWork: Operation<'runnerWork'> = {
  id: 'runnerWork',
  method: 'POST',
  path: '/v1/runner/work',
  about: 'Get the next work for the runner',
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
  about: 'Send a message to the agent, also while it is working',
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
  about: 'Attach a connection to the agent, whole or by tool',
  query: [],
  mediaType: 'application/json',
  body: [
    {
      name: 'access',
      type: 'string',
      values: ['full', 'custom'],
      required: true,
      about: '`full`: the whole app, including tools that are added later. `custom`: only the named tools.',
    },
    { name: 'allow', type: 'strings', about: 'Tool ids; required for `custom`.' },
    {
      name: 'ask',
      type: 'strings',
      about: 'Ids of tools that require approval of each request; required for `custom`.',
    },
    {
      name: 'resources',
      type: 'object',
      nullable: true,
      about: 'If absent, the stored restriction is kept. Null removes it.',
    },
  ],
};

export const setAgentImage: Operation<'setAgentImage'> = {
  id: 'setAgentImage',
  method: 'PUT',
  path: '/v1/agents/{agentId}/image',
  about: "Replace the agent's avatar; at most 1 MiB of PNG, JPEG, WebP or GIF",
  query: [],
  mediaType: 'image/png',
  body: [],
};

export const setAgentSecretGrant: Operation<'setAgentSecretGrant'> = {
  id: 'setAgentSecretGrant',
  method: 'PUT',
  path: '/v1/agents/{agentId}/grants/secrets/{secretId}',
  about: 'Attach a secret to the agent',
  query: [],
  body: [],
};

export const setAgentSecrets: Operation<'setAgentSecrets'> = {
  id: 'setAgentSecrets',
  method: 'PUT',
  path: '/v1/agents/{agentId}/secrets',
  about: 'Replace the secret grants of the agent',
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
  about: 'Replace the mode and all rules of app availability',
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'mode', type: 'string', values: ['open', 'restricted'], required: true },
    {
      name: 'rules',
      type: 'json',
      required: true,
      about:
        'All rules. Stored rules that are not in the list are deleted. Rules that grant nothing are dropped.',
    },
  ],
};

export const setConnectionAgentGrant: Operation<'setConnectionAgentGrant'> = {
  id: 'setConnectionAgentGrant',
  method: 'PUT',
  path: '/v1/connections/{connectionId}/grants/agents/{agentId}',
  about: 'Attach the connection to an agent, whole or by tool',
  query: [],
  mediaType: 'application/json',
  body: [
    {
      name: 'access',
      type: 'string',
      values: ['full', 'custom'],
      required: true,
      about: '`full`: the whole app, including tools that are added later. `custom`: only the named tools.',
    },
    { name: 'allow', type: 'strings', about: 'Tool ids; required for `custom`.' },
    {
      name: 'ask',
      type: 'strings',
      about: 'Ids of tools that require approval of each request; required for `custom`.',
    },
    {
      name: 'resources',
      type: 'object',
      nullable: true,
      about: 'If absent, the stored restriction is kept. Null removes it.',
    },
  ],
};

export const setDefaultAgent: Operation<'setDefaultAgent'> = {
  id: 'setDefaultAgent',
  method: 'POST',
  path: '/v1/agents/{agentId}/set-default',
  about: 'Make the agent the default of its workspace',
  query: [],
  body: [],
};

export const setOrgAppPermissions: Operation<'setOrgAppPermissions'> = {
  id: 'setOrgAppPermissions',
  method: 'PUT',
  path: '/v1/org/rules/permissions/{provider}',
  about: 'Allow tools of an app for everyone, block them, or require approval',
  query: [],
  mediaType: 'application/json',
  body: [
    {
      name: 'changes',
      type: 'json',
      required: true,
      about: 'If a tool is named twice, the last entry applies.',
    },
    {
      name: 'conditions',
      type: 'json',
      about: 'Replaces the conditions of every permission that gets tools from this request.',
    },
  ],
};

export const setOrgGroupMembers: Operation<'setOrgGroupMembers'> = {
  id: 'setOrgGroupMembers',
  method: 'PUT',
  path: '/v1/org/groups/{groupId}/members',
  about: 'Replace the members of a group',
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'userIds', type: 'strings', required: true, about: 'All members of the group after the change.' },
  ],
};

export const setOrgPolicyDefault: Operation<'setOrgPolicyDefault'> = {
  id: 'setOrgPolicyDefault',
  method: 'PATCH',
  path: '/v1/org/policy/default',
  about: 'Allow or block by default, and set the coverage',
  query: [],
  mediaType: 'application/json',
  body: [
    {
      name: 'action',
      type: 'string',
      values: ['allow', 'block'],
      about: '`block` denies requests by default.',
    },
    {
      name: 'coverage',
      type: 'string',
      values: ['credentialed', 'all'],
      about:
        'Applies while the action is `block`. `all` includes requests without credentials and requests to LLM hosts.',
    },
  ],
};

export const setPartnerOrgBudget: Operation<'setPartnerOrgBudget'> = {
  id: 'setPartnerOrgBudget',
  method: 'POST',
  path: '/v1/partner/orgs/{orgId}/secrets/{secretId}/budget',
  about: 'Set how much an organization may spend with a key',
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'limitCents', type: 'integer', required: true, about: 'In US cents.' },
    {
      name: 'period',
      type: 'string',
      values: ['monthly', 'total'],
      required: true,
      about: '`monthly` starts again on the first day of each month in UTC, `total` never does.',
    },
    {
      name: 'allowUnmetered',
      type: 'boolean',
      about:
        'Allows calls whose cost cannot be measured: WebSockets, background responses, batches, files and similar ones. Default false: the gateway refuses them with `budget_unmeterable`.',
    },
  ],
};

export const setWorkspaceAccess: Operation<'setWorkspaceAccess'> = {
  id: 'setWorkspaceAccess',
  method: 'PUT',
  path: '/v1/workspaces/{workspaceId}/access',
  about: 'Replace who has access to the workspace',
  query: [],
  mediaType: 'application/json',
  body: [
    {
      name: 'users',
      type: 'json',
      required: true,
      about: 'If a person is named twice, the last role applies.',
    },
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
    { name: 'rememberMe', type: 'boolean', nullable: true, about: 'Default `true`' },
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
  about: 'Start a sign-in with Google',
  query: [],
  mediaType: 'application/json',
  body: [
    {
      name: 'provider',
      type: 'string',
      values: ['google'],
      required: true,
      about: 'Only `google` is available',
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
        'Token of the claim link of a prepared account. Its holder may register where registration is by invitation',
    },
  ],
};

export const simulatePolicy: Operation<'simulatePolicy'> = {
  id: 'simulatePolicy',
  method: 'POST',
  path: '/v1/policy/simulate',
  about: 'Simulate one request of an agent and explain the decision',
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'agentId', type: 'string', required: true },
    { name: 'method', type: 'string', required: true },
    {
      name: 'url',
      type: 'string',
      required: true,
      about: 'Absolute http or https URL, without user information.',
    },
    { name: 'headers', type: 'object', about: "The gateway's own headers are read. No header is stored." },
    { name: 'body', type: 'string' },
    {
      name: 'connectionId',
      type: 'string',
      about: 'The account to use, as in the header `x-onecli-connection-id`.',
    },
  ],
};

export const slackEvents: Operation<'slackEvents'> = {
  id: 'slackEvents',
  method: 'POST',
  path: '/v1/channels/slack/events',
  about: 'Receive events from Slack',
  query: [],
  mediaType: 'application/json',
  body: [],
};

export const slackInteractivity: Operation<'slackInteractivity'> = {
  id: 'slackInteractivity',
  method: 'POST',
  path: '/v1/channels/slack/interactivity',
  about: 'Receive presses of card buttons from Slack',
  query: [],
  mediaType: 'application/x-www-form-urlencoded',
  body: [],
};

export const slackOauthCallback: Operation<'slackOauthCallback'> = {
  id: 'slackOauthCallback',
  method: 'GET',
  path: '/v1/channels/slack/oauth/callback',
  about: "Receive the browser from Slack's consent page",
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
  about: 'End the session and get the sign-out URL of the identity provider',
  query: [],
  body: [],
};

export const ssoOidcBackchannelLogout: Operation<'ssoOidcBackchannelLogout'> = {
  id: 'ssoOidcBackchannelLogout',
  method: 'POST',
  path: '/v1/auth/sso/{provider}/backchannel-logout',
  about: 'Receive a back-channel logout from an OpenID Connect provider',
  query: [],
  mediaType: 'application/x-www-form-urlencoded',
  body: [],
};

export const ssoOidcCallback: Operation<'ssoOidcCallback'> = {
  id: 'ssoOidcCallback',
  method: 'GET',
  path: '/v1/auth/sso/{provider}/callback',
  about: 'Receive the browser from an OpenID Connect provider',
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
  about: 'Receive the browser from a SAML identity provider',
  query: [],
  mediaType: 'application/x-www-form-urlencoded',
  body: [],
};

export const ssoSamlLogoutPost: Operation<'ssoSamlLogoutPost'> = {
  id: 'ssoSamlLogoutPost',
  method: 'POST',
  path: '/v1/auth/sso/{provider}/slo',
  about: 'Single logout with the SAML post binding',
  query: [],
  mediaType: 'application/x-www-form-urlencoded',
  body: [],
};

export const ssoSamlLogoutRedirect: Operation<'ssoSamlLogoutRedirect'> = {
  id: 'ssoSamlLogoutRedirect',
  method: 'GET',
  path: '/v1/auth/sso/{provider}/slo',
  about: 'Single logout with the SAML redirect binding',
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
  about: 'Get the SAML metadata of this server for the identity provider',
  query: [],
  body: [],
};

export const startSsoLogin: Operation<'startSsoLogin'> = {
  id: 'startSsoLogin',
  method: 'GET',
  path: '/v1/auth/sso/{provider}/login',
  about: "Redirect the browser to an organization's identity provider",
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
  about: 'Stream the events of a conversation',
  query: [
    { name: 'since', type: 'integer', about: 'Only events after this number.' },
    { name: 'limit', type: 'integer' },
  ],
  body: [],
};

export const submitApprovalDecision: Operation<'submitApprovalDecision'> = {
  id: 'submitApprovalDecision',
  method: 'POST',
  path: '/v1/approvals/{id}/decision',
  about: 'Approve or deny a held request',
  query: [],
  mediaType: 'application/json',
  body: [{ name: 'decision', type: 'string', values: ['approve', 'deny'], required: true }],
};

export const syncSession: Operation<'syncSession'> = {
  id: 'syncSession',
  method: 'GET',
  path: '/v1/auth/session',
  about: 'Get the signed-in person and their organization; provision a new account',
  query: [
    {
      name: 'fromInvitation',
      type: 'string',
      about: 'The caller is about to join an organization by an invitation',
    },
    { name: 'fromClaim', type: 'string', about: 'The caller is about to claim a prepared account' },
  ],
  body: [],
};

export const testSsoConnection: Operation<'testSsoConnection'> = {
  id: 'testSsoConnection',
  method: 'POST',
  path: '/v1/org/sso/connections/{connectionId}/test',
  about: 'Test whether the identity provider can be used as configured',
  query: [],
  body: [],
};

export const toggleAppConfig: Operation<'toggleAppConfig'> = {
  id: 'toggleAppConfig',
  method: 'PATCH',
  path: '/v1/apps/{provider}/config/toggle',
  about: 'Enable or disable the OAuth client',
  query: [],
  mediaType: 'application/json',
  body: [{ name: 'enabled', type: 'boolean', required: true }],
};

export const toggleBlocklistRule: Operation<'toggleBlocklistRule'> = {
  id: 'toggleBlocklistRule',
  method: 'PATCH',
  path: '/v1/apps/{provider}/blocklist/{ruleId}',
  about: 'Block or unblock a host of the app',
  query: [],
  mediaType: 'application/json',
  body: [{ name: 'enabled', type: 'boolean', required: true }],
};

export const toggleOrgAppConfig: Operation<'toggleOrgAppConfig'> = {
  id: 'toggleOrgAppConfig',
  method: 'PATCH',
  path: '/v1/org/apps/{provider}/config/toggle',
  about: 'Enable or disable the OAuth client',
  query: [],
  mediaType: 'application/json',
  body: [{ name: 'enabled', type: 'boolean', required: true }],
};

export const toggleOrgAppConfigAlias: Operation<'toggleOrgAppConfigAlias'> = {
  id: 'toggleOrgAppConfigAlias',
  method: 'PATCH',
  path: '/v1/org/app-config/{provider}/toggle',
  about: 'Enable or disable the OAuth client',
  query: [],
  mediaType: 'application/json',
  body: [{ name: 'enabled', type: 'boolean', required: true }],
};

export const toggleOrgBlocklistRule: Operation<'toggleOrgBlocklistRule'> = {
  id: 'toggleOrgBlocklistRule',
  method: 'PATCH',
  path: '/v1/org/apps/{provider}/blocklist/{ruleId}',
  about: 'Block or unblock a host of the app in every workspace',
  query: [],
  mediaType: 'application/json',
  body: [{ name: 'enabled', type: 'boolean', required: true }],
};

export const transferOrgOwnership: Operation<'transferOrgOwnership'> = {
  id: 'transferOrgOwnership',
  method: 'POST',
  path: '/v1/org/transfer-ownership',
  about: 'Make another member the owner and become an administrator',
  query: [],
  mediaType: 'application/json',
  body: [{ name: 'userId', type: 'string', required: true, about: 'The member who becomes the owner.' }],
};

export const unlinkOrgMemberSsoIdentity: Operation<'unlinkOrgMemberSsoIdentity'> = {
  id: 'unlinkOrgMemberSsoIdentity',
  method: 'DELETE',
  path: '/v1/org/members/{userId}/sso-identity',
  about: 'Delete the link of a member to the identity provider',
  query: [],
  body: [],
};

export const unsubscribe: Operation<'unsubscribe'> = {
  id: 'unsubscribe',
  method: 'POST',
  path: '/v1/webhooks/unsubscribe',
  about: 'The address of the token receives no more invitations',
  query: [{ name: 'token', type: 'string' }],
  body: [],
};

export const updateAgent: Operation<'updateAgent'> = {
  id: 'updateAgent',
  method: 'PATCH',
  path: '/v1/agents/{agentId}',
  about: 'Rename an agent, or change the instructions and model of a hosted agent',
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'name', type: 'string' },
    { name: 'instructions', type: 'string', nullable: true, about: 'For hosted agents only.' },
    { name: 'model', type: 'string', nullable: true, about: 'For hosted agents only.' },
    {
      name: 'effort',
      type: 'string',
      nullable: true,
      values: ['low', 'medium', 'high', 'max'],
      about: 'For hosted agents only.',
    },
  ],
};

export const updateCron: Operation<'updateCron'> = {
  id: 'updateCron',
  method: 'PATCH',
  path: '/v1/agents/{agentId}/crons/{cronId}',
  about: 'Change, pause or resume a schedule',
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'name', type: 'string' },
    { name: 'prompt', type: 'string', about: 'The message to the agent.' },
    {
      name: 'schedule',
      type: 'string',
      about:
        'A cron expression of five fields, or a nickname such as `@daily`. It must match at least one future time.',
    },
    { name: 'timezone', type: 'string', about: 'An IANA time zone.' },
    { name: 'enabled', type: 'boolean', about: 'False pauses the schedule.' },
  ],
};

export const updateMemory: Operation<'updateMemory'> = {
  id: 'updateMemory',
  method: 'PATCH',
  path: '/v1/agents/{agentId}/memories/{memoryId}',
  about: 'Change a memory',
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'title', type: 'string', nullable: true, about: 'Null clears the title.' },
    { name: 'description', type: 'string', nullable: true, about: 'Null clears the title.' },
    { name: 'content', type: 'string', about: 'Markdown text.' },
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
  about: 'Suspend or reinstate a member, change their role, or exempt them from single sign-on',
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
  about: 'Change a rule without moving it',
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
      about: '`rate_limit` and `manual_approval` are stored as `allow` with the corresponding modifier.',
    },
    { name: 'rateLimit', type: 'integer', nullable: true, about: 'Requests per agent and window.' },
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
    {
      name: 'identities',
      type: 'json',
      about: 'If empty, a decision applies to everyone and an injection to no one.',
    },
    { name: 'targets', type: 'json', about: 'Replaces the whole list.' },
  ],
};

export const updateOrgSecret: Operation<'updateOrgSecret'> = {
  id: 'updateOrgSecret',
  method: 'PATCH',
  path: '/v1/org/secrets/{secretId}',
  about: 'Change a secret of the organization',
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'name', type: 'string' },
    { name: 'valueSource', type: 'string', values: ['inline'], about: '`inline` requires `value`.' },
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
          about: 'Must not be a header that frames the message or belongs to the gateway.',
        },
        {
          name: 'valueFormat',
          type: 'string',
          about: 'Every `{value}` is replaced by the value. If absent, the value is used alone.',
        },
        { name: 'paramName', type: 'string' },
        {
          name: 'paramFormat',
          type: 'string',
          about: 'Every `{value}` is replaced by the value. If absent, the value is used alone.',
        },
        { name: 'pathTemplate', type: 'string', about: 'The path to send, with exactly one `{value}`.' },
        { name: 'pathRegex', type: 'string', about: 'Regular expression in RE2 syntax.' },
        { name: 'pathReplacement', type: 'string' },
      ],
    },
  ],
};

export const updateOrgSkill: Operation<'updateOrgSkill'> = {
  id: 'updateOrgSkill',
  method: 'PATCH',
  path: '/v1/org/skills/{skillId}',
  about: 'Change a skill of the organization',
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'description', type: 'string', about: 'Describes to the agent when to load the skill.' },
    { name: 'content', type: 'string' },
    { name: 'enabled', type: 'boolean' },
    { name: 'files', type: 'json', about: 'Replaces the whole list.' },
  ],
};

export const updateOrganization: Operation<'updateOrganization'> = {
  id: 'updateOrganization',
  method: 'PATCH',
  path: '/v1/org',
  about: 'Rename the organization',
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
  about: 'Change a secret of the partner',
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'name', type: 'string' },
    { name: 'valueSource', type: 'string', values: ['inline'], about: '`inline` requires `value`.' },
    { name: 'value', type: 'string' },
    { name: 'opRef', type: 'string', about: 'Not allowed here.' },
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
          about: 'Must not be a header that frames the message or belongs to the gateway.',
        },
        {
          name: 'valueFormat',
          type: 'string',
          about: 'Every `{value}` is replaced by the value. If absent, the value is used alone.',
        },
        { name: 'paramName', type: 'string' },
        {
          name: 'paramFormat',
          type: 'string',
          about: 'Every `{value}` is replaced by the value. If absent, the value is used alone.',
        },
        { name: 'pathTemplate', type: 'string', about: 'The path to send, with exactly one `{value}`.' },
        { name: 'pathRegex', type: 'string', about: 'Regular expression in RE2 syntax.' },
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
  about: 'Change a secret of the workspace',
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
          about: 'Must not be a header that frames the message or belongs to the gateway.',
        },
        {
          name: 'valueFormat',
          type: 'string',
          about: 'Every `{value}` is replaced by the value. If absent, the value is used alone.',
        },
        { name: 'paramName', type: 'string' },
        {
          name: 'paramFormat',
          type: 'string',
          about: 'Every `{value}` is replaced by the value. If absent, the value is used alone.',
        },
        { name: 'pathTemplate', type: 'string', about: 'The path to send, with exactly one `{value}`.' },
        { name: 'pathRegex', type: 'string', about: 'Regular expression in RE2 syntax.' },
        { name: 'pathReplacement', type: 'string' },
      ],
    },
  ],
};

export const updateSkill: Operation<'updateSkill'> = {
  id: 'updateSkill',
  method: 'PATCH',
  path: '/v1/skills/{skillId}',
  about: 'Change a skill of the workspace or of an agent',
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'description', type: 'string', about: 'Describes to the agent when to load the skill.' },
    { name: 'content', type: 'string' },
    { name: 'enabled', type: 'boolean' },
    { name: 'files', type: 'json', about: 'Replaces the whole list.' },
  ],
};

export const updateSsoConnection: Operation<'updateSsoConnection'> = {
  id: 'updateSsoConnection',
  method: 'PATCH',
  path: '/v1/org/sso/connections/{connectionId}',
  about: 'Change, enable or disable a connection',
  query: [],
  mediaType: 'application/json',
  body: [
    { name: 'displayName', type: 'string' },
    { name: 'enabled', type: 'boolean', about: 'False stops sign-in through the connection.' },
    {
      name: 'metadataUrl',
      type: 'string',
      about: "SAML: URL of the provider's metadata. Either this or `metadataXml` is set.",
    },
    { name: 'metadataXml', type: 'string', about: "SAML: the provider's metadata document." },
    { name: 'issuer', type: 'string', about: 'OpenID Connect: the issuer exactly as the provider shows it.' },
    { name: 'clientId', type: 'string', about: 'For OpenID Connect.' },
    {
      name: 'clientSecret',
      type: 'string',
      about: 'For OpenID Connect. Stored encrypted and never returned.',
    },
  ],
};

export const updateSsoEnforcement: Operation<'updateSsoEnforcement'> = {
  id: 'updateSsoEnforcement',
  method: 'PATCH',
  path: '/v1/org/sso/enforcement',
  about: 'Set whether single sign-on is required and whether people join by it',
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
  about: 'Store an OAuth client of your own and enable it',
  query: [],
  mediaType: 'application/json',
  body: [],
};

export const upsertOrgAppConfig: Operation<'upsertOrgAppConfig'> = {
  id: 'upsertOrgAppConfig',
  method: 'POST',
  path: '/v1/org/apps/{provider}/config',
  about: 'Store an OAuth client of your own and enable it',
  query: [],
  mediaType: 'application/json',
  body: [],
};

export const upsertOrgAppConfigAlias: Operation<'upsertOrgAppConfigAlias'> = {
  id: 'upsertOrgAppConfigAlias',
  method: 'POST',
  path: '/v1/org/app-config/{provider}',
  about: 'Store an OAuth client and enable it',
  query: [],
  mediaType: 'application/json',
  body: [],
};

export const verifyOrgDomain: Operation<'verifyOrgDomain'> = {
  id: 'verifyOrgDomain',
  method: 'POST',
  path: '/v1/org/domains/{domainId}/verify',
  about: 'Verify a domain by its DNS record',
  query: [],
  body: [],
};
