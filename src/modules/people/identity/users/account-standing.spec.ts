import { describe, expect, it } from '@jest/globals';
import { type AccountFacts, accountStanding } from './account-standing.js';

const FACTS: AccountFacts = {
  madeByDirectory: true,
  sharedWithOthers: false,
  enteredIndependently: false,
  everEntered: false,
  onVerifiedDomain: false,
};

const managed = (facts: Partial<AccountFacts>) => accountStanding({ ...FACTS, ...facts }).managed;

describe('R39.1 who manages an account', () => {
  it('the organization whose directory made it, while only its single sign-on leads in', () => {
    expect(managed({})).toBe(true);
    expect(managed({ everEntered: true })).toBe(true);
    expect(managed({ everEntered: true, onVerifiedDomain: true })).toBe(true);
  });

  it('nobody but the person whose account no directory made, whatever its domain', () => {
    for (const onVerifiedDomain of [false, true])
      expect(managed({ madeByDirectory: false, onVerifiedDomain })).toBe(false);
  });

  it('not the organization alone once the person has a way in of their own, unless the domain is its own too', () => {
    expect(managed({ everEntered: true, enteredIndependently: true })).toBe(false);
    expect(managed({ everEntered: true, enteredIndependently: true, onVerifiedDomain: true })).toBe(true);
  });

  it('nobody once somebody else has a part in it', () => {
    for (const enteredIndependently of [false, true])
      for (const onVerifiedDomain of [false, true])
        expect(managed({ sharedWithOthers: true, enteredIndependently, onVerifiedDomain })).toBe(false);
  });
});
