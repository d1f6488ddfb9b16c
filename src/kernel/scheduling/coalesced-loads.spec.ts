import { describe, expect, it } from '@jest/globals';
import { CoalescedLoads } from './coalesced-loads.js';

describe('loads that many ask for at once', () => {
  const ends: ((fails?: boolean) => void)[] = [];
  const loads = new CoalescedLoads<string>(
    (key) =>
      new Promise((resolve, reject) => {
        const number = ends.length + 1;
        ends.push((fails = false) => (fails ? reject(new Error('down')) : resolve(`${key}${number}`)));
      }),
  );
  const settled = () => new Promise((resolve) => setImmediate(resolve));

  it('are one at a time, and the next one is shared by those who asked meanwhile', async () => {
    const first = loads.get('a');
    const [second, third] = [loads.get('a'), loads.get('a')];
    const other = loads.get('b');
    expect(ends).toHaveLength(2);
    ends[0]!();
    expect(await first).toBe('a1');
    await settled();
    expect(ends).toHaveLength(3);
    const fourth = loads.get('a');
    ends[2]!(true);
    await expect(second).rejects.toThrow('down');
    await expect(third).rejects.toThrow('down');
    await settled();
    ends[3]!();
    ends[1]!();
    expect([await fourth, await other]).toEqual(['a4', 'b2']);
    await settled();
    const later = loads.get('a');
    expect(ends).toHaveLength(5);
    ends[4]!();
    expect(await later).toBe('a5');
  });
});
