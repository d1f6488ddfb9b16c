import { describe, expect, it } from '@jest/globals';
import { append, defaultRule, type Draft, type NewRule } from '../../foundation/policy-sets/draft/draft.js';
import { blocking, ruleOf, toggled, unblocking } from './blocklist-rules.js';

const NPM = { hostId: 'npm', name: 'npm Registry', host: 'registry.npm.test' };
const PYPI = { hostId: 'pypi', name: 'PyPI', host: 'index.pypi.test' };

function draftOf(...actions: NewRule['action'][]): Draft {
  const rule = (action: NewRule['action'], index: number): NewRule => ({
    source: 'custom',
    name: `${action} ${index}`,
    action,
    identities: [],
    targets: [],
  });
  return append([defaultRule()], actions.map(rule));
}

const names = (draft: Draft): string[] => draft.map(({ name }) => name);

describe('rules of a blocklist (03 §10)', () => {
  it('stand after the blocks there are and before the first rule that is none', () => {
    const after = blocking(draftOf('block', 'block', 'allow', 'block'), [NPM, PYPI]);
    expect(names(after)).toEqual([
      'block 0',
      'block 1',
      'Block npm Registry',
      'Block PyPI',
      'allow 2',
      'block 3',
      'Default Rule',
    ]);
    expect(after.slice(0, -1).map(({ priority }) => priority)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(names(blocking(draftOf(), [NPM]))).toEqual(['Block npm Registry', 'Default Rule']);
  });

  it('are added once, and stay as people set them', () => {
    const first = blocking(draftOf('allow'), [NPM]);
    const off = toggled(first, ruleOf(first, NPM)!, false);
    expect(blocking(off, [NPM])).toBe(off);
    expect(toggled(off, ruleOf(off, NPM)!, false)).toBe(off);
    expect(ruleOf(blocking(off, [NPM, PYPI]), NPM)).toMatchObject({ enabled: false });
  });

  it('go without touching a rule that people made about the same host', () => {
    const own: NewRule = {
      source: 'custom',
      name: 'Own',
      action: 'block',
      identities: [],
      targets: [{ kind: 'network', hostPattern: NPM.host, pathPattern: '/*', method: null }],
    };
    const draft = blocking(append([defaultRule()], [own]), [NPM]);
    expect(names(unblocking(draft, [NPM, PYPI]))).toEqual(['Own', 'Default Rule']);
  });
});
