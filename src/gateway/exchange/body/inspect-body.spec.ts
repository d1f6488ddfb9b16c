import { describe, expect, it } from '@jest/globals';
import {
  brotliCompressSync,
  constants,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib';
import { compileNeedle } from '../../../domain/decision/policy/conditions/needle.js';
import { KeyPaths } from '../../../domain/protocols/bodies/key-paths.js';
import { awsFramingOf } from './aws-framing.js';
import { inspectBody } from './inspect-body.js';

const LIMIT = 1_048_576;
const TEXT = '{"note":"WIRE-TRANSFER"}';

function whole(bytes: Buffer) {
  return { bytes, complete: true };
}

const CODERS = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync, zstd: zstdCompressSync };
const NEEDLE = compileNeedle('wire-transfer');
/** Decoded in the one way there is. */
const SOUND = { unsure: false, restricts: true, opens: true };

async function readingsOf(bytes: Buffer, declared: readonly string[]) {
  const body = await inspectBody(whole(bytes), declared, LIMIT);
  const keys = new KeyPaths();
  return {
    unsure: body.unsure,
    restricts: body.someContains(NEEDLE, keys),
    opens: body.everyContains(NEEDLE, keys),
  };
}

const textOf = ({ bytes }: { bytes: Uint8Array }): string => Buffer.from(bytes).toString().toLowerCase();

