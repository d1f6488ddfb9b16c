/**
 * Spellings of paths and hosts on real sockets (R25; 02 §9.2, §9.3; 06 §8.1, §8.9). Bytes go out as they stand here:
 * a client library would tidy up what this is about.
 */
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { RuleTarget } from '../../../src/domain/decision/policy/model.js';
import { type Owner, signUpOwner } from '../../harness/people/accounts.js';
import { type Agent, createAgent, createSecret, grant } from '../../harness/clients/agent.js';
import { decide, pending } from '../../harness/policy/approvals.js';
import { gateway } from '../../harness/clients/client.js';
import { connect } from '../../harness/upstreams/connections.js';
import { sendRaw } from '../../harness/clients/raw-http.js';
import { network, organizationRules, type RuleInput, type RuleSetInput } from '../../harness/policy/rules.js';
import type { TestServer } from '../../harness/server/server.js';
import { withUpstream } from '../../harness/server/stands.js';
import { until } from '../../harness/time/until.js';
import type { Upstream } from '../../harness/upstreams/upstream.js';

const HOST = 'api.example.test';
const BLOCK = { action: 'block' } as const;
const BLOCKED = 'blocked_by_policy';
const REFUSED = 'malformed_request';
const CLOSED = 'blocked_by_default_policy';

let server: TestServer;
let upstream: Upstream;
let owner: Owner;
let agent: Agent;

withUpstream((stand) => ({ upstream, server } = stand), { REQUEST_LOG_MODE: 'all' });

beforeEach(async () => {
  upstream.reset();
  owner = await signUpOwner(server);
  agent = await createAgent(server, owner);
});

type Way = 'absolute' | 'tunnel' | 'reverse';
const WAYS: readonly Way[] = ['absolute', 'tunnel', 'reverse'];

interface Sending {
  way?: Way;
  scheme?: 'http' | 'https';
  headers?: string[];
}

function request(target: string, { way = 'absolute', scheme = 'http', headers = [] }: Sending): Buffer {
  const token = `Basic ${Buffer.from(`x:${agent.token}`).toString('base64')}`;
  const lines = ['Host: ignored.test', 'Connection: close', ...headers];
  const proxied = [...lines, `Proxy-Authorization: ${token}`];
  const message = (line: string, fields: string[]): string => `${[line, ...fields].join('\r\n')}\r\n\r\n`;
  const [authority, path] = [target.slice(0, target.indexOf('/')), target.slice(target.indexOf('/'))];
  const text = {
    absolute: () => message(`GET ${scheme}://${target} HTTP/1.1`, proxied),
    reverse: () =>
      message(`GET /${scheme === 'http' ? 'proxy-http' : 'proxy'}/${target} HTTP/1.1`, [
        ...lines,
        `X-Agent-Token: ${agent.token}`,
      ]),
    tunnel: () =>
      message(`CONNECT ${/:\d*$/.test(authority) ? authority : `${authority}:80`} HTTP/1.1`, proxied) +
      message(`GET ${path} HTTP/1.1`, lines),
  }[way]();
  return Buffer.from(text, 'latin1');
}

/** What became of `host/path`: `allow` when the upstream saw it, else the code of the refusal. */
async function verdict(target: string, sending: Sending = {}): Promise<string> {
  upstream.seen.length = 0;
  const answer = await sendRaw(server.gatewayUrl, request(target, sending));
  if (upstream.seen.length > 0) return 'allow';
  const text = sending.way === 'tunnel' && answer.status === 200 ? answer.text : `\r\n\r\n${answer.text}`;
  const body = text.slice(text.indexOf('\r\n\r\n'));
  return (JSON.parse(body) as { error: string }).error;
}

async function verdicts(paths: readonly string[], sending: Sending = {}): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const path of paths) found[path] = await verdict(`${HOST}${path}`, sending);
  return found;
}

function expecting(outcome: string, paths: readonly string[]): Record<string, string> {
  return Object.fromEntries(paths.map((path) => [path, outcome]));
}

function organization(input: RuleSetInput | RuleInput[]): Promise<void> {
  return organizationRules(server, owner, input);
}

