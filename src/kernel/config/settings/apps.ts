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
    [`${name}_CLIENT_SECRET`]: row('Secret of that client.', true),
  } as Record<ClientVariable<N>, Setting<string | null>>;
}

export const appsSection = {
  ...oauthClient('ATLASSIAN', 'confluence, jira'),
  ...oauthClient('ATTIO', 'attio'),
  ...oauthClient('DROPBOX', 'dropbox'),
  ...oauthClient('FATHOM', 'fathom'),
  ...oauthClient('GITHUB', 'github'),
  ...oauthClient('GITLAB', 'gitlab; refreshes tokens only, connecting requires your own client'),
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
  ...oauthClient('X', 'x; refreshes tokens only, connecting requires your own client'),
  ...oauthClient('ZOHO_CRM', 'zoho-crm'),
  ...oauthClient('ZOOM', 'zoom'),
  GITHUB_APP_ID: setting({ kind: text(), fallback: null, description: "The operator's GitHub App." }),
  GITHUB_APP_SLUG: setting({
    kind: text(),
    fallback: null,
    description: 'Last part of the public URL of that GitHub App.',
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
      'Client ID of that GitHub App. Required for connecting installations: a person must prove access ' +
      'to the installation.',
  }),
  GITHUB_APP_CLIENT_SECRET: setting({
    kind: text(),
    fallback: null,
    secret: true,
    description: 'Client secret for that client ID.',
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
    description: 'Secret for that key.',
  }),
  BLOCKLIST_NPM_HOST: setting({
    kind: hostName,
    fallback: null,
    description:
      'Host of the public npm registry. It is blocked when JFrog Artifactory is connected. Unset: no ' +
      'host is blocked.',
  }),
  BLOCKLIST_PYPI_HOST: setting({
    kind: hostName,
    fallback: null,
    description: 'Host of the public Python package index, in the same way.',
  }),
};

/** Entries of the catalogue cannot name them: they are for STS alone. */
export const awsSection = {
  AWS_ACCESS_KEY_ID: setting({
    kind: text(),
    fallback: null,
    description:
      'AWS access key id with which the server assumes roles of customers (app `aws-role`). Unset: roles ' +
      'cannot be assumed.',
  }),
  AWS_SECRET_ACCESS_KEY: setting({
    kind: text(),
    fallback: null,
    secret: true,
    description: 'Secret for that key.',
  }),
  AWS_SESSION_TOKEN: setting({
    kind: text(),
    fallback: null,
    secret: true,
    description: 'Session token, if that key is temporary.',
  }),
};
