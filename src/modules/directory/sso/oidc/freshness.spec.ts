import { describe, expect, it } from '@jest/globals';
import { freshnessMs } from './provider-keys.js';

const NOW = Date.parse('2026-01-01T00:00:00Z');
const [TEN_MINUTES, DAY] = [600_000, 86_400_000];

describe('how long an answer is kept (RFC 9111 §4.2.1)', () => {
  it.each<[Record<string, string>, number]>([
    [{}, TEN_MINUTES],
    [{ 'cache-control': 'max-age=3600' }, 3_600_000],
    [{ 'cache-control': 'public, MAX-AGE="3600", must-revalidate' }, 3_600_000],
    [{ 'cache-control': 'max-age=3600', age: '600' }, 3_000_000],
    [{ 'cache-control': 's-maxage=9, xmax-age=7200' }, TEN_MINUTES],
    [{ 'cache-control': 'max-age=1' }, TEN_MINUTES],
    [{ 'cache-control': 'max-age=-1' }, TEN_MINUTES],
    [{ 'cache-control': 'max-age=9999999999' }, DAY],
    [{ 'cache-control': 'no-store, max-age=3600' }, TEN_MINUTES],
    [{ expires: 'Thu, 01 Jan 2026 02:00:00 GMT' }, 7_200_000],
    [{ expires: '0' }, TEN_MINUTES],
    [{ 'cache-control': 'max-age=1800', expires: 'Thu, 01 Jan 2026 02:00:00 GMT' }, 1_800_000],
  ])('%j', (headers, milliseconds) => {
    expect(freshnessMs(new Headers(headers), NOW)).toBe(milliseconds);
  });
});
