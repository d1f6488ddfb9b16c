import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Configuration } from '../../../kernel/config/configuration.js';
import { randomHex } from '../../../kernel/crypto/tokens.js';

const TEN_MINUTES_SECONDS = 600;
const BROWSER_BYTES = 32;
const NAME = 'cg_sign_in';

/**
 * Ties a sign-in to the browser that began it. Without that a stranger could send somebody the callback of the
 * stranger's own sign-in, and they would work in the stranger's account without noticing (RFC 6749 §10.12).
 */
@Injectable()
export class FlowCookies {
  private readonly secure: boolean;
  private readonly name: string;
  private readonly pattern: RegExp;

  constructor(configuration: Configuration) {
    this.secure = configuration.apiUrl.startsWith('https:');
    // The prefix keeps other hosts of the domain from planting a cookie of their choice.
    this.name = this.secure ? `__Host-${NAME}` : NAME;
    this.pattern = new RegExp(`(?:^|;\\s*)${this.name}=([0-9a-f]{64})(?:;|$)`);
  }

  /** The browser's secret; null when it has none. */
  read(request: FastifyRequest): string | null {
    return this.pattern.exec(request.headers.cookie ?? '')?.[1] ?? null;
  }

  /** Keeps a secret the browser has already: it may have two sign-ins open in two tabs. */
  issue(request: FastifyRequest, reply: FastifyReply): string {
    const browser = this.read(request) ?? randomHex(BROWSER_BYTES);
    const attributes = ['Path=/', `Max-Age=${TEN_MINUTES_SECONDS}`, 'HttpOnly', 'SameSite=Lax'];
    if (this.secure) attributes.push('Secure');
    void reply.header('set-cookie', [`${this.name}=${browser}`, ...attributes].join('; '));
    return browser;
  }
}
