/**
 * The dashboard links of 01 §25 for which there is no page of their own: what each is for, and which command or
 * API call does it. `{names}` are filled in by the page from its own address, as text and only when they look like
 * what they stand for (`assets/link.js`); nothing of a request is ever written by the server.
 */
export interface LinkPage {
  /** Routes; where the link has a workspace, also without it. */
  paths: readonly string[];
  title: string;
  sections: readonly LinkSection[];
}

export interface LinkSection {
  /** Query parameter that must be present for the section to be the one shown; the last one needs none. */
  when?: string;
  heading: string;
  text: string;
  commands: readonly string[];
  calls: readonly string[];
  /** Label of the button that leads to the page which connects the app named by `connect`. */
  connectHere?: string;
}

const GRANT_A_CONNECTION = 'PUT /v1/agents/{agentId}/grants/connections/{connectionId}';

export const LINK_PAGES: readonly LinkPage[] = [
  {
    paths: inWorkspace('/connections'),
    title: 'Connections',
    sections: [
      {
        when: 'connect',
        heading: 'Connect {connect}',
        text: 'An agent needs this app, and the workspace has no account of it yet. Connect one, then let the agent use it.',
        connectHere: 'Connect {connect} here',
        commands: ['cgw apps connect', 'cgw apps authorize'],
        calls: ['POST /v1/apps/{connect}/connect', 'GET /v1/apps/{connect}/authorize', GRANT_A_CONNECTION],
      },
      {
        when: 'request',
        heading: 'Give access to {request}',
        text: 'An agent called a host that belongs to no app of the catalogue. Store a secret for the host, then let the agent use it.',
        commands: ['cgw secrets create --name "{request}" --type generic --host-pattern {request} --value -'],
        calls: ['POST /v1/secrets', 'PUT /v1/agents/{agentId}/grants/secrets/{secretId}'],
      },
      {
        heading: 'Connections of the workspace',
        text: 'Accounts of apps that agents of this workspace can be given.',
        commands: ['cgw connections list', 'cgw apps list'],
        calls: ['GET /v1/connections', 'GET /v1/apps'],
      },
    ],
  },
  {
    paths: inWorkspace('/connections/apps/:provider'),
    title: 'Attach a credential',
    sections: [
      {
        heading: 'Let an agent use {provider}',
        text: 'The app is connected, but the agent that asked was not given the connection. Grant it, in full or tool by tool.',
        commands: ['cgw connections list --provider {provider}', 'cgw agents grants attach-connection'],
        calls: ['GET /v1/connections?provider={provider}', GRANT_A_CONNECTION],
      },
    ],
  },
  {
    paths: inWorkspace('/connections/custom'),
    title: 'Create a secret',
    sections: [
      {
        heading: 'Store a credential for {host}',
        text: 'An agent called this host and nothing is stored for it. The value stays here; the gateway adds it to the requests of the agents that may use it.',
        commands: ['cgw secrets create --name "{host}" --type generic --host-pattern {host} --value -'],
        calls: ['POST /v1/secrets', 'PUT /v1/agents/{agentId}/grants/secrets/{secretId}'],
      },
    ],
  },
  {
    paths: inWorkspace('/connections/llms'),
    title: 'Add an LLM key',
    sections: [
      {
        heading: 'Add a key of a model provider',
        text: 'Agents reach model providers with a key that is stored here and never shown to them. A key of your own also ends what a partner’s budget limits.',
        commands: ['cgw secrets create --name Anthropic --type anthropic --value -'],
        calls: ['POST /v1/secrets', 'PUT /v1/agents/{agentId}/grants/secrets/{secretId}'],
      },
    ],
  },
  {
    paths: inWorkspace('/agents'),
    title: 'Agents',
    sections: [
      {
        when: 'new',
        heading: 'Create an agent',
        text: 'An agent is a name with a token. Whatever runs with the token reaches what the agent was granted.',
        commands: ['cgw agents create --name "My agent" --identifier my-agent'],
        calls: ['POST /v1/agents'],
      },
      {
        heading: 'Change what an agent may do',
        text: 'A request was refused by a rule or because nothing allows it. Look at the rules that act on the agent, then change its grants or the organization’s policy.',
        commands: [
          'cgw policy effective-permissions --provider github',
          'cgw agents grants list',
          'cgw org policy',
        ],
        calls: [
          'GET /v1/policy/effective-rules',
          'GET /v1/agents/{agentId}/grants',
          'GET /v1/org/policy/rules',
          'PATCH /v1/org/policy/default',
        ],
      },
    ],
  },
  {
    paths: inWorkspace('/agents/:agentId/channels'),
    title: 'Channels',
    sections: [
      {
        when: 'connected',
        heading: 'The channel is connected',
        text: 'People can now talk to the agent there. You can close this window.',
        commands: [],
        calls: ['GET /v1/agents/{agentId}/channels'],
      },
      {
        heading: 'Channels of an agent',
        text: 'Where people talk to the agent.',
        commands: [],
        calls: ['GET /v1/agents/{agentId}/channels'],
      },
    ],
  },
  {
    paths: inWorkspace('/settings/install'),
    title: 'Install',
    sections: [
      {
        heading: 'Set up a machine',
        text: 'The command line signs in through the browser and then starts programs behind the gateway.',
        commands: ['cgw auth login', 'cgw run -- <command>'],
        calls: ['GET /v1/install/cli', 'GET /v1/container-config'],
      },
    ],
  },
  {
    paths: ['/org/:organizationId/billing'],
    title: 'Plan',
    sections: [
      {
        heading: 'A limit of the plan is reached',
        text: 'Whoever operates this deployment sets the plan of an organization. The usage shows what is left.',
        commands: [],
        calls: ['GET /v1/org/usage'],
      },
    ],
  },
];

/** Without a workspace its part of the link is dropped (01 §25). */
function inWorkspace(path: string): string[] {
  return [`/w/:workspaceId${path}`, path];
}