/** All read as `/admin/users` by some server, and judged as that. */
const SAME_PATH = [
  '/admin/users',
  '/admin/users?x=1#y',
  '/%61dmin/users',
  '/%61%64%6D%69%6e/%75sers',
  '/x/../admin/users',
  '/x/%2e%2e/admin/users',
  '/x/.%2E/admin/users',
  '/./admin/%2e/users',
  '/admin/x/../users',
  '//admin/users',
  '/admin//users',
  '///admin///users',
  '/admin\\users',
  '/\\admin\\users',
  '/admin%5Cusers',
  '/admin%5cusers',
  '/x\\..\\admin\\users',
  '/x\\%2e%2e\\admin\\users',
  '/admin%2Fusers',
  '/admin%2fusers',
  '/%2Fadmin/users',
  '/admin;v=1/users',
  '/admin%3bv=1/users',
  '/admin/users;jsessionid=1',
  '/admin/users;',
  '/;/admin/users',
  '/admin;a%2Fusers',
  '/admin/users%3Fx',
  '/admin/users%3fx=/y',
  '/admin/users%23x',
  '//evil.test/admin/users',
  '/\\evil.test/admin/users',
  '/x/..//evil.test/admin/users',
];

/** Nobody can say for every server which path these are. */
const AMBIGUOUS = [
  '/x/..%2fadmin/users',
  '/x/%2e%2e%2Fadmin/users',
  '/x%2f..%2fadmin/users',
  '/x%2F../admin/users',
  '/x/..%5cadmin/users',
  '/x%5c../admin/users',
  '/x%5C..%5Cadmin/users',
  '/a%5cb/../admin/users',
  '/a\\b/../admin/users',
  '/x/%252e%252e%252fadmin/users',
  '/x/%252e%252e/admin/users',
  '/x/..%252fadmin/users',
  '/x/%25252e%25252e/admin/users',
  '/x/..;/admin/users',
  '/x/..;v=1/admin/users',
  '/.;/admin/users',
  '/x/%2e%2e;/admin/users',
  '/x/..%3b/admin/users',
  '/x;a/..;b/admin/users',
  '/x/%c0%ae%c0%ae/admin/users',
  '/x/%c0%ae./admin/users',
  '/x/%25c0%25ae%25c0%25ae/admin/users',
  '/admin%c0%afusers',
  '/%e0%80%af/admin/users',
  '/admin/users%00',
  '/admin/users%0a',
  '/admin/users%0d%0aX:%20y',
  '/%09admin/users',
  '/admin/users%7f',
  '/admin/users%ff',
  '/%ed%a0%80/admin/users',
  '/caf%C3/admin/users',
  '/%u0061dmin/users',
  '/admin%u2215users',
  '/admin/users%',
  '/admin/users%2',
  '/%zzadmin/users',
  // Longer than any server reads, and not to be read in one way only.
  `/${'a;'.repeat(4_100)}/admin/users`,
];

/** Other paths to every server, or to every one that decodes once. */
const OTHER_PATH = [
  '/',
  '/admin',
  '/admin/user',
  '/admin/users/',
  '/Admin/users',
  '/%2561dmin/users',
  '/admin%252Fusers',
  '/admin%20/users',
  '/.admin/users',
  '/.../admin/users',
  '/..x/admin/users',
  '/a%2Fb/../c',
  '/caf%C3%A9/%E2%82%AC',
  '/100%25/x',
  '/a%2F.b',
  '/a;v=..',
  `/${'a/'.repeat(4_100)}admin/users`,
];

describe('a block on a path', () => {
  beforeEach(() => organization([{ ...BLOCK, targets: [network(HOST, '/admin/users')] }]));

  it.each(WAYS)('binds every spelling of it: %s', async (way) => {
    expect(await verdicts(SAME_PATH, { way })).toEqual(expecting(BLOCKED, SAME_PATH));
  });

  it.each(WAYS)('refuses what servers read in different ways: %s', async (way) => {
    expect(await verdicts(AMBIGUOUS, { way })).toEqual(expecting(REFUSED, AMBIGUOUS));
  });

  it.each(WAYS)('leaves other paths alone: %s', async (way) => {
    expect(await verdicts(OTHER_PATH, { way })).toEqual(expecting('allow', OTHER_PATH));
  });

  it('says that the path is the reason, not to try again, and logs it', async () => {
    const answer = await sendRaw(server.gatewayUrl, request(`${HOST}/x/..%2fadmin`, {}));
    expect([answer.status, answer.headers['x-should-retry'], answer.body.error]).toEqual([
      400,
      'false',
      REFUSED,
    ]);
    expect(answer.body.message).toMatch(/different ways/);
    let row: { status: number; extra_data: object } | undefined;
    await until(async () => {
      [row] = await server.db.query('SELECT status, extra_data FROM request_log WHERE agent_id = $1', [
        agent.id,
      ]);
      return row !== undefined;
    });
    expect(row).toEqual({ status: 400, extra_data: { decision: 'blocked', blocked_by_rule: REFUSED } });
  });

  it('a simulated request is judged the same', async () => {
    const simulated = async (path: string) => {
      const { body } = await owner.api.post('/v1/policy/simulate', {
        agentId: agent.id,
        method: 'GET',
        url: `http://${HOST}${path}`,
      });
      return [body.refusal?.body.error ?? body.verdict, body.request.canonicalPath];
    };
    expect(await simulated('/x\\..\\%61dmin%5cusers')).toEqual([BLOCKED, '/admin/users']);
    expect(await simulated('/admin;x/users')).toEqual([BLOCKED, '/admin;x/users']);
    expect(await simulated('/x/..%2fadmin/users')).toEqual([REFUSED, '/x/..%2Fadmin/users']);
    expect(await simulated('/%40me%2f')).toEqual(['allow', '/@me%2F']);
  });
});

