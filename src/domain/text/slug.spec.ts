import { describe, expect, it } from '@jest/globals';
import { slugify, workspaceSlug } from './slug.js';

describe('slugs', () => {
  it.each([
    ['Ops', 'ops'],
    ['  Sales & Marketing!  ', 'sales-marketing'],
    ['Équipe 7', 'quipe-7'],
    ['--a__b--', 'a-b'],
    ['日本', ''],
  ])('turns %j into %j', (name, slug) => {
    expect(slugify(name)).toBe(slug);
  });

  it('falls back for a workspace name without a usable character', () => {
    expect(workspaceSlug('日本')).toBe('workspace');
    expect(workspaceSlug('Ops')).toBe('ops');
  });
});
