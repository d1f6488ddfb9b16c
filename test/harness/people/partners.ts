/** Partners, their people and customers, made through the product's own doors (07 A). */
import { randomBytes } from 'node:crypto';
import { expectStatus, PASSWORD, signUpOwner, someAddress } from './accounts.js';
import { api, type ApiClient } from '../clients/client.js';

export const OPERATOR_TOKEN = 'the-operators-own-token-of-32-or-more';
export const OPERATOR = { OPERATOR_TOKEN };

interface Server {
  apiUrl: string;
}

export interface TestPartner {
  id: string;
  name: string;
  key: string;
  /** A client that carries the key. */
  api: ApiClient;
  ownerEmail: string;
  ownerUserId: string;
  ownerSetupUrl: string | null;
}

/** As `createPartnerOrg` answers it. */
export interface Provided {
  organizationId: string;
  projectId: string;
  orgApiKey: string;
  projectApiKey: string;
  agentToken: string;
  claimUrl: string;
}

export function operator(server: Server): ApiClient {
  return api(server).as(OPERATOR_TOKEN).with({ 'x-forwarded-for': someAddress() });
}

export function someEmail(): string {
  return `partner-person-${randomBytes(6).toString('hex')}@example.test`;
}

export async function makePartner(server: Server, name = 'Reseller'): Promise<TestPartner> {
  const ownerEmail = someEmail();
  const { body } = expectStatus(
    await operator(server).post('/v1/operator/partners', { name, ownerEmail }),
    201,
  );
  const { partner, owner, ownerSetupUrl, partnerApiKey: key } = body;
  const ids = { id: partner.id, ownerUserId: owner.userId };
  return { ...ids, name, key, api: api(server).as(key), ownerEmail, ownerSetupUrl };
}

export async function provide({ api: partner }: Pick<TestPartner, 'api'>, name = 'Acme'): Promise<Provided> {
  return expectStatus(await partner.post('/v1/partner/orgs', { name }), 201).body;
}

/** Of a claim or setup link. */
export function tokenIn(url: string): string {
  return new URL(url).searchParams.get('token') ?? '';
}

/** Sets the first password by the link and signs in; a client of the portal. */
export async function enterPortal(server: Server, email: string, setupUrl: string): Promise<ApiClient> {
  const from = api(server).with({ 'x-forwarded-for': someAddress() });
  const body = { token: tokenIn(setupUrl), newPassword: PASSWORD };
  expectStatus(await from.post('/auth/reset-password', body), 200);
  const { cookies } = expectStatus(
    await from.post('/auth/sign-in/email', { email, password: PASSWORD }),
    200,
  );
  return from.as(cookies.join('; '));
}

export async function addMember(
  server: Server,
  partner: Pick<TestPartner, 'api'>,
  role: 'admin' | 'member',
): Promise<{ userId: string; email: string; portal: ApiClient }> {
  const email = someEmail();
  const { userId, setupUrl } = expectStatus(
    await partner.api.post('/v1/partner/members', { email, role }),
    201,
  ).body;
  return { userId, email, portal: await enterPortal(server, email, setupUrl) };
}

export interface Customer {
  userId: string;
  email: string;
  session: ApiClient;
  organizationId: string;
}

/** Somebody with an account and an organization of their own. */
export async function customer(server: Server): Promise<Customer> {
  const { userId, email, cookie, organizationId } = await signUpOwner(server);
  const session = api(server).as(cookie).with({ 'x-forwarded-for': someAddress() });
  return { userId, email, session, organizationId };
}

export function claim(
  { session }: Pick<Customer, 'session'>,
  { claimUrl }: Pick<Provided, 'claimUrl'>,
  more: { partnerKeys?: 'end' | 'keep' } = {},
) {
  return session.post('/v1/claims', { token: tokenIn(claimUrl), ...more });
}
