import { Readable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { heldMemory } from '../../../test/harness/server/held-memory.js';
import { SIGNING_HASHES } from '../../kernel/crypto/signing-hashes.js';
import type { RequestBody } from '../exchange/body/request-body.js';
import { resignedBody } from './resigned-body.js';

const BYTES = 400_000;

describe('a body whose chunks are signed anew', () => {
  it('holds the bytes of a chunk, not the pieces they came in, and counts what they occupy', async () => {
    let counted = 0;
    const body = {
      refused: new AbortController().signal,
      holdDerived: (bytes: number) => (counted = bytes),
    } as unknown as RequestBody;
    const terms = {
      context: {
        date: '20150830T123600Z',
        scope: '20150830/us-east-1/s3/aws4_request',
        key: Buffer.alloc(32),
      },
      seed: '0'.repeat(64),
      trailers: false,
      mostChunkBytes: 10_485_760,
    };
    const agents = new Readable({ read: () => undefined });
    const signed = resignedBody(agents, terms, SIGNING_HASHES, body) as Readable;
    signed.resume();
    const before = heldMemory();
    agents.push(`${BYTES.toString(16)};chunk-signature=${'0'.repeat(64)}\r\n`);
    for (let at = 1; at < BYTES; at++) {
      agents.push(Buffer.from('x'));
      if (at % 1_000 === 0) await new Promise(setImmediate);
    }
    await new Promise(setImmediate);
    const { heapUsed, arrayBuffers } = heldMemory();
    expect(heapUsed + arrayBuffers - before.heapUsed - before.arrayBuffers).toBeLessThan(10_000_000);
    expect(counted).toBeGreaterThanOrEqual(BYTES - 1);
    signed.destroy();
    expect(counted).toBe(0);
  });
});
