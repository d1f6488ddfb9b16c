import { describe, expect, it } from '@jest/globals';
import { Projection } from './projection.js';

const USER = {
  schemas: ['urn:x'],
  id: '1',
  userName: 'ada@acme.com',
  name: { givenName: 'Ada', familyName: 'L' },
  emails: [{ value: 'ada@acme.com', type: 'work' }],
  meta: { resourceType: 'User' },
};

describe('which attributes an answer shows (RFC 7644 §3.9)', () => {
  it('all of them unless somebody asks', () => {
    expect(Projection.EVERYTHING.apply(USER)).toEqual(USER);
  });

  it('id and schemas always, meta only where it is named (R24.14)', () => {
    const asked = Projection.of(['USERNAME'], undefined);
    expect(asked.apply(USER)).toEqual({ schemas: ['urn:x'], id: '1', userName: 'ada@acme.com' });
    expect(Projection.of(undefined, ['id', 'schemas']).apply(USER)).toEqual(USER);
  });

  it('parts of an attribute, of each element where there are several', () => {
    const asked = Projection.of(['name.givenName', 'emails.value', ' '], undefined);
    expect(asked.apply(USER)).toEqual({
      schemas: ['urn:x'],
      id: '1',
      name: { givenName: 'Ada' },
      emails: [{ value: 'ada@acme.com' }],
    });
  });

  it('not what is excluded, a part of it neither', () => {
    const asked = Projection.of(undefined, ['emails', 'name.familyName', 'urn:y:2.0:User:department']);
    expect(asked.apply(USER)).toEqual({ ...USER, emails: undefined, name: { givenName: 'Ada' } });
    expect(asked.shows('emails')).toBe(false);
    expect(asked.shows('name')).toBe(true);
  });

  it('never by both ways at once', () => {
    expect(() => Projection.of(['id'], ['id'])).toThrow(
      expect.objectContaining({ scimType: 'invalidValue' }),
    );
  });
});
