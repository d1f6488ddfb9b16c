import { describe, expect, it } from '@jest/globals';
import type { Configuration } from '../../../kernel/config/configuration.js';
import type { Injection } from '../../../domain/decision/injection/request-edits/model.js';
import type { AccessibleSecret } from '../../../modules/policy/agent-snapshot/agent-access.js';
import { CredentialDestinations, RecentPlans } from './chosen-secrets.js';

const destinations = new CredentialDestinations({
  apiUrl: 'https://api.gateway.test/',
  appUrl: 'https://gateway.test:8443',
  gateway: { allowedPrivateHosts: ['listed.test', 'port.test:8080', '10.0.0.0/24', 'api.gateway.test'] },
} as unknown as Pick<Configuration, 'apiUrl' | 'appUrl' | 'gateway'>);

function withheld(url: string): string | null {
  const { protocol, hostname: host, port } = new URL(url);
  const scheme = protocol === 'https:' ? 'https' : 'http';
  return destinations.withheldFrom({ scheme, host, port: Number(port || (scheme === 'https' ? 443 : 80)) });
}

describe('R27, 06 §8.4 where a credential goes', () => {
  it.each<[url: string, why: string | null]>([
    ['https://api.gateway.test/', 'own_origin'],
    ['https://gateway.test:8443/', 'own_origin'],
    ['https://gateway.test/', null],
    ['https://api.gateway.test:8443/', null],
    ['https://other.test/', null],
    ['http://other.test/', 'plain_http'],
    ['http://gateway.test:8443/', 'plain_http'],
    ['http://api.gateway.test/', null],
    ['http://listed.test/', null],
    ['http://listed.test:81/', null],
    ['http://sub.listed.test/', 'plain_http'],
    ['http://port.test:8080/', null],
    ['http://port.test/', 'plain_http'],
    ['http://port.test:8081/', 'plain_http'],
    ['http://10.0.0.7/', null],
    ['http://10.0.1.7/', 'plain_http'],
  ])('%s: %s', (url, why) => expect(withheld(url)).toBe(why));
});

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
