import { repeatedNames } from '../../protocols/bodies/body-text.js';
import { mediaClaims } from '../../protocols/bodies/media-claims.js';
import type { Details } from './content/shown-text.js';
import type { BodyStart, SummarizedRequest } from './content/summary.js';

const PLAIN_CHARSETS = new Set(['utf-8', 'utf8', 'us-ascii', 'ascii']);
const DECODER = new TextDecoder();

/**
 * What makes a server read something else in a request than what is shown of it (R26). The person who decides is told;
 * nothing is interpreted for them.
 */
export function addWarnings(details: Details, { contentType, body }: SummarizedRequest): void {
  if (body === null) return;
  if (body.truncated) details.incomplete('body_goes_on').add('Not read', leftOf(body));
  if (body.bytes.length === 0) return;
  const names = repeatedNames(DECODER.decode(body.bytes));
  if (names.length > 0) details.incomplete('repeated_names').addNames('Repeated names', names);
  const claimed = mediaClaims(contentType === null ? [] : [contentType]).charsets;
  const charsets = claimed.filter((label) => !PLAIN_CHARSETS.has(label));
  if (charsets.length > 0) details.incomplete('ambiguous_coding').addNames('Charset', charsets);
  if (!body.unsure) return;
  details.incomplete('ambiguous_coding').add('Note', 'Servers may decode this body in different ways.');
}

/** The declared length counts the bytes as they are sent, which a coded body has fewer of. */
function leftOf({ bytes, declaredLength }: BodyStart): string {
  const left = (declaredLength ?? 0) - bytes.length;
  return left > 0 ? `${left} more bytes of the body` : 'the rest of the body, of unknown length';
}
