import type { ServerSessionOptions, Settings } from 'node:http2';

/** On either leg (06 §4.7). */
export const MAX_STREAMS = 100;
/** A field's weight beside its name and value (RFC 9113 §6.5.2). */
const FIELD_WEIGHT = 32;

/**
 * What nghttp2 and Node hold a peer to before anybody here sees a frame. Memory is per session and in MB; new streams
 * are refused beyond it. Eight CONTINUATION frames behind a HEADERS frame are nghttp2's own limit, and a thousand
 * answers that the peer does not read.
 */
const SESSION_LIMITS = {
  maxSessionMemory: 16,
  maxSettings: 32,
  maxOutstandingPings: 2,
  maxOutstandingSettings: 2,
  maxSessionInvalidFrames: 100,
  maxSessionRejectedStreams: 100,
  // A backstop: `ControlFrames` ends a session long before. A session that nghttp2 ends for its resets is never collected
  // by Node 24, so that an agent could fill the memory with them.
  streamResetBurst: 200 * MAX_STREAMS,
  streamResetRate: 100 * MAX_STREAMS,
  // Repeated fields pass as they came (06 §9.7).
  strictSingleValueFields: false,
} as const;

export interface FieldLimits {
  /** Of all names and values, with what HTTP/1 would write around them. */
  readonly bytes: number;
  readonly fields: number;
}

/**
 * What an upstream may send of one answer, and of all of a session, before the gateway has taken it: with the 64 KiB
 * that are usual a distant upstream would be slower than over HTTP/1. An agent that reads nothing makes us hold that
 * much of each of its streams.
 */
export const UPSTREAM_STREAM_WINDOW = 262_144;
export const UPSTREAM_SESSION_WINDOW = 1_048_576;

/**
 * Beyond these limits a stream is reset without a word. A request that is somewhat too large gets its 431 and is let in
 * here for that (06 §9.11).
 */
export function sessionOptions({ bytes, fields }: FieldLimits): ServerSessionOptions {
  const settings: Settings = {
    enablePush: false,
    maxConcurrentStreams: MAX_STREAMS,
    maxHeaderListSize: bytes + fields * FIELD_WEIGHT,
  };
  return { ...SESSION_LIMITS, maxHeaderListPairs: fields, settings };
}
