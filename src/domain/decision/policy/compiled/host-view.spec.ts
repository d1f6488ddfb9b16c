import { describe, expect, it } from '@jest/globals';
import { network, publishedRule } from '../../../../../test/harness/policy/published-rule.js';
import type { PublishedRule } from '../model.js';
import { compilePolicy } from './compile.js';

const HOST = 'api.test';
const OF_AGENT = [{ type: 'agent', id: 'a1' }] as unknown as PublishedRule['identities'];
const CONDITIONS: PublishedRule['conditions'] = [{ target: 'body', operator: 'contains', value: 'x' }];

type Rules = Partial<PublishedRule>[];

/** What has to be known of a request to a host, by the rules about it. */
function needsOf(organization: Rules, workspace: Rules = []): string[] {
  const numbered = (rules: Rules, set: string): PublishedRule[] =>
    rules.map((fields, at) =>
      publishedRule({ id: `${set}${at}`, logicalId: `${set}${at}`, priority: at + 1, ...fields }),
    );
  const { conditioned, methodBound, readsPath, respelled } = compilePolicy({
    organization: numbered(organization, 'o'),
    workspace: numbered(workspace, 'w'),
    agent: { id: 'a1', userIds: [], groupIds: [] },
    secrets: [],
    connections: [],
  }).viewFor(HOST);
  return Object.entries({ conditioned, methodBound, readsPath, respelled }).flatMap(([need, is]) =>
    is ? [need] : [],
  );
}

const PLAIN = { targets: [network(HOST)] };
const NEEDS: [need: string, rule: Partial<PublishedRule>, all: string[]][] = [
  ['its body', { ...PLAIN, conditions: CONDITIONS }, ['conditioned']],
  ['its method', { targets: [network(HOST, null, 'GET')] }, ['methodBound']],
  ['its path', { targets: [network(HOST, '/a')] }, ['readsPath']],
  ['the spelling of its path', { targets: [network(HOST, '/%41')] }, ['readsPath', 'respelled']],
];

describe('what rules ask of a request to a host', () => {
  it.each<[string, Rules]>([
    ['none', []],
    ['one about all of the host', [PLAIN]],
    ['one about another host', [{ targets: [network('other.test', '/%41', 'GET')], conditions: CONDITIONS }]],
    ['one of another agent', [{ ...NEEDS[2]![1], identities: [{ type: 'agent', id: 'a2' }] as never }]],
  ])('is nothing with %s', (_what, rules) => {
    expect(needsOf(rules)).toEqual([]);
  });

  it.each(NEEDS)('is %s, whichever set and agents the rule is of', (_what, fields, all) => {
    const own = { ...fields, identities: OF_AGENT };
    const ownPlain = { ...PLAIN, identities: OF_AGENT };
    for (const rules of [[fields], [own], [PLAIN, fields], [fields, ownPlain], [PLAIN, own], [own, fields]]) {
      expect(needsOf(rules)).toEqual(all);
      expect(needsOf([], rules)).toEqual(all);
      expect(needsOf([PLAIN], rules)).toEqual(all);
    }
  });
});
