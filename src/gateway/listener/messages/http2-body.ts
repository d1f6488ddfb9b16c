import type { ServerHttp2Stream } from 'node:http2';
import { framesMessages } from '../../../domain/protocols/http1/heads/framing.js';
import { isSafeField } from '../../../domain/protocols/http2/heads.js';
import { DeliveredBody } from './delivered-body.js';

/** As of a chunked body. */
const MAX_TRAILERS = 100;
const MAX_TRAILER_BYTES = 16_384;

/** The body of a request as it arrives on a stream of HTTP/2, whose window is open for as long as somebody reads. */
export class Http2Body extends DeliveredBody {
  trailers: readonly string[] = [];
  private ended = false;
  private broken = false;

  constructor(private readonly stream: ServerHttp2Stream) {
    super(stream);
    stream.on('data', this.take).on('trailers', this.onTrailers);
    stream.on('end', this.onEnd).on('aborted', this.onBroken).on('close', this.onBroken);
  }

  override get complete(): boolean {
    return this.ended;
  }

  private readonly onTrailers = (...told: unknown[]): void => {
    const raw = told[2] as readonly string[];
    if (areTrailers(raw)) this.trailers = raw;
    else this.stream.destroy(new Error('The trailers of a request are malformed'));
  };

  private readonly onEnd = (): void => {
    if (this.broken) return;
    this.ended = true;
    this.completed();
  };

  private readonly onBroken = (): void => {
    if (this.ended || this.broken) return;
    this.broken = true;
    this.breakOff();
  };
}

/** A field that frames or routes is refused among them, as on HTTP/1 (RFC 9110 §6.5.1). */
function areTrailers(raw: readonly string[]): boolean {
  let bytes = 0;
  if (raw.length > 2 * MAX_TRAILERS) return false;
  for (let at = 0; at < raw.length; at += 2) {
    const name = raw[at]!;
    const value = raw[at + 1]!;
    bytes += name.length + value.length;
    if (bytes > MAX_TRAILER_BYTES || !isSafeField(name, value) || framesMessages(name)) return false;
  }
  return true;
}