describe('a pattern means the same path however it is written', () => {
  it.each([
    ['/@me/a,b', ['/%40me/a%2Cb', '/@me/a%2cb', '/%40me/a,b']],
    ['/%40me/a%2cb', ['/@me/a,b', '/%40me/a%2Cb']],
    ['/v1/models/*:run', ['/v1/models/x%3Arun', '/v1/models/x%3arun', '/v1\\models/x:run']],
    ['/files/a%2fb', ['/files/a%2Fb', '/files/a%2fb']],
    ['/files/a%2Fb', ['/files/a%2fb']],
    ['/odd\\path', ['/odd/path', '/odd%5Cpath', '/odd\\path']],
    ['/x/../y//z', ['/y/z', '/y//z', '/x/../y/z', '/%79//z']],
    ['/café', ['/caf%C3%A9', '/caf%c3%a9']],
    ['/a b|c', ['/a%20b%7Cc', '/a%20b|c', '/a%20b%7cc']],
    ['/lit%2Aeral', ['/lit*eral', '/lit%2aeral']],
    ['/%70re*', ['/prefix', '/%70refix/x']],
    ['/su%62/*', ['/sub', '/sub/x', '/s%75b/x']],
  ])('%s', async (pattern, paths) => {
    await organization([{ ...BLOCK, targets: [network(HOST, pattern)] }]);
    expect(await verdicts(paths)).toEqual(expecting(BLOCKED, paths));
    expect(await verdicts(['/elsewhere', '/litxeral'])).toEqual(
      expecting('allow', ['/elsewhere', '/litxeral']),
    );
    const spelled = { ...network(HOST, pattern) } as Extract<RuleTarget, { kind: 'network' }>;
    expect(spelled.pathPattern).toBe(pattern);
  });
});

describe('what opens needs both forms of the path', () => {
  const OPEN = {
    '/open/x': 'allow',
    '/open/%40x': 'allow',
    '/open/a%2Fb': 'allow',
    '/open/x;v=1': 'allow',
    '/open/../admin': CLOSED,
    '/open/%2e%2e/admin': CLOSED,
    '/open\\..\\admin': CLOSED,
    '/%6fpen\\..\\admin': CLOSED,
    '/open/..%2fadmin': REFUSED,
    '/open%2f..%2fadmin': REFUSED,
    '/open/..;/admin': REFUSED,
    '/open/%252e%252e/admin': REFUSED,
    '/x/..;/open/x': REFUSED,
  };

  it.each<[string, Partial<RuleInput>]>([
    ['a plain allow', {}],
    ['a rate-limited allow', { rateLimit: 1000, rateLimitWindow: 'day' }],
  ])('%s under a default that blocks everything', async (_name, fields) => {
    await organization({
      defaultAction: 'block',
      coverage: 'all',
      rules: [{ targets: [network(HOST, '/open/*')], ...fields }],
    });
    expect(await verdicts(Object.keys(OPEN))).toEqual(OPEN);
  });

  it.each<[string, Partial<RuleInput>]>([
    ['a plain allow', {}],
    ['a rate-limited allow', { rateLimit: 1000, rateLimitWindow: 'day' }],
    ['an approval', { requireApproval: true }],
  ])('%s does not hide a block behind it', async (_name, fields) => {
    await organization([
      { targets: [network(HOST, '/open/*'), network(HOST, '/*/admin')], ...fields },
      { ...BLOCK, targets: [network(HOST, '/admin')] },
    ]);
    const paths = ['/open/../admin', '/open/%2e%2e/admin', '/open\\..\\admin', '//admin'];
    // A request that is held after all must not wait for a person.
    const headers = ['X-OneCLI-Approval-Timeout: 5'];
    expect(await verdicts(paths, { headers })).toEqual(expecting(BLOCKED, paths));
  });

  it('an encoded slash stays data to a list of what is allowed', async () => {
    await organization([
      { targets: [network(HOST, '/projects/*/issues')] },
      { ...BLOCK, targets: [network(HOST, '/*')] },
    ]);
    expect(await verdicts(['/projects/group%2Fname/issues', '/projects/group/name/issues'])).toEqual({
      '/projects/group%2Fname/issues': 'allow',
      '/projects/group/name/issues': BLOCKED,
    });
  });

  it('a credential goes to its paths only', async () => {
    const secret = await createSecret(owner, { hostPattern: HOST, pathPattern: '/s%61fe/*' });
    await grant(owner, agent.id, secret);
    const carried: Record<string, unknown> = {};
    const paths = [
      '/safe/x',
      '/safe/%40x?y=1',
      '/safe/a%2fb',
      '/s%61fe/x',
      '/safe\\..\\admin',
      '/safe/../admin',
      '/other',
      '/safe/..%2fadmin',
      '/safe/..;/admin',
      '/safe/%c0%ae%c0%ae/admin',
    ];
    for (const path of paths) {
      const outcome = await verdict(`${HOST}${path}`, { scheme: 'https' });
      carried[path] = outcome === 'allow' ? 'x-test-key' in upstream.only().headers : outcome;
    }
    expect(carried).toEqual({
      '/safe/x': true,
      '/safe/%40x?y=1': true,
      '/safe/a%2fb': true,
      '/s%61fe/x': true,
      '/safe\\..\\admin': false,
      '/safe/../admin': false,
      '/other': false,
      '/safe/..%2fadmin': REFUSED,
      '/safe/..;/admin': REFUSED,
      '/safe/%c0%ae%c0%ae/admin': REFUSED,
    });
  });
});

