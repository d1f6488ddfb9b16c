import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Authenticator as Passport, type Strategy } from 'passport';
import type { Dispatcher } from 'undici';
import { Configuration } from '../../config/configuration.js';
import { sha256 } from '../../crypto/tokens.js';
import { providerDispatcher } from '../../egress/provider-dispatcher.js';
import type { AccessRequest } from '../declaration/access-request.js';
import type { ActiveSession } from '../queries/active-session.js';
import { CredentialQueries, type ScopePlan } from '../queries/credential.queries.js';
import { SessionCookies } from './session-cookie.js';
import { sessionJwtStrategy, SignedCookieStrategy, type SessionProof } from './session-strategies.js';

const NO_SCOPE: ScopePlan = { workspace: null, organization: null, useDefault: false };
const DAY_MS = 24 * 60 * 60 * 1000;

/** Dashboard sessions of both editions (01 §3.3, §3.4): proved by Passport, looked up in one statement. */
@Injectable()
export class Sessions implements OnModuleDestroy {
  private readonly log = new Logger(Sessions.name);
  private readonly passport = new Passport();
  private readonly offered: boolean;
  /** To the operator's published keys, through the egress proxy and with the roots of every other call (R24.12). */
  private keys: Dispatcher | null = null;

  constructor(
    configuration: Configuration,
    private readonly cookies: SessionCookies,
    private readonly queries: CredentialQueries,
  ) {
    const strategy =
      configuration.edition === 'onprem'
        ? new SignedCookieStrategy(cookies)
        : this.bearerStrategy(configuration);
    this.offered = strategy !== null;
    if (strategy !== null) this.passport.use(strategy);
  }

  async onModuleDestroy(): Promise<void> {
    await this.keys?.destroy();
  }

  /** What the request proves, before anybody is looked up; any failure to prove is "no session", never a fault. */
  async prove(request: AccessRequest): Promise<SessionProof | null> {
    if (!this.offered) return null;
    const { method, headers, query } = request;
    return new Promise((resolve) => {
      const done = (error: unknown, proof: unknown): void =>
        resolve(error || !proof ? null : (proof as SessionProof));
      const authenticate = this.passport.authenticate('session', { session: false }, done) as (
        ...middleware: unknown[]
      ) => void;
      authenticate({ method, headers, query }, {}, done);
    });
  }

  /** The session behind a request with the scope the plan asks for; null when there is none. */
  async find(request: AccessRequest, plan: ScopePlan = NO_SCOPE): Promise<ActiveSession | null> {
    const proof = await this.prove(request);
    if (proof === null) return null;
    if (proof.kind === 'jwt') {
      const { subject, tokenId, providers, expiresAt } = proof.claims;
      const person = await this.queries.person(subject, providers, plan);
      return person && { ...person, sessionId: tokenId ?? subject, expiresAt, stored: null };
    }
    const row = await this.queries.session(sha256(proof.token), plan);
    return row && { ...row, stored: { ...row, token: proof.token } };
  }

  /** Keeps a used session alive and renews its cookie, at most once a day (01 §3.3). */
  async slide(session: ActiveSession, reply: FastifyReply): Promise<void> {
    const cookie = await this.renewedCookie(session);
    if (cookie !== null) void reply.header('set-cookie', cookie);
  }

  /** As `slide`; gives the `Set-Cookie` value, or null while the session needs no renewal. */
  async renewedCookie({ stored }: ActiveSession): Promise<string | null> {
    if (stored === null || !stored.sliding || Date.now() - stored.updatedAt.getTime() < DAY_MS) return null;
    try {
      const moved = await this.queries.slideSession(stored.sessionId);
      return moved ? this.cookies.issued(stored.token, { persistent: true }) : null;
    } catch (error) {
      this.log.error(error, 'session could not be extended');
      return null;
    }
  }

  private bearerStrategy(configuration: Configuration): Strategy | null {
    if (configuration.sessionJwt === null) return null;
    this.keys = providerDispatcher(configuration);
    return sessionJwtStrategy(configuration.sessionJwt, this.keys);
  }
}
