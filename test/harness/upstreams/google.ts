import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type SeenRequest, startUpstream } from './upstream.js';

export interface GoogleAccount {
  sub: string;
  email?: string;
  email_verified?: boolean;
  name?: string;
}

/** How the provider behaves when the code is redeemed; the default is what Google does. */
export interface Behaviour {
  /** Claims that replace those of a correct ID token. */
  claims?: Record<string, unknown>;
  /** Signs with a key that is not published. */
  foreignKey?: boolean;
  /** The token endpoint accepts the request and never answers. */
  hangs?: boolean;
}

/**
 * Stands in for Google's OpenID provider behind an egress proxy: discovery, keys, and a token endpoint that checks
 * client, redirect URI and PKCE before it signs a real RS256 ID token.
 */
export interface StandInGoogle {
  /** Settings of a server that offers sign-in with it. */
  settings: Record<string, string>;
  /** What the person's browser does at the provider: reads the authorization URL, comes back with a code. */
  consent(url: string, account: GoogleAccount, behaviour?: Behaviour): URLSearchParams;
  /** Paths of the requests seen since the last call. */
  calls(): string[];
  /** From now on discovery is refused, or answered again. */
  discovery: 'up' | 'down';
  close(): Promise<void>;
}

interface Addresses {
  issuer: string;
  authorize: string;
  token: string;
  keys: string;
}

const GOOGLE: Addresses = {
  issuer: 'https://accounts.google.com',
  authorize: 'https://accounts.google.com/o/oauth2/v2/auth',
  token: 'https://oauth2.googleapis.com/token',
  keys: 'https://www.googleapis.com/oauth2/v3/certs',
};

/** A provider of the operator's own, on this machine and without TLS. */
function localProvider(port: number): Addresses {
  const issuer = `http://localhost:${port}/realm`;
  return { issuer, authorize: `${issuer}/auth`, token: `${issuer}/token`, keys: `${issuer}/keys` };
}

const CLIENT_ID = 'client-1.apps.googleusercontent.com';
const CLIENT_SECRET = 'GOCSPX-canary-secret';
const LIFETIME_SECONDS = 300;

interface Grant {
  challenge: string;
  nonce: string;
  redirectUri: string;
  account: GoogleAccount;
  behaviour: Behaviour;
}

/** `local`: not under Google's names, but as another issuer that `GOOGLE_ISSUER_URL` names. */
export async function startGoogle({ local = false } = {}): Promise<StandInGoogle> {
  const upstream = await startUpstream();
  const at = local ? localProvider(upstream.port) : GOOGLE;
  const folder = await mkdtemp(join(tmpdir(), 'cg-google-'));
  const authority = join(folder, 'authority.pem');
  await writeFile(authority, upstream.authorityPem);
  const [known, foreign] = [newKey(), newKey()];
  const grants = new Map<string, Grant>();

  const redeem = (body: URLSearchParams, response: ServerResponse): void => {
    const code = body.get('code') ?? '';
    const grant = grants.get(code);
    grants.delete(code);
    const fault = faultOf(body, grant);
    if (fault !== null || grant === undefined) return json(response, 400, { error: fault });
    if (grant.behaviour.hangs) return;
    const key = grant.behaviour.foreignKey ? foreign.privateKey : known.privateKey;
    json(response, 200, {
      access_token: 'canary-access-token',
      expires_in: LIFETIME_SECONDS,
      scope: 'openid email profile',
      token_type: 'Bearer',
      id_token: idToken(at.issuer, grant, key),
    });
  };

  const google: StandInGoogle = {
    settings: {
      ...upstream.settings,
      GATEWAY_DANGER_ACCEPT_INVALID_CERTS: 'false',
      GATEWAY_UPSTREAM_CA_FILE: authority,
      GOOGLE_CLIENT_ID: CLIENT_ID,
      GOOGLE_CLIENT_SECRET: CLIENT_SECRET,
      ...(local && { GOOGLE_ISSUER_URL: at.issuer }),
    },
    discovery: 'up',
    consent: (url, account, behaviour = {}) => {
      const asked = new URL(url).searchParams;
      const code = randomBytes(12).toString('hex');
      grants.set(code, {
        challenge: asked.get('code_challenge') ?? '',
        nonce: asked.get('nonce') ?? '',
        redirectUri: asked.get('redirect_uri') ?? '',
        account,
        behaviour,
      });
      return new URLSearchParams({ state: asked.get('state') ?? '', code, scope: 'openid email profile' });
    },
    calls: () => upstream.seen.splice(0).map(addressOf),
    close: async () => {
      await upstream.close();
      await rm(folder, { recursive: true, force: true });
    },
  };

  upstream.answer = (_request, response, seen) => {
    const address = addressOf(seen);
    if (address === at.token) return redeem(new URLSearchParams(seen.body.toString()), response);
    if (address === at.keys) return json(response, 200, { keys: [known.jwk] });
    const discovering = address === `${at.issuer}/.well-known/openid-configuration`;
    return discovering && google.discovery === 'up'
      ? json(response, 200, metadataOf(at))
      : json(response, 404, { error: 'not_found' });
  };
  return google;
}

/** What the token endpoint has against a request; null when it is in order (RFC 6749 §4.1.3, RFC 7636 §4.6). */
function faultOf(body: URLSearchParams, grant: Grant | undefined): string | null {
  if (body.get('client_id') !== CLIENT_ID || body.get('client_secret') !== CLIENT_SECRET)
    return 'invalid_client';
  if (grant === undefined || body.get('grant_type') !== 'authorization_code') return 'invalid_grant';
  const challenge = createHash('sha256')
    .update(body.get('code_verifier') ?? '')
    .digest('base64url');
  const proved = challenge === grant.challenge && body.get('redirect_uri') === grant.redirectUri;
  return proved ? null : 'invalid_grant';
}

function metadataOf({ issuer, authorize, token, keys }: Addresses): object {
  return {
    issuer,
    authorization_endpoint: authorize,
    token_endpoint: token,
    jwks_uri: keys,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    code_challenge_methods_supported: ['S256'],
  };
}

function idToken(issuer: string, { nonce, account, behaviour }: Grant, key: KeyObject): string {
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    iss: issuer,
    aud: CLIENT_ID,
    azp: CLIENT_ID,
    iat: now,
    exp: now + LIFETIME_SECONDS,
    nonce,
    ...account,
    ...behaviour.claims,
  };
  const signed = `${part({ alg: 'RS256', kid: 'test', typ: 'JWT' })}.${part(claims)}`;
  return `${signed}.${sign('sha256', Buffer.from(signed), key).toString('base64url')}`;
}

function newKey(): { privateKey: KeyObject; jwk: object } {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return {
    privateKey,
    jwk: { ...publicKey.export({ format: 'jwk' }), kid: 'test', alg: 'RS256', use: 'sig' },
  };
}

function addressOf({ scheme, host, url }: SeenRequest): string {
  return `${scheme}://${host}${url.split('?')[0]}`;
}

function part(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
