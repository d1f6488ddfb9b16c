/** What makes a token of a provider one that counts here (05 §8.6 rules 5 and 9). Each function throws otherwise. */

import { type JWTPayload, jwtVerify, type JWTVerifyGetKey, type JWTVerifyOptions } from 'jose';

/** Public keys only: a secret both sides have proves neither, and `none` proves nothing. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];
const SKEW_SECONDS = 120;
const OLDEST_SECONDS = 600;
const LONGEST_TOKEN = 65_536;
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';
/** OpenID Connect Core §2: at most 255 ASCII characters. */
const SUBJECT = /^[\x20-\x7e]{1,255}$/;

export interface Expected {
  issuer: string;
  clientId: string;
  keys: JWTVerifyGetKey;
}

export async function judgeIdToken(
  token: string,
  expected: Expected & { nonce: string },
): Promise<JWTPayload & { sub: string }> {
  const claims = await judge(token, expected, ['exp', 'sub', 'nonce']);
  if (claims['nonce'] !== expected.nonce) throw new Error('the nonce is that of another sign-in');
  const subject = subjectOf(claims);
  if (subject === null) throw new Error('the token has no subject');
  return { ...claims, sub: subject };
}

export interface LogoutClaims {
  subject: string | null;
  providerSessionId: string | null;
  tokenId: string;
}

/** OpenID Connect Back-Channel Logout 1.0 §2.6. Whether it came before is not judged here. */
export async function judgeLogoutToken(token: string, expected: Expected): Promise<LogoutClaims> {
  const claims = await judge(token, expected, ['jti', 'events']);
  if (Object.hasOwn(claims, 'nonce')) throw new Error('an ID token is no logout token');
  const { events, jti } = claims as { events?: unknown; jti?: unknown };
  if (!isObject(events) || !isObject(events[LOGOUT_EVENT])) throw new Error('the token tells of no logout');
  if (typeof jti !== 'string' || jti === '') throw new Error('the token has no id');
  const [subject, providerSessionId] = [subjectOf(claims), sessionIdOf(claims)];
  if (subject === null && providerSessionId === null)
    throw new Error('the token says nothing of who logs out');
  return { subject, providerSessionId, tokenId: jti };
}

/** `sid`, where it is one. */
export function sessionIdOf(claims: JWTPayload): string | null {
  const { sid } = claims as { sid?: unknown };
  return typeof sid === 'string' && SUBJECT.test(sid) ? sid : null;
}

function subjectOf({ sub }: JWTPayload): string | null {
  return typeof sub === 'string' && SUBJECT.test(sub) ? sub : null;
}

async function judge(
  token: string,
  { issuer, clientId, keys }: Expected,
  requiredClaims: string[],
): Promise<JWTPayload> {
  if (token.length > LONGEST_TOKEN) throw new Error('the token is too long');
  const options: JWTVerifyOptions = {
    algorithms: ALGORITHMS,
    issuer: issuerForms(issuer),
    audience: clientId,
    clockTolerance: SKEW_SECONDS,
    maxTokenAge: OLDEST_SECONDS,
    requiredClaims,
  };
  const { payload } = await jwtVerify(token, keys, options);
  const { aud, azp } = payload as { aud: string | string[]; azp?: unknown };
  // A token for several was asked for by one of them; where it says by whom, that is us (OpenID Connect Core §3.1.3.7).
  const several = Array.isArray(aud) && aud.length > 1;
  if ((several || azp !== undefined) && azp !== clientId)
    throw new Error('the token was issued to another client');
  return payload;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The issuer with and without one slash at its end. */
function issuerForms(issuer: string): [plain: string, slashed: string] {
  const plain = issuer.endsWith('/') ? issuer.slice(0, -1) : issuer;
  return [plain, `${plain}/`];
}
