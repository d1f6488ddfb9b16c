import { DestinationRefused } from '../../kernel/egress/destination/destination-guard.js';

/** The `detail` of a 502 `bad_gateway` (06 §9.12, R24.8). */
export type FailureDetail = 'dns' | 'connect' | 'tls' | 'timeout' | 'reset' | 'protocol';

/** A failure of the upstream leg whose stage is known where it happens. */
export class UpstreamFailure extends Error {
  constructor(
    readonly detail: FailureDetail,
    options?: { cause?: unknown },
  ) {
    super(`Upstream failed: ${detail}`, options);
  }
}

const RESET_CODES = new Set([
  'UND_ERR_SOCKET',
  'ECONNRESET',
  'EPIPE',
  'HPE_INVALID_EOF_STATE',
  'UND_ERR_CLOSED',
]);
const TIMEOUT_CODES = new Set([
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'ETIMEDOUT',
]);
/** undici reports a 100 or 101 nobody asked for as a plain socket error with one of these messages. */
const PROTOCOL_MESSAGES = new Set(['bad response', 'bad upgrade']);

/** Names what went wrong on an established or attempted connection. */
export function detailOf(error: unknown): FailureDetail {
  if (error instanceof UpstreamFailure) return error.detail;
  const { code = '', message = '' } = error as { code?: string; message?: string };
  if (PROTOCOL_MESSAGES.has(message)) return 'protocol';
  if (RESET_CODES.has(code)) return 'reset';
  if (TIMEOUT_CODES.has(code)) return 'timeout';
  if (code.startsWith('ERR_SSL') || code.startsWith('ERR_TLS') || code === 'EPROTO') return 'tls';
  return 'protocol';
}

/** The destination refusal behind an error of the connector, when that is what it was. */
export function refusalOf(error: unknown): DestinationRefused | null {
  return error instanceof DestinationRefused ? error : null;
}
