import { describe, expect, it } from '@jest/globals';
import { publishedRule } from '../../../../../test/harness/policy/published-rule.js';
import type { PublishedRule } from '../model.js';
import { GrantLists } from './grant-lists.js';

function grantRule(tools: string[], more: Partial<PublishedRule> = {}, connectionId = 'c1'): PublishedRule {
  return publishedRule({
    source: 'grant',
    identities: [{ type: 'agent', id: 'a1' }],
    targets: [{ kind: 'connection', connectionId, tools }],
    ...more,
  });
}

describe('what a grant lists in its other rules (11 §2.3)', () => {
  const allow = grantRule(['read', 'write']);
  const ask = grantRule(['delete'], { requireApproval: true });
  const block = grantRule(['other'], { action: 'block' });
  const elsewhere = grantRule(['foreign'], {}, 'c2');
  const ofAnother = grantRule(['foreign'], { identities: [{ type: 'agent', id: 'a2' }] });
  const custom = grantRule(['foreign'], { source: 'custom' });
  const secret = publishedRule({
    source: 'grant',
    identities: [{ type: 'agent', id: 'a1' }],
    targets: [{ kind: 'secret', secretId: 's1', secretScope: null }],
  });
  const lists = new GrantLists([allow, ask, block, elsewhere, ofAnother, custom, secret]);

  it.each([
    ['what is asked about, for the rule that allows', allow, ['delete']],
    ['what is allowed, for the rule that asks', ask, ['read', 'write']],
    ['nothing for the rule that blocks the rest', block, []],
    ['nothing of another connection', elsewhere, []],
    ['nothing of another agent', ofAnother, []],
    ['nothing for a rule that is no grant', custom, []],
    ['nothing for a grant of a secret', secret, []],
  ])('is %s', (_what, rule, expected) => {
    expect([...lists.listedBeside(rule)].sort()).toEqual(expected);
  });
});
