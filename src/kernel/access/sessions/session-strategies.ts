import { type StrategyOptionsWithoutRequest, ExtractJwt, Strategy as JwtStrategy } from 'passport-jwt';
import { decodeProtectedHeader } from 'jose';
import { passportJwtSecret } from 'jwks-rsa';
import { Strategy } from 'passport';
import { type Dispatcher, fetch } from 'undici';
import type { SessionJwtConfiguration } from '../../config/configuration.js';
import { readBounded } from '../../egress/bounded-body.js';
import { type Read, Remembered } from '../../egress/remembered.js';
import { type AccessRequest, bearerOf } from '../declaration/access-request.js';
import type { SessionCookies } from './session-cookie.js';

/** A session as its credential proves it; whether a person stands behind it, a row says. */
export type SessionProof = { kind: 'cookie'; token: string } | { kind: 'jwt'; claims: SessionClaims };

/** As the library's fetcher answers it. */
interface PublishedKeys {
  keys: never;
}

/** Claims of a Cloud session token (01 §3.4). */
export interface SessionClaims {
  subject: string;
  tokenId: string | null;
  email: string | null;
  name: string | null;
  emailVerified: boolean;
  /** Federated identity providers the operator's sign-in service names, empty when it names none. */
  providers: readonly string[];
  /** From then on the token is refused: its end and the clock skew of 01 §3.4. */
  expiresAt: Date;
}

const CLOCK_SKEW_SECONDS = 60;
/** No `Date` lies further away. */
const LAST_SECOND = 8_640_000_000_000;
const JWKS_FETCH_TIMEOUT_MS = 5_000;
const JWKS_CACHE_MS = 10 * 60_000;
const JWKS_CACHE_ENTRIES = 8;
const JWKS_BYTES = 131_072;
/** A new key may sign at once; tokens with invented key ids must not make us ask the operator's server each time (R48). */
const JWKS_REREAD_AFTER_MS = 60_000;

/** Self-hosted: the signed cookie. */
export class SignedCookieStrategy extends Strategy {
  override name = 'session';

  constructor(private readonly cookies: SessionCookies) {
    super();
  }

  override authenticate(request: unknown): void {
    const token = this.cookies.read(request as AccessRequest);
    if (token === null) this.fail(401);
    else this.success({ kind: 'cookie', token } satisfies SessionProof);
  }
}

/** Cloud: the bearer, verified against the operator's published keys, which are read by way of the dispatcher. */
export function sessionJwtStrategy(settings: SessionJwtConfiguration, dispatcher: Dispatcher): Strategy {
  const known = new Remembered<PublishedKeys>(1);
  const publishedKey = passportJwtSecret({
    jwksUri: settings.jwksUrl,
    cache: true,
    cacheMaxAge: JWKS_CACHE_MS,
    cacheMaxEntries: JWKS_CACHE_ENTRIES,
    // Asked for every key id that is not cached. The library's own limit would refuse published keys too.
    fetcher: (url) => known.renewed(url, JWKS_REREAD_AFTER_MS, () => fetchKeys(url, dispatcher)),
  });
  const options: StrategyOptionsWithoutRequest = {
    jwtFromRequest: ExtractJwt.fromExtractors([(request) => bearerOf(request as unknown as AccessRequest)]),
    secretOrKeyProvider: (request, token: string, done) => {
      if (hasCriticalExtensions(token)) done(new Error('The token asks for an extension'));
      else publishedKey(request, token, done);
    },
    algorithms: ['RS256'],
    issuer: settings.issuer,
    audience: settings.audience ?? undefined,
    jsonWebTokenOptions: { clockTolerance: CLOCK_SKEW_SECONDS },
  };
  const strategy = new JwtStrategy(options, (payload: unknown, done) => {
    const claims = readClaims(payload);
    done(null, claims === null ? false : ({ kind: 'jwt', claims } satisfies SessionProof));
  });
  strategy.name = 'session';
  return strategy;
}

/** None is known here, and a token is invalid where they are not (RFC 7515 §4.1.11). So is one without a readable header. */
function hasCriticalExtensions(token: string): boolean {
  try {
    return 'crit' in decodeProtectedHeader(token);
  } catch {
    return true;
  }
}

/**
 * The claims we use; null without an end, because such a token would live for ever, and without a subject that can
 * be anybody's: PostgreSQL stores no NUL.
 */
function readClaims(payload: unknown): SessionClaims | null {
  if (typeof payload !== 'object' || payload === null) return null;
  const claims = payload as Record<string, unknown>;
  const subject = text(claims['sub']);
  const end = claims['exp'];
  if (subject === null || subject.includes('\u0000') || typeof end !== 'number') return null;
  return {
    subject,
    tokenId: text(claims['jti']),
    email: text(claims['email'])?.toLowerCase() ?? null,
    name: text(claims['name']),
    emailVerified: claims['email_verified'] === true || claims['email_verified'] === 'true',
    providers: providersOf(claims['identities']),
    expiresAt: new Date(Math.min(end + CLOCK_SKEW_SECONDS, LAST_SECOND) * 1000),
  };
}

function providersOf(identities: unknown): string[] {
  if (!Array.isArray(identities)) return [];
  return identities
    .map((entry: unknown) => text((entry as Record<string, unknown> | null)?.['providerName']))
    .filter((name) => name !== null);
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}

/**
 * A limit over the whole exchange: the library's own counts only silence on the socket. A redirect is a failure: keys
 * come from where the operator said, or not at all.
 */
async function fetchKeys(url: string, dispatcher: Dispatcher): Promise<Read<PublishedKeys>> {
  const response = await fetch(url, {
    dispatcher,
    redirect: 'manual',
    signal: AbortSignal.timeout(JWKS_FETCH_TIMEOUT_MS),
  });
  const text = (await readBounded(response.body, JWKS_BYTES)).toString('utf8');
  if (!response.ok) throw new Error(`The JWKS endpoint answered ${response.status}`);
  return { value: JSON.parse(text) as PublishedKeys, milliseconds: JWKS_CACHE_MS };
}
