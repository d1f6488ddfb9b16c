import { describe, expect, it } from '@jest/globals';
import { transcriptFrames } from './event-stream.js';
import type { Listener, TranscriptBus, TranscriptEvent } from './transcript-bus.js';
import type { TranscriptReader } from './transcript-reader.js';
import { MAX_UNREAD } from './unread.js';

const TURN_ID = '00000000-0000-4000-8000-000000000001';
const event = (seq: number, type: string): TranscriptEvent => ({ seq, turnId: TURN_ID, type, payload: {} });

describe('one reader (04 §2.3)', () => {
  it.each([
    ['while nothing can be missing', true],
    ['while something may be missing', false],
  ])('that left out more than is kept for it is let go, %s', async (_when, alive) => {
    const stored: TranscriptEvent[] = [];
    let listener: Listener | undefined;
    const bus = {
      alive: () => alive,
      listen: (_id: string, one: Listener) => {
        listener = one;
        return () => undefined;
      },
    } as unknown as TranscriptBus;
    const reader = {
      page: (_id: string, after: number) => Promise.resolve(stored.filter(({ seq }) => seq > after)),
    } as unknown as TranscriptReader;
    const { signal } = new AbortController();
    const frames = transcriptFrames(bus, reader, { conversationId: TURN_ID, since: 0, signal });

    expect((await frames.next()).value).toBe(': keep-alive\n\n');
    listener!.heard([event(1, 'turn.started')]);
    expect((await frames.next()).value).toContain('"turn.started"');
    for (let seq = 2; seq <= MAX_UNREAD + 2; seq++) listener!.heard([event(seq, 'text.delta')]);
    stored.push(event(MAX_UNREAD + 3, 'turn.done'));
    listener!.heard(stored);

    expect(await frames.next()).toEqual({ value: undefined, done: true });
  });
});
