import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createZstdDecompress,
} from 'node:zlib';
import type { Transform } from 'node:stream';
import type { AnswerFilter } from '../exchange/results/upstream-answer.js';

/** RFC 8878 §3.1.1.1.2 asks for 8 MiB and no more. */
const ZSTD_PARAMS = { [constants.ZSTD_d_windowLogMax]: 23 };
const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: () => createGunzip(),
  'x-gzip': () => createGunzip(),
  deflate: () => createInflate(),
  br: () => createBrotliDecompress(),
  zstd: () => createZstdDecompress({ params: ZSTD_PARAMS }),
};
/** What says something of the bytes of a body that is changed. */
const BODY_FIELDS: ReadonlySet<string> = new Set([
  'content-length',
  'content-encoding',
  'content-md5',
  'content-digest',
  'digest',
  'repr-digest',
  'etag',
]);

/** Where what is left of an answer goes, and who sends it. */
export interface FilterEnds {
  pass(piece: Buffer): void;
  /** Asks the upstream to wait. */
  pause(): void;
  resume(): void;
  /** The coding is broken, so that nothing more can be passed on. */
  broke(): void;
}

/** The body of an answer that passes through a filter, decoded where it is encoded. */
export interface FilteredAnswer {
  push(piece: Buffer): void;
  /** `over` is told once all of it was passed on; not where the coding is broken. */
  end(over: () => void): void;
  /** The agent does not take more for now. */
  pause(): void;
  resume(): void;
}

/** Null where the body has a coding that is not known here, and passes as it is. */
export function filteredAnswer(
  filter: AnswerFilter,
  codings: readonly string[],
  ends: FilterEnds,
): FilteredAnswer | null {
  const named = codings
    .flatMap((field) => field.split(','))
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity');
  const [coding] = named;
  if (coding === undefined) return plain(filter, ends);
  const decoder = named.length === 1 && Object.hasOwn(DECODERS, coding) ? DECODERS[coding]! : null;
  return decoder === null ? null : decoded(filter, decoder(), ends);
}

/** The head of an answer whose body is changed. */
export function withoutBodyFields(headers: readonly string[]): string[] {
  const kept: string[] = [];
  for (let at = 0; at + 1 < headers.length; at += 2) {
    if (!BODY_FIELDS.has(headers[at]!.toLowerCase())) kept.push(headers[at]!, headers[at + 1]!);
  }
  return kept;
}

function plain(filter: AnswerFilter, ends: FilterEnds): FilteredAnswer {
  return {
    push: (piece) => ends.pass(filter.push(piece)),
    end(over) {
      ends.pass(filter.end());
      over();
    },
    pause: () => undefined,
    resume: () => undefined,
  };
}

/** What is decoded waits with the decoder while the agent does not read, and the upstream with both. */
function decoded(filter: AnswerFilter, decoder: Transform, ends: FilterEnds): FilteredAnswer {
  let over: (() => void) | null = null;
  decoder.on('data', (piece: Buffer) => ends.pass(filter.push(piece)));
  decoder.on('drain', () => ends.resume());
  decoder.once('error', () => ends.broke());
  decoder.once('end', () => {
    ends.pass(filter.end());
    over?.();
  });
  return {
    push: (piece) => void (decoder.write(piece) || ends.pause()),
    end(told) {
      over = told;
      decoder.end();
    },
    pause: () => void decoder.pause(),
    resume: () => void decoder.resume(),
  };
}
