/** 06 §8: which destinations are reached for an agent, by name, by address, and by what a name resolves to. */
import { networkInterfaces } from 'node:os';
import { describe, expect, it } from '@jest/globals';
import {
  DestinationGuard,
  type Destination,
  type DestinationSettings,
  type ResolvedAddress,
} from './destination-guard.js';

const CLOSED: DestinationSettings = {
  allowPrivateNetworks: false,
  allowedPrivateHosts: [],
  deniedHosts: [],
  alwaysAllowedOrigins: [],
  self: [],
  ignorePrivateSettings: false,
};

function guardWith(settings: Partial<DestinationSettings> = {}): DestinationGuard {
  return new DestinationGuard({ ...CLOSED, ...settings });
}

function to(text: string): Destination {
  const [, scheme, host, port] = /^(https?):\/\/(.+?)(?::(\d+))?$/.exec(
    text.replace(/(\[[^\]]*\])/, (literal) => literal.replaceAll(':', '|')),
  )!;
  const plain = scheme === 'https' ? 443 : 80;
  return {
    scheme: scheme as 'http' | 'https',
    host: host!.replaceAll('|', ':'),
    port: port === undefined ? plain : Number(port),
  };
}

function addresses(...list: string[]): ResolvedAddress[] {
  return list.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
}

