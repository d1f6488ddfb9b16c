import { describe, expect, it } from '@jest/globals';
import { AppAvailability } from './app-availability.js';
import type { AppHosts } from '../catalog/app-hosts.js';

const APPS: Readonly<Record<string, ReturnType<AppHosts['on']>>> = {
  'one.test': { apps: [{ provider: 'one', pathPrefixes: null }], sharedByPath: false },
  'both.test': {
    apps: [
      { provider: 'one', pathPrefixes: null },
      { provider: 'two', pathPrefixes: null },
    ],
    sharedByPath: false,
  },
  'shared.test': {
    apps: [
      { provider: 'one', pathPrefixes: ['/one/'] },
      { provider: 'two', pathPrefixes: ['/two/'] },
    ],
    sharedByPath: true,
  },
};
const hosts: AppHosts = { on: (host) => APPS[host] ?? { apps: [], sharedByPath: false } };

const refused = (available: readonly string[] | null, host: string, path = '/', canonical = path) =>
  new AppAvailability(available && new Set(available), hosts).refusedApp(host, path, canonical);

describe('03 §9.3 apps that may be used', () => {
  it('are all of them where nothing is restricted, and of others none is found', () => {
    for (const host of Object.keys(APPS)) expect(refused(null, host, '/two/x')).toBeNull();
    expect(new AppAvailability(null, hosts).has('one')).toBe(true);
    expect(new AppAvailability(new Set(['two']), hosts).has('one')).toBe(false);
    expect(new AppAvailability(new Set(['two']), hosts).has('two')).toBe(true);
  });

  it('keep a host closed unless one of its apps may be used', () => {
    expect(refused([], 'one.test')).toBe('one');
    expect(refused(['one'], 'one.test')).toBeNull();
    expect(refused(['two'], 'both.test')).toBeNull();
    expect(refused([], 'both.test')).toBe('one');
    expect(refused([], 'nobody.test')).toBeNull();
  });

  it('are told apart by every reading of the path on a shared host', () => {
    expect(refused(['one'], 'shared.test', '/one/x')).toBeNull();
    expect(refused(['one'], 'shared.test', '/two/x')).toBe('two');
    expect(refused(['one'], 'shared.test', '/one/../two/x', '/two/x')).toBe('two');
    expect(refused(['one'], 'shared.test', '/one/%2e%2e%2ftwo/x', '/one/..%2Ftwo/x')).toBe('two');
    expect(refused(['one'], 'shared.test', '/other')).toBeNull();
  });

  it('depend on the path only where a host is shared and something is restricted', () => {
    const reads = (available: ReadonlySet<string> | null, host: string) =>
      new AppAvailability(available, hosts).readsPath(host);
    expect([reads(null, 'shared.test'), reads(new Set(), 'shared.test')]).toEqual([false, true]);
    expect(reads(new Set(), 'one.test')).toBe(false);
  });
});
