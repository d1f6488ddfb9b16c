import { describe, expect, it } from '@jest/globals';
import { readNewGroup, replacedGroup } from './directory-group.js';
import { LONGEST_TEXT, readBoolean, readText } from './values.js';

const refusal = expect.objectContaining({ scimType: 'invalidValue' });

describe('values of attributes (05 §10.2.4)', () => {
  it.each([
    [true, true],
    ['True', true],
    [false, false],
    ['FALSE', false],
  ])('%j is the boolean %j', (value, read) => {
    expect(readBoolean('active', value)).toBe(read);
  });

  it.each(['yes', '', 1, 0, null, {}])('%j is no boolean', (value) => {
    expect(() => readBoolean('active', value)).toThrow(refusal);
  });

  it.each([
    [' a ', 'a'],
    [' ', null],
    ['x'.repeat(LONGEST_TEXT), 'x'.repeat(LONGEST_TEXT)],
  ])('%j is the text %j', (value, read) => {
    expect(readText('displayName', value)).toBe(read);
  });

  it.each([7, 'a\0', '\ud800', 'x'.repeat(LONGEST_TEXT + 1)])('%j is no text', (value) => {
    expect(() => readText('displayName', value)).toThrow(refusal);
  });
});

describe('the external id of a group', () => {
  const STORED = { displayName: 'A', externalId: '1' };

  it.each([
    ['stays where a PUT has none', {}, '1'],
    ['is replaced by that of a PUT', { externalId: '2' }, '2'],
    ['is cleared by a PUT with null', { externalId: null }, null],
  ])('%s', (_what, more, externalId) => {
    expect(replacedGroup(STORED, { displayName: 'A', ...more }).group.externalId).toBe(externalId);
  });

  it('is what a POST says', () => {
    expect(readNewGroup({ displayName: 'A', externalId: '1' }).group.externalId).toBe('1');
    expect(readNewGroup({ displayName: 'A' }).group.externalId).toBeNull();
  });
});