describe('rate limits, tools and accounts', () => {
  it('every spelling is counted', async () => {
    await organization([{ targets: [network(HOST, '/a/@b')], rateLimit: 1, rateLimitWindow: 'day' }]);
    expect(await verdict(`${HOST}/a/@b`)).toBe('allow');
    const paths = ['/a/%40b', '/%61/@b', '/a%2F@b', '/a\\@b', '/x/../a/@b', '//a/@b', '/a;v/@b', '//h/a/@b'];
    expect(await verdicts(paths)).toEqual(expecting('rate_limited', paths));
    expect(await verdict(`${HOST}/a/..%2fa/@b`)).toBe(REFUSED);
  });

  it('a block of a tool binds every spelling of its path', async () => {
    const shared = 'www.googleapis.com';
    await organization([
      { ...BLOCK, targets: [{ kind: 'app', provider: 'gmail', tools: [], connectionScope: null }] },
    ]);
    const paths = [
      '/gmail/v1/x',
      '/%67mail/v1/x',
      '/gmail%2Fv1/x',
      '/gmail\\v1/x',
      '//gmail/v1/x',
      '//h/gmail/v1/x',
    ];
    const found: Record<string, string> = {};
    for (const path of [...paths, '/x/..%2fgmail/v1/x', '/calendar/v3/x']) {
      found[path] = await verdict(`${shared}${path}`);
    }
    expect(found).toEqual({
      ...expecting(BLOCKED, paths),
      '/x/..%2fgmail/v1/x': REFUSED,
      '/calendar/v3/x': 'allow',
    });
  });

  it('an account on part of a host is enough to look at paths there, and no other host is concerned', async () => {
    const id = await connect(server, owner, { provider: 'gmail' });
    const granted = await owner.api.put(`/v1/agents/${agent.id}/grants/connections/${id}`, {
      access: 'full',
    });
    expect(granted.status).toBeLessThan(300);
    expect(await verdict('www.googleapis.com/calendar/..%2fgmail/v1')).toBe(REFUSED);
    expect(await verdict(`${HOST}/calendar/..%2fgmail/v1`)).toBe('allow');
  });
});

describe('a host about which nobody looks at paths', () => {
  const UNREAD = [...AMBIGUOUS, '//a//b/c', '/a%2fb%2F', '/\\a', '/%7e;x'].filter(
    (path) => !path.includes('/../'),
  );

  it.each(WAYS)('gets every target as it was sent: %s', async (way) => {
    const secret = await createSecret(owner, { hostPattern: HOST });
    await grant(owner, agent.id, secret);
    await organization([
      { targets: [network(HOST)], rateLimit: 1000, rateLimitWindow: 'day' },
      { ...BLOCK, targets: [network('other.test', '/x')] },
    ]);
    const sent: Record<string, string> = {};
    for (const path of UNREAD) {
      const outcome = await verdict(`${HOST}${path}`, { way });
      sent[path] = outcome === 'allow' ? upstream.only().url : outcome;
    }
    expect(sent).toEqual(Object.fromEntries(UNREAD.map((path) => [path, path])));
  });
});

