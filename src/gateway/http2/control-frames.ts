import type { Http2Session } from 'node:http2';

/** Between two looks, which are half a second to two seconds apart. Whoever measures a path sends a few hundred. */
const MAX_PINGS = 4_000;
const MAX_SETTINGS = 100;

/** Frames that ask for work and bring nothing forward. nghttp2 bounds what of the answers is not read, not the asking. */
export class ControlFrames {
  private pings = 0;
  private settings = 0;

  /** `flooded` is called for every frame that is too many. */
  constructor(session: Http2Session, flooded: () => void) {
    session.on('ping', () => {
      this.pings += 1;
      if (this.pings > MAX_PINGS) flooded();
    });
    session.on('remoteSettings', () => {
      this.settings += 1;
      if (this.settings > MAX_SETTINGS) flooded();
    });
  }

  look(): void {
    this.pings = 0;
    this.settings = 0;
  }
}
