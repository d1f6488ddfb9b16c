import { randomBytes, randomUUID } from 'node:crypto';
import { expect } from '@jest/globals';
import { placesIn, SecretBox } from '../../../src/kernel/crypto/secret-box.js';
import { SsoConnectionEntity } from '../../../src/modules/directory/sso/connections/store/sso-connection.entity.js';
import { type Owner, signUpOwner } from '../people/accounts.js';
import { api, type Answer, type ApiClient } from '../clients/client.js';
import { stranger } from '../people/newcomers.js';
import type { TestServer } from '../server/server.js';

/** An organization whose people come from an identity provider. */
export interface SignOnOrganization extends Connected {
  owner: Owner;
}

interface Connected {
  organizationId: string;
  /** `org-…` */
  provider: string;
  connectionId: string;
  /** A domain it has verified. */
  domain: string;
  /** Somebody on that domain. */
  someone(): string;
}

interface Wanted {
  issuer: string;
  clientId: string;
  clientSecret: string;
}

/** With a verified domain and a pending OpenID Connect connection. */
export async function signOnOrganization(server: TestServer, wanted: Wanted): Promise<SignOnOrganization> {
  const owner = await signUpOwner(server);
  return { owner, ...(await connectedTo(server, owner.organizationId, wanted)) };
}

/** The same for an organization that is there. */
export async function connectedTo(
  server: TestServer,
  organizationId: string,
  wanted: Wanted,
): Promise<Connected> {
  const domain = await verifiedDomain(server, organizationId);
  const provider = `org-${randomBytes(12).toString('hex')}`;
  const connectionId = randomUUID();
  await server.db.query(`INSERT INTO sso_settings (organization_id, provider_name) VALUES ($1, $2)`, [
    organizationId,
    provider,
  ]);
  const secret = server.app
    .get(SecretBox, { strict: false })
    .seal(wanted.clientSecret, placesIn(SsoConnectionEntity)(connectionId));
  await server.db.query(
    `INSERT INTO sso_connections (id, organization_id, type, display_name, issuer, client_id, client_secret)
     VALUES ($1, $2, 'oidc', 'Test', $3, $4, $5)`,
    [connectionId, organizationId, wanted.issuer, wanted.clientId, secret],
  );
  const someone = () => `p-${randomBytes(5).toString('hex')}@${domain}`;
  return { organizationId, provider, connectionId, domain, someone };
}

export async function verifiedDomain(server: TestServer, organizationId: string): Promise<string> {
  const domain = `acme-${randomBytes(6).toString('hex')}.test`;
  await server.db.query(
    `INSERT INTO domains (organization_id, domain, verification_token, verified_at) VALUES ($1, $2, 'x', now())`,
    [organizationId, domain],
  );
  return domain;
}

/** A sign-in under way: where the browser was sent to, and what it has to come back with. */
export interface Started {
  url: URL;
  browser: ApiClient;
  /** What `browser` carries. */
  cookie: string;
}

export const atSso = (provider: string, path: string) => `/v1/auth/sso/${provider}/${path}`;

export async function startSignIn(
  server: { apiUrl: string },
  provider: string,
  query: Record<string, string> = {},
  from: ApiClient = stranger(server),
): Promise<Started> {
  const answer = await from.get(`${atSso(provider, 'login')}?${new URLSearchParams(query).toString()}`);
  expect([answer.status, answer.headers['location']]).toEqual([302, expect.not.stringContaining('error=')]);
  const cookie = answer.cookies.join('; ');
  return { url: new URL(String(answer.headers['location'])), browser: from.as(cookie), cookie };
}

/** The session of an answer that signed somebody in. */
export function sessionOf(answer: Answer): string {
  return answer.cookies.find((cookie) => /^(?:__Secure-)?cg_session=/.test(cookie)) ?? '';
}

export async function personOf(server: { apiUrl: string }, answer: Answer): Promise<any> {
  expect([answer.status, answer.headers['location']]).toEqual([302, expect.not.stringContaining('error=')]);
  return (await api(server).as(sessionOf(answer)).get('/auth/get-session')).body.user;
}

/** What a first single sign-on to an existing account is asked (05 §8.6 rule 12), by the browser that signed in. */
export async function confirmSignIn(
  answer: Answer,
  browser: ApiClient,
  body: { password?: string; endAccess?: boolean },
): Promise<Answer> {
  return browser.post('/v1/auth/sso/confirmation', { confirm: confirmationIn(answer), ...body });
}

export function confirmationIn({ status, headers }: Answer): string {
  const location = String(headers['location']);
  expect([status, location]).toEqual([302, expect.stringContaining('/auth/sso-confirm?confirm=')]);
  return new URL(location).searchParams.get('confirm')!;
}
