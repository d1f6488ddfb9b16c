import { describe, expect, it } from '@jest/globals';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { inspectBody } from './inspect-body.js';

const LIMIT = 1_048_576;
const TEXT = '{"note":"WIRE-TRANSFER"}';

function whole(bytes: Buffer) {
  return { bytes, complete: true };
}

describe('inspected body (R11)', () => {
  it.each([
    ['identity', (text: string) => Buffer.from(text)],
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['br', brotliCompressSync],
  ] as const)('decodes %s', async (encoding, compress) => {
    const body = await inspectBody(whole(compress(TEXT)), [encoding], LIMIT);
    expect(body.lowered).toBe(TEXT.toLowerCase());
    expect(body.truncated).toBe(false);
  });

  it('decodes several layers in the order they were applied', async () => {
    const body = await inspectBody(whole(brotliCompressSync(gzipSync(TEXT))), ['gzip, br'], LIMIT);
    expect(body.lowered).toBe(TEXT.toLowerCase());
  });

  it('bounds what a small body may expand to', async () => {
    const body = await inspectBody(whole(gzipSync(Buffer.alloc(50_000_000, 'a'))), ['gzip'], 20_000);
    expect(body.lowered).toHaveLength(20_000);
    expect(body.truncated).toBe(true);
  });

  it('decodes what a cut prefix holds and says that the body goes on', async () => {
    const compressed = gzipSync(
      Array.from({ length: 5_000 }, (_, index) => `line ${index * 7919}`).join('\n'),
    );
    const prefix = { bytes: compressed.subarray(0, compressed.length / 2), complete: false };
    const body = await inspectBody(prefix, ['gzip'], LIMIT);
    expect(body.lowered.startsWith('line 0\nline 7919')).toBe(true);
    expect(body.truncated).toBe(true);
  });

  it('judges what does not decode as it stands, as a cut body', async () => {
    const body = await inspectBody(whole(Buffer.from('wire-transfer')), ['gzip'], LIMIT);
    expect(body.lowered).toBe('wire-transfer');
    expect(body.truncated).toBe(true);
  });

  it('judges unknown codings as they stand', async () => {
    const body = await inspectBody(whole(Buffer.from('zstd bytes')), ['zstd'], LIMIT);
    expect(body.lowered).toBe('zstd bytes');
    expect(body.truncated).toBe(true);
  });
});
