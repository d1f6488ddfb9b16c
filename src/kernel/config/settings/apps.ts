/**
 * What the operator says about apps: OAuth clients for people who bring none (03 §17.3), hosts to block (03 §10), and
 * who the gateway is in AWS (03 §12.6).
 */
import { text } from '../kinds/kinds.js';
import { hostName } from '../kinds/network-kinds.js';
import { type Setting, setting } from '../kinds/setting.js';

type ClientVariable<N extends string> = `${N}_CLIENT_ID` | `${N}_CLIENT_SECRET`;

function oauthClient<N extends string>(
  name: N,
  apps: string,
): Record<ClientVariable<N>, Setting<string | null>> {
  const row = (description: string, secret: boolean) =>
    setting({ kind: text(), fallback: null, description, ...(secret && { secret }) });
  return {
    [`${name}_CLIENT_ID`]: row(`The operator's OAuth client for ${apps}.`, false),
    [`${name}_CLIENT_SECRET`]: row('The secret of that client.', true),
  } as Record<ClientVariable<N>, Setting<string | null>>;
}

export const appsSection = {
  ...oauthClient('ATLASSIAN', 'confluence, jira'),
  ...oauthClient('ATTIO', 'attio'),
  ...oauthClient('DROPBOX', 'dropbox'),
  ...oauthClient('FATHOM', 'fathom'),
  ...oauthClient('GITHUB', 'github'),
  ...oauthClient('GITLAB', 'gitlab; refreshes tokens only, connecting needs an own client'),
  ...oauthClient('HUBSPOT', 'hubspot'),
  ...oauthClient('LINEAR', 'linear'),
  ...oauthClient('LINKEDIN', 'linkedin'),
  ...oauthClient('MICROSOFT', 'microsoft-onenote, microsoft-word, outlook-calendar, outlook-mail'),
  ...oauthClient('MONDAY', 'monday'),
  ...oauthClient('NOTION', 'notion'),
  ...oauthClient('SENTRY', 'sentry'),
  ...oauthClient('SLACK', 'slack'),
  ...oauthClient('SUPABASE', 'supabase'),
  ...oauthClient('TODOIST', 'todoist'),
  ...oauthClient('X', 'x; refreshes tokens only, connecting needs an own client'),
  ...oauthClient('ZOHO_CRM', 'zoho-crm'),
  ...oauthClient('ZOOM', 'zoom'),
  GITHUB_APP_ID: setting({ kind: text(), fallback: null, description: "The operator's GitHub App." }),
  GITHUB_APP_SLUG: setting({
    kind: text(),
    fallback: null,
    description: 'Last part of the public address of that GitHub App.',
  }),
  GITHUB_APP_PRIVATE_KEY: setting({
    kind: text(),
    fallback: null,
    secret: true,
    description: 'Private key (PEM) of that GitHub App.',
  }),
  GITHUB_APP_CLIENT_ID: setting({
    kind: text(),
    fallback: null,
    description:
      'Client ID of that GitHub App. Installations are connected only with it: the person proves that they may see the installation.',
  }),
  GITHUB_APP_CLIENT_SECRET: setting({
    kind: text(),
    fallback: null,
    secret: true,
    description: 'The client secret that belongs to that client ID.',
  }),
  TRELLO_API_KEY: setting({
    kind: text(),
    fallback: null,
    description: "The operator's API key for trello.",
  }),
  TRELLO_API_SECRET: setting({
    kind: text(),
    fallback: null,
    secret: true,
    description: 'The secret that belongs to that key.',
  }),
  BLOCKLIST_NPM_HOST: setting({
    kind: hostName,
    fallback: null,
    description:
      'Host of the public npm registry, which connecting JFrog Artifactory blocks. Unset: none is blocked.',
  }),
  BLOCKLIST_PYPI_HOST: setting({
    kind: hostName,
    fallback: null,
    description: 'The same for the public Python package index.',
  }),
};

/** Entries of the catalogue cannot name them: they are for STS alone. */
export const awsSection = {
  AWS_ACCESS_KEY_ID: setting({
    kind: text(),
    fallback: null,
    description:
      'The AWS identity in whose name roles of customers are assumed (app `aws-role`). Unset: none can be.',
  }),
  AWS_SECRET_ACCESS_KEY: setting({
    kind: text(),
    fallback: null,
    secret: true,
    description: 'The secret that belongs to that key.',
  }),
  AWS_SESSION_TOKEN: setting({
    kind: text(),
    fallback: null,
    secret: true,
    description: 'The session token of that key, where it is a temporary one.',
  }),
};