describe('inspected body (R11)', () => {
  it.each([
    ['identity', (text: string) => Buffer.from(text)],
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['br', brotliCompressSync],
    ['zstd', zstdCompressSync],
  ] as const)('decodes %s', async (encoding, compress) => {
    const body = await inspectBody(whole(compress(TEXT)), [encoding], LIMIT);
    expect(textOf(body)).toBe(TEXT.toLowerCase());
    expect(body.truncated).toBe(false);
  });

  it('decodes several layers in the order they were applied', async () => {
    const body = await inspectBody(whole(brotliCompressSync(gzipSync(TEXT))), ['gzip, br'], LIMIT);
    expect(textOf(body)).toBe(TEXT.toLowerCase());
  });

  it('bounds what a small body may expand to', async () => {
    const body = await inspectBody(whole(gzipSync(Buffer.alloc(50_000_000, 'a'))), ['gzip'], 20_000);
    expect(textOf(body)).toHaveLength(20_000);
    expect(body.truncated).toBe(true);
  });

  it('decodes what a cut prefix holds and says that the body goes on', async () => {
    const compressed = gzipSync(
      Array.from({ length: 5_000 }, (_, index) => `line ${index * 7919}`).join('\n'),
    );
    const prefix = { bytes: compressed.subarray(0, compressed.length / 2), complete: false };
    const body = await inspectBody(prefix, ['gzip'], LIMIT);
    expect(textOf(body).startsWith('line 0\nline 7919')).toBe(true);
    expect(body.truncated).toBe(true);
  });

  it('judges what does not decode as it stands, as a cut body', async () => {
    const body = await inspectBody(whole(Buffer.from('wire-transfer')), ['gzip'], LIMIT);
    expect(textOf(body)).toBe('wire-transfer');
    expect(body.truncated).toBe(true);
  });

  it.each([['gzip'], ['deflate'], ['br'], ['zstd']])(
    '%s is told from what only begins like it',
    async (coding) => {
      const encode = CODERS[coding as keyof typeof CODERS];
      const whole = encode(TEXT);
      expect(await readingsOf(whole, [coding])).toEqual(SOUND);
      const odd = {
        truncated: whole.subarray(0, -3),
        'with garbage': Buffer.concat([whole, Buffer.from('garbage')]),
        'with zeros': Buffer.concat([whole, Buffer.alloc(2)]),
        'with zeros and more': Buffer.concat([whole, Buffer.alloc(2), whole]),
        empty: Buffer.alloc(0),
      };
      for (const [name, bytes] of Object.entries(odd)) {
        const { unsure, restricts } = await readingsOf(bytes, [coding]);
        expect([name, unsure, restricts]).toEqual([name, true, true]);
      }
    },
  );

  it('checks what streams say of their own content', async () => {
    for (const encode of [gzipSync, deflateSync]) {
      const bytes = encode(TEXT);
      bytes[bytes.length - (encode === gzipSync ? 8 : 4)]! ^= 1;
      const coding = encode === gzipSync ? 'gzip' : 'deflate';
      expect(await readingsOf(bytes, [coding])).toMatchObject({
        unsure: true,
        restricts: true,
        opens: false,
      });
    }
  });

  it('reads every one of several streams, and does not rely on what only some decoders read', async () => {
    for (const encode of [gzipSync, zstdCompressSync]) {
      const coding = encode === gzipSync ? 'gzip' : 'zstd';
      const several = Buffer.concat([encode('{"note":'), encode('"WIRE-TRANSFER"}')]);
      expect(await readingsOf(several, [coding])).toEqual({ ...SOUND, unsure: true, opens: false });
      const harmless = Buffer.concat([encode('a love '), encode('letter')]);
      expect(await readingsOf(harmless, [coding])).toMatchObject({ restricts: false, opens: false });
      const many = Buffer.concat(Array.from({ length: 500 }, () => encode('x')));
      expect(await readingsOf(many, [coding])).toMatchObject({ unsure: true, restricts: true });
    }
  });

  it('reads the header of a gzip member with all it can hold', async () => {
    const plain = gzipSync(TEXT);
    const field = (flags: number, bytes: Buffer): Buffer =>
      Buffer.concat([
        plain.subarray(0, 3),
        Buffer.from([flags]),
        plain.subarray(4, 10),
        bytes,
        plain.subarray(10),
      ]);
    const extra = Buffer.from('\x03\x00abc', 'latin1');
    for (const header of [
      field(4, extra),
      field(8, Buffer.from('name\0')),
      field(16, Buffer.from('comment\0')),
      field(2, Buffer.alloc(2)),
    ])
      expect(await readingsOf(header, ['gzip'])).toEqual(SOUND);
    const all = field(30, Buffer.concat([extra, Buffer.from('name\0comment\0'), Buffer.alloc(2)]));
    expect(await readingsOf(all, ['gzip'])).toEqual(SOUND);
    const hidden = gzipSync('a love letter');
    const smuggled = Buffer.concat([
      hidden.subarray(0, 3),
      Buffer.from([8]),
      hidden.subarray(4, 10),
      Buffer.from('&a=wire-transfer&\0'),
      hidden.subarray(10),
    ]);
    expect(await readingsOf(smuggled, ['gzip'])).toMatchObject({ restricts: true, opens: false });
  });

  it('undoes up to three layers, in one field or in several, and no more', async () => {
    const layers = (count: number): Buffer =>
      Array.from({ length: count }).reduce<Buffer>((bytes) => gzipSync(bytes), Buffer.from(TEXT));
    expect(await readingsOf(layers(2), ['gzip, gzip'])).toEqual(SOUND);
    expect(await readingsOf(layers(3), ['gzip', 'identity', ' GZIP ,x-gzip'])).toEqual(SOUND);
    expect(await readingsOf(layers(4), ['gzip, gzip, gzip, gzip'])).toMatchObject({
      unsure: true,
      restricts: true,
    });
    expect(
      await readingsOf(deflateSync(zstdCompressSync(brotliCompressSync(TEXT))), ['br, zstd', 'deflate']),
    ).toEqual(SOUND);
  });

  it('undoes layers that nobody declared for what restricts, and opens nothing by them', async () => {
    const nested = gzipSync(gzipSync(TEXT));
    for (const declared of [[], ['gzip']])
      expect(await readingsOf(nested, declared)).toMatchObject({
        unsure: true,
        restricts: true,
        opens: false,
      });
    for (const bytes of [zstdCompressSync(TEXT), deflateSync(TEXT)])
      expect(await readingsOf(bytes, [])).toMatchObject({ restricts: true, opens: false });
    expect(await readingsOf(gzipSync('a love letter'), [])).toMatchObject({ restricts: false, opens: false });
    expect(await readingsOf(Buffer.from('x^2 is no zlib, wire-transfer'), [])).toEqual(SOUND);
  });

  it('takes bytes that are zlib and a bare deflate stream at once for neither', async () => {
    const body = Buffer.from('a love letter');
    const stored = Buffer.concat([Buffer.from([1, body.length, 0, 255 - body.length, 255]), body]);
    const polyglot = Buffer.concat([
      Buffer.from([0x78, 0x9c, 0x00, 0x63, 0xff]),
      Buffer.alloc(0x9c, 'x'),
      stored,
    ]);
    expect(await readingsOf(polyglot, ['deflate'])).toMatchObject({ restricts: true, opens: false });
  });

  it('does not give a decoder the memory that a stream asks for', async () => {
    const wide = zstdCompressSync(Buffer.alloc(1 << 24, 'ab'), {
      params: { [constants.ZSTD_c_windowLog]: 24 },
    });
    expect(await readingsOf(wide, ['zstd'])).toMatchObject({ unsure: true, restricts: true });
  });

  it('says how much it holds besides the prefix', async () => {
    let held = 0;
    const bytes = gzipSync(gzipSync(Buffer.alloc(10_000, 'ab')));
    await inspectBody(whole(bytes), ['gzip, gzip'], LIMIT, { holds: (count) => (held = count) });
    expect(held).toBeGreaterThanOrEqual(10_000);
    expect(held).toBeLessThan(11_000);
  });

  it('judges unknown codings as they stand', async () => {
    const body = await inspectBody(whole(Buffer.from('zstd bytes')), ['zstd'], LIMIT);
    expect(textOf(body)).toBe('zstd bytes');
    expect(body.truncated).toBe(true);
  });
});