describe('by its name', () => {
  it.each<[string, Partial<DestinationSettings>, string | null]>([
    ['https://api.test', {}, null],
    ['http://93.184.216.34', {}, null],
    ['http://[2606:2800::1]', {}, null],
    ['http://10.0.0.1', {}, 'private_address'],
    ['http://127.0.0.1', {}, 'private_address'],
    ['http://[::1]', {}, 'private_address'],
    ['http://[::ffff:10.0.0.1]', {}, 'private_address'],
    ['http://198.18.0.1', {}, 'private_address'],
    ['http://169.254.1.1', {}, 'private_address'],
    ['http://169.254.169.254', {}, 'metadata_address'],
    ['http://[64:ff9b::a9fe:a9fe]', {}, 'metadata_address'],
    ['http://metadata', {}, 'metadata_address'],
    ['http://metadata.google.internal', {}, 'metadata_address'],
    ['https://metadata.goog:8443', {}, 'metadata_address'],
    ['http://instance-data.ec2.internal', {}, 'metadata_address'],
    // What settings open is open, and nothing beside it.
    ['http://10.0.0.1', { allowPrivateNetworks: true }, null],
    ['http://[fd00::1]', { allowPrivateNetworks: true }, null],
    ['http://127.0.0.1', { allowPrivateNetworks: true }, 'private_address'],
    ['http://169.254.1.1', { allowPrivateNetworks: true }, 'private_address'],
    ['http://100.100.100.200', { allowPrivateNetworks: true }, 'metadata_address'],
    ['http://198.18.0.1', { allowPrivateNetworks: true }, 'private_address'],
    ['http://10.0.0.1', { allowPrivateNetworks: true, ignorePrivateSettings: true }, 'private_address'],
    ['http://10.0.0.1:81', { allowedPrivateHosts: ['10.0.0.1:81'] }, null],
    ['http://10.0.0.1:82', { allowedPrivateHosts: ['10.0.0.1:81'] }, 'private_address'],
    ['http://127.0.0.1', { allowedPrivateHosts: ['127.0.0.0/8'] }, null],
    [
      'http://127.0.0.1',
      { allowedPrivateHosts: ['127.0.0.0/8'], ignorePrivateSettings: true },
      'private_address',
    ],
    ['http://169.254.1.1', { allowedPrivateHosts: ['169.254.0.0/16'] }, 'private_address'],
    ['http://169.254.169.254', { allowedPrivateHosts: ['169.254.0.0/16'] }, 'metadata_address'],
    // A denial comes first, by name, pattern, block and port.
    ['https://api.test', { deniedHosts: ['*.test', 'api.test'] }, 'denied_host'],
    ['https://api.test', { deniedHosts: ['api.test:80'] }, null],
    ['http://93.184.216.34', { deniedHosts: ['93.184.0.0/16'] }, 'denied_host'],
    ['http://169.254.169.254', { deniedHosts: ['169.254.0.0/16'] }, 'denied_host'],
    // The deployment itself, whatever is open.
    [
      'http://10.0.0.1:5432',
      { allowPrivateNetworks: true, self: [{ host: '10.0.0.1', port: 5432 }] },
      'self',
    ],
    ['http://10.0.0.1:5433', { allowPrivateNetworks: true, self: [{ host: '10.0.0.1', port: 5432 }] }, null],
    ['http://10.0.0.2:5432', { allowPrivateNetworks: true, self: [{ host: '10.0.0.1', port: 5432 }] }, null],
    ['http://[::ffff:10.0.0.1]:5432', { self: [{ host: '10.0.0.1', port: 5432 }] }, 'self'],
    [
      'http://127.0.0.1:81',
      { allowedPrivateHosts: ['127.0.0.1'], self: [{ host: 'localhost', port: 81 }] },
      'self',
    ],
    [
      'http://127.9.9.9:81',
      { allowedPrivateHosts: ['127.0.0.0/8'], self: [{ host: '0.0.0.0', port: 81 }] },
      'self',
    ],
    ['http://127.0.0.1:81', { allowedPrivateHosts: ['127.0.0.1'], self: [{ host: '::', port: 81 }] }, 'self'],
    [
      'http://127.0.0.1:81',
      { allowedPrivateHosts: ['127.0.0.1'], self: [{ host: '[::1]', port: 81 }] },
      'self',
    ],
    ['http://93.184.216.34:81', { self: [{ host: '0.0.0.0', port: 81 }] }, null],
    ['http://db.test:5432', { self: [{ host: 'DB.test', port: 5432 }] }, 'self'],
    ['http://db.test:80', { self: [{ host: 'db.test', port: 5432 }] }, null],
    // Origins that are always reachable: scheme, host and port must fit.
    ['https://10.0.0.1', { alwaysAllowedOrigins: ['https://10.0.0.1'] }, null],
    ['http://10.0.0.1', { alwaysAllowedOrigins: ['http://10.0.0.1'] }, null],
    ['http://10.0.0.1:443', { alwaysAllowedOrigins: ['https://10.0.0.1'] }, 'private_address'],
    ['https://10.0.0.1:8443', { alwaysAllowedOrigins: ['https://10.0.0.1'] }, 'private_address'],
    ['https://10.0.0.1:8443', { alwaysAllowedOrigins: ['https://10.0.0.1:8443'] }, null],
    ['https://api.test', { alwaysAllowedOrigins: ['https://api.test'], deniedHosts: ['api.test'] }, null],
    // A model's origin opens nothing to other calls.
    ['http://10.0.0.1', { modelOrigins: ['http://10.0.0.1'] }, 'private_address'],
  ])('06 §8 %s with %j: %s', (url, settings, reason) => {
    expect(guardWith(settings).judgeName(to(url))).toBe(reason);
  });

  it('04 §11.2.3 calls of models reach the origins named for them, except what is never reachable', () => {
    const guard = guardWith({ modelOrigins: ['http://10.0.0.1:81', 'http://169.254.169.254'] });
    const asked = (url: string) => guard.judgeName({ ...to(url), modelCall: true });
    expect(asked('http://10.0.0.1:81')).toBeNull();
    expect(asked('http://10.0.0.1:82')).toBe('private_address');
    expect(asked('http://169.254.169.254')).toBe('metadata_address');
    expect(guard.isForModels(to('http://10.0.0.1:81'))).toBe(true);
    expect(guard.isForModels(to('http://10.0.0.1:82'))).toBe(false);
    expect(guardWith().isForModels(to('http://10.0.0.1:81'))).toBe(false);
  });

  it('06 §8.3 every address of this machine is the deployment where it listens on all', () => {
    const own = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
    const guard = guardWith({ allowPrivateNetworks: true, self: [{ host: '0.0.0.0', port: 81 }] });
    const reasons = own
      .filter(({ family, address }) => family === 'IPv4' && !address.startsWith('169.254.'))
      .map(({ address }) => guard.judgeName(to(`http://${address}:81`)));
    expect(new Set(reasons)).toEqual(new Set(['self']));
  });

  it('06 §8.3 a listener that opens later is refused from then on', () => {
    const guard = guardWith({ allowPrivateNetworks: true });
    expect(guard.judgeName(to('http://10.0.0.1:81'))).toBeNull();
    guard.protect({ host: '10.0.0.1', port: 81 });
    expect(guard.judgeName(to('http://10.0.0.1:81'))).toBe('self');
  });
});

