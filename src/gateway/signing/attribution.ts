import { attributingBody } from '../../domain/decision/commit-attribution/attributed-body.js';
import { makesCommit } from '../../domain/decision/commit-attribution/commit-message.js';
import { READING } from '../../kernel/scheduling/reading-turns.js';
import type { Exchange } from '../exchange/exchange.js';
import type { RequestChanges } from '../exchange/results/request-changes.js';

const MAX_BYTES = 10_485_760;

/** Whether the request may be a commit whose message can be read (06 §11.6); one in a coding is forwarded as it is. */
export function mayBeAttributed({ method, host, canonicalPath, headers, body }: Exchange): boolean {
  if (host !== 'api.github.com' || !makesCommit(method, canonicalPath)) return false;
  const coding = headers.get('content-encoding');
  return (
    body.present &&
    (coding === null || coding.trim().toLowerCase() === 'identity') &&
    (body.declaredLength ?? 0) <= MAX_BYTES
  );
}

/** May throw `BodyRefused`. */
export async function attribute(
  { body }: Exchange,
  author: NonNullable<RequestChanges['author']>,
): Promise<void> {
  const pieces = await body.whole(MAX_BYTES);
  const attributed =
    pieces && (await READING.read(author.organizationId, attributingBody(Buffer.concat(pieces), author)));
  if (attributed !== null) body.replace(attributed);
}
