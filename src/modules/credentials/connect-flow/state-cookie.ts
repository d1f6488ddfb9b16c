import type { FastifyReply, FastifyRequest } from 'fastify';
import { FLOW_SECONDS } from './connection-flows.js';

const NAME = 'oauth_state';
const PATTERN = /(?:^|;\s*)oauth_state=([\w.-]{1,200})(?:;|$)/;

/**
 * A copy of the state in the browser that began the flow (03 §5.2.4). Without it a stranger could make a victim's consent
 * end in the stranger's workspace, or connect the stranger's account to a victim's workspace.
 */
export function stateCookieOf(request: FastifyRequest): string | null {
  return PATTERN.exec(request.headers.cookie ?? '')?.[1] ?? null;
}

export function setStateCookie(reply: FastifyReply, redirectUri: string, state: string): void {
  write(reply, redirectUri, state, FLOW_SECONDS);
}

export function clearStateCookie(reply: FastifyReply, redirectUri: string): void {
  write(reply, redirectUri, '', 0);
}

function write(reply: FastifyReply, redirectUri: string, value: string, seconds: number): void {
  const { pathname, protocol } = new URL(redirectUri);
  const attributes = [`Path=${pathname}`, 'HttpOnly', 'SameSite=Lax', `Max-Age=${seconds}`];
  // A browser does not store a `Secure` cookie of a server that it reaches without TLS.
  if (protocol === 'https:') attributes.push('Secure');
  void reply.header('set-cookie', [`${NAME}=${value}`, ...attributes].join('; '));
}
