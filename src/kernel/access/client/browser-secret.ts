import type { FastifyReply, FastifyRequest } from 'fastify';
import { randomHex } from '../../crypto/tokens.js';

const TEN_MINUTES_SECONDS = 600;
const BYTES = 32;

export interface BrowserSecretOptions {
  /** Of the cookie. */
  name: string;
  path: string;
  secure: boolean;
}

/**
 * Ties a sign-in to the browser that began it, by a secret in a cookie. Without that a stranger could send somebody the
 * callback of the stranger's own sign-in, and they would work in the stranger's account without noticing
 * (RFC 6749 §10.12).
 */
export class BrowserSecret {
  private readonly pattern: RegExp;

  constructor(private readonly options: BrowserSecretOptions) {
    this.pattern = new RegExp(`(?:^|;\\s*)${options.name}=([0-9a-f]{64})(?:;|$)`);
  }

  /** The browser's secret; null when it has none. */
  read(request: FastifyRequest): string | null {
    return this.pattern.exec(request.headers.cookie ?? '')?.[1] ?? null;
  }

  /** Keeps a secret the browser has already: it may have two sign-ins open in two tabs. */
  issue(request: FastifyRequest, reply: FastifyReply): string {
    const { name, path, secure } = this.options;
    const browser = this.read(request) ?? randomHex(BYTES);
    const attributes = [`Path=${path}`, `Max-Age=${TEN_MINUTES_SECONDS}`, 'HttpOnly', 'SameSite=Lax'];
    if (secure) attributes.push('Secure');
    void reply.header('set-cookie', [`${name}=${browser}`, ...attributes].join('; '));
    return browser;
  }
}
