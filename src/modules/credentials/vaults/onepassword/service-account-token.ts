/**
 * Service account tokens of 1Password: `ops_` and base64url of a JSON document, which among keys names the host
 * the account signs in at. Whoever pairs chooses that host, so it is checked here for a clear answer, and again
 * on every request by the thread that makes it.
 */
const TOKEN = /^ops_[A-Za-z0-9_-]+={0,2}$/;
const MAX_LENGTH = 10_000;

/** Where 1Password lets accounts sign in: these and their subdomains. */
export const SIGN_IN_DOMAINS = ['1password.com', '1password.ca', '1password.eu'] as const;

/** The host the token signs in at, lower case; null for a text that is no usable token. */
export function signInHostOf(token: string): string | null {
  if (token.length > MAX_LENGTH || !TOKEN.test(token)) return null;
  const host = addressIn(Buffer.from(token.slice('ops_'.length), 'base64url').toString('utf8'));
  if (host === null || !/^[a-z0-9.-]+$/.test(host)) return null;
  return SIGN_IN_DOMAINS.some((domain) => host === domain || host.endsWith(`.${domain}`)) ? host : null;
}

function addressIn(json: string): string | null {
  try {
    const document = JSON.parse(json) as { signInAddress?: unknown } | null;
    const address = document?.signInAddress;
    return typeof address === 'string' ? address.toLowerCase() : null;
  } catch {
    return null;
  }
}
