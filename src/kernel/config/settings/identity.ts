import {
  baseUrl,
  commaList,
  countOrNone,
  emailAddress,
  integer,
  oneOf,
  onlyTrueOrOne,
  signingSecret,
  text,
  url,
} from '../kinds/kinds.js';
import { hostName, nameServer, privateHost } from '../kinds/network-kinds.js';
import { setting } from '../kinds/setting.js';

const MAX_INVITATION_MAILS = 100_000;
/** PostgreSQL ends every statement after this time. */
const MAX_SEARCH_MS = 30_000;

const DEFAULT_GOOGLE_ISSUER = 'https://accounts.google.com';

export const identitySection = {
  /** Use DeploymentKeys, which also knows a generated one. */
  SESSION_SECRET: setting({
    kind: signingSecret,
    fallback: null,
    secret: true,
    shownDefault: 'generated into `DATA_DIR`',
    description:
      'Self-hosted: signs the session cookie. Required with `DATABASE_URL` in production. Make one: `openssl rand -hex 32`.',
  }),
  /** As written; what it is worth is judged by 01 §22.3. */
  SESSION_COOKIE_DOMAIN: setting({
    kind: text({ max: 253 }),
    fallback: null,
    shownDefault: 'derived from `APP_URL` and `API_URL`',
    description:
      '`Domain` of the session cookie; `none` restricts the cookie to one host. An unusable value is ' +
      'ignored with a warning.',
  }),
  SESSION_JWT_ISSUER: setting({
    kind: text(),
    fallback: null,
    description: 'Cloud: issuer of the session tokens. Requires `SESSION_JWT_JWKS_URL`.',
  }),
  SESSION_JWT_JWKS_URL: setting({
    kind: url('https', 'http'),
    fallback: null,
    description:
      "Cloud: URL of the issuer's public keys. Requests use `GATEWAY_EGRESS_PROXY` and `GATEWAY_UPSTREAM_CA_FILE`; a redirect is not followed.",
  }),
  SESSION_JWT_AUDIENCE: setting({
    kind: text(),
    fallback: null,
    description: 'Cloud: audience that a session token must have. Unset: not checked.',
  }),
  REGISTRATION: setting({
    kind: oneOf('open', 'invite', 'closed'),
    fallback: 'invite',
    description:
      'Who may create an account: anyone, people who were invited, or no one. The first account is always possible.',
  }),
  MAX_ORGS_PER_USER: setting({
    kind: countOrNone,
    fallback: null,
    description:
      'Maximum number of organizations that a person may create and own. `0`: no additional ones; the ' +
      'first one of a new account is always created. Unset: no limit.',
  }),
  INVITATION_MAILS_PER_HOUR: setting({
    kind: integer(1, MAX_INVITATION_MAILS),
    fallback: 100,
    description:
      'How many invitations and setup links an organization or a partner may send by mail in an hour. One address gets at most 5 a day from all senders together.',
  }),
  OAUTH_STATE_SECRET: setting({
    kind: signingSecret,
    fallback: null,
    secret: true,
    shownDefault: 'derived from `SECRET_ENCRYPTION_KEY`',
    description:
      'Signs the state parameter of connect flows. Required on Cloud with `DATABASE_URL` in production.',
  }),
  GOOGLE_CLIENT_ID: setting({
    kind: text(),
    fallback: null,
    description:
      'With `GOOGLE_CLIENT_SECRET`: the OAuth client with which people connect Google apps. Self-hosted: ' +
      'also enables sign-in with Google (register the redirect URI `{API_URL}/auth/callback/google`).',
  }),
  GOOGLE_CLIENT_SECRET: setting({
    kind: text(),
    fallback: null,
    secret: true,
    description: 'Secret of that client.',
  }),
  GOOGLE_ISSUER_URL: setting({
    kind: baseUrl,
    fallback: DEFAULT_GOOGLE_ISSUER,
    description:
      'Issuer of the provider for sign-in with Google (OpenID Connect discovery). Change it only for ' +
      'tests, or in networks that reach Google under another name.',
  }),
  DNS_RESOLVERS: setting({
    kind: commaList(nameServer),
    fallback: [],
    shownDefault: "the system's",
    description: 'Name servers for the TXT records with which organizations verify domains.',
  }),
  SSO_BLOCKED_EMAIL_DOMAINS: setting({
    kind: commaList(hostName),
    fallback: [],
    description:
      'Additional domains of public mailbox providers, which organizations cannot claim. Exact names.',
  }),
  SCIM_SEARCH_TIMEOUT_MS: setting({
    kind: integer(10, MAX_SEARCH_MS),
    fallback: 5_000,
    description:
      "Time limit in milliseconds for a directory's filtered or sorted list in PostgreSQL. A slower " +
      'query is refused.',
  }),
  SSO_ALLOWED_PRIVATE_HOSTS: setting({
    kind: commaList(privateHost),
    fallback: [],
    description:
      'Private host names, addresses and CIDR blocks that requests for single sign-on may reach, for ' +
      'identity providers in private networks. Each may have a port.',
  }),
  SSO_SESSION_MAX_AGE_HOURS: setting({
    kind: integer(1, 720),
    fallback: 24,
    description:
      'Maximum lifetime of a session from an identity provider, 1 to 720 hours. Use does not extend it.',
  }),
  SSO_ENFORCEMENT_DISABLED: setting({
    kind: onlyTrueOrOne,
    fallback: false,
    description:
      'Disables the single sign-on requirement of every organization, for deployments whose ' +
      'administrators are locked out. A warning is logged at start.',
  }),
  BOOTSTRAP_TOKEN: setting({
    kind: text(),
    fallback: null,
    secret: true,
    description:
      'If set, the first account can be created only through `POST /v1/instance/bootstrap` with this ' +
      'token.',
  }),
  BOOTSTRAP_OWNER_EMAIL: setting({
    kind: emailAddress,
    fallback: null,
    description: 'With `BOOTSTRAP_OWNER_PASSWORD`: the first owner, created at start while no user exists.',
  }),
  BOOTSTRAP_OWNER_PASSWORD: setting({
    kind: text({ min: 8, max: 128 }),
    fallback: null,
    secret: true,
    description: 'Password of that first owner, 8 to 128 characters.',
  }),
};
