import type * as framing from '../../../src/domain/protocols/http1/heads/framing.js';
import type * as body from '../../../src/domain/protocols/http1/bodies/body-reader.js';
import type * as text from '../../../src/domain/protocols/http1/heads/message-text.js';
import type * as request from '../../../src/domain/protocols/http1/heads/request-head.js';
import type * as response from '../../../src/domain/protocols/http1/heads/response-head.js';
import type { Case } from './messages.js';

/** The codec under test: compiled for `npm run fuzz`, from its sources in the unit spec. */
export type Codec = typeof framing & typeof body & typeof text & typeof request & typeof response;

/** One message as somebody read it, and the byte behind it. */
export interface Reading {
  start: string;
  fields: string[];
  body: string;
  trailers: string[];
  end: number;
  /** It ends with the connection, so that everything there was is its body. */
  toTheEnd: boolean;
  persistent: boolean;
  /** What follows may be no HTTP. */
  switches: boolean;
}

/** Also: the message is refused, or more of it is needed. */
export type Outcome = Reading | { refused: string } | 'unfinished';

/** Cuts `bytes` at the positions, which rise; every piece is a buffer of its own, as from a socket. */
export function piecesOf(bytes: Buffer, cuts: readonly number[]): Buffer[] {
  return [...cuts, bytes.length].map((to, index) => bytes.subarray(index === 0 ? 0 : cuts[index - 1], to));
}

/** What the codec makes of a case that arrives in pieces. */
export function readWith(
  codec: Codec,
  { kind, toHead }: Pick<Case, 'kind' | 'toHead'>,
  pieces: readonly Buffer[],
): Outcome {
  const heads = kind === 'request' ? new codec.RequestHeadReader() : new codec.ResponseHeadReader();
  let head: request.RequestHead | response.ResponseHead | null = null;
  let reader: body.BodyReader | null = null;
  let content = '';
  let end = 0;
  for (const piece of pieces) {
    let at = 0;
    if (head === null) {
      const result = heads.read(piece, 0);
      if (typeof result === 'string') return { refused: result };
      if (result === null) {
        end += piece.length;
        continue;
      }
      head = result;
      at = heads.end;
      reader = new codec.BodyReader(framingOf(codec, head, toHead));
    }
    at = reader!.read(piece, at, (part) => (content += part.toString('latin1')));
    if (reader!.fault !== null) return { refused: reader!.fault };
    end += at;
    if (reader!.complete) break;
  }
  if (head === null || reader === null) return 'unfinished';
  const toTheEnd = !reader.complete;
  if (toTheEnd && !reader.end()) return 'unfinished';
  return {
    ...startOf(head),
    fields: head.rawHeaders,
    body: content,
    trailers: reader.trailers,
    end,
    toTheEnd,
  };
}

function framingOf(
  codec: Codec,
  head: request.RequestHead | response.ResponseHead,
  toHead: boolean,
): framing.BodyFraming {
  return 'status' in head ? codec.responseFraming(head, toHead ? 'HEAD' : 'GET') : head.framing;
}

function startOf(
  head: request.RequestHead | response.ResponseHead,
): Pick<Reading, 'start' | 'persistent' | 'switches'> {
  const { persistent, minor } = head;
  if ('status' in head) {
    return { start: `${head.status} ${minor} ${head.reason}`, persistent, switches: head.status === 101 };
  }
  const switches = head.method === 'CONNECT' || (head.upgrade !== null && head.framing.kind !== 'chunked');
  return { start: `${head.method} ${head.target} ${minor}`, persistent, switches };
}
