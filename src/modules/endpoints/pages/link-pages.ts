/**
 * The dashboard links of 01 §25 for which there is no page of their own: what each is for, and which API call does it.
 * `{names}` are filled in by the page from its own address, as text and only when they look like what they stand for
 * (`assets/link.js`); nothing of a request is ever written by the server.
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
  /** A call the page writes out, ready to be pasted into a shell. */
  paste?: Paste;
  calls: readonly string[];
  /** Label of the button that leads to the page which connects the app named by `connect`. */
  connectHere?: string;
}

/** The calls that `assets/paste.js` knows how to write out. */
type Paste = 'store-secret' | 'store-llm-key' | 'create-agent' | 'container-config';

const AGENTS = 'GET /v1/agents';
const GRANT_A_CONNECTION = 'PUT /v1/agents/{agentId}/grants/connections/{connectionId}';
const GRANT_A_SECRET = 'PUT /v1/agents/{agentId}/grants/secrets/{secretId}';

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
        calls: ['POST /v1/apps/{connect}/connect', 'GET /v1/apps/{connect}/authorize', GRANT_A_CONNECTION],
      },
      {
        when: 'request',
        heading: 'Give access to {request}',
        text: 'An agent called a host that belongs to no app of the catalogue. Store a secret for the host, then let the agent use it.',
        paste: 'store-secret',
        calls: [AGENTS, GRANT_A_SECRET],
      },
      {
        heading: 'Connections of the workspace',
        text: 'Accounts of apps that agents of this workspace can be given.',
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
        text: 'A credential for it is there, but the agent that asked was not given it. Grant it; the connection of an app in full or tool by tool.',
        calls: [
          'GET /v1/connections?provider={provider}',
          'GET /v1/secrets',
          GRANT_A_CONNECTION,
          GRANT_A_SECRET,
        ],
      },
    ],
  },
  {
    paths: inWorkspace('/connections/custom'),
    title: 'Create a secret',
    sections: [
      {
        heading: 'Store a credential for {host}',
        text: 'An agent called this host and nothing is stored for it. The value stays here; the gateway adds it to the requests of the agents that may use it. Look at the host before you store a value for it.',
        paste: 'store-secret',
        calls: [AGENTS, GRANT_A_SECRET],
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
        paste: 'store-llm-key',
        calls: [AGENTS, GRANT_A_SECRET],
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
        paste: 'create-agent',
        calls: [AGENTS],
      },
      {
        heading: 'Change what an agent may do',
        text: 'A request was refused by a rule or because nothing allows it. Look at the rules that act on the agent, then change its grants or the organization’s policy.',
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
        calls: ['GET /v1/agents/{agentId}/channels'],
      },
      {
        heading: 'Channels of an agent',
        text: 'Where people talk to the agent, and how it gets into Slack.',
        calls: [
          'GET /v1/agents/{agentId}/channels',
          'GET /v1/agents/{agentId}/channels/{provider}/manifest',
          'POST /v1/agents/{agentId}/channels/{provider}',
          'POST /v1/agents/{agentId}/channels/{provider}/complete',
        ],
      },
    ],
  },
  {
    paths: inWorkspace('/settings/install'),
    title: 'Install',
    sections: [
      {
        heading: 'Set up a machine',
        text: 'The command line of this server sets everything up: pipe what GET /v1/install/cli answers into sh, then start programs by cgw run. For a program that is started in another way the call below answers the environment, and the certificate to save in the file that its variables name.',
        paste: 'container-config',
        calls: ['GET /v1/install/cli', 'GET /v1/gateway/ca', 'GET /v1/gateway-url'],
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
        calls: ['GET /v1/org/usage'],
      },
    ],
  },
];

/** Without a workspace its part of the link is dropped (01 §25). */
function inWorkspace(path: string): string[] {
  return [`/w/:workspaceId${path}`, path];
}
