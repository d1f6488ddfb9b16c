const TYPE_BY_STATUS: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'authentication_error',
  404: 'not_found_error',
  409: 'invalid_request_error',
  410: 'invalid_request_error',
  413: 'invalid_request_error',
  422: 'validation_error',
  429: 'rate_limit_error',
};

/** `error.type` of the envelope for a status (01 §8.2). */
export function envelopeType(status: number): string {
  return TYPE_BY_STATUS[status] ?? (status >= 500 ? 'api_error' : 'invalid_request_error');
}
