import { describe, expect, it } from '@jest/globals';
import type { BodyFraming } from '../heads/framing.js';
import { BODY_LIMITS, BodyReader } from './body-reader.js';

const CHUNKED: BodyFraming = { kind: 'chunked' };

function readAll(reader: BodyReader, text: string): { body: string; end: number } {
  let body = '';
  const end = reader.read(Buffer.from(text, 'latin1'), 0, (piece) => (body += piece.toString('latin1')));
  return { body, end };
}

describe('a body', () => {
  it.each<[string, BodyFraming, string, string, number]>([
    ['that is none', { kind: 'none' }, 'GET', '', 0],
    ['of no bytes', { kind: 'length', length: 0 }, 'GET', '', 0],
    ['of a length', { kind: 'length', length: 3 }, 'abcGET', 'abc', 3],
    ['in chunks', CHUNKED, '2\r\nab\r\n01;x\r\nc\r\n0\r\n\r\nGET', 'abc', 21],
  ])('%s ends where it ends', (_name, framing, text, body, end) => {
    const reader = new BodyReader(framing);
    expect(readAll(reader, text)).toEqual({ body, end });
    expect([reader.complete, reader.fault, reader.trailers]).toEqual([true, null, []]);
    expect(reader.end()).toBe(true);
  });

  it('until the connection closes is complete then, and no other is', () => {
    const open = new BodyReader({ kind: 'until_close' });
    expect(readAll(open, 'abc').body).toBe('abc');
    expect([open.complete, open.end(), open.complete]).toEqual([false, true, true]);
    const cut = new BodyReader({ kind: 'length', length: 4 });
    readAll(cut, 'abc');
    expect(cut.end()).toBe(false);
    const broken = new BodyReader(CHUNKED);
    readAll(broken, '3\r\nabc\r\n0\r\n');
    expect(broken.end()).toBe(false);
  });

  it('is handed on as views of what came in', () => {
    const chunk = Buffer.from('xx3\r\nabc\r\n0\r\n\r\n');
    const pieces: Buffer[] = [];
    new BodyReader(CHUNKED).read(chunk, 2, (piece) => pieces.push(piece));
    new BodyReader({ kind: 'length', length: 99 }).read(chunk, 0, (piece) => pieces.push(piece));
    expect(pieces.map(String)).toEqual(['abc', chunk.toString()]);
    expect(pieces.every(({ buffer }) => buffer === chunk.buffer)).toBe(true);
    expect(pieces[1]).toBe(chunk);
  });

  it('has trailers, which are complete with it', () => {
    const reader = new BodyReader(CHUNKED);
    expect(readAll(reader, '0\r\nX-Sum: 1 \r\ngrpc').end).toBe('0\r\nX-Sum: 1 \r\ngrpc'.length);
    expect([reader.trailers, reader.complete]).toEqual([[], false]);
    expect(readAll(reader, '-status: 0\r\n\r\nGET').end).toBe('-status: 0\r\n\r\n'.length);
    expect([reader.trailers, reader.complete]).toEqual([['X-Sum', '1', 'grpc-status', '0'], true]);
  });
});

describe('a chunked body that is refused', () => {
  const longExtension = `;${'a'.repeat(BODY_LIMITS.extensionBytes)}`;
  it.each([
    ['chunk_malformed', '+1\r\n'],
    ['chunk_malformed', '\r\n'],
    ['chunk_malformed', '20000000000000\r\n'],
    ['chunk_malformed', '0000000000000001\r\n'],
    ['chunk_malformed', '1\r\nab'],
    ['extensions_too_large', `1${longExtension}`],
    ['extensions_too_large', `1;${'a'.repeat(9_000)}\r\na\r\n`.repeat(2)],
    ['trailer_malformed', '0\r\nX : 1\r\n\r\n'],
    ['trailer_that_frames', '0\r\ncontent-length: 1\r\n\r\n'],
    ['trailers_too_large', `0\r\nX: ${'a'.repeat(BODY_LIMITS.trailerBytes)}`],
    ['trailers_too_many', `0\r\n${'X: 1\r\n'.repeat(BODY_LIMITS.trailerFields + 1)}`],
  ])('is %s in one piece and in many, and takes nothing behind it', (fault, text) => {
    const whole = new BodyReader(CHUNKED);
    readAll(whole, text);
    const inPieces = new BodyReader(CHUNKED);
    for (const byte of text) readAll(inPieces, byte);
    for (const reader of [whole, inPieces]) {
      expect([reader.fault, reader.complete, reader.end()]).toEqual([fault, false, false]);
      expect(readAll(reader, '1\r\na\r\n0\r\n\r\n')).toEqual({ body: '', end: 0 });
      expect(reader.trailers).toEqual([]);
    }
  });

  it('takes the largest size that is exact, and 100 trailers', () => {
    const large = new BodyReader(CHUNKED);
    expect(readAll(large, '1fffffffffffff\r\nab').body).toBe('ab');
    const many = new BodyReader(CHUNKED);
    readAll(many, `0\r\n${'X: 1\r\n'.repeat(BODY_LIMITS.trailerFields)}\r\n`);
    expect(many.trailers).toHaveLength(2 * BODY_LIMITS.trailerFields);
  });
});
