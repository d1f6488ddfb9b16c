/** What is no longer served and what took its place (01 §9, 02 §20; R16). */

export interface Retirement {
  /** Every method of these paths is answered `410`; literal parts win over parameters, live routes over `*`. */
  paths: readonly string[];
  /** The paths lie among endpoints that need a credential, and so do they. */
  authFirst?: true;
  message: string;
  /** What the endpoints did, for readers who find the call in an old client. */
  was: string;
  /** The operations clients know, as `METHOD path` by operationId. */
  operations: Readonly<Record<string, string>>;
}

const GRANTS =
  'use PUT /v1/agents/{agentId}/grants/connections/{connectionId} and PUT /v1/agents/{agentId}/grants/secrets/{secretId}';

export const RETIREMENTS: readonly Retirement[] = [
  {
    paths: ['v1/rules', 'v1/rules/*'],
    was: 'These endpoints listed and edited the rules of a workspace. Grants for each agent replace them.',
    message: `Rules of a workspace are retired; ${GRANTS}.`,
    operations: {
      goneListRules: 'GET /v1/rules',
      goneCreateRule: 'POST /v1/rules',
      goneGetRule: 'GET /v1/rules/{ruleId}',
      goneUpdateRule: 'PATCH /v1/rules/{ruleId}',
      goneDeleteRule: 'DELETE /v1/rules/{ruleId}',
      goneGetRuleOverlap: 'GET /v1/rules/overlap/{provider}',
    },
  },
  {
    paths: ['v1/rules/permissions/:provider'],
    was: 'These endpoints set what all agents of a workspace could do with the tools of an app.',
    message: `Rules on the permissions of an app are retired; ${GRANTS}. What an app offers is at /v1/apps/permission-definitions.`,
    operations: {
      goneGetRulePermissions: 'GET /v1/rules/permissions/{provider}',
      goneSetRulePermissions: 'PUT /v1/rules/permissions/{provider}',
    },
  },
  {
    paths: ['v1/policy/rules', 'v1/policy/rules/order', 'v1/policy/rules/:ruleId'],
    was: 'These endpoints listed, edited and ordered the policy rules of one workspace.',
    message: `Policy rules of a workspace are retired; ${GRANTS}.`,
    operations: {
      goneListPolicyRules: 'GET /v1/policy/rules',
      goneCreatePolicyRule: 'POST /v1/policy/rules',
      goneReorderPolicyRules: 'PUT /v1/policy/rules/order',
      goneUpdatePolicyRule: 'PATCH /v1/policy/rules/{ruleId}',
      goneDeletePolicyRule: 'DELETE /v1/policy/rules/{ruleId}',
    },
  },
  {
    paths: ['v1/policy/default', 'v1/policy/publish', 'v1/policy/last-publish'],
    was: 'These endpoints read and published the policy of one workspace. Grants now take effect without publishing.',
    message: `Publishing a policy of a workspace is retired; ${GRANTS}.`,
    operations: {
      goneGetPolicyDefault: 'GET /v1/policy/default',
      goneUpdatePolicyDefault: 'PATCH /v1/policy/default',
      gonePublishPolicy: 'POST /v1/policy/publish',
      goneGetLastPublish: 'GET /v1/policy/last-publish',
    },
  },
  {
    paths: ['v1/agents/granular-access', 'v1/agents/:agentId/connections'],
    authFirst: true,
    was: 'These endpoints read or replaced all connections of an agent in one request.',
    message: `Setting all connections of an agent at once is retired; ${GRANTS}.`,
    operations: {
      goneListAgentGranularAccess: 'GET /v1/agents/granular-access',
      goneGetAgentConnections: 'GET /v1/agents/{agentId}/connections',
      goneUpdateAgentConnections: 'PUT /v1/agents/{agentId}/connections',
    },
  },
  {
    paths: ['v1/agents/:agentId/secret-mode'],
    authFirst: true,
    was: 'This endpoint switched an agent between all secrets of its workspace and selected ones. Every secret is now granted.',
    message: `The secret mode of an agent is retired; ${GRANTS}.`,
    operations: { goneUpdateAgentSecretMode: 'PATCH /v1/agents/{agentId}/secret-mode' },
  },
  {
    paths: ['v1/connections/:connectionId/agents'],
    authFirst: true,
    was: 'These endpoints read or replaced all agents of a connection in one request.',
    message: `Setting all agents of a connection at once is retired; ${GRANTS}. Who can use it is at /v1/connections/{connectionId}/effective-agents.`,
    operations: {
      goneGetConnectionAgents: 'GET /v1/connections/{connectionId}/agents',
      goneUpdateConnectionAgents: 'PUT /v1/connections/{connectionId}/agents',
    },
  },
  {
    paths: ['v1/org/rules', 'v1/org/rules/*'],
    was: 'These endpoints listed and edited the rules of the organization before drafts, identities and targets existed.',
    message: 'These rules of the organization are retired; use /v1/org/policy.',
    operations: {
      goneListOrgRules: 'GET /v1/org/rules',
      goneCreateOrgRule: 'POST /v1/org/rules',
      goneGetOrgRule: 'GET /v1/org/rules/{ruleId}',
      goneUpdateOrgRule: 'PATCH /v1/org/rules/{ruleId}',
      goneDeleteOrgRule: 'DELETE /v1/org/rules/{ruleId}',
      goneGetOrgRuleOverlap: 'GET /v1/org/rules/overlap/{provider}',
    },
  },
  {
    paths: ['v1/org/settings', 'v1/org/settings/*'],
    was: 'These endpoints read and changed what is now the Default Rule of the organization.',
    message: 'Settings of the organization are retired; use /v1/org/policy.',
    operations: {
      goneGetOrgSettings: 'GET /v1/org/settings',
      goneUpdateOrgSettings: 'PATCH /v1/org/settings',
    },
  },
  {
    paths: ['v1/org/agent-groups', 'v1/org/agent-groups/*', 'v1/org/agents', 'v1/org/agents/*'],
    was: 'These endpoints listed groups of agents for use in rules. Rules now name people and user groups.',
    message: 'Groups of agents are retired; use user groups at /v1/org/groups.',
    operations: {
      goneListAgentGroups: 'GET /v1/org/agent-groups',
      goneListOrgAgents: 'GET /v1/org/agents',
    },
  },
  {
    paths: ['v1/agents/:agentId/groups'],
    authFirst: true,
    was: 'This endpoint listed the groups of an agent.',
    message: 'Groups of an agent are retired; use user groups at /v1/org/groups.',
    operations: { goneGetAgentGroups: 'GET /v1/agents/{agentId}/groups' },
  },
];
