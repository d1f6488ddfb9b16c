import { describe, expect, it } from '@jest/globals';
import { publishedRule } from '../../../../test/harness/policy/published-rule.js';
import { credentialsOf, mayReceiveConnection, mayReceiveSecret } from './injectable.js';
import type { RuleTarget } from './model.js';

const granted = (...targets: RuleTarget[]) => credentialsOf([publishedRule({ targets })]);
const app = (connectionScope: 'organization' | null): RuleTarget => ({
  kind: 'app',
  provider: 'mail',
  tools: [],
  connectionScope,
});

describe('what an agent may receive (02 §11.1)', () => {
  it.each([
    ['no rule', [], false],
    ['a rule about another', [{ kind: 'connection', connectionId: 'c2', tools: [] }], false],
    ['a rule about it', [{ kind: 'connection', connectionId: 'c1', tools: [] }], true],
    ['a rule about accounts of its level', [app('organization')], true],
    ['a rule about the app alone', [app(null)], false],
  ] as [string, RuleTarget[], boolean][])('of accounts with %s: %j', (_what, targets, may) => {
    const account = { id: 'c1', provider: 'mail', level: 'organization' } as const;
    expect(mayReceiveConnection(granted(...targets), account)).toBe(may);
  });

  it('of accounts none of another app or level', () => {
    const credentials = granted(app('organization'));
    expect(mayReceiveConnection(credentials, { id: 'c', provider: 'drive', level: 'organization' })).toBe(
      false,
    );
    expect(mayReceiveConnection(credentials, { id: 'c', provider: 'mail', level: 'workspace' })).toBe(false);
  });

  it.each([
    ['partner', true],
    ['organization', false],
    ['workspace', false],
  ] as const)('of secrets without a rule that of a %s: %j', (level, may) => {
    expect(mayReceiveSecret(granted(), { id: 's', level })).toBe(may);
  });
});
