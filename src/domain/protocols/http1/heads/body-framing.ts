/** Where a body ends (RFC 9112 §6.3). */
export type BodyFraming =
  | { readonly kind: 'none' }
  | { readonly kind: 'length'; readonly length: number }
  | { readonly kind: 'chunked' }
  | { readonly kind: 'until_close' };

export const NO_BODY: BodyFraming = { kind: 'none' };
export const CHUNKED: BodyFraming = { kind: 'chunked' };
const UNTIL_CLOSE: BodyFraming = { kind: 'until_close' };

/** What an answer says of its body. */
export interface AnnouncedBody {
  readonly status: number;
  readonly length: number | null;
  readonly coding: 'chunked' | null;
}

/**
 * Where the body of an answer ends. After 101, and after 2xx to CONNECT, `none` means that what follows is no HTTP. A
 * body until the connection closes leaves nothing to reuse, whatever the head says of persistence.
 */
export function responseFraming(
  { status, length, coding }: AnnouncedBody,
  requestMethod: string,
): BodyFraming {
  if (status < 200 || status === 204 || status === 304 || requestMethod === 'HEAD') return NO_BODY;
  if (requestMethod === 'CONNECT' && status < 300) return NO_BODY;
  if (coding !== null) return CHUNKED;
  return length === null ? UNTIL_CLOSE : { kind: 'length', length };
}
