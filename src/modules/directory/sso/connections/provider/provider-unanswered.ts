import { AnswerTooLong } from '../../../../../kernel/egress/bounded-body.js';
import { DestinationRefused } from '../../../../../kernel/egress/destination/destination-guard.js';

/** A provider that gave no answer we use. The reason is for administrators: it quotes nothing that was fetched. */
export class ProviderUnanswered extends Error {
  constructor(
    readonly reason: string,
    options?: ErrorOptions,
  ) {
    super(`The identity provider gave no answer: ${reason}`, options);
  }
}

const BY_CODE: Readonly<Record<string, string>> = {
  ENOTFOUND: 'its host name is not known',
  EAI_AGAIN: 'its host name could not be looked up',
  ECONNREFUSED: 'it refused the connection',
  ECONNRESET: 'it closed the connection',
  EHOSTUNREACH: 'there is no way to its network',
  ENETUNREACH: 'there is no way to its network',
  CERT_HAS_EXPIRED: 'its TLS certificate has expired',
  CERT_NOT_YET_VALID: 'its TLS certificate is not valid yet; compare the clocks',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its TLS certificate is for another name',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'no trusted authority signed its TLS certificate (GATEWAY_UPSTREAM_CA_FILE)',
  SELF_SIGNED_CERT_IN_CHAIN: 'no trusted authority signed its TLS certificate (GATEWAY_UPSTREAM_CA_FILE)',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its TLS certificate came without the chain that proves it',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    'no trusted authority signed its TLS certificate (GATEWAY_UPSTREAM_CA_FILE)',
};

export function unanswered(cause: unknown): ProviderUnanswered {
  if (cause instanceof ProviderUnanswered) return cause;
  return new ProviderUnanswered(reasonOf(cause), { cause });
}

function reasonOf(cause: unknown): string {
  if (cause instanceof DestinationRefused) return 'its address is not a public one';
  if (!(cause instanceof Error)) return 'the connection failed';
  if (cause.name === 'TimeoutError' || cause.name === 'AbortError') return 'it took longer than 10 seconds';
  if (cause instanceof AnswerTooLong) return 'its answer is longer than 1,000,000 bytes';
  return BY_CODE[(cause as { code?: string }).code ?? ''] ?? 'the connection failed';
}
