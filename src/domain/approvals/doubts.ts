import { repeatedNames } from '../bodies/body-text.js';
import { mediaClaims } from '../bodies/media-claims.js';
import { Details } from './shown-text.js';
import type { SummarizedRequest, SummaryDetail } from './summary.js';

const PLAIN_CHARSETS = new Set(['utf-8', 'utf8', 'us-ascii', 'ascii']);
const DECODER = new TextDecoder();

/**
 * What makes a server read something else in a request than what is shown of it (R26). The person who decides is told;
 * nothing is interpreted for them.
 */
export function doubtsAbout({ contentType, body, otherMethods = [] }: SummarizedRequest): SummaryDetail[] {
  const details = new Details().addNames('Asks to be treated as', otherMethods);
  if (body === null || body.bytes.length === 0) return details.list;
  const charsets = mediaClaims(contentType === null ? [] : [contentType]).charsets;
  return details
    .addNames('Repeated names', repeatedNames(DECODER.decode(body.bytes)))
    .addNames(
      'Charset',
      charsets.filter((label) => !PLAIN_CHARSETS.has(label)),
    )
    .add('Note', body.unsure ? 'Servers may decode this body in different ways.' : undefined).list;
}
