import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { AppCatalog } from '../../../foundation/app-catalog/catalog.js';
import type { Draft } from '../../../foundation/policy-sets/draft/draft.js';
import { defaultRule } from '../../../foundation/policy-sets/draft/draft.js';
import { type AppPermission, toolDefaults, withPermissions } from './app-permissions.js';

const catalog = new AppCatalog();
const AWS = { provider: 'aws', name: 'AWS' };
const tools = catalog.tools(AWS.provider);
const concrete = catalog.concreteTools(AWS.provider).map(({ id }) => id);

const permission = fc.constantFrom<AppPermission>('allow', 'manual_approval', 'block');
const changes = fc
  .array(fc.tuple(fc.constantFrom(...concrete), permission), { minLength: 1, maxLength: 40 })
  .map((pairs) => new Map(pairs));

function apply(draft: Draft, byTool: ReadonlyMap<string, AppPermission>): Draft {
  return withPermissions(draft, AWS, { byTool, conditions: undefined });
}

describe('permissions of an app as rules', () => {
  it('property: what was set last is what is read, from at most three rules that name each tool once', () => {
    fc.assert(
      fc.property(fc.array(changes, { maxLength: 6 }), (writes) => {
        let draft: Draft = [defaultRule()];
        const wanted = new Map<string, AppPermission>();
        for (const write of writes) {
          draft = apply(draft, write);
          for (const [tool, value] of write) wanted.set(tool, value);
          const read = Object.entries(toolDefaults(draft, AWS.provider, tools)).map(
            ([tool, value]) => [tool, value.permission] as const,
          );
          expect(new Map(read)).toEqual(wanted);
          const rules = draft.filter((rule) => !rule.isDefault);
          expect(rules.length).toBeLessThanOrEqual(3);
          const named = rules.flatMap(({ targets }) =>
            targets.flatMap((target) => (target.kind === 'app' ? target.tools : [])),
          );
          expect(named).toHaveLength(wanted.size);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('property: the same again changes nothing', () => {
    fc.assert(
      fc.property(changes, (write) => {
        const once = apply([defaultRule()], write);
        expect(apply(once, write)).toEqual(once);
      }),
    );
  });

  it('splits long lists over several targets of one rule', () => {
    const many = new Map(Array.from({ length: 250 }, (_, at) => [`tool_${at}`, 'block'] as const));
    const [rule] = apply([defaultRule()], many);
    expect(rule!.targets.map((target) => (target.kind === 'app' ? target.tools.length : 0))).toEqual([
      100, 100, 50,
    ]);
  });

  it('a wildcard covers the tools of its group where it is complete, and no others', () => {
    const byTool = new Map([['read_all', 'block'] as const]);
    const covered = (provider: string) => {
      const draft = withPermissions([defaultRule()], { provider, name: 'App' }, { byTool, conditions: null });
      return Object.keys(toolDefaults(draft, provider, catalog.tools(provider)));
    };
    const reads = catalog.concreteTools('gmail').filter(({ group }) => group === 'read');
    expect(covered('gmail')).toEqual(reads.map(({ id }) => id));
    expect(covered('jira')).toEqual([]);
  });
});
