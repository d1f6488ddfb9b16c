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
      'Host name put into the session cookie as `Domain`; `none` keeps the cookie on one host. A value that cannot be used is ignored with a warning.',
  }),
  SESSION_JWT_ISSUER: setting({
    kind: text(),
    fallback: null,
    description: 'Cloud: the issuer of the session tokens. Goes together with `SESSION_JWT_JWKS_URL`.',
  }),
  SESSION_JWT_JWKS_URL: setting({
    kind: url('https', 'http'),
    fallback: null,
    description: 'Cloud: where the public keys of the issuer are published.',
  }),
  SESSION_JWT_AUDIENCE: setting({
    kind: text(),
    fallback: null,
    description: 'Cloud: the audience a session token must name. Unset: not looked at.',
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
      'How many organizations one person may own by creating them. `0` forbids additional ones; the first one of a new account is always made. Unset: no such limit.',
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
      'Signs the state that travels through a provider while an app is connected. On the Cloud required with `DATABASE_URL` in production.',
  }),
  GOOGLE_CLIENT_ID: setting({
    kind: text(),
    fallback: null,
    description:
      'With `GOOGLE_CLIENT_SECRET`: self-hosted, offers sign-in with Google (register `{API_URL}/auth/callback/google` as redirect URI there); and the client with which people connect Google apps.',
  }),
  GOOGLE_CLIENT_SECRET: setting({
    kind: text(),
    fallback: null,
    secret: true,
    description: 'The secret of that client.',
  }),
  GOOGLE_ISSUER_URL: setting({
    kind: baseUrl,
    fallback: DEFAULT_GOOGLE_ISSUER,
    description:
      'Where the provider behind the Google button is found (OpenID Connect discovery). Another one than Google is for tests and for networks that reach Google under another name.',
  }),
  DNS_RESOLVERS: setting({
    kind: commaList(nameServer),
    fallback: [],
    shownDefault: "the system's",
    description:
      'Name servers that are asked for the TXT records with which organizations prove their domains.',
  }),
  SSO_BLOCKED_EMAIL_DOMAINS: setting({
    kind: commaList(hostName),
    fallback: [],
    description:
      'Further domains of public mailbox providers, which no organization can claim as its own. Exact names.',
  }),
  SCIM_SEARCH_TIMEOUT_MS: setting({
    kind: integer(10, MAX_SEARCH_MS),
    fallback: 5_000,
    description:
      'How long PostgreSQL may look for the list a directory asks for by a filter or in an order of its own, in milliseconds. What takes longer is refused.',
  }),
  SSO_ALLOWED_PRIVATE_HOSTS: setting({
    kind: commaList(privateHost),
    fallback: [],
    description:
      'Identity providers in private networks: host names, addresses and CIDR blocks that fetches for single sign-on may reach although they are private, each optionally with a port.',
  }),
  SSO_SESSION_MAX_AGE_HOURS: setting({
    kind: integer(1, 720),
    fallback: 24,
    description:
      'How long a session that began at an identity provider lasts at most, 1 to 720 hours; use does not extend it.',
  }),
  SSO_ENFORCEMENT_DISABLED: setting({
    kind: onlyTrueOrOne,
    fallback: false,
    description:
      'Switches the requirement to sign in through an identity provider off for every organization: for operators whose administrators locked themselves out. A warning is logged at start.',
  }),
  BOOTSTRAP_TOKEN: setting({
    kind: text(),
    fallback: null,
    secret: true,
    description:
      'When set, the first account can be made only through `POST /v1/instance/bootstrap` with this token.',
  }),
  BOOTSTRAP_OWNER_EMAIL: setting({
    kind: emailAddress,
    fallback: null,
    description: 'With `BOOTSTRAP_OWNER_PASSWORD`: the first owner, created at boot while no user exists.',
  }),
  BOOTSTRAP_OWNER_PASSWORD: setting({
    kind: text({ min: 8, max: 128 }),
    fallback: null,
    secret: true,
    description: 'Password of that first owner, 8 to 128 characters.',
  }),
};
