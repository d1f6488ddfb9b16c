import { describe, expect, it } from '@jest/globals';
import type { Injection } from '../../../domain/decision/injection/request-edits/model.js';
import type { AccessibleSecret } from '../../../modules/policy/agent-snapshot/agent-access.js';
import { RecentPlans } from './recent-plans.js';

const PLAN: Injection[] = [{ kind: 'set-header', name: 'x-key', value: 'v' }];
const secret = (fields: Partial<AccessibleSecret> = {}): AccessibleSecret =>
  ({ type: 'generic', sourceKind: 'inline', metadata: null, ...fields }) as AccessibleSecret;

describe('06 §11.3.3 produced values are kept for at most a minute', () => {
  it('an entry survives one half minute and not the second, however often it is read', () => {
    const plans = new RecentPlans();
    const one = secret();
    plans.keep(one, PLAN);
    plans.age();
    expect(plans.get(one)).toBe(PLAN);
    plans.age();
    expect(plans.get(one)).toBeUndefined();
    plans.close();
  });

  it('a changed secret is another object and has nothing kept', () => {
    const plans = new RecentPlans();
    plans.keep(secret(), PLAN);
    expect(plans.get(secret())).toBeUndefined();
    plans.close();
  });

  it.each([
    [
      'an OAuth token, which expires on its own',
      secret({ type: 'openai', metadata: { authMode: 'oauth' } }),
      PLAN,
    ],
    ['a value of a vault, which has a cache of its own', secret({ sourceKind: 'onepassword' }), PLAN],
    ['what could not be produced', secret(), []],
  ])('%s is not kept', (_name, one, plan) => {
    const plans = new RecentPlans();
    plans.keep(one, plan);
    expect(plans.get(one)).toBeUndefined();
    plans.close();
  });
});
