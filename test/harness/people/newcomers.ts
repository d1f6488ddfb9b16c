import { randomBytes, randomUUID } from 'node:crypto';
import { PASSWORD, someAddress } from './accounts.js';
import { api, type Answer, type ApiClient } from '../clients/client.js';
import type { SessionIssuer } from './session-issuer.js';

/** Somebody who can sign in and has nothing yet: no organization, no workspace. */
export interface Newcomer {
  email: string;
  /** What carries the session: a cookie, on Cloud the token of the issuer. */
  cookie: string;
  session: ApiClient;
}

export function someEmail(): string {
  return `person-${randomBytes(6).toString('hex')}@example.test`;
}

/** A client at an address of its own, so that throttles by address stay out of the way. */
export function stranger(server: { apiUrl: string }): ApiClient {
  return api(server).with({ 'x-forwarded-for': someAddress() });
}

export async function signUp(server: { apiUrl: string }, email: string, name = 'New Comer'): Promise<Answer> {
  const { body } = await api(server).get('/v1/instance/bootstrap');
  // Whoever is first comes from this machine (R47).
  const from = body.firstAccount ? api(server) : stranger(server);
  return from.post('/auth/sign-up/email', { name, email, password: PASSWORD });
}

/** Signed up on a self-hosted server, or signed in at the issuer of a Cloud one. */
export async function newcomer(
  server: { apiUrl: string },
  {
    email = someEmail(),
    name = 'New Comer',
    issuer,
  }: { email?: string; name?: string; issuer?: SessionIssuer } = {},
): Promise<Newcomer> {
  const cookie = issuer
    ? issuer.token({ sub: randomUUID(), email, name, email_verified: true })
    : await cookieOf(server, email, name);
  return { email, cookie, session: stranger(server).as(cookie) };
}

async function cookieOf(server: { apiUrl: string }, email: string, name: string): Promise<string> {
  const { status, text, cookies } = await signUp(server, email, name);
  if (status !== 200) throw new Error(`Setting up the test: signing up answered ${status} ${text}`);
  return cookies.join('; ');
}
