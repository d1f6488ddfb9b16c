import { isUtf8 } from 'node:buffer';
import type { SentBody } from '../../modules/policy/approvals/approval-rows.js';
import { awsFramingOf, PAYLOAD_FIELD } from '../exchange/body/aws-framing.js';
import { inspectBody } from '../exchange/body/inspect-body.js';
import type { SentBodyResponse } from './dto/approvals.dto.js';

/** A body as people see it: its bytes, and what they say once codings are undone, up to `limit` bytes. */
export async function toSentBody(
  { body, bodyWhole, request }: SentBody,
  limit: number,
): Promise<SentBodyResponse> {
  const bytes = body ?? Buffer.alloc(0);
  const whole = bodyWhole ?? false;
  const contentEncoding = request?.headers['content-encoding'] ?? null;
  const codings = contentEncoding === null ? [] : [contentEncoding];
  const payload = request?.headers[PAYLOAD_FIELD];
  const framing = awsFramingOf(request?.host ?? '', payload === undefined ? [] : [payload], codings);
  const decoded = await inspectBody({ bytes, complete: whole }, codings, limit, { framing });
  return {
    contentType: request?.headers['content-type'] ?? null,
    contentEncoding,
    whole: whole && !decoded.truncated,
    base64: bytes.toString('base64'),
    text: isUtf8(decoded.bytes) ? Buffer.from(decoded.bytes).toString() : null,
  };
}
