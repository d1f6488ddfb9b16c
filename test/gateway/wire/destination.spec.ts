import { createServer as createTcpServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { classifyAddress } from '../../../src/kernel/egress/destination/address-class.js';
import {
  DestinationGuard,
  type DestinationSettings,
} from '../../../src/kernel/egress/destination/destination-guard.js';
import { HostList, HostListError } from '../../../src/kernel/egress/destination/host-list.js';
import {
  ask,
  connectThrough,
  eventually,
  listen,
  startGateway,
  startUpstream,
  stopAll,
  tlsTunnel,
} from './wire-harness.js';

afterEach(stopAll);

const CLOSED = { allowedPrivateHosts: [] };

function guardWith(settings: Partial<DestinationSettings> = {}): DestinationGuard {
  return new DestinationGuard({
    allowPrivateNetworks: false,
    allowedPrivateHosts: [],
    deniedHosts: [],
    alwaysAllowedOrigins: [],
    self: [],
    ignorePrivateSettings: false,
    ...settings,
  });
}

function judge(guard: DestinationGuard, host: string, port = 80): string | null {
  return guard.judgeName({ scheme: 'http', host, port });
}

describe('classes of addresses', () => {
  it.each([
    ['8.8.8.8', 'public'],
    ['2606:4700::1111', 'public'],
    ['127.0.0.1', 'loopback'],
    ['127.255.255.254', 'loopback'],
    ['::1', 'loopback'],
    ['10.0.0.1', 'private'],
    ['172.31.255.255', 'private'],
    ['172.32.0.1', 'public'],
    ['192.168.1.1', 'private'],
    ['100.64.0.1', 'private'],
    ['100.127.255.255', 'private'],
    ['100.128.0.1', 'public'],
    ['fc00::1', 'private'],
    ['fdff::1', 'private'],
    ['fec0::1', 'private'],
    ['0.0.0.0', 'forbidden'],
    ['0.1.2.3', 'forbidden'],
    ['::', 'forbidden'],
    ['169.254.1.1', 'forbidden'],
    ['fe80::1', 'forbidden'],
    ['224.0.0.1', 'forbidden'],
    ['ff02::1', 'forbidden'],
    ['255.255.255.255', 'forbidden'],
    ['169.254.169.254', 'metadata'],
    ['169.254.170.2', 'metadata'],
    ['100.100.100.200', 'metadata'],
    ['fd00:ec2::254', 'metadata'],
    ['198.18.0.1', 'reserved'],
    ['192.0.2.1', 'reserved'],
    ['198.51.100.7', 'reserved'],
    ['203.0.113.9', 'reserved'],
    ['2001:db8::1', 'reserved'],
    ['::ffff:127.0.0.1', 'loopback'],
    ['::ffff:8.8.8.8', 'public'],
    ['::ffff:0:10.0.0.1', 'private'],
    ['::127.0.0.1', 'loopback'],
    ['2002:7f00:1::', 'loopback'],
    ['2002:a9fe:a9fe::1', 'metadata'],
    ['64:ff9b::10.0.0.1', 'private'],
    ['64:ff9b::808:808', 'public'],
    ['64:ff9b:1::7f00:1', 'loopback'],
    ['2001:0:4136:e378:8000:63bf:80ff:fffe', 'loopback'],
    // Other clouds' metadata, in public and in private ranges.
    ['168.63.129.16', 'metadata'],
    ['::ffff:168.63.129.16', 'metadata'],
    ['::168.63.129.16', 'metadata'],
    ['64:ff9b::a83f:8110', 'metadata'],
    ['2002:a83f:8110::', 'metadata'],
    ['168.63.129.17', 'public'],
    ['169.254.170.23', 'metadata'],
    ['192.0.0.192', 'metadata'],
    ['fd00:ec2::23', 'metadata'],
    ['fd00:ec2:0:1::253', 'metadata'],
    ['fd00:ec3::254', 'private'],
    ['fd20:ce::254', 'metadata'],
    ['fd00:42::42', 'metadata'],
    ['fd00:a9fe:a9fe::1', 'metadata'],
    // Given to nobody, or for purposes that no provider has.
    ['192.0.0.1', 'reserved'],
    ['192.88.99.1', 'reserved'],
    ['198.19.255.255', 'reserved'],
    ['240.0.0.1', 'reserved'],
    ['255.255.255.254', 'reserved'],
    ['100::1', 'reserved'],
    ['2001:2::1', 'reserved'],
    ['2001:10::1', 'reserved'],
    ['2001:20::1', 'reserved'],
    ['3fff::1', 'reserved'],
    ['5f00::1', 'reserved'],
    ['200::1', 'reserved'],
    ['4000::1', 'reserved'],
    ['e000::1', 'reserved'],
    ['2400:cb00::1', 'public'],
    ['3ffe::1', 'public'],
    // IPv4 in every place where a translator or a tunnel may look for it.
    ['64:ff9b:1:a9fe:a9:fe00::', 'metadata'],
    ['64:ff9b:1:c0a8:1:100::', 'private'],
    ['64:ff9b:1:1:7f:0:100:0', 'loopback'],
    ['64:ff9b:1::808:808', 'public'],
    ['64:ff9b:1:808:8:800::', 'public'],
    ['2400:cb00::5efe:7f00:1', 'loopback'],
    ['2400:cb00::200:5efe:a00:1', 'private'],
    ['2400:cb00::200:5efe:808:808', 'public'],
    ['fe80::5efe:808:808', 'forbidden'],
  ])('%s is %s', (address, kind) => {
    expect(classifyAddress(address)).toBe(kind);
  });
});

describe('operator lists', () => {
  it('open or refuse by pattern, address, block and port', () => {
    const list = new HostList([
      '*.corp.internal',
      '10.1.0.0/16',
      '127.0.0.1:8081',
      '[fd00::]/8:443',
      '[::1]:80',
      'db.test:5432',
    ]);
    expect(list.matchesHost('a.corp.internal', 1)).toBe(true);
    expect(list.matchesHost('corp.internal', 1)).toBe(false);
    expect(list.matchesHost('db.test', 5432)).toBe(true);
    expect(list.matchesHost('db.test', 80)).toBe(false);
    expect(list.matchesAddress('10.1.2.3', 1)).toBe(true);
    expect(list.matchesAddress('::ffff:10.1.2.3', 1)).toBe(true);
    expect(list.matchesAddress('10.2.0.1', 1)).toBe(false);
    expect(list.matchesAddress('127.0.0.1', 8081)).toBe(true);
    expect(list.matchesAddress('127.0.0.1', 8082)).toBe(false);
    expect(list.matchesAddress('fd12::1', 443)).toBe(true);
    expect(list.matchesAddress('fd12::1', 80)).toBe(false);
    expect(list.matchesAddress('::1', 80)).toBe(true);
  });

  it('reject what is none of these', () => {
    expect(() => new HostList(['http://x/'])).toThrow(HostListError);
    expect(() => new HostList(['host:0'])).toThrow(HostListError);
  });

  it('cannot open what is never reachable, and Cloud ignores them', () => {
    const everything = { allowedPrivateHosts: ['0.0.0.0/0', '::/0', '*'], allowPrivateNetworks: true };
    const open = guardWith(everything);
    expect(judge(open, '169.254.169.254')).toBe('metadata_address');
    expect(judge(open, '[fd00:ec2::254]')).toBe('metadata_address');
    for (const host of ['168.63.129.16', '192.0.0.192', '[fd20:ce::254]', '[fd00:ec2::23]'])
      expect([host, judge(open, host)]).toEqual([host, 'metadata_address']);
    for (const name of ['metadata.google.internal', 'metadata.goog', 'instance-data', 'metadata'])
      expect([name, judge(open, name)]).toEqual([name, 'metadata_address']);
    expect(judge(open, '169.254.3.4')).toBe('private_address');
    expect(judge(open, '0.0.0.0')).toBe('private_address');
    expect(judge(open, '127.0.0.1')).toBeNull();
    const cloud = guardWith({ ...everything, ignorePrivateSettings: true });
    expect(judge(cloud, '10.0.0.1')).toBe('private_address');
    expect(judge(cloud, '127.0.0.1')).toBe('private_address');
  });

  it('GATEWAY_ALLOW_PRIVATE_NETWORKS opens RFC 1918, ULA and CGNAT, not loopback or documentation', () => {
    const guard = guardWith({ allowPrivateNetworks: true });
    for (const host of ['10.0.0.1', '192.168.0.1', '[fc00::1]', '100.64.0.1'])
      expect(judge(guard, host)).toBeNull();
    for (const host of ['127.0.0.1', '[::1]', '192.0.2.1', '198.18.0.1'])
      expect(judge(guard, host)).toBe('private_address');
  });

  it('GATEWAY_DENIED_HOSTS refuses before anything else', () => {
    const guard = guardWith({ deniedHosts: ['*.bad.test', '8.8.8.8'] });
    expect(judge(guard, 'x.bad.test')).toBe('denied_host');
    expect(judge(guard, '8.8.8.8')).toBe('denied_host');
    expect(judge(guard, 'bad.test')).toBeNull();
  });

  it('the exact origins of API_URL and APP_URL stay reachable', async () => {
    const guard = guardWith({
      alwaysAllowedOrigins: ['http://localhost:10254'],
      lookup: async () => [{ address: '127.0.0.1', family: 4 }],
    });
    await expect(guard.resolve({ scheme: 'http', host: 'localhost', port: 10254 })).resolves.toHaveLength(1);
    await expect(guard.resolve({ scheme: 'http', host: 'localhost', port: 10255 })).rejects.toMatchObject({
      reason: 'private_address',
    });
    await expect(guard.resolve({ scheme: 'https', host: 'localhost', port: 10254 })).rejects.toMatchObject({
      reason: 'private_address',
    });
  });

  it('protects the database and the listener by name and by address', async () => {
    const guard = guardWith({
      allowedPrivateHosts: ['*', '0.0.0.0/0'],
      self: [
        { host: 'db.internal', port: 5432 },
        { host: '0.0.0.0', port: 10255 },
      ],
      lookup: async (host) => [
        { address: host === 'db.internal' || host === 'alias.test' ? '10.9.9.9' : '127.0.0.1', family: 4 },
      ],
    });
    await guard.learnOwnAddresses();
    expect(judge(guard, 'db.internal', 5432)).toBe('self');
    expect(judge(guard, '10.9.9.9', 5432)).toBe('self');
    expect(judge(guard, '10.9.9.9', 80)).toBeNull();
    expect(judge(guard, '127.0.0.1', 10255)).toBe('self');
    await expect(guard.resolve({ scheme: 'http', host: 'alias.test', port: 5432 })).rejects.toMatchObject({
      reason: 'self',
    });
    await expect(guard.resolve({ scheme: 'http', host: 'loop.test', port: 10255 })).rejects.toMatchObject({
      reason: 'self',
    });
  });
});

describe('on the wire', () => {
  it('06-T47 loopback is refused without an allow-list and nothing connects', async () => {
    const gateway = await startGateway({ destinations: CLOSED });
    const upstream = await startUpstream();
    const answer = await ask(gateway, `http://${upstream.authority}/`);
    expect([answer.status, answer.headers['x-should-retry']]).toEqual([403, 'false']);
    expect(answer.json).toMatchObject({
      error: 'destination_not_allowed',
      host: '127.0.0.1',
      reason: 'private_address',
    });
    expect(upstream.connections).toBe(0);
    expect(gateway.stages.outcomes[0]!.outcome.status).toBe(403);
  });

  it('06-T48, 06-21 in every notation', async () => {
    const gateway = await startGateway({ destinations: CLOSED });
    const upstream = await startUpstream();
    const hosts = [
      '[::ffff:127.0.0.1]',
      '[::ffff:7f00:1]',
      '2130706433',
      '0x7f.1',
      '0177.0.0.1',
      '127.1',
      '127.0.0.1.',
      '[::1]',
      '[64:ff9b::7f00:1]',
      '[2002:7f00:1::]',
    ];
    for (const host of hosts) {
      const answer = await ask(gateway, `http://${host}:${upstream.port}/`);
      expect([host, answer.status, answer.json.reason]).toEqual([host, 403, 'private_address']);
    }
    expect(upstream.connections).toBe(0);
  });

  it('06-T49 metadata stays closed whatever is opened', async () => {
    const gateway = await startGateway({
      destinations: { allowPrivateNetworks: true, allowedPrivateHosts: ['169.254.0.0/16'] },
    });
    expect((await ask(gateway, 'http://169.254.169.254/latest/')).json.reason).toBe('metadata_address');
    expect((await ask(gateway, 'http://Metadata.Google.Internal./x')).json.reason).toBe('metadata_address');
  });

  it('06-T50, 06-22 a name is resolved once per connection, and every address of the answer must be allowed', async () => {
    let asked = 0;
    const upstream = await startUpstream();
    const gateway = await startGateway({
      destinations: CLOSED,
      upstream: { connectTimeoutMs: 300 },
      names: {
        'rebind.test': () => (asked++ === 0 ? ['203.0.113.77'] : ['127.0.0.1']),
        'mixed.test': () => ['93.184.216.34', '127.0.0.1'],
      },
    });
    expect((await ask(gateway, `http://rebind.test:${upstream.port}/`)).status).toBe(403);
    expect(gateway.lookups).toEqual(['rebind.test']);
    expect((await ask(gateway, `http://rebind.test:${upstream.port}/`)).status).toBe(403);
    expect((await ask(gateway, `http://mixed.test:${upstream.port}/`)).json).toMatchObject({
      error: 'destination_not_allowed',
      host: 'mixed.test',
      reason: 'private_address',
    });
    expect(upstream.connections).toBe(0);
  });

  it('06-T50 connects to the address that was checked, even when the name has moved since', async () => {
    const upstream = await startUpstream();
    const trap = createTcpServer((socket) => socket.destroy());
    await listen(trap);
    let asked = 0;
    const gateway = await startGateway({
      names: { 'moves.test': () => (asked++ === 0 ? ['127.0.0.1'] : ['169.254.169.254']) },
    });
    const first = await ask(gateway, `http://moves.test:${upstream.port}/`);
    const pooled = await ask(gateway, `http://moves.test:${upstream.port}/`);
    expect([first.status, pooled.status]).toEqual([200, 200]);
    expect(upstream.seen[0]!.headers.host).toBe(`moves.test:${upstream.port}`);
    expect(gateway.lookups).toEqual(['moves.test']);
    expect(upstream.connections).toBe(1);
  });

  it('06 §9.11 four agents whose names are never answered leave threads to everybody else', async () => {
    const upstream = await startUpstream();
    const threads = new Threads(LOOKUPS_OF_LIBUV);
    const silence = new AbortController();
    const gateway = await startGateway({
      destinations: {
        lookup: (host) =>
          threads.run(() =>
            host.startsWith('silent')
              ? new Promise<never>((_, reject) =>
                  silence.signal.addEventListener('abort', () => reject(new Error('gave up'))),
                )
              : Promise.resolve([{ address: '127.0.0.1', family: 4 as const }]),
          ),
      },
    });
    const hostile = Array.from({ length: 4 }, (_, at) => gateway.stages.newToken(`hostile ${at}`));
    const asking = hostile.flatMap((token, at) =>
      Array.from({ length: 10 }, (_, name) => ask(gateway, `http://silent-${at}-${name}.test/`, { token })),
    );
    await eventually(() => threads.running >= hostile.length);
    for (let name = 0; name < 5; name++)
      expect((await ask(gateway, `http://fine-${name}.test:${upstream.port}/`)).status).toBe(200);
    const answers = await Promise.all(asking);
    expect(new Set(answers.map(({ status, json }) => [status, json.detail].join(' ')))).toEqual(
      new Set(['502 timeout']),
    );
    silence.abort();
  });

  it('06-T51 an entry with a port opens that port only', async () => {
    const [open, closed] = [await startUpstream(), await startUpstream()];
    const gateway = await startGateway({ destinations: { allowedPrivateHosts: [`127.0.0.1:${open.port}`] } });
    expect((await ask(gateway, `http://${open.authority}/`)).status).toBe(200);
    expect((await ask(gateway, `http://${closed.authority}/`)).status).toBe(403);
    expect(closed.connections).toBe(0);
  });

  it('06-8.6 is refused inside the tunnel of a CONNECT', async () => {
    const gateway = await startGateway({ destinations: CLOSED });
    const { status, socket } = await connectThrough(gateway, '127.0.0.1:80', gateway.token);
    expect(status).toBe(200);
    const answer = await ask(gateway, '/', { over: socket });
    expect(answer.json).toMatchObject({ error: 'destination_not_allowed', reason: 'private_address' });
  });

  it('its own listener is no destination, however it is named', async () => {
    const gateway = await startGateway({
      names: { 'me.test': '127.0.0.1' },
      destinations: { allowedPrivateHosts: ['127.0.0.0/8', 'me.test'] },
    });
    for (const host of ['127.0.0.1', '127.0.0.2', 'me.test']) {
      const answer = await ask(gateway, `http://${host}:${gateway.port}/healthz`);
      expect([host, answer.json.reason]).toEqual([host, 'self']);
    }
  });
});

describe('models that the operator named (04 §11.2.3)', () => {
  const MARKED = { 'x-onecli-model-call': 'genuine' };
  const asked: unknown[] = [];
  const modelCalls = {
    isGenuine: (mark: string, { host }: { host: string }): boolean => {
      asked.push(host);
      return mark === 'genuine';
    },
  };
  beforeEach(() => void (asked.length = 0));

  it('are open to proven calls alone, under a name that leads inside too, on connections of their own', async () => {
    const upstream = await startUpstream();
    const url = `http://llm.test:${upstream.port}/v1`;
    const gateway = await startGateway({
      names: { 'llm.test': '127.0.0.1', 'near.test': '127.0.0.1' },
      destinations: { ...CLOSED, modelOrigins: [`http://llm.test:${upstream.port}`] },
      modelCalls,
    });
    const statuses: number[] = [];
    for (const headers of [{}, MARKED, {}, { 'x-onecli-model-call': 'forged' }, MARKED, {}])
      statuses.push((await ask(gateway, url, { headers })).status);
    expect(statuses).toEqual([403, 200, 403, 403, 200, 403]);
    expect(upstream.seen.map(({ rawHeaders }) => rawHeaders.join().toLowerCase())).toEqual([
      expect.not.stringContaining('onecli'),
      expect.not.stringContaining('onecli'),
    ]);
    expect(upstream.connections).toBe(1);
    expect(asked).toEqual(Array(3).fill('llm.test'));
    const near = await ask(gateway, `http://near.test:${upstream.port}/v1`, { headers: MARKED });
    expect([near.status, near.json.reason]).toEqual([403, 'private_address']);
    expect(asked).toHaveLength(3);
  });

  it('are reached in tunnels as well, and each call of one is proven anew', async () => {
    const upstream = await startUpstream('trusted');
    const gateway = await startGateway({
      destinations: { ...CLOSED, modelOrigins: [`https://${upstream.authority}`] },
      upstream: { acceptInvalidCertificates: true },
      modelCalls,
    });
    const status = async (headers: Record<string, string>): Promise<number> => {
      const over = await tlsTunnel(gateway, upstream.authority, '127.0.0.1');
      return (await ask(gateway, '/v1', { over, headers })).status;
    };
    expect([await status(MARKED), await status({}), await status(MARKED)]).toEqual([200, 403, 200]);
    const plain = await ask(gateway, `http://${upstream.authority}/v1`, { headers: MARKED });
    expect([plain.status, plain.json.reason]).toEqual([403, 'private_address']);
  });

  it.each([
    ['169.254.169.254', 'metadata_address'],
    ['169.254.1.1', 'private_address'],
    ['0.0.0.0', 'private_address'],
    ['10.0.0.1', 'denied_host'],
    ['10.0.0.2', 'self'],
    ['10.0.0.3', null],
    ['127.0.0.1', null],
  ])('are no way around what nothing opens: %s', (host, reason) => {
    const destination = { scheme: 'http', host, port: 80 } as const;
    const guard = guardWith({
      modelOrigins: [`http://${host}`],
      deniedHosts: ['10.0.0.1'],
      self: [{ host: '10.0.0.2', port: 80 }],
      ignorePrivateSettings: true,
    });
    expect(guard.judgeName({ ...destination, modelCall: true })).toBe(reason);
    expect(guard.judgeName(destination)).toBe(reason ?? 'private_address');
    expect(guard.judgeName({ ...destination, port: 81, modelCall: true })).not.toBeNull();
  });
});

/** libuv's share of sixteen threads. */
const LOOKUPS_OF_LIBUV = 8;

/** As many at a time, and those behind them wait, as in the pool of the process. */
class Threads {
  running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly count: number) {}

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.running >= this.count) await new Promise<void>((resolve) => this.waiting.push(resolve));
    this.running += 1;
    try {
      return await work();
    } finally {
      this.running -= 1;
      this.waiting.shift()?.();
    }
  }
}
