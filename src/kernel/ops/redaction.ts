/**
 * What must never reach a log (01 §23.3): credentials in headers, in URLs, in paths and in the texts of errors.
 * Structured fields are removed by name; texts are searched for the forms credentials have.
 */
export const REDACTED = '[redacted]';

const SECRET_FIELDS = [
  'authorization',
  'Authorization',
  'proxy-authorization',
  'Proxy-Authorization',
  'cookie',
  'Cookie',
  'set-cookie',
  'Set-Cookie',
  'x-api-key',
  'X-Api-Key',
  'x-gateway-secret',
  'X-Gateway-Secret',
  '_token',
  'password',
  'token',
  'secret',
];

/** The fields above on the log line itself and in the two levels of objects below it, as pino names them. */
export const REDACTED_PATHS = SECRET_FIELDS.flatMap((name) => {
  const field = `["${name}"]`;
  return [field, `*${field}`, `*.*${field}`];
});

/** Our own tokens (01 §3.1), a token query parameter, bearer and basic credentials, user info of a URL. */
const SECRET_TEXTS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:oc_(?:org_|partner_|scim_)?|aoc_|rnr_|cha_)[0-9a-zA-Z]{16,}/g, REDACTED],
  [/([?&](?:_?token|code|key|secret|password)=)[^&\s"']+/gi, `$1${REDACTED}`],
  [/\b(bearer|basic)\s+[A-Za-z0-9+/=._~-]{8,}/gi, `$1 ${REDACTED}`],
  [/(:\/\/)[^/\s@"']+@/g, `$1${REDACTED}@`],
];
/** Invitation, claim, reset and device tokens are bare hex of at least 16 bytes; ids of ours never are. */
const SECRET_SEGMENT = /(?<=\/)[0-9a-f]{32,}(?=\/|$)/gi;

export function redactText(text: string): string {
  return SECRET_TEXTS.reduce((result, [pattern, replacement]) => result.replace(pattern, replacement), text);
}

/** The path of a request target, without its query and without tokens. */
export function redactPath(target: string): string {
  const path = target.split('?', 1)[0] ?? '';
  return redactText(path).replace(SECRET_SEGMENT, REDACTED);
}
