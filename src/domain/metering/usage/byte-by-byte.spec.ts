import { describe, expect, it } from '@jest/globals';
import { JsonScanner as ReferenceScanner } from '../../../../test/harness/answer-scanner/json-scanner.js';
import { SseData as ReferenceData } from '../../../../test/harness/answer-scanner/sse-data.js';
import type { AnswerFormat } from './answer-format.js';
import { ANTHROPIC } from './anthropic-answer.js';
import type { Findings } from '../json/findings.js';
import { JsonScanner } from '../json/json-scanner.js';
import { OPENAI } from './openai-answer.js';
import { nameAt, numberAt, object, text, textBelow } from '../json/json-selector.js';
import { SseData } from '../events/sse-data.js';

let seed = 1;
const random = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
const below = (most: number): number => Math.floor(random() * most);
const oneOf = <T>(all: readonly T[]): T => all[below(all.length)]!;
const often = (part: number): boolean => random() < part;

type Found = Pick<Findings, 'names' | 'textBytes'> & { numbers: Iterable<number> };

function foundBy(scanner: Found): unknown {
  return { numbers: [...scanner.numbers], names: scanner.names, textBytes: scanner.textBytes };
}

/** What stands in `pieces`, read as gateways do and byte by byte. */
function readBoth({ shape, slots }: Pick<AnswerFormat, 'shape' | 'slots'>, pieces: readonly Buffer[]) {
  const another = (): JsonScanner => new JsonScanner(shape, slots);
  const [found, expected] = [another(), new ReferenceScanner(shape, slots)];
  const [data, reference] = [new SseData(found, another), new ReferenceData(expected)];
  for (const piece of pieces) {
    data.read(piece);
    reference.read(piece);
    // Also between two pieces, where a stream may break off.
    if (found.found.textBytes !== expected.textBytes) break;
  }
  return [foundBy(found.found), foundBy(expected)];
}

function inPieces(bytes: Buffer, sizes: readonly number[]): Buffer[] {
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length;) {
    const size = oneOf(sizes);
    pieces.push(bytes.subarray(at, at + size));
    at += size;
  }
  return pieces;
}

/** As JSON, between quotes: what is in it is what may be taken for something else. */
const TEXTS = [
  'a',
  ' word',
  '',
  'Grüße \u{1f600}',
  '"usage":{"prompt_tokens":5}',
  '\n\ndata: {"usage":{"prompt_tokens":6}}\n\n',
  '\\',
  '\\"}',
  'tab\t\u0001',
  'long '.repeat(40),
  `${'x'.repeat(64)}\n"${'y'.repeat(70)}`,
];
const RAW = [
  '\\u0041',
  '\\ud83d\\ude00',
  '\\u00e9\\u20ac',
  '\\u12',
  '\\uzzzz',
  '\\x',
  '\\/',
  '\\u00"},"x',
  'x","usage":{"prompt_tokens":7},"y":"',
];
const inQuotes = (): string =>
  often(0.85)
    ? JSON.stringify(Array.from({ length: below(3) }, () => oneOf(TEXTS)).join(''))
    : `"${oneOf(RAW)}"`;
const number = (): string => oneOf(['0', '7', '42', '123456', '-1.5', '1e3', 'null']);
const blanks = (): string => ' '.repeat(often(0.7) ? 0 : below(12));

/** Events as providers send them; what is in braces changes from one to the next. */
const EVENTS: readonly (() => string)[] = [
  () => `{"model":"gpt","choices":[{"index":${number()},"delta":{"content":${inQuotes()}}}],"usage":null}`,
  () =>
    `{"id":${inQuotes()},"choices":[{"delta":{"content":${inQuotes()},"refusal":${inQuotes()}},"logprobs":{"content":[{"token":${inQuotes()},"x":${number()}}]}}]${blanks()}}`,
  () =>
    `{"type":"response.output_text.delta","sequence_number":${number()},"delta":${inQuotes()},"obfuscation":${inQuotes()}}`,
  () =>
    `{"type": "content_block_delta", "index": ${number()}, "delta": {"type":"text_delta","text":${inQuotes()}}${blanks()}}`,
  () => `{"delta":{"partial_json":${inQuotes()}},"usage":{"output_tokens":${number()}}}`,
  () => `{"usage":{"prompt_tokens":${number()},"completion_tokens":${number()}},"choices":[]}`,
  () => `{"model":${inQuotes()},"delta":${inQuotes()}}`,
  () => `{"m\\u006fdel":"other","us\\u0061ge":{"prompt_tokens":${number()}},"delta":"x"}`,
  () => `{"any":{"at":[${number()},{"deeper":${inQuotes()}}]},"model":${inQuotes()},"not":${inQuotes()}}`,
  () => `["delta",{"delta":${inQuotes()}},${number()}]`,
  () => `[DONE]`,
];
const SHAPES: readonly Pick<AnswerFormat, 'shape' | 'slots'>[] = [
  ANTHROPIC,
  OPENAI,
  {
    shape: object({
      any: textBelow('not'),
      model: nameAt(0),
      delta: text({ text: text() }),
      index: numberAt(0),
    }),
    slots: { numbers: 1, names: 1 },
  },
];

