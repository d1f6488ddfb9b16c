import type { Transform } from 'node:stream';
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createZstdDecompress,
} from 'node:zlib';
import { Injectable } from '@nestjs/common';
import { boundedWait } from '../../kernel/scheduling/bounded-wait.js';
import { SharedPlaces } from '../../kernel/scheduling/shared-places.js';
import { DecodedBody, type PassingBody } from './decoded-body.js';

/** Each keeps a window of some megabytes at worst. */
const MAX_AT_ONCE = 64;
/** Stay free for the next organization (R62). */
const RESERVE = 8;
/** RFC 8878 §3.1.1.1.2 asks for 8 MiB and no more. */
const ZSTD_WINDOW_LOG = 23;

const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: () => createGunzip({ finishFlush: constants.Z_SYNC_FLUSH }),
  'x-gzip': () => createGunzip({ finishFlush: constants.Z_SYNC_FLUSH }),
  deflate: () => createInflate({ finishFlush: constants.Z_SYNC_FLUSH }),
  br: () => createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH }),
  zstd: () =>
    createZstdDecompress({
      finishFlush: constants.ZSTD_e_flush,
      params: { [constants.ZSTD_d_windowLogMax]: ZSTD_WINDOW_LOG },
    }),
};

/** For a coding nobody knows here, or more than one. */
const UNREADABLE: PassingBody = { read: () => undefined, end: (over) => over(false) };

/** Bodies that are decoded beside their streams, at most so many at once, and of one organization its share (R62). */
@Injectable()
export class BodyDecoders {
  private readonly open = new Set<DecodedBody>();
  private readonly places = new SharedPlaces(MAX_AT_ONCE, RESERVE);
  private wake: (() => void) | null = null;

  /** What decodes a body of these codings as it passes; null: it has none, and may be read as it is. */
  readBeside(
    organizationId: string,
    codings: readonly string[],
    read: (piece: Buffer) => void,
  ): PassingBody | null {
    if (codings.length === 0) return null;
    const named = codings
      .flatMap((field) => field.split(','))
      .map((coding) => coding.trim().toLowerCase())
      .filter((coding) => coding !== '' && coding !== 'identity');
    const [coding] = named;
    if (coding === undefined) return null;
    const decoder = Object.hasOwn(DECODERS, coding) ? DECODERS[coding] : undefined;
    if (named.length > 1 || decoder === undefined || !this.places.tryTake(organizationId)) return UNREADABLE;
    const body = new DecodedBody(decoder(), read, () => this.closed(body, organizationId));
    this.open.add(body);
    return body;
  }

  /** Resolves when none is left; those that need longer are given up, and told what they have read. */
  async finish(milliseconds: number): Promise<void> {
    if (this.open.size > 0) await boundedWait(milliseconds, undefined, (wake) => (this.wake = wake));
    for (const body of [...this.open]) body.giveUp();
  }

  private closed(body: DecodedBody, organizationId: string): void {
    if (!this.open.delete(body)) return;
    this.places.giveBack(organizationId);
    if (this.open.size === 0) this.wake?.();
  }
}
