import { describe, expect, it } from '@jest/globals';
import { AppCatalog } from './catalog.js';
import type { InjectDescription } from '../../../domain/decision/catalog/model/inject-model.js';
import {
  injectionsOf,
  slotsOfInject,
  bareHost,
  tenantHost,
} from '../../../domain/decision/injection/connection-writers.js';
import { slotOf } from '../../../domain/decision/injection/plan.js';

const catalog = new AppCatalog();
const forms = catalog.all.flatMap(({ id, hosts }) =>
  hosts.map(({ host, inject }): [string, InjectDescription] => [`${id} on ${host}`, inject!]),
);

/** Every field that any template of the catalogue names. */
const values = new Proxy(
  {},
  {
    has: () => true,
    get: () => 'value',
    getOwnPropertyDescriptor: () => ({ value: 'value', enumerable: true, configurable: true }),
  },
);

describe('writers of accounts (03 §12.2)', () => {
  it.each(forms)('%s writes the slots it names, and nothing without values', (_, inject) => {
    const metadata = { quotaProjectId: 'p' };
    const written = injectionsOf(inject, { values, metadata }).map(slotOf);
    // A signature is written last of all, by who knows the whole request (06 §11.5).
    const signs = inject.type === 'aws_sigv4' || inject.type === 'aws_assume_role';
    expect(written.toSorted()).toEqual(signs ? [] : slotsOfInject(inject).toSorted());
    expect(injectionsOf(inject, { values: {}, metadata })).toEqual([]);
  });

  it('a value that is only inherited is none', () => {
    const inject = { type: 'headers', headers: { 'x-a': '{constructor}' } } as const;
    expect(injectionsOf(inject, { values: {}, metadata: {} })).toEqual([]);
    const named = {
      type: 'header',
      name: 'a',
      format: '{token}',
      metadataHeaders: { 'x-b': 'toString' },
    } as const;
    expect(injectionsOf(named, { values: { access_token: 't' }, metadata: {} })).toHaveLength(1);
  });
});

describe('the one host of a tenant (03 §12.2)', () => {
  it.each([
    ['acme.jfrog.io', 'acme.jfrog.io'],
    [' https://ACME.jfrog.io/artifactory?x#y ', 'acme.jfrog.io'],
    ['HTTPS://user:p@acme.jfrog.io:8443', 'acme.jfrog.io'],
    ['acme.jfrog.io.', 'acme.jfrog.io'],
    ['acme.jfrog.io\\@other.jfrog.io', 'acme.jfrog.io'],
    ['', ''],
  ])('%j is %j', (written, host) => {
    expect(bareHost(written)).toBe(host);
  });

  it('an account without one has no host', () => {
    expect(tenantHost('{subdomain}', {})).toBe('');
  });
});
