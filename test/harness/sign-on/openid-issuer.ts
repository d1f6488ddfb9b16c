import { createHash, createHmac, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { SeenRequest, Upstream } from '../upstreams/upstream.js';

/** Claims that make a correct ID token something else; undefined leaves one out. */
export type Claims = Record<string, unknown>;

/** How the issuer answers for one person; the default is what a good one does. */
export interface Misbehaviour {
  claims?: Claims;
  header?: Record<string, unknown>;
  /** Replaces the signature of the published key. */
  signed?: 'none' | 'hs256-secret' | 'hs256-public-key' | 'foreign-key' | 'es256';
  /** Instead of the answer of the token endpoint. */
  token?: (response: ServerResponse) => unknown;
  /** Instead of what userinfo says. */
  userinfo?: Claims;
}

interface Grant extends Misbehaviour {
  nonce: string;
  challenge: string;
  redirectUri: string;
  person: Claims;
}

const LIFETIME_SECONDS = 300;
const CLIENT_ID = 'client-1';
const CLIENT_SECRET = 'client-secret-that-is-long-enough-for-hs256';

/**
 * An OpenID Connect issuer that does whatever a test asks of it, for what a real one would not do. It stands behind the
 * upstream's egress proxy under a name of its own.
 */
export class OpenIdIssuer {
  readonly settings = { issuer: '', clientId: CLIENT_ID, clientSecret: CLIENT_SECRET };
  /** Members of the discovery document that are other ones. */
  metadata: Claims = {};
  /** Fields of the answer with the keys. */
  keyHeaders: Record<string, string> = {};
  discovery: 'up' | 'down' = 'up';
  /** Paths asked for since the last `reset`. */
  readonly calls: string[] = [];
  /** Bodies and `Authorization` the token endpoint saw. */
  readonly exchanges: { body: URLSearchParams; authorization: string | undefined }[] = [];
  private keys = newKeys();
  private readonly foreign = newKeys();
  private readonly grants = new Map<string, Grant>();

  constructor(
    readonly host: string,
    upstream: Upstream,
  ) {
    this.settings.issuer = `https://${host}/realm`;
    const before = upstream.answer;
    upstream.answer = (request, response, seen) =>
      seen.host === host ? this.answer(response, seen) : before(request, response, seen);
  }

  reset(): void {
    this.metadata = {};
    this.keyHeaders = {};
    this.discovery = 'up';
    this.calls.length = 0;
    this.exchanges.length = 0;
  }

  /** New keys under new ids; the old ones are published no longer. */
  rotate(): void {
    this.keys = newKeys();
  }

  /** What the person's browser does there: reads the authorization URL, comes back with a code. */
  consent(url: URL, person: Claims, misbehaviour: Misbehaviour = {}): URLSearchParams {
    const asked = url.searchParams;
    const code = randomBytes(12).toString('hex');
    this.grants.set(code, {
      nonce: asked.get('nonce') ?? '',
      challenge: asked.get('code_challenge') ?? '',
      redirectUri: asked.get('redirect_uri') ?? '',
      person,
      ...misbehaviour,
    });
    return new URLSearchParams({ code, state: asked.get('state') ?? '' });
  }

  /** A logout token as the standard has it, but for what is asked. */
  logoutToken(claims: Claims, misbehaviour: Misbehaviour = {}): string {
    const now = seconds();
    const told = {
      iss: this.settings.issuer,
      aud: CLIENT_ID,
      iat: now,
      exp: now + 120,
      jti: randomBytes(8).toString('hex'),
      events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
      ...claims,
    };
    return this.sign(told, { header: { typ: 'logout+jwt' }, ...misbehaviour });
  }

  private answer(response: ServerResponse, { url, body, headers }: SeenRequest): unknown {
    const path = url.split('?')[0]!;
    this.calls.push(path);
    switch (path) {
      case '/realm/.well-known/openid-configuration':
        return this.discovery === 'up' ? json(response, 200, this.document()) : json(response, 503, {});
      case '/realm/keys':
        return json(response, 200, { keys: this.keys.jwks }, this.keyHeaders);
      case '/realm/token':
        this.exchanges.push({
          body: new URLSearchParams(body.toString()),
          authorization: headers.authorization,
        });
        return this.redeem(new URLSearchParams(body.toString()), response);
      case '/realm/userinfo':
        return this.tell(headers.authorization ?? '', response);
      default:
        return json(response, 404, {});
    }
  }

  private document(): object {
    const { issuer } = this.settings;
    return {
      issuer,
      authorization_endpoint: `${issuer}/authorize?realm=1`,
      token_endpoint: `${issuer}/token`,
      userinfo_endpoint: `${issuer}/userinfo`,
      jwks_uri: `${issuer}/keys`,
      end_session_endpoint: `${issuer}/logout`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
      ...this.metadata,
    };
  }

  private redeem(body: URLSearchParams, response: ServerResponse): unknown {
    const code = body.get('code') ?? '';
    const grant = this.grants.get(code);
    this.grants.delete(code);
    const challenge = createHash('sha256')
      .update(body.get('code_verifier') ?? '')
      .digest('base64url');
    const proved = challenge === grant?.challenge && body.get('redirect_uri') === grant.redirectUri;
    if (grant === undefined || !proved) return json(response, 400, { error: 'invalid_grant' });
    if (grant.token) return grant.token(response);
    const accessToken = `at-${code}`;
    this.grants.set(accessToken, grant);
    const now = seconds();
    const claims = {
      iss: this.settings.issuer,
      aud: CLIENT_ID,
      iat: now,
      exp: now + LIFETIME_SECONDS,
      nonce: grant.nonce,
      ...grant.person,
      ...grant.claims,
    };
    return json(response, 200, {
      access_token: accessToken,
      token_type: 'Bearer',
      expires_in: LIFETIME_SECONDS,
      id_token: this.sign(claims, grant),
    });
  }

  private tell(authorization: string, response: ServerResponse): unknown {
    const grant = this.grants.get(authorization.replace(/^Bearer /, ''));
    if (grant === undefined) return json(response, 401, {});
    return json(response, 200, grant.userinfo ?? { sub: grant.person['sub'] });
  }

  private sign(claims: Claims, { signed, header }: Misbehaviour): string {
    const { rsa, ec, kid, publicPem } =
      signed === 'foreign-key' ? { ...this.foreign, kid: this.keys.kid } : this.keys;
    const alg = { none: 'none', 'hs256-secret': 'HS256', 'hs256-public-key': 'HS256', es256: 'ES256' }[
      signed as string
    ];
    const id = signed === 'es256' ? `${kid}-ec` : kid;
    const input = `${part({ alg: alg ?? 'RS256', kid: id, typ: 'JWT', ...header })}.${part(claims)}`;
    return `${input}.${this.signature(input, { signed, rsa, ec, publicPem })}`;
  }

  private signature(
    input: string,
    { signed, rsa, ec, publicPem }: Pick<Keys, 'rsa' | 'ec' | 'publicPem'> & Pick<Misbehaviour, 'signed'>,
  ): string {
    switch (signed) {
      case 'none':
        return '';
      case 'hs256-secret':
        return createHmac('sha256', CLIENT_SECRET).update(input).digest('base64url');
      case 'hs256-public-key':
        return createHmac('sha256', publicPem).update(input).digest('base64url');
      case 'es256':
        return sign('sha256', Buffer.from(input), { key: ec, dsaEncoding: 'ieee-p1363' }).toString(
          'base64url',
        );
      default:
        return sign('sha256', Buffer.from(input), rsa).toString('base64url');
    }
  }
}

interface Keys {
  kid: string;
  rsa: KeyObject;
  ec: KeyObject;
  publicPem: string;
  jwks: object[];
}

function newKeys(): Keys {
  const kid = randomBytes(4).toString('hex');
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return {
    kid,
    rsa: rsa.privateKey,
    ec: ec.privateKey,
    publicPem: rsa.publicKey.export({ format: 'pem', type: 'spki' }).toString(),
    jwks: [
      { ...rsa.publicKey.export({ format: 'jwk' }), kid, use: 'sig' },
      { ...ec.publicKey.export({ format: 'jwk' }), kid: `${kid}-ec`, use: 'sig' },
    ],
  };
}

function seconds(): number {
  return Math.floor(Date.now() / 1000);
}

function part(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function json(
  response: ServerResponse,
  status: number,
  body: object,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}
