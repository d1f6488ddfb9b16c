export const REDACTED = '[redacted]';

/**
 * Our own tokens (01 §3.1), those of providers that say what they are, a token query parameter, bearer and basic
 * credentials, user info of a URL. Each takes what it has found without looking further, so that all are linear.
 */
const SECRET_TEXTS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:oc_(?:org_|partner_|scim_)?|aoc_|rnr_|cha_)[0-9a-zA-Z]{16,}/g, REDACTED],
  [/\b(?:sk|pk|rk)[-_][0-9A-Za-z_-]{20,}/g, REDACTED],
  [
    /\b(?:gh[opusr]_|github_pat_|glpat-|xox[a-z]-|xapp-|xoxe\.|ya29\.|AIza|AKIA|ASIA|eyJ)[0-9A-Za-z_.-]{12,}/g,
    REDACTED,
  ],
  [/([?&](?:_?token|code|key|secret|password)=)[^&\s"']+/gi, `$1${REDACTED}`],
  [/\b(bearer|basic)\s+[A-Za-z0-9+/=._~-]{8,}/gi, `$1 ${REDACTED}`],
  [/(:\/\/)[^/\s@"']+@/g, `$1${REDACTED}@`],
];

export function redactText(text: string): string {
  return SECRET_TEXTS.reduce((result, [pattern, replacement]) => result.replace(pattern, replacement), text);
}
