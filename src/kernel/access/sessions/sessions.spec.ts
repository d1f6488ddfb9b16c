/** What a request proves of a session, in each edition (01 §3.3, §3.4). */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { loadConfiguration } from '../../config/load-configuration.js';
import type { DeploymentKeys } from '../../crypto/deployment-keys.js';
import { sha256 } from '../../crypto/tokens.js';
import type { ActiveSession } from '../queries/active-session.js';
import type { CredentialQueries } from '../queries/credential.queries.js';
import { SessionCookies } from './session-cookie.js';
import type { SessionClaims } from './session-strategies.js';
import { COOKIE_NAME, signSessionToken } from './signed-cookie.js';

// Behind `jose`: Jest has no ES module for the package that requires it while both are being linked.
const { Sessions } = await import('./sessions.js');

const SECRET = 'a session secret of more than thirty-two bytes';
const TOKEN = 'a-token-of-a-session';
const DAY_MS = 86_400_000;
const ISSUER = 'https://id.test';

let keys: Server;
let keysUrl: string;
let privateKey: Awaited<ReturnType<typeof generateKeyPair>>['privateKey'];
let answer: { status: number; body: string };

beforeAll(async () => {
  const pair = await generateKeyPair('RS256');
  privateKey = pair.privateKey;
  const published = { ...(await exportJWK(pair.publicKey)), kid: 'k1', use: 'sig', alg: 'RS256' };
  answer = { status: 200, body: JSON.stringify({ keys: [published] }) };
  keys = createServer((_, response) => response.writeHead(answer.status).end(answer.body));
  await new Promise<void>((resolve) => keys.listen(0, '127.0.0.1', resolve));
  keysUrl = `http://127.0.0.1:${(keys.address() as AddressInfo).port}/keys`;
});
afterAll(() => new Promise((resolve) => keys.close(resolve)));
afterEach(() => void jest.restoreAllMocks());

const SELF_HOSTED = { API_URL: 'http://api.test' };
const cloud = () => ({
  ...{ EDITION: 'cloud', SESSION_JWT_ISSUER: ISSUER, SESSION_JWT_JWKS_URL: keysUrl },
  ...{ SESSION_JWT_AUDIENCE: 'cg', OAUTH_STATE_SECRET: SECRET },
  ...{ APP_URL: 'https://app.test', API_URL: 'https://api.test' },
});

function sessionsWith(env: Record<string, string>, queries: object = {}): InstanceType<typeof Sessions> {
  const configuration = loadConfiguration({ NODE_ENV: 'test', ...env });
  const cookies = new SessionCookies(configuration, { sessionSecret: SECRET } as DeploymentKeys);
  return new Sessions(configuration, cookies, queries as CredentialQueries);
}

const asking = (headers: Record<string, string>) => ({ method: 'GET', headers, query: {}, socket: {} });
const byCookie = asking({ cookie: `${COOKIE_NAME}=${signSessionToken(TOKEN, SECRET)}` });

async function bearer(claims: Record<string, unknown>, header: object = {}) {
  const now = Math.floor(Date.now() / 1000);
  const token = await new SignJWT({ iss: ISSUER, aud: 'cg', exp: now + 100, sub: 'u1', ...claims })
    .setProtectedHeader({ alg: 'RS256', kid: 'k1', ...header })
    .sign(privateKey, { crit: { odd: false } });
  return asking({ authorization: `Bearer ${token}` });
}

describe('on self-hosted', () => {
  it('the cookie that we signed proves a session, and nothing else does', async () => {
    const sessions = sessionsWith(SELF_HOSTED);
    expect(await sessions.prove(byCookie)).toEqual({ kind: 'cookie', token: TOKEN });
    expect(await sessions.prove(asking({}))).toBeNull();
    expect(await sessions.prove(await bearer({}))).toBeNull();
  });

  it('the row says whose it is', async () => {
    const asked: unknown[] = [];
    const row = { userId: 'u1', sessionId: 's1' };
    const session = (...given: unknown[]) => Promise.resolve(asked.push(given) === 1 ? row : null);
    const sessions = sessionsWith(SELF_HOSTED, { session });
    expect(await sessions.find(byCookie)).toEqual({ ...row, stored: { ...row, token: TOKEN } });
    expect(asked).toEqual([[sha256(TOKEN), { workspace: null, organization: null, useDefault: false }]]);
    expect(await sessions.find(byCookie)).toBeNull();
    expect(await sessions.find(asking({}))).toBeNull();
    expect(asked).toHaveLength(2);
  });
});