describe('by what its name resolves to', () => {
  const resolved = (settings: Partial<DestinationSettings>, url: string, ...found: string[]) =>
    guardWith({ ...settings, lookup: () => Promise.resolve(addresses(...found)) }).resolve(to(url));

  it('06 §8.6 the connection gets all addresses where each may be reached', async () => {
    const found = ['93.184.216.34', '2606:2800::1'];
    expect(await resolved({}, 'http://api.test', ...found)).toEqual(addresses(...found));
  });

  it.each<[Partial<DestinationSettings>, string[], string]>([
    [{}, ['10.0.0.1'], 'private_address'],
    [{}, ['93.184.216.34', '10.0.0.1'], 'private_address'],
    [{}, ['10.0.0.1', '93.184.216.34'], 'private_address'],
    [{}, ['fe80::1%eth0'], 'private_address'],
    [{}, ['169.254.169.254'], 'metadata_address'],
    [{ deniedHosts: ['93.184.216.34'] }, ['93.184.216.34'], 'denied_host'],
    [{ self: [{ host: '93.184.216.34', port: 80 }] }, ['93.184.216.34'], 'self'],
    [{ allowedPrivateHosts: ['other.test'] }, ['10.0.0.1'], 'private_address'],
    [{ allowedPrivateHosts: ['api.test:81'] }, ['10.0.0.1'], 'private_address'],
  ])('06 §8 with %j, %j is refused: %s', async (settings, found, reason) => {
    const refused = resolved(settings, 'http://api.test', ...found);
    await expect(refused).rejects.toMatchObject({ host: 'api.test', reason });
  });

  it.each<[Partial<DestinationSettings>]>([
    [{ allowedPrivateHosts: ['api.test'] }],
    [{ allowedPrivateHosts: ['api.test:80'] }],
    [{ allowedPrivateHosts: ['10.0.0.0/8'] }],
    [{ allowPrivateNetworks: true }],
    [{ alwaysAllowedOrigins: ['http://api.test'] }],
  ])('06 §8.4 with %j a private address is reached', async (settings) => {
    expect(await resolved(settings, 'http://api.test', '10.0.0.1')).toEqual(addresses('10.0.0.1'));
  });

  it('an address is not looked up, and a name without an address is unknown', async () => {
    const guard = guardWith({ lookup: () => Promise.resolve([]) });
    expect(await guard.resolve(to('http://93.184.216.34'))).toEqual(addresses('93.184.216.34'));
    expect(await guard.resolve(to('http://[2606:2800::1]'))).toEqual(addresses('2606:2800::1'));
    await expect(guard.resolve(to('http://api.test'))).rejects.toMatchObject({ code: 'ENOTFOUND' });
    await expect(guard.resolve(to('http://10.0.0.1'))).rejects.toMatchObject({ reason: 'private_address' });
  });

  it('the system is asked where no other name server is given', async () => {
    const found = await guardWith({ allowedPrivateHosts: ['localhost'] }).resolve(to('http://localhost'));
    expect(found.length).toBeGreaterThan(0);
    for (const { address, family } of found) expect(family).toBe(address.includes(':') ? 6 : 4);
  });
});

describe('the deployment itself', () => {
  it('06 §8.3 its names are refused by their addresses as well, which stay while no name server answers', async () => {
    const answers = [addresses('93.184.216.34'), null];
    const guard = guardWith({
      self: [{ host: 'db.test', port: 5432 }],
      lookup: () => {
        const next = answers.shift();
        return next ? Promise.resolve(next) : Promise.reject(new Error('silent'));
      },
    });
    expect(guard.judgeName(to('http://93.184.216.34:5432'))).toBeNull();
    await guard.learnOwnAddresses();
    expect(guard.judgeName(to('http://93.184.216.34:5432'))).toBe('self');
    expect(guard.judgeName(to('http://93.184.216.34:5433'))).toBeNull();
    expect(guard.judgeName(to('http://93.184.216.35:5432'))).toBeNull();
    await guard.learnOwnAddresses();
    expect(guard.judgeName(to('http://93.184.216.34:5432'))).toBe('self');
  });

  it('R31 its API is recognized by name, by address, and by its port on a private address', async () => {
    let looks = 0;
    const guard = guardWith({
      home: [{ host: 'console.test', port: 443 }],
      apiPort: 8080,
      lookup: () => {
        looks += 1;
        return Promise.resolve(addresses('93.184.216.34'));
      },
    });
    expect(guard.namesHome(to('https://console.test'))).toBe(true);
    expect(guard.namesHome(to('https://console.test:8443'))).toBe(false);
    expect(guard.namesHome(to('https://other.test'))).toBe(false);
    const leads = (address: string, port: number) => guard.leadsHome(addresses(address), port);
    expect(await leads('93.184.216.34', 443)).toBe(true);
    expect(await leads('93.184.216.34', 8443)).toBe(false);
    expect(await leads('93.184.216.35', 443)).toBe(false);
    expect(await leads('10.0.0.9', 8080)).toBe(true);
    expect(await leads('10.0.0.9', 8081)).toBe(false);
    expect(await leads('93.184.216.35', 8080)).toBe(false);
    expect(looks).toBe(1);
  });
});
