import { describe, expect, it } from '@jest/globals';
import type { GrantingRule } from './injectable.js';
import type { RuleTarget } from './model.js';
import { attachingConnection, attachingSecret } from './provenance.js';

const rules = (...targets: RuleTarget[]): GrantingRule[] =>
  targets.map((target) => ({ rule: { targets: [target] } }) as unknown as GrantingRule);
const secretTarget = (secretId: string | null, secretScope: string | null): RuleTarget =>
  ({ kind: 'secret', secretId, secretScope }) as RuleTarget;

describe('02 §11.1.2 rules that attach a credential', () => {
  it.each<[string, RuleTarget, boolean]>([
    ['that names the secret', secretTarget('s1', null), true],
    ['that names another secret', secretTarget('s2', null), false],
    ['that names another secret of its level', secretTarget('s2', 'workspace'), false],
    ['of the level of the secret', secretTarget(null, 'workspace'), true],
    ['of another level', secretTarget(null, 'organization'), false],
    ['about a connection', { kind: 'connection', connectionId: 's1', tools: [] }, false],
  ])('a secret is attached by one %s: %#', (_which, target, attaches) => {
    const granting = rules(target);
    expect(attachingSecret(granting, { id: 's1', level: 'workspace' })).toEqual(attaches ? granting : []);
  });

  it.each<[string, object, boolean]>([
    ['that names the account', { kind: 'connection', connectionId: 'c1' }, true],
    ['that names another account', { kind: 'connection', connectionId: 'c2' }, false],
    ['about its app and level', { kind: 'app', provider: 'slack', connectionScope: 'workspace' }, true],
    [
      'about its app at another level',
      { kind: 'app', provider: 'slack', connectionScope: 'organization' },
      false,
    ],
    ['about another app', { kind: 'app', provider: 'gmail', connectionScope: 'workspace' }, false],
    ['about a secret', { kind: 'secret', secretId: 'c1', secretScope: null }, false],
  ])('an account is attached by one %s: %#', (_which, target, attaches) => {
    const granting = rules(target as RuleTarget);
    const account = { id: 'c1', provider: 'slack', level: 'workspace' } as const;
    expect(attachingConnection(granting, account)).toEqual(attaches ? granting : []);
  });

  it('one without targets attaches nothing', () => {
    const granting = [{ rule: {} } as unknown as GrantingRule];
    expect(attachingSecret(granting, { id: 's1', level: 'workspace' })).toEqual([]);
  });
});
