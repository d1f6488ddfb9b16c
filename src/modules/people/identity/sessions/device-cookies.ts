import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Configuration } from '../../../../kernel/config/configuration.js';
import { DeploymentKeys } from '../../../../kernel/crypto/deployment-keys.js';
import { equalSecrets, randomHex } from '../../../../kernel/crypto/tokens.js';
import { normalizeEmail } from '../model/email-address.js';

const NAME = 'cg_device';
const VALUE = new RegExp(`(?:^|;\\s*)${NAME}=([\\w.~-]{1,1024})(?:;|$)`);
const ENTRY = /^[0-9a-f]{32}\.[A-Za-z0-9_-]{43}$/;
const NONCE_BYTES = 16;
/** People who share a browser; who signs in with one account more is forgotten first. */
const MAX_ACCOUNTS = 5;
const YEAR_SECONDS = 365 * 24 * 60 * 60;

/**
 * Which accounts a browser has been let into (R67; OWASP, "Slow down online guessing attacks with device cookies"): a
 * random number for each, signed together with the account's address, which the cookie does not show. The cookie opens
 * nothing; guesses that come with it are counted by themselves.
 */
@Injectable()
export class DeviceCookies {
  private readonly key: string;
  private readonly secure: boolean;

  constructor(keys: DeploymentKeys, configuration: Configuration) {
    this.key = keys.sessionSecret;
    this.secure = configuration.apiUrl.startsWith('https:');
  }

  /** The browser as this account knows it; null for one that was never let in. */
  deviceOf(request: FastifyRequest, email: string): string | null {
    const address = normalizeEmail(email);
    if (address === null) return null;
    return (
      entriesIn(request)
        .find((entry) => this.isOf(entry, address))
        ?.split('.')[0] ?? null
    );
  }

  /** Remembers that the browser was let into the account; keeps what it has of others. */
  remember(request: FastifyRequest, reply: FastifyReply, email: string): void {
    void reply.header('set-cookie', this.remembering(request, email));
  }

  /** The `Set-Cookie` value of `remember`, for answers that are written elsewhere. */
  remembering(request: FastifyRequest, email: string): string {
    const entries = entriesIn(request);
    const known =
      entries.find((entry) => this.isOf(entry, email)) ?? this.entry(randomHex(NONCE_BYTES), email);
    const kept = [known, ...entries.filter((entry) => entry !== known)].slice(0, MAX_ACCOUNTS);
    const attributes = ['Path=/', `Max-Age=${YEAR_SECONDS}`, 'HttpOnly', 'SameSite=Lax'];
    if (this.secure) attributes.push('Secure');
    return [`${NAME}=${kept.join('~')}`, ...attributes].join('; ');
  }

  private isOf(entry: string, email: string): boolean {
    return equalSecrets(entry, this.entry(entry.slice(0, NONCE_BYTES * 2), email));
  }

  private entry(nonce: string, email: string): string {
    const mac = createHmac('sha256', this.key).update(`device-cookie\n${nonce}\n${email}`);
    return `${nonce}.${mac.digest('base64url')}`;
  }
}

function entriesIn(request: FastifyRequest): string[] {
  const value = VALUE.exec(request.headers.cookie ?? '')?.[1] ?? '';
  return value
    .split('~')
    .filter((entry) => ENTRY.test(entry))
    .slice(0, MAX_ACCOUNTS);
}