/** As clients of S3 send it: pieces of these lengths, with signatures or without. */
function inPieces(content: Buffer, sizes: readonly number[], extension: string): Buffer {
  const out: Buffer[] = [];
  let at = 0;
  for (const size of [...sizes, content.length]) {
    const piece = content.subarray(at, at + size);
    if (piece.length > 0)
      out.push(Buffer.from(`${piece.length.toString(16)}${extension}\r\n`), piece, Buffer.from('\r\n'));
    at += size;
  }
  return Buffer.concat([...out, Buffer.from(`0${extension}\r\nx-amz-checksum-crc32:AAAAAA==\r\n\r\n`)]);
}

describe('the framing of uploads to S3 (R57)', () => {
  const S3 = 'b.s3.eu-west-1.amazonaws.com';
  const STREAMING = ['STREAMING-AWS4-HMAC-SHA256-PAYLOAD'];
  const signature = `;chunk-signature=${'0'.repeat(64)}`;
  /** Split in the middle of the word. */
  const framed = (text: Buffer): Buffer => inPieces(text, [12, 3], signature);

  async function inspected(bytes: Buffer, codings: readonly string[], payloads = STREAMING, host = S3) {
    const framing = awsFramingOf(host, payloads, codings);
    const body = await inspectBody(whole(bytes), codings, LIMIT, { framing });
    const keys = new KeyPaths();
    return {
      text: textOf(body),
      unsure: body.unsure,
      restricts: body.someContains(NEEDLE, keys),
      opens: body.everyContains(NEEDLE, keys),
    };
  }

  it.each([[[]], [['aws-chunked']], [['identity']], [['AWS-Chunked']]])(
    'is undone whatever Content-Encoding says: %j',
    async (codings) => {
      const read = await inspected(framed(Buffer.from(TEXT)), codings);
      expect(read).toEqual({ text: TEXT.toLowerCase(), ...SOUND });
    },
  );

  it.each([
    ['aws-chunked,gzip', gzipSync],
    ['gzip, aws-chunked', gzipSync],
    ['br', brotliCompressSync],
    ['', gzipSync],
  ] as const)('stands around what %j says', async (coding, compress) => {
    const read = await inspected(framed(compress(TEXT)), [coding]);
    expect([read.text, read.restricts]).toEqual([TEXT.toLowerCase(), true]);
  });

  it('counts for what restricts wherever it is claimed, and opens nothing there', async () => {
    const bytes = framed(Buffer.from(TEXT));
    const opensNothing = { text: TEXT.toLowerCase(), unsure: true, restricts: true, opens: false };
    expect(await inspected(bytes, ['aws-chunked'], [])).toEqual(opensNothing);
    expect(await inspected(bytes, [], STREAMING, 'files.example.test')).toEqual(opensNothing);
    expect(await inspected(bytes, [], [...STREAMING, 'UNSIGNED-PAYLOAD'])).toEqual(opensNothing);
  });

  it.each([
    ['no framing', Buffer.from(TEXT)],
    ['a piece that is shorter than it says', Buffer.from(`ff\r\n${TEXT}`)],
    ['a piece without its end', Buffer.from(`2\r\n${TEXT}`)],
    ['a line without end', Buffer.alloc(5_000, 'a')],
  ])('%s restricts and opens nothing', async (_, bytes) => {
    expect(await inspected(bytes, [])).toMatchObject({ restricts: true, opens: false, unsure: true });
  });

  it('is read as far as a prefix goes', async () => {
    const bytes = framed(Buffer.from(TEXT)).subarray(0, -120);
    const body = await inspectBody({ bytes, complete: false }, [], LIMIT, { framing: 'sure' });
    expect([body.unsure, body.truncated, textOf(body)]).toEqual([
      false,
      true,
      TEXT.toLowerCase().slice(0, -1),
    ]);
  });
});