describe('the person who approves', () => {
  it.each([
    ['/x/../pay/%40all?to=%40me', '/pay/%40all?to=%40me', '/pay/%40all'],
    ['/x/%2e%2E/./pay/@all', '/pay/@all', '/pay/@all'],
    ['/pay\\@all', '/pay\\@all', '/pay\\@all'],
    ['//pay/@all', '//pay/@all', '//pay/@all'],
  ])('sees of %s the path that will be sent', async (asked, sent, endpoint) => {
    const desk = gateway(server).as(owner.apiKey);
    await organization([{ targets: [network(HOST, '/pay/@all')], requireApproval: true }]);
    const asking = verdict(`${HOST}${asked}`);
    const [item] = await pending(desk);
    expect([item.path, item.url]).toEqual([sent, `http://${HOST}${sent}`]);
    expect(item.summary.details).toContainEqual({ label: 'Endpoint', value: endpoint });
    await decide(desk, item.id, 'approve');
    expect(await asking).toBe('allow');
    expect(upstream.only().url).toBe(sent);
  });

  it('is told the action of an app however its path is spelled', async () => {
    const desk = gateway(server).as(owner.apiKey);
    await organization([{ targets: [network('gmail.googleapis.com')], requireApproval: true }]);
    const asking = verdict('gmail.googleapis.com/gmail/v1/users/%6de/x/../l%61bels');
    const [item] = await pending(desk);
    expect([item.summary.action, item.path]).toEqual(['List labels', '/gmail/v1/users/%6de/l%61bels']);
    await decide(desk, item.id, 'deny');
    expect(await asking).toBe('manual_approval_denied');
  });
});

describe('spellings of a host (02 §9.2, 06 §8.1)', () => {
  const IN_URLS = {
    'BLOCKED.Example.TEST': BLOCKED,
    'blocked.example.test.': BLOCKED,
    'blocked.example.test:80': BLOCKED,
    'blocked.example.test:': BLOCKED,
    'blocked.example.test.:8080': BLOCKED,
    'xn--bcher-kva.test': BLOCKED,
    'XN--BCHER-KVA.test': BLOCKED,
    '93.184.215.14': BLOCKED,
    '0x5db8d70e': BLOCKED,
    '1572394766': BLOCKED,
    '0135.0270.0327.016': BLOCKED,
    '0x5d.184.215.14': BLOCKED,
    '93.12113678': BLOCKED,
    '93.184.215.14.': BLOCKED,
    '[::ffff:93.184.215.14]': BLOCKED,
    '[::FFFF:5db8:d70e]': BLOCKED,
    '[2606:4700::1111]': BLOCKED,
    '[2606:4700:0:0:0:0:0:1111]': BLOCKED,
    'blocked%2eexample.test': 'invalid_request',
    '%62locked.example.test': 'invalid_request',
    'user@blocked.example.test': 'invalid_request',
    'user:pass@blocked.example.test': 'invalid_request',
    'blocked.example.test\\@free.test': 'invalid_request',
    'free.test\\@blocked.example.test': 'invalid_request',
    'blocked.example.test..': 'invalid_request',
    '[2606:4700::1111%25eth0]': 'invalid_request',
    '[2606:4700::1111%eth0]': 'invalid_request',
    'free.example.test': 'allow',
  };

  it.each(['absolute', 'reverse'] as const)('never pass a rule: %s', async (way) => {
    const hosts = ['blocked.example.test', 'bücher.test', '93.184.215.14', '[2606:4700::1111]'];
    await organization([{ ...BLOCK, targets: hosts.map((host) => network(host)) }]);
    const found: Record<string, string> = {};
    for (const host of Object.keys(IN_URLS)) found[host] = await verdict(`${host}/x`, { way });
    expect(found).toEqual(IN_URLS);
  });

  it('never pass a rule: tunnel', async () => {
    await organization([
      { ...BLOCK, targets: ['blocked.example.test', '93.184.215.14'].map((host) => network(host)) },
    ]);
    const hosts = ['BLOCKED.example.test.:80', '0x5db8d70e:80', '[::ffff:93.184.215.14]:80', '1572394766:80'];
    const found: Record<string, string> = {};
    for (const host of hosts) found[host] = await verdict(`${host}/x`, { way: 'tunnel' });
    expect(found).toEqual(expecting(BLOCKED, hosts));
  });
});
