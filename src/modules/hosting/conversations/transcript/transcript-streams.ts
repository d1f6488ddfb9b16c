import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { LostAccess } from '../../../../kernel/access/open-streams/lost-access.js';
import { Drain } from '../../../../kernel/process/drain.js';
import type { ConversationViewer } from '../records/conversation-store.js';
import { transcriptFrames } from './event-stream.js';
import { TranscriptBus } from './transcript-bus.js';
import { TranscriptReader } from './transcript-reader.js';

/** How long a reader may take nothing of what waits for it (04 §2.3). */
const STALLED_MS = 30_000;
const BUFFERED = 16_384;

/** Opens streams, and ends them: a reader that stalls, one who lost access, a server that goes. */
@Injectable()
export class TranscriptStreams {
  constructor(
    private readonly bus: TranscriptBus,
    private readonly reader: TranscriptReader,
    private readonly access: LostAccess,
    private readonly drain: Drain,
  ) {}

  open(viewer: ConversationViewer, conversationId: string, since: number, request: FastifyRequest): Readable {
    const over = new AbortController();
    const end = (): void => over.abort();
    const watch = this.access.watch(viewer, request);
    const frames = transcriptFrames(this.bus, this.reader, { conversationId, since, signal: over.signal });
    const stream = Readable.from(watched(frames, end), { objectMode: false, highWaterMark: BUFFERED });
    over.signal.addEventListener('abort', () => stream.destroy(), { once: true });
    // Whoever reads is told nothing of what went wrong but that it is over.
    stream.on('error', () => undefined);
    stream.once('close', () => {
      watch.stop();
      watch.signal.removeEventListener('abort', end);
      this.drain.signal.removeEventListener('abort', end);
      end();
    });
    for (const signal of [watch.signal, this.drain.signal]) {
      if (signal.aborted) end();
      else signal.addEventListener('abort', end, { once: true });
    }
    return stream;
  }
}

async function* watched(
  frames: AsyncIterable<string>,
  stalled: () => void,
): AsyncGenerator<string, void, void> {
  for await (const frame of frames) {
    const timer = setTimeout(stalled, STALLED_MS).unref();
    try {
      yield frame;
    } finally {
      clearTimeout(timer);
    }
  }
}
