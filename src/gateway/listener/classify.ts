import type { Scheme } from '../exchange/exchange.js';

/** What a request-target asks for (06 §1.6). */
export type Route =
  | { kind: 'absolute'; scheme: Scheme; authority: string; target: string }
  | { kind: 'reverse'; scheme: Scheme; authority: string; target: string }
  | { kind: 'origin' }
  | { kind: 'malformed'; message: string };

const ABSOLUTE = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)(.*)$/i;
const REVERSE = /^\/(proxy|proxy-http)\/([^/?#]*)(.*)$/;

/** Sorts a target on the gateway's own origin; CONNECT never comes here. Pure. */
export function classifyTarget(target: string): Route {
  if (target.startsWith('/')) return classifyOriginForm(target);
  const absolute = ABSOLUTE.exec(target);
  if (!absolute) return { kind: 'malformed', message: 'This form of request target is not supported.' };
  const scheme = absolute[1]!.toLowerCase();
  if (scheme !== 'http' && scheme !== 'https') {
    return { kind: 'malformed', message: 'Only http and https targets are forwarded.' };
  }
  return { kind: 'absolute', scheme, authority: absolute[2]!, target: originForm(absolute[3]!) };
}

/**
 * The path of a request inside a tunnel. Its authority is the tunnel's, whatever an absolute-form target
 * or a Host header says (06 §4.4). Null for `*` and other forms that name no path.
 */
export function targetInTunnel(target: string): string | null {
  if (target.startsWith('/')) return originForm(target);
  const absolute = ABSOLUTE.exec(target);
  if (!absolute || !/^https?$/i.test(absolute[1]!)) return null;
  return originForm(absolute[3]!);
}

function classifyOriginForm(target: string): Route {
  const reverse = REVERSE.exec(target);
  if (reverse) {
    const scheme = reverse[1] === 'proxy' ? 'https' : 'http';
    return { kind: 'reverse', scheme, authority: reverse[2]!, target: originForm(reverse[3]!) };
  }
  return { kind: 'origin' };
}

function originForm(rest: string): string {
  const visible = withoutFragment(rest);
  return visible.startsWith('/') ? visible : `/${visible}`;
}

function withoutFragment(target: string): string {
  const hash = target.indexOf('#');
  return hash < 0 ? target : target.slice(0, hash);
}
