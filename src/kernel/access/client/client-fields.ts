/** What a trusted proxy says of the client it speaks for, where this server reads it (01 §21.4, §22.5). */
export const FORWARDED_FOR = 'x-forwarded-for';
export const FORWARDED_HOST = 'x-forwarded-host';
export const FORWARDED_PROTOCOL = 'x-forwarded-proto';
export const VIEWER_ADDRESS = 'cloudfront-viewer-address';

const PREFIXES = ['x-forwarded', 'x-original-forwarded', 'cf-', 'cloudfront-', 'x-envoy-', 'x-azure-'];
/** Of other proxies that operators put in front: what those read they hand on as their own word. */
const NAMES = [
  'forwarded',
  'x-real-ip',
  'x-real-port',
  'x-client-ip',
  'x-cluster-client-ip',
  'x-original-host',
  'x-original-url',
  'x-rewrite-url',
  'x-host',
  'x-scheme',
  'x-url-scheme',
  'x-remote-ip',
  'x-remote-addr',
  'remote-addr',
  'client-ip',
  'true-client-ip',
  'fastly-client-ip',
  'fly-client-ip',
  'akamai-client-ip',
  'x-appengine-user-ip',
  'x-proxyuser-ip',
  'wl-proxy-client-ip',
  'proxy-client-ip',
];

/**
 * One expression, because it is asked about every field of every request. CGI and its successors read every character
 * but letters and digits as the same one, so `X_Forwarded.For` is `X-Forwarded-For` behind them.
 */
const CLIENT_FIELD = new RegExp(
  `^(?:${[...PREFIXES, ...NAMES.map((name) => `${name}$`)].join('|').replaceAll('-', '[^a-z0-9]')})`,
  'i',
);

/** True for a field that says who the client is or what it addressed (R31), in any case. */
export function namesTheClient(name: string): boolean {
  return CLIENT_FIELD.test(name);
}

/** True where a field of a flat list does; names stand at even places. */
export function sayWhoTheClientIs(fields: readonly string[]): boolean {
  for (let at = 0; at < fields.length; at += 2) if (CLIENT_FIELD.test(fields[at]!)) return true;
  return false;
}
