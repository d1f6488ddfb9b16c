import { DestinationRefused } from '../../../kernel/egress/destination/destination-guard.js';

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

const RESET_CODES = new Set(['ECONNRESET', 'EPIPE']);

/** Names what went wrong on an established or attempted connection. */
export function detailOf(error: unknown): FailureDetail {
  if (error instanceof UpstreamFailure) return error.detail;
  const { code = '' } = error as { code?: string };
  if (RESET_CODES.has(code)) return 'reset';
  if (code === 'ETIMEDOUT') return 'timeout';
  if (code.startsWith('ERR_SSL') || code.startsWith('ERR_TLS') || code === 'EPROTO') return 'tls';
  return 'protocol';
}

/** The destination refusal behind an error of the connector, when that is what it was. */
export function refusalOf(error: unknown): DestinationRefused | null {
  return error instanceof DestinationRefused ? error : null;
}
