export const REDACTED = '[redacted]';

type Replacement = readonly [pattern: RegExp, replacement: string];

/** Our own tokens (01 §3.1), and those of providers that say what they are. */
const KEYS: readonly Replacement[] = [
  [/\b(?:oc_(?:org_|partner_|scim_)?|aoc_|rnr_|cha_)[0-9a-zA-Z]{16,}/g, REDACTED],
  [/\b(?:sk|pk|rk)[-_][0-9A-Za-z_-]{20,}/g, REDACTED],
  [
    /\b(?:gh[opusr]_|github_pat_|glpat-|xox[a-z]-|xapp-|xoxe\.|ya29\.|AIza|AKIA|ASIA|eyJ)[0-9A-Za-z_.-]{12,}/g,
    REDACTED,
  ],
];
const PRIVATE_KEYS: Replacement = [
  /-----BEGIN [A-Z ]{0,20}PRIVATE KEY-----(?:[^-]|-(?!----END))*(?:-----END [A-Z ]{0,20}PRIVATE KEY-----)?/g,
  REDACTED,
];
const USER_INFO: Replacement = [/(:\/\/)[^/\s@"']+@/g, `$1${REDACTED}@`];

/**
 * Tokens, a token query parameter, bearer and basic credentials, user info of a URL. Each takes what it has found without
 * looking further, so that all are linear.
 */
const SECRET_TEXTS: readonly Replacement[] = [
  ...KEYS,
  [/([?&](?:_?token|code|key|secret|password)=)[^&\s"']+/gi, `$1${REDACTED}`],
  [/\b(bearer|basic)\s+[A-Za-z0-9+/=._~-]{8,}/gi, `$1 ${REDACTED}`],
  USER_INFO,
];

/** The same in what people and agents say to each other, where "basic understanding" is no credential. */
const KEY_TEXTS: readonly Replacement[] = [
  ...KEYS,
  PRIVATE_KEYS,
  [/\b(bearer|basic)\s+(?=[A-Za-z+/._~-]*[0-9=])[A-Za-z0-9+/=._~-]{12,}/gi, `$1 ${REDACTED}`],
  USER_INFO,
];

/** For logs, and for whatever is kept of requests. */
export function redactText(text: string): string {
  return replaced(text, SECRET_TEXTS);
}

/** For conversations (R44). */
export function maskKeys(text: string): string {
  return replaced(text, KEY_TEXTS);
}

function replaced(text: string, replacements: readonly Replacement[]): string {
  return replacements.reduce((result, [pattern, replacement]) => result.replace(pattern, replacement), text);
}
