import { describe, expect, it } from '@jest/globals';
import { truncate } from './truncate.js';
import {
  organizationSlug,
  provisionedOrganizationName,
  provisionedWorkspaceName,
  provisionedWorkspaceSlug,
} from './provisioned-names.js';

const USER_ID = '0123abcd-0000-4000-8000-000000000000';

describe('names given without asking (01 §12)', () => {
  it.each([
    ['Ada Lovelace', 'ada@x.com', 'Ada Lovelace'],
    ['  Ada ', 'ada@x.com', 'Ada'],
    [null, 'ada@x.com', 'ada'],
    ['   ', 'ada@x.com', 'ada'],
    [null, '@x.com', 'Personal'],
    ['愛', 'ai@x.com', '愛'],
  ])('an organization of %j <%s> is %j', (name, email, expected) => {
    expect(provisionedOrganizationName({ name, email })).toBe(expected);
  });

  it.each([
    ['Ada Lovelace', 'ada@x.com', 'Ada Lovelace'],
    ['A', 'ada@x.com', 'ada@x.com'],
    ['愛子', 'ai@x.com', 'ai@x.com'],
    ['a'.repeat(51), 'ada@x.com', 'ada@x.com'],
    [null, `${'e'.repeat(60)}@x.com`, 'e'.repeat(50)],
    ['愛', '😀'.repeat(30), 'Personal'],
  ])('a workspace of %j <%s> is %j', (name, email, expected) => {
    expect(provisionedWorkspaceName({ name, email })).toBe(expected);
  });

  it('a cut never leaves half of a surrogate pair', () => {
    expect(truncate('a😀b', 2)).toBe('a');
    expect(truncate('a😀b', 3)).toBe('a😀');
    expect(truncate('ab', 2)).toBe('ab');
  });

  it('slugs carry the first 8 characters of the user id where they must differ between people', () => {
    expect(organizationSlug('Ops & Co', USER_ID)).toBe('ops-co-0123abcd');
    expect(organizationSlug('愛', USER_ID)).toBe('organization-0123abcd');
    expect(provisionedWorkspaceSlug('Ops', USER_ID, false)).toBe('ops');
    expect(provisionedWorkspaceSlug('Ops', USER_ID, true)).toBe('ops-0123abcd');
    expect(provisionedWorkspaceSlug('愛', USER_ID, true)).toBe('workspace-0123abcd');
  });
});
