import { describe, expect, it } from '@jest/globals';
import type { Configuration } from '../../config/configuration.js';
import { OpenStreams } from './open-streams.js';

const streams = (limitStreams = 0) => new OpenStreams({ limitStreams } as Configuration);
const many = (open: OpenStreams, count: number, organization: string) =>
  Array.from({ length: count }, () => open.take(organization));

describe('the streams of an organization', () => {
  it('are counted, and each gives its place back once', () => {
    const open = streams();
    const [first, second] = many(open, 2, 'a');
    open.take('b');
    expect([open.of('a'), open.of('b'), open.of('c')]).toEqual([2, 1, 0]);
    first!();
    first!();
    expect(open.of('a')).toBe(1);
    second!();
    expect([open.of('a'), open.of('b')]).toEqual([0, 1]);
  });

  it('are as many as LIMIT_STREAMS allows, which the refusal names', () => {
    const open = streams(2);
    const [first] = many(open, 2, 'a');
    expect(() => open.take('a')).toThrow(
      expect.objectContaining({ code: 'limit_reached', message: expect.stringContaining('LIMIT_STREAMS') }),
    );
    open.take('b');
    first!();
    open.take('a');
    expect(open.of('a')).toBe(2);
  });

  it('are all there are while it is alone, and no more', () => {
    const open = streams();
    const [first] = many(open, 10_000, 'a');
    const refused = expect.objectContaining({ code: 'throttled', headers: { 'Retry-After': '5' } });
    expect(() => open.take('a')).toThrow(refused);
    expect(() => open.take('b')).toThrow(refused);
    first!();
    open.take('b');
    expect(() => open.take('b')).toThrow(refused);
  });

  it('leave the other half to another organization', () => {
    const open = streams();
    open.take('b');
    many(open, 5_000, 'a');
    expect(() => open.take('a')).toThrow(expect.objectContaining({ code: 'throttled' }));
    open.take('b');
  });
});
