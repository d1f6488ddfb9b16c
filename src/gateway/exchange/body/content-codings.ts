/**
 * Undoing content codings of a bounded prefix (06 §13.1.6, R26). Decoders differ in what they do at the end of a
 * stream: go on with the next one, ignore what follows, refuse. So streams are undone one by one here, and whoever
 * asks is told about everything that is not exactly one whole stream.
 */
import type { Transform } from 'node:stream';
import {
  constants,
  crc32,
  createBrotliDecompress,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
  type ZlibOptions,
} from 'node:zlib';
import { endOfGzipHeader, GZIP_TRAILER } from './gzip-header.js';

export interface Undone {
  readonly bytes: Buffer;
  /** There is more than `bytes`: the prefix was cut, or the limit was reached. */
  readonly cut: boolean;
  /** Broken, unfinished, or followed by what is no stream. `bytes` is what came before that. */
  readonly broken: boolean;
  /** Several streams one after the other, which some decoders stop short of. */
  readonly several: boolean;
}

interface Stream {
  readonly bytes: Buffer;
  /** How much of the input it took. */
  readonly taken: number;
  readonly end: 'whole' | 'cut' | 'broken';
}

type StreamDecoder = (input: Buffer, limit: number, whole: boolean) => Promise<Stream>;

/** Each costs a decoder; nobody sends as many. */
const MAX_STREAMS = 16;
/** RFC 8878 §3.1.1.1.2 asks for 8 MiB and no more. */
const ZSTD_WINDOW_LOG = 23;

const CODINGS: Readonly<Record<string, StreamDecoder>> = {
  gzip: gunzip,
  'x-gzip': gunzip,
  deflate,
  br: brotli,
  zstd,
};
/** Codings whose streams may follow one another (RFC 1952 §2.2, RFC 8878 §3.1). */
const REPEATABLE: ReadonlySet<string> = new Set(['gzip', 'x-gzip', 'zstd']);

/** The first `limit` bytes; null for an unknown coding. `whole`: `input` is not the beginning of something longer. */
export async function undoCoding(
  coding: string,
  input: Buffer,
  limit: number,
  whole: boolean,
): Promise<Undone | null> {
  const decode = Object.hasOwn(CODINGS, coding) ? CODINGS[coding]! : null;
  if (decode === null) return null;
  const chunks: Buffer[] = [];
  let room = limit;
  let at = 0;
  let end: Stream['end'];
  let streams = 0;
  do {
    if (streams === MAX_STREAMS || (streams > 0 && !REPEATABLE.has(coding))) {
      end = 'broken';
      break;
    }
    const stream = await decode(input.subarray(at), room, whole);
    chunks.push(stream.bytes);
    room -= stream.bytes.length;
    at += stream.taken;
    end = stream.taken === 0 && stream.end === 'whole' ? 'broken' : stream.end;
    streams += 1;
  } while (end === 'whole' && at < input.length);
  const bytes = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
  return { bytes, cut: end === 'cut', broken: end === 'broken', several: streams > 1 };
}

/** The names in values of `Content-Encoding`, in the order in which they are named, in lower case. */
export function codingsIn(contentEncodings: readonly string[]): readonly string[] {
  return contentEncodings
    .flatMap((value) => value.split(','))
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '');
}

/** The coding that bytes begin like, declared or not; null when they look like none. */
export function codingOf(bytes: Buffer): string | null {
  if (bytes.length < 4) return null;
  if (bytes[0] === 0x1f && bytes[1] === 0x8b && bytes[2] === 8) return 'gzip';
  if (bytes.readUInt32LE(0) === 0xfd2fb528) return 'zstd';
  return hasZlibHeader(bytes) ? 'deflate' : null;
}

async function gunzip(input: Buffer, limit: number, whole: boolean): Promise<Stream> {
  const header = endOfGzipHeader(input);
  if (header === null) return { bytes: Buffer.alloc(0), taken: 0, end: 'broken' };
  if (header > input.length) return { bytes: Buffer.alloc(0), taken: 0, end: whole ? 'broken' : 'cut' };
  const { bytes, taken, end } = await run(
    createInflateRaw(ending(whole)),
    input.subarray(header),
    limit,
    whole,
  );
  const trailer = header + taken;
  if (end !== 'whole') return { bytes, taken: trailer, end };
  if (trailer + GZIP_TRAILER > input.length)
    return { bytes, taken: input.length, end: whole ? 'broken' : 'cut' };
  const right = input.readUInt32LE(trailer) === crc32(bytes);
  return { bytes, taken: trailer + GZIP_TRAILER, end: right ? 'whole' : 'broken' };
}

/**
 * zlib by RFC 9110 §8.4.1.2, the bare deflate stream to some clients and servers. Bytes that can be both say two
 * things, and which one a server reads is not known.
 */
async function deflate(input: Buffer, limit: number, whole: boolean): Promise<Stream> {
  const bare = await run(createInflateRaw(ending(whole)), input, limit, whole);
  if (!hasZlibHeader(input)) return bare;
  const zlib = await run(createInflate(ending(whole)), input, limit, whole);
  if (bare.bytes.length === 0) return zlib;
  return { ...zlib, end: 'broken' };
}

/** A prefix that was cut may end anywhere; what it holds is decoded all the same. */
function brotli(input: Buffer, limit: number, whole: boolean): Promise<Stream> {
  const options = whole ? {} : { finishFlush: constants.BROTLI_OPERATION_FLUSH };
  return run(createBrotliDecompress(options), input, limit, whole);
}

function zstd(input: Buffer, limit: number, whole: boolean): Promise<Stream> {
  const params = { [constants.ZSTD_d_windowLogMax]: ZSTD_WINDOW_LOG };
  const options = whole ? { params } : { params, finishFlush: constants.ZSTD_e_flush };
  return run(createZstdDecompress(options), input, limit, whole);
}

function ending(whole: boolean): ZlibOptions {
  return whole ? {} : { finishFlush: constants.Z_SYNC_FLUSH };
}

function run(
  decoder: Transform & { bytesWritten: number },
  input: Buffer,
  limit: number,
  whole: boolean,
): Promise<Stream> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const settle = (end: Stream['end']): void => {
      const taken = decoder.bytesWritten;
      decoder.destroy();
      resolve({ bytes: Buffer.concat(chunks).subarray(0, limit), taken, end });
    };
    decoder.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      length += chunk.length;
      if (length > limit) settle('cut');
    });
    // A decoder that was not told to finish ends the same way inside a stream and after it.
    decoder.on('end', () => settle(whole || decoder.bytesWritten < input.length ? 'whole' : 'cut'));
    decoder.on('error', () => settle('broken'));
    decoder.end(input);
  });
}

function hasZlibHeader(bytes: Buffer): boolean {
  return bytes.length >= 2 && (bytes[0]! & 0x0f) === 8 && bytes.readUInt16BE(0) % 31 === 0;
}