/** What stands around data. */
function framed(data: string, end: string): string {
  const before = oneOf([
    '',
    '',
    '',
    `event: x${end}`,
    `: comment${end}`,
    `id: ${number()}${end}`,
    `data${end}`,
  ]);
  const middle = often(0.05) ? data.replaceAll(',', `,${end}data: `) : data;
  return `${before}data:${often(0.8) ? ' ' : ''}${middle}${end}${end}`;
}

/** Any byte that means something, in any place. */
function broken(stream: Buffer): Buffer {
  const bytes = Buffer.from(stream);
  for (let times = 1 + below(4); times > 0; times -= 1)
    bytes[below(bytes.length)] = Buffer.from(oneOf([...'"\\{}[],: \r\n\t0u']))[0]!;
  return bytes;
}

function stream(): Buffer {
  const end = oneOf(['\n', '\n', '\r\n', '\r']);
  const events: string[] = [];
  for (let runs = 1 + below(4); runs > 0; runs -= 1) {
    const kinds = often(0.7) ? [oneOf(EVENTS)] : [oneOf(EVENTS), oneOf(EVENTS)];
    for (let length = below(25); length > 0; length -= 1)
      events.push(framed(oneOf(kinds)(), often(0.98) ? end : oneOf(['\n', '\r\n', '\r'])));
  }
  const bytes = Buffer.from(`${often(0.1) ? '\ufeff' : ''}${events.join('')}`);
  return often(0.5) && bytes.length > 0 ? broken(bytes) : bytes;
}

/** Each is like the one before it, and differs where such events differ. */
const LIKE: readonly {
  name: string;
  end: string;
  format: Pick<AnswerFormat, 'shape' | 'slots'>;
  readonly event: (at: number) => string;
}[] = [
  {
    name: 'a chunk of OpenAI',
    end: '\n',
    format: OPENAI,
    event: (at) =>
      `data: {"choices":[{"index":${at},"delta":{"content":"w${at}"}}],"o":"${'x'.repeat(at)}","usage":null}`,
  },
  {
    name: 'a delta of Anthropic',
    end: '\r\n',
    format: ANTHROPIC,
    event: (at) => `event: d\r\ndata: {"index":0,"delta":{"text":"w\\n\\u00e${at}"}${' '.repeat(at)}}`,
  },
  {
    name: 'one with usage',
    end: '\r',
    format: OPENAI,
    event: (at) => `data:{"delta":"w","model":"m","usage":{"prompt_tokens": 5,"n":${at}}}`,
  },
  {
    name: 'one with lines',
    end: '\n',
    format: OPENAI,
    event: (at) => `data: [{"delta":"w${at}"},\ndata: {"delta":"x"}]`,
  },
];
const BYTES = [...'"\\{}[],: \r\n0ux\u0001'];

describe('events', () => {
  it.each(LIKE)('are read as byte by byte when one differs in any byte: $name', ({ end, format, event }) => {
    const whole = (at: number): string => `${event(at)}${end}${end}`;
    const before = [1, 1, 2, 3, 11, 4, 2].map(whole).join('');
    const [other, behind] = [whole(5), `${whole(6)}${whole(3)}`];
    for (let at = 0; at <= other.length; at += 1) {
      for (const byte of ['', ...BYTES]) {
        for (const gone of [0, 1]) {
          const changed = `${before}${other.slice(0, at)}${byte}${other.slice(at + gone)}${behind}`;
          const [found, expected] = readBoth(format, [Buffer.from(changed)]);
          if (!isSame(found, expected)) expect([changed, found]).toEqual([changed, expected]);
        }
      }
    }
  });

  it('are read as byte by byte: whatever they say, however they are framed, broken and cut into pieces', () => {
    seed = 1;
    for (let round = 0; round < 2_500; round += 1) {
      const bytes = stream();
      const sizes = oneOf([[1], [1_000_000], [1, 2, 3, 50], [200, 700], [64, 4_096]]);
      const [found, expected] = readBoth(oneOf(SHAPES), inPieces(bytes, sizes));
      if (!isSame(found, expected)) expect([bytes.toString(), found]).toEqual([bytes.toString(), expected]);
    }
  });
});

describe('a JSON text', () => {
  it('is read as byte by byte: whatever it says, broken, spread and cut into pieces', () => {
    seed = 2;
    for (let round = 0; round < 2_500; round += 1) {
      const all = Array.from({ length: 1 + below(4) }, () => oneOf(EVENTS)());
      const spread = often(0.5) ? all.join(',\n') : all.join(',').replaceAll(':', ' :\r\n ');
      const bytes = Buffer.from(oneOf([spread, `[${spread}]`, `{"choices":${spread}}`]));
      const { shape, slots } = oneOf(SHAPES);
      const [found, expected] = [new JsonScanner(shape, slots), new ReferenceScanner(shape, slots)];
      const text = often(0.5) ? broken(bytes) : bytes;
      for (const piece of inPieces(text, oneOf([[1], [1_000_000], [1, 2, 3, 50], [100, 300]]))) {
        found.read(piece);
        expected.read(piece);
      }
      expect([text.toString(), foundBy(found.found)]).toEqual([text.toString(), foundBy(expected)]);
    }
  });
});

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
