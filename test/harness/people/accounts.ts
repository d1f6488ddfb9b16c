import { randomBytes, randomInt } from 'node:crypto';
import { api, type Answer, type ApiClient } from '../clients/client.js';

export const PASSWORD = 'correct horse battery';

export interface Owner {
  /** `name=value` of the session. */
  cookie: string;
  email: string;
  password: string;
  userId: string;
  organizationId: string;
  workspaceId: string;
  /** The owner's workspace key. */
  apiKey: string;
  /** A client that carries the workspace key. */
  api: ApiClient;
}

interface Wanted {
  name?: string;
  email?: string;
}

/**
 * A new person who owns a new organization with one workspace, made through the public API: the first of a
 * server by bootstrap, the others by open registration and session sync.
 */
export async function signUpOwner(server: { apiUrl: string }, wanted: Wanted = {}): Promise<Owner> {
  const person = {
    name: wanted.name ?? 'Test Person',
    email: wanted.email ?? `person-${randomBytes(6).toString('hex')}@example.test`,
    password: PASSWORD,
  };
  const from = api(server).with({ 'x-forwarded-for': someAddress() });
  const first = await makeFirstAccount(server, person);
  if (first?.status === 201) {
    const { user, organizationId, workspaceId, apiKey } = first.body;
    return owner(server, person, first, { userId: user.id, organizationId, workspaceId, apiKey });
  }
  if (first !== null) expectStatus(first, 409);
  const signUp = expectStatus(await from.post('/auth/sign-up/email', person), 200);
  const session = from.as(signUp.cookies.join('; '));
  const { id, organizationId, workspaceId } = expectStatus(await session.get('/v1/auth/session'), 200).body;
  const key = expectStatus(await session.inWorkspace(workspaceId).get('/v1/user/api-key'), 200);
  return owner(server, person, signUp, {
    userId: id,
    organizationId,
    workspaceId,
    apiKey: key.body.apiKey,
  });
}

/** From this machine, as R47 asks; null where there is an account already, which costs nothing of the limit by address. */
async function makeFirstAccount(server: { apiUrl: string }, person: object): Promise<Answer | null> {
  const { body } = await api(server).get('/v1/instance/bootstrap');
  return body.firstAccount ? api(server).post('/v1/instance/bootstrap', person) : null;
}

/** The owner's organization key, minted on first use. */
export async function organizationKey(
  server: { apiUrl: string },
  { cookie, organizationId }: Pick<Owner, 'cookie' | 'organizationId'>,
): Promise<string> {
  const session = api(server).as(cookie).with({ 'x-organization-id': organizationId });
  return expectStatus(await session.get('/v1/org/api-key'), 200).body.apiKey;
}

function owner(
  server: { apiUrl: string },
  person: { email: string; password: string },
  answer: Answer,
  ids: Pick<Owner, 'userId' | 'organizationId' | 'workspaceId' | 'apiKey'>,
): Owner {
  return {
    ...ids,
    email: person.email,
    password: person.password,
    cookie: answer.cookies.join('; '),
    api: api(server).as(ids.apiKey),
  };
}

/** Every person comes from an address of their own, so that throttles by address stay out of the way. */
export function someAddress(): string {
  return `203.${randomInt(1, 250)}.${randomInt(1, 250)}.${randomInt(1, 250)}`;
}

export function expectStatus(answer: Answer, status: number): Answer {
  if (answer.status === status) return answer;
  throw new Error(`Setting up the test: expected ${status}, got ${answer.status}: ${answer.text}`);
}
