/**
 * What must never reach a log (01 §23.3): credentials in headers, in URLs, in paths and in the texts of errors.
 * Structured fields are removed by name; texts are searched for the forms credentials have (`domain/text`).
 */
import { REDACTED, redactText } from '../../domain/text/redact-text.js';

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

/** Invitation, claim, reset and device tokens are bare hex of at least 16 bytes; ids of ours never are. */
const SECRET_SEGMENT = /(?<=\/)[0-9a-f]{32,}(?=\/|$)/gi;

/** The path of a request target, without its query and without tokens. */
export function redactPath(target: string): string {
  const path = target.split('?', 1)[0] ?? '';
  return redactText(path).replace(SECRET_SEGMENT, REDACTED);
}
