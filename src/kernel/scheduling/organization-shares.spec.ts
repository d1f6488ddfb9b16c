import { describe, expect, it } from '@jest/globals';
import { OrganizationShares } from './organization-shares.js';

const MINUTE = 60_000;

describe('what one organization may hold of a shared thing (R62)', () => {
  let now = 0;
  const shares = (...uses: [string, number][]): OrganizationShares => {
    const made = new OrganizationShares(() => now);
    for (const [organizationId, at] of uses) {
      now = at;
      made.used(organizationId);
    }
    return made;
  };

  it('is everything while it is alone', () => {
    expect(shares().mostOf(4, 1, 'a')).toBe(4);
    expect(shares(['a', 0]).mostOf(4, 1, 'a')).toBe(4);
  });

  it('is half while another one used it in the last ten minutes, whoever used it since', () => {
    const used = shares(['b', 0], ['a', MINUTE], ['a', 2 * MINUTE]);
    now = 10 * MINUTE - 1;
    expect(used.mostOf(4, 1, 'a')).toBe(2);
    expect(used.mostOf(5, 1, 'a')).toBe(2);
    expect(used.mostOf(4, 1, 'b')).toBe(2);
    expect(used.mostOf(4, 1, 'c')).toBe(2);
    expect(used.recent()).toEqual(['a', 'b']);
  });

  it('is all but the reserve afterwards, and never nothing', () => {
    const used = shares(['b', 0], ['a', MINUTE]);
    now = 10 * MINUTE;
    expect(used.mostOf(4, 1, 'a')).toBe(3);
    expect(used.mostOf(1, 1, 'a')).toBe(1);
    expect(used.recent()).toEqual(['a']);
  });

  it('asks for the latest of all others', () => {
    const used = shares(['c', 0], ['b', MINUTE], ['a', 5 * MINUTE], ['b', 14 * MINUTE]);
    now = 14 * MINUTE;
    expect(used.mostOf(4, 1, 'b')).toBe(2);
    now = 15 * MINUTE;
    expect(used.mostOf(4, 1, 'b')).toBe(3);
    expect(used.mostOf(4, 1, 'a')).toBe(2);
  });
});
