import type { Http2Session } from 'node:http2';
import { MAX_STREAMS } from './session-limits.js';

/** Between two looks, which are half a second to two seconds apart. Whoever measures a path sends a few hundred. */
const MAX_PINGS = 4_000;
const MAX_SETTINGS = 100;
/** Twice as many as there are streams. */
const MAX_RESETS = 2 * MAX_STREAMS;

/** Frames that ask for work and bring nothing forward. nghttp2 bounds what of the answers is not read, not the asking. */
export class ControlFrames {
  private pings = 0;
  private settings = 0;
  private resets = 0;

  /** `flooded` is called for every frame that is too many. */
  constructor(
    session: Http2Session,
    private readonly flooded: () => void,
  ) {
    session.on('ping', () => {
      this.pings += 1;
      if (this.pings > MAX_PINGS) flooded();
    });
    session.on('remoteSettings', () => {
      this.settings += 1;
      if (this.settings > MAX_SETTINGS) flooded();
    });
  }

  /** The peer reset a stream. */
  reset(): void {
    this.resets += 1;
    if (this.resets > MAX_RESETS) this.flooded();
  }

  look(): void {
    this.resets = 0;
    this.pings = 0;
    this.settings = 0;
  }
}
