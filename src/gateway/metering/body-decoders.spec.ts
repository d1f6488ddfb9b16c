import { describe, expect, it } from '@jest/globals';
import { gzipSync } from 'node:zlib';
import { BodyDecoders } from './body-decoders.js';

const MEBIBYTE = 1_048_576;

/** How many bytes came out, and whether all of them. */
function decoded(
  decoders: BodyDecoders,
  pieces: readonly Buffer[],
  organization = 'one',
): Promise<{ bytes: number; whole: boolean }> {
  let bytes = 0;
  const body = decoders.readBeside(organization, ['gzip'], (piece) => (bytes += piece.length))!;
  for (const piece of pieces) body.read(piece);
  return new Promise((resolve) => body.end((whole) => resolve({ bytes, whole })));
}

describe('bodies that are decoded beside their streams', () => {
  it('are given up where they grow without end, after 256 MiB', async () => {
    const member = gzipSync(Buffer.alloc(16 * MEBIBYTE));
    const { bytes, whole } = await decoded(new BodyDecoders(), new Array<Buffer>(20).fill(member));
    expect([whole, bytes <= 256 * MEBIBYTE]).toEqual([false, true]);
  });

  it('are given up where they outrun the decoder by 4 MiB, or are not what they are called', async () => {
    const random = Buffer.from(Array.from({ length: 70_000 }, (_, at) => (at * 48_271) % 251));
    const stored = gzipSync(random, { level: 0 });
    const many = await decoded(new BodyDecoders(), new Array<Buffer>(80).fill(stored));
    expect(many.whole).toBe(false);
    expect((await decoded(new BodyDecoders(), [random])).whole).toBe(false);
  });

  it('are at most 64 at once, and as many again when those are over', async () => {
    const decoders = new BodyDecoders();
    const body = gzipSync('{}');
    const ask = (): Promise<boolean> => decoded(decoders, [body]).then(({ whole }) => whole);
    const first = await Promise.all(Array.from({ length: 65 }, ask));
    expect(first.filter((whole) => !whole)).toHaveLength(1);
    expect(await ask()).toBe(true);
  });

  it('R62 of one organization are half of them where another one has some, and never the last', async () => {
    const decoders = new BodyDecoders();
    const body = gzipSync('{}');
    const ask = (organization: string): Promise<boolean> =>
      decoded(decoders, [body], organization).then(({ whole }) => whole);
    expect(await ask('quiet')).toBe(true);
    const loud = Array.from({ length: 64 }, () => ask('loud'));
    expect(await Promise.all(Array.from({ length: 20 }, () => ask('quiet')))).not.toContain(false);
    expect((await Promise.all(loud)).filter((whole) => whole)).toHaveLength(32);
    expect(await ask('loud')).toBe(true);
  });

  it('are told what was read of them when there is no more time', async () => {
    const decoders = new BodyDecoders();
    let bytes = 0;
    const body = decoders.readBeside('one', ['gzip'], (piece) => (bytes += piece.length))!;
    body.read(gzipSync('x'.repeat(100)).subarray(0, 15));
    const closing = decoders.finish(1);
    const over = new Promise<boolean>((resolve) => void closing.then(() => body.end(resolve)));
    expect([await over, bytes <= 100]).toEqual([false, true]);
    await decoders.finish(1);
  });
});