describe('on Cloud', () => {
  const claimsOf = async (claims: Record<string, unknown>): Promise<SessionClaims | undefined> => {
    const proof = await sessionsWith(cloud()).prove(await bearer(claims));
    return proof?.kind === 'jwt' ? proof.claims : undefined;
  };

  it('the token proves a session, the cookie none', async () => {
    expect(await claimsOf({})).toMatchObject({
      ...{ subject: 'u1', tokenId: null, email: null, name: null, emailVerified: false, providers: [] },
    });
    expect(await sessionsWith(cloud()).prove(byCookie)).toBeNull();
  });

  it.each<[Record<string, unknown>, Partial<SessionClaims>]>([
    [
      { jti: ' t1 ', email: 'Ada@B.Test', name: 'Ada' },
      { tokenId: 't1', email: 'ada@b.test', name: 'Ada' },
    ],
    [
      { jti: ' ', email: 7, name: '' },
      { tokenId: null, email: null, name: null },
    ],
    [{ email_verified: true }, { emailVerified: true }],
    [{ email_verified: 'true' }, { emailVerified: true }],
    [{ email_verified: 'false' }, { emailVerified: false }],
    [{ email_verified: 1 }, { emailVerified: false }],
    [{ identities: 'okta' }, { providers: [] }],
    [{ identities: [{ providerName: 'okta' }, null, {}, { providerName: 3 }] }, { providers: ['okta'] }],
    [{ exp: 4_000_000_000 }, { expiresAt: new Date(4_000_000_060_000) }],
    [{ exp: 9_000_000_000_000 }, { expiresAt: new Date(8_640_000_000_000_000) }],
  ])('%j is read as %j', async (claims, read) => {
    expect(await claimsOf(claims)).toMatchObject(read);
  });

  it.each<[string, Record<string, unknown>]>([
    ['no subject', { sub: undefined }],
    ['a blank subject', { sub: ' ' }],
    ['a subject that cannot be stored', { sub: 'a\u0000b' }],
    ['no end', { exp: undefined }],
    ['an end long ago', { exp: 1_000 }],
    ['another issuer', { iss: 'https://other.test' }],
    ['another audience', { aud: 'other' }],
  ])('%s is no session', async (_, claims) => {
    expect(await claimsOf(claims)).toBeUndefined();
  });

  it('a token may be used for a minute after its end', async () => {
    const now = Math.floor(Date.now() / 1000);
    expect(await claimsOf({ exp: now - 30 })).toBeDefined();
    expect(await claimsOf({ exp: now - 90 })).toBeUndefined();
  });

  it('a token that asks for an extension, and one that cannot be read, is no session', async () => {
    const sessions = sessionsWith(cloud());
    expect(await sessions.prove(await bearer({}, { crit: ['odd'], odd: 1 }))).toBeNull();
    expect(await sessions.prove(asking({ authorization: 'Bearer a.b.c' }))).toBeNull();
  });

  it('keys that are not published are none', async () => {
    const before = answer;
    answer = { ...before, status: 500 };
    expect(await claimsOf({})).toBeUndefined();
    answer = before;
    expect(await claimsOf({})).toBeDefined();
  });

  it('without settings for tokens there are no sessions', async () => {
    const configuration = { ...loadConfiguration({ NODE_ENV: 'test', ...cloud() }), sessionJwt: null };
    const sessions = new Sessions(configuration as never, {} as SessionCookies, {} as CredentialQueries);
    expect(await sessions.prove(await bearer({}))).toBeNull();
  });

  it('the person is looked up by the subject, and the session is that of the token', async () => {
    const asked: unknown[][] = [];
    const person = (...given: unknown[]) => {
      asked.push(given);
      return Promise.resolve(given[0] === 'u1' ? { userId: 'u9' } : null);
    };
    const sessions = sessionsWith(cloud(), { person });
    const identities = [{ providerName: 'okta' }];
    const named = await sessions.find(await bearer({ jti: 't1', exp: 4_000_000_000, identities }));
    expect(named).toEqual({
      ...{ userId: 'u9', sessionId: 't1', stored: null, expiresAt: new Date(4_000_000_060_000) },
    });
    expect(asked[0]!.slice(0, 2)).toEqual(['u1', ['okta']]);
    expect(await sessions.find(await bearer({}))).toMatchObject({ sessionId: 'u1' });
    expect(await sessions.find(await bearer({ sub: 'u2' }))).toBeNull();
  });
});

describe('a session that is used', () => {
  const NOW = 100 * DAY_MS;
  const stored = { sessionId: 's1', sliding: true, updatedAt: new Date(NOW - DAY_MS), token: TOKEN };

  async function renewed(
    values: Partial<typeof stored> | null,
    slideSession = (): Promise<boolean> => Promise.resolve(true),
  ): Promise<string | null> {
    jest.spyOn(Date, 'now').mockImplementation(() => NOW);
    const session = { stored: values && { ...stored, ...values } };
    return sessionsWith(SELF_HOSTED, { slideSession }).renewedCookie(session as ActiveSession);
  }

  it('gets its cookie again a day after its last update', async () => {
    expect(await renewed({})).toMatch(/^cg_session=.*; Max-Age=2592000;/);
  });

  it.each<[string, Partial<typeof stored> | null]>([
    ['within the day', { updatedAt: new Date(NOW - DAY_MS + 1) }],
    ['where it does not slide', { sliding: false }],
    ['where it is no row', null],
  ])('does not %s', async (_, values) => {
    expect(await renewed(values, () => Promise.reject(new Error('asked')))).toBeNull();
  });

  it('does not where another request was first, nor where the database fails', async () => {
    expect(await renewed({}, () => Promise.resolve(false))).toBeNull();
    const noted = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
    expect(await renewed({}, () => Promise.reject(new Error('no database')))).toBeNull();
    expect(noted).toHaveBeenCalledTimes(1);
  });

  it('finds the cookie in the answer', async () => {
    jest.spyOn(Date, 'now').mockImplementation(() => NOW);
    const set: string[][] = [];
    const reply = { header: (...header: string[]) => set.push(header) } as unknown as FastifyReply;
    const sessions = sessionsWith(SELF_HOSTED, { slideSession: () => Promise.resolve(true) });
    await sessions.slide({ stored } as ActiveSession, reply);
    await sessions.slide({ stored: null } as ActiveSession, reply);
    expect(set.map(([name]) => name)).toEqual(['set-cookie']);
  });
});
