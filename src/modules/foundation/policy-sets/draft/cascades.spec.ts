import { describe, expect, it } from '@jest/globals';
import { network, publishedRule } from '../../../../../test/harness/policy/published-rule.js';
import type { RuleTarget } from '../../../../domain/decision/policy/model.js';
import { switchedOff, withoutConnection, withoutIdentity, withoutSecret } from './cascades.js';
import type { DraftRule } from './draft.js';

const ANN = { type: 'user', id: 'ann' } as const;
const BEN = { type: 'user', id: 'ben' } as const;
const SAME_ID = { type: 'group', id: 'ann' } as const;
const secret = (secretId: string | null): RuleTarget => ({ kind: 'secret', secretId, secretScope: null });
const connection = (connectionId: string): RuleTarget => ({ kind: 'connection', connectionId, tools: ['t'] });

describe('an identity that is gone (02 §16.2)', () => {
  const after = (rule: Partial<DraftRule>) => withoutIdentity(ANN)([publishedRule(rule)]);

  it('leaves rules for others as they are, also of one with the same id', () => {
    for (const identities of [[], [BEN], [SAME_ID]]) {
      const rule = publishedRule({ identities });
      expect(withoutIdentity(ANN)([rule])[0]).toBe(rule);
    }
  });

  it('goes from a rule that names more, which stays on', () => {
    expect(after({ identities: [ANN, BEN, SAME_ID] })).toEqual([
      publishedRule({ identities: [BEN, SAME_ID], enabled: true }),
    ]);
  });

  it('switches a rule off that names nobody else, because nobody would mean everybody', () => {
    expect(after({ identities: [ANN] })).toEqual([publishedRule({ identities: [], enabled: false })]);
  });

  it('switches nothing on', () => {
    expect(after({ identities: [ANN, BEN], enabled: false })[0]!.enabled).toBe(false);
  });

  it('takes its grants with it and no grant of others', () => {
    const mine = publishedRule({ id: 'mine', source: 'grant', identities: [ANN] });
    const others = publishedRule({ id: 'others', source: 'grant', identities: [BEN] });
    expect(withoutIdentity(ANN)([mine, others])).toEqual([others]);
  });

  it('does so in a rule of the blocklist too', () => {
    expect(after({ identities: [ANN], source: 'blocklist' })[0]).toMatchObject({ enabled: false });
  });
});

describe.each([
  ['a secret', withoutSecret('gone'), secret('gone'), [secret('other'), secret(null), connection('gone')]],
  [
    'a connection',
    withoutConnection('gone'),
    connection('gone'),
    [connection('other'), secret('gone'), network('gone')],
  ],
] as const)('%s that is gone (02 §16.1)', (_name, change, gone, others) => {
  it('leaves rules on other targets as they are', () => {
    for (const target of others) {
      const rule = publishedRule({ targets: [target] });
      const grant = publishedRule({ targets: [target], source: 'grant' });
      const after = change([rule, grant]);
      expect(after).toHaveLength(2);
      expect(after[0]).toBe(rule);
      expect(after[1]).toBe(grant);
    }
  });

  it('goes from a rule with more targets', () => {
    const [after] = change([publishedRule({ targets: [gone, ...others, gone] })]);
    expect(after).toEqual(publishedRule({ targets: [...others] }));
  });

  it('leaves a rule that had no other target, still switched on, matching nothing', () => {
    expect(change([publishedRule({ targets: [gone] })])).toEqual([publishedRule({ targets: [] })]);
  });

  it('takes its grants with it', () => {
    expect(change([publishedRule({ source: 'grant', targets: [gone] })])).toEqual([]);
  });
});

describe('what a change switched off', () => {
  const on = publishedRule({ id: 'a', logicalId: 'la' });
  const off = { ...on, enabled: false };

  it.each([
    ['a rule that was on', [on], [off], ['la']],
    ['none that was off before', [off], [off], []],
    ['none that is on', [on], [on], []],
    ['none that was switched on', [off], [on], []],
    ['none that is gone', [on], [], []],
    ['none that is new', [], [off], []],
  ])('is %s', (_name, before, after, expected) => {
    expect(switchedOff(before, after)).toEqual(expected);
  });
});
