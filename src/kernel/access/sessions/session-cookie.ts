import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Configuration } from '../../config/configuration.js';
import { DeploymentKeys } from '../../crypto/deployment-keys.js';
import type { AccessRequest } from '../declaration/access-request.js';
import { type CookieScope, cookieScope } from './cookie-domain.js';
import { COOKIE_NAME, SECURE_COOKIE_NAME, sessionTokenOf, signSessionToken } from './signed-cookie.js';

const THIRTY_DAYS_SECONDS = 30 * 24 * 60 * 60;

/** Reads, sets and clears the self-hosted session cookie with the attributes of 01 §3.3 and §22.3. */
@Injectable()
export class SessionCookies implements OnModuleInit {
  private readonly name: string;
  private readonly secure: boolean;
  private readonly scope: CookieScope;
  private readonly secret: string;
  private readonly selfHosted: boolean;

  constructor(configuration: Configuration, keys: DeploymentKeys) {
    this.secure = configuration.apiUrl.startsWith('https:');
    this.name = this.secure ? SECURE_COOKIE_NAME : COOKIE_NAME;
    this.scope = cookieScope(configuration);
    this.secret = keys.sessionSecret;
    this.selfHosted = configuration.edition === 'onprem';
  }

  onModuleInit(): void {
    if (!this.selfHosted) return;
    const logger = new Logger(SessionCookies.name);
    for (const detail of this.scope.warnings) logger.warn({ detail }, 'check a setting');
  }

  /** The session token the browser holds; null without one that we signed. Whether it still lives, a row says. */
  read(request: Pick<AccessRequest, 'headers'>): string | null {
    const header = request.headers.cookie;
    return header === undefined || !this.selfHosted ? null : sessionTokenOf(header, this.secret);
  }

  /** `persistent: false` makes a cookie that ends with the browser (`rememberMe: false`). */
  issue(reply: FastifyReply, token: string, options: { persistent: boolean }): void {
    void reply.header('set-cookie', this.issued(token, options));
  }

  /** The `Set-Cookie` value of `issue`, for answers that are not Fastify's. */
  issued(token: string, { persistent }: { persistent: boolean }): string {
    return this.serialize(signSessionToken(token, this.secret), persistent ? THIRTY_DAYS_SECONDS : undefined);
  }

  /** Same attributes as `issue`, or the browser would keep the cookie. Cloud has none to clear. */
  clear(reply: FastifyReply): void {
    if (!this.selfHosted) return;
    void reply.header('set-cookie', this.serialize('', 0));
  }

  private serialize(value: string, maxAge: number | undefined): string {
    const attributes = [
      `${this.name}=${encodeURIComponent(value)}`,
      maxAge === undefined ? null : `Max-Age=${maxAge}`,
      this.scope.domain && `Domain=${this.scope.domain}`,
      'Path=/',
      'HttpOnly',
      this.secure ? 'Secure' : null,
      'SameSite=Lax',
    ];
    return attributes.filter(Boolean).join('; ');
  }
}
