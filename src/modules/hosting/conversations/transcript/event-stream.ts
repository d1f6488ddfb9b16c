import { MAX_LISTED_EVENTS } from '../records/conversation-rules.js';
import type { TranscriptBus, TranscriptEvent } from './transcript-bus.js';
import type { TranscriptReader } from './transcript-reader.js';
import { Unread } from './unread.js';

/** 04 §2.3. */
const MAX_PAGES = 100;
const KEEP_ALIVE_MS = 15_000;
/** While nobody can say that everything is heard. */
const LOOK_MS = 1_000;
const KEEP_ALIVE = ': keep-alive\n\n';
/** A write for each frame would cost more than the frame. */
const CHUNK_CHARS = 16_384;

export interface Following {
  readonly conversationId: string;
  /** The number of the last event the reader has. */
  readonly since: number;
  /** Ends the stream: the reader is gone, refused, or the server shuts down. */
  readonly signal: AbortSignal;
}

/**
 * One reader's stream (04 §2.3): all stored events after the cursor, then what happens, each number once and in order. It
 * listens before it reads, so nothing falls between the two. Numbers are given in commit order without gaps, so a live
 * event with a number further on than the next tells that something before it was not heard, and by then it is stored.
 * Ends by itself when the reader is too far behind or the conversation is gone; the reader comes back with its cursor.
 */
export async function* transcriptFrames(
  bus: TranscriptBus,
  reader: TranscriptReader,
  { conversationId, since, signal }: Following,
): AsyncGenerator<string, void, void> {
  const unread = new Unread();
  const stop = bus.listen(conversationId, unread);
  let cursor = since;
  let quietSince = performance.now();

  async function* stored(before: number): AsyncGenerator<string, void, void> {
    for (let pages = 0; pages < MAX_PAGES; pages++) {
      const page = await reader.page(conversationId, cursor, MAX_LISTED_EVENTS);
      const wanted = page.filter(({ seq }) => seq < before);
      cursor = wanted.at(-1)?.seq ?? cursor;
      yield* chunksOf(wanted);
      if (wanted.length < page.length || page.length === 0) return;
    }
    throw new Error('The reader has to come back for the rest');
  }

  async function* live(events: readonly TranscriptEvent[]): AsyncGenerator<string, void, void> {
    let ready: TranscriptEvent[] = [];
    for (const event of events) {
      if (event.seq <= cursor) continue;
      if (event.seq > cursor + 1) {
        yield* chunksOf(ready);
        ready = [];
        yield* stored(event.seq);
      }
      ready.push(event);
      cursor = event.seq;
    }
    yield* chunksOf(ready);
  }

  try {
    yield* stored(Infinity);
    yield KEEP_ALIVE;
    while (!signal.aborted) {
      const left = KEEP_ALIVE_MS - (performance.now() - quietSince);
      const { events, readTo } = await unread.take(
        Math.max(0, bus.alive() ? left : Math.min(left, LOOK_MS)),
        signal,
      );
      if (signal.aborted || unread.overflowed) return;
      const before = cursor;
      yield* live(events);
      // What is left out by then is not made up for by its last rows: the reader comes back and gets them in order.
      if (signal.aborted || unread.overflowed) return;
      if (cursor > before) quietSince = performance.now();
      const quiet = performance.now() - quietSince >= KEEP_ALIVE_MS;
      const behind = readTo === null || (readTo !== undefined && readTo > cursor);
      // What comes behind the number is announced by itself, with pieces before it that are stored nowhere.
      const end = typeof readTo === 'number' && !quiet && bus.alive() ? readTo + 1 : Infinity;
      if (behind || quiet || !bus.alive()) yield* stored(end);
      if (typeof readTo === 'number') cursor = Math.max(cursor, readTo);
      if (cursor > before) quietSince = performance.now();
      else if (quiet) {
        if (!(await reader.exists(conversationId))) return;
        yield KEEP_ALIVE;
        quietSince = performance.now();
      }
    }
  } finally {
    stop();
  }
}

function* chunksOf(events: readonly TranscriptEvent[]): Generator<string, void, void> {
  let chunk = '';
  for (const event of events) {
    chunk += `id: ${event.seq}\nevent: transcript\ndata: ${JSON.stringify(event)}\n\n`;
    if (chunk.length < CHUNK_CHARS) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk !== '') yield chunk;
}
