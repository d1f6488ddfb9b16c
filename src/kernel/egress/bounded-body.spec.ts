import { Readable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { AnswerTooLong, readBounded } from './bounded-body.js';

const body = () => Readable.from([Buffer.from('ab'), Buffer.from('cd')]);

describe('a body that is read up to a limit', () => {
  it('is whole up to the very limit, and empty where there is none', async () => {
    expect((await readBounded(body(), 4)).toString()).toBe('abcd');
    expect(await readBounded(null, 4)).toHaveLength(0);
  });

  it('is given up beyond the limit', async () => {
    const read = body();
    await expect(readBounded(read, 3)).rejects.toThrow(AnswerTooLong);
    expect(read.destroyed).toBe(true);
  });
});
