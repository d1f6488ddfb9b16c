/**
 * The framing `aws-chunked` around a body, by which S3 takes uploads in signed pieces: what is stored is the pieces
 * without it, so words of a rule may be split over them (R57). It is always the outermost layer, wherever
 * `Content-Encoding` names it, if it names it at all.
 */
import { Buffer } from 'node:buffer';
import { isS3Host } from '../../../domain/decision/matching/named-paths.js';
import { codingsIn, type Undone } from './content-codings.js';

/** `sure`: the server undoes it. `claimed`: some server may. */
export type AwsFraming = 'sure' | 'claimed';

export const AWS_CHUNKED = 'aws-chunked';
export const PAYLOAD_FIELD = 'x-amz-content-sha256';
const STREAMING = /^\s*streaming-/i;
const MAX_LINE_BYTES = 4_096;
const LINE_FEED = 0x0a;
const CHUNK_HEAD = /^([0-9a-f]{1,12})[ \t]*(?:;.*)?$/i;

/** By the values of `PAYLOAD_FIELD` and `Content-Encoding`; null for a body without. */
export function awsFramingOf(
  host: string,
  payloads: readonly string[],
  codings: readonly string[],
): AwsFraming | null {
  const streams = payloads.some((value) => STREAMING.test(value));
  if (streams && payloads.length === 1 && isS3Host(host)) return 'sure';
  return streams || codingsIn(codings).includes(AWS_CHUNKED) ? 'claimed' : null;
}

/** What the pieces say. `whole`: `input` is not the beginning of something longer. Linear in the bytes. */
export function undoAwsFraming(input: Buffer, whole: boolean): Undone {
  const pieces: Buffer[] = [];
  const undone = (end: 'whole' | 'cut' | 'broken'): Undone => ({
    bytes: Buffer.concat(pieces),
    cut: end === 'cut',
    broken: end === 'broken' || (end === 'cut' && whole),
    several: false,
  });
  for (let at = 0; at < input.length;) {
    const end = input.indexOf(LINE_FEED, at);
    if (end < 0) return undone(input.length - at > MAX_LINE_BYTES ? 'broken' : 'cut');
    const line = end - at > MAX_LINE_BYTES ? '' : input.toString('latin1', at, end).replace(/\r$/, '');
    const size = CHUNK_HEAD.exec(line)?.[1];
    if (size === undefined) return undone('broken');
    const from = end + 1;
    const length = Number.parseInt(size, 16);
    // Behind the last one stand trailers, which are no content.
    if (length === 0) return undone('whole');
    pieces.push(input.subarray(from, from + length));
    const gap = endOfGap(input, from + length);
    if (gap === null) return undone('broken');
    at = gap;
  }
  return undone('cut');
}

/** Behind the end of the line that follows a piece; the end of the input where it comes before. */
function endOfGap(input: Buffer, at: number): number | null {
  const gap = input.toString('latin1', at, at + 2);
  if (gap === '\r\n') return at + 2;
  if (gap.startsWith('\n')) return at + 1;
  return gap === '' || gap === '\r' ? input.length : null;
}
