import { describe, expect, it } from '@jest/globals';
import { network, publishedRule } from '../../../../test/harness/policy/published-rule.js';
import { normalizeHost, hostPatternMatches } from '../matching/host.js';
import { isLlmHost, llmHostNames } from '../matching/llm-hosts.js';
import { methodSet } from '../matching/methods.js';
import { splitTarget } from '../matching/canonical-path.js';
import { pathPatternMatches } from '../matching/path-pattern.js';
import type { AppSurface, AppSurfaces } from '../catalog/app-surfaces.js';
import { compilePolicy } from './compiled/compile.js';
import { evaluate, needsBody } from './evaluation/evaluate.js';
import { matchSets } from './evaluation/explain.js';
import { requestFacts } from './conditions/facts.js';
import { InspectedBody } from './conditions/inspected-body.js';
import { injectableCredentials, mayReceiveConnection, mayReceiveSecret } from './injectable.js';
import type { Coverage, PublishedRule, RuleTarget } from './model.js';
import type { PolicySecret } from './secret-hosts.js';

// --- a small catalogue in the shape of config/apps, with the mirror rule of 02 §9.5 -------------------------------

interface FixtureApp {
  hosts: { host: string; pathPrefix?: string }[];
  tools: Record<string, { host: string; path: string; method: string | null }>;
}

const GMAIL = 'gmail.googleapis.com';
const MESSAGES = '/gmail/v1/users/*/messages';
const APPS: Record<string, FixtureApp> = {
  gmail: {
    hosts: [{ host: GMAIL }, { host: 'www.googleapis.com', pathPrefix: '/gmail/' }],
    tools: {
      search_messages: { host: GMAIL, path: MESSAGES, method: 'GET' },
      send_email: { host: GMAIL, path: `${MESSAGES}/send`, method: 'POST' },
      delete_message: { host: GMAIL, path: `${MESSAGES}/*`, method: 'DELETE' },
    },
  },
  aws: {
    hosts: [{ host: '*.amazonaws.com' }],
    tools: {
      ec2_access: { host: 'ec2.*.amazonaws.com', path: '/*', method: null },
      s3_read: { host: 's3.*.amazonaws.com', path: '/*', method: 'GET' },
    },
  },
};

function fixtureSurface(app: FixtureApp, tools: readonly string[]): AppSurface {
  const named = tools.flatMap((id) => app.tools[id] ?? []);
  const all = Object.values(app.tools);
  const uniform = new Set(all.map((tool) => tool.host)).size === 1;
  const onInjectionHost = (host: string, path: string, prefixedOnly: boolean) =>
    app.hosts.some(
      (entry) =>
        (!prefixedOnly || entry.pathPrefix !== undefined) &&
        hostPatternMatches(entry.host, host) &&
        path.startsWith(entry.pathPrefix ?? ''),
    );
  return {
    hostPatterns: [...app.hosts.map((entry) => entry.host), ...all.map((tool) => tool.host)],
    readsPath: () => true,
    covers(host, path, method) {
      if (tools.length === 0) {
        return all.some((tool) => hostPatternMatches(tool.host, host)) || onInjectionHost(host, path, false);
      }
      return named.some(
        (tool) =>
          (hostPatternMatches(tool.host, host) || onInjectionHost(host, path, !uniform)) &&
          (tool.method === null || tool.method === method) &&
          pathPatternMatches(tool.path, path),
      );
    },
  };
}

const surfaces: AppSurfaces = {
  surface(provider, tools) {
    const app = APPS[provider];
    if (!app || (tools.length > 0 && !tools.some((id) => app.tools[id]))) return null;
    return fixtureSurface(app, tools);
  },
};

// --- rules in the words of 02 §13 ----------------------------------------------------------------------------------

const AGENT = { id: 'a1', userIds: ['u1'], groupIds: ['g1'] };
const LLM = llmHostNames(['anthropic.com', 'openai.com']);
const SECRETS: PolicySecret[] = [
  { id: 's1', level: 'workspace', type: 'generic', hostPattern: 'api.stripe.com' },
  { id: 'llm', level: 'workspace', type: 'anthropic', hostPattern: 'api.anthropic.com' },
  { id: 'ai', level: 'organization', type: 'openai', hostPattern: 'api.openai.com' },
  { id: 'sx', level: 'workspace', type: 'generic', hostPattern: 'api.x.com' },
  { id: 'p1', level: 'partner', type: 'generic', hostPattern: 'partner.example.com' },
];
const CONNECTIONS = [
  { id: 'c1', provider: 'gmail' },
  { id: 'c2', provider: 'gmail' },
  { id: 'c9', provider: 'gmail' },
];

let serial = 0;
function rule(target: RuleTarget | RuleTarget[] | null, fields: Partial<PublishedRule> = {}): PublishedRule {
  const id = `r${++serial}`;
  const targets = target === null ? [] : Array.isArray(target) ? target : [target];
  return publishedRule({ id, logicalId: id, priority: serial, name: id, targets, ...fields });
}
const app = (provider: string, ...tools: string[]): RuleTarget => ({
  kind: 'app',
  provider,
  tools,
  connectionScope: null,
});
const conn = (connectionId: string, ...tools: string[]): RuleTarget => ({
  kind: 'connection',
  connectionId,
  tools,
});
const sec = (secretId: string): RuleTarget => ({ kind: 'secret', secretId, secretScope: null });
const block = (target: RuleTarget | RuleTarget[] | null, fields: Partial<PublishedRule> = {}) =>
  rule(target, { action: 'block', ...fields });
const ME = { identities: [{ type: 'agent' as const, id: 'a1' }], source: 'grant' as const };
const grant = (secretId: string) => rule(sec(secretId), ME);
const full = (id: string) => rule(conn(id), ME);
const ask = (id: string, ...tools: string[]) => rule(conn(id, ...tools), { ...ME, requireApproval: true });
function custom(id: string, allow: string[], asks: string[]): PublishedRule[] {
  const rest = Object.keys(APPS.gmail!.tools).filter((tool) => ![...allow, ...asks].includes(tool));
  return [
    ...(allow.length > 0 ? [rule(conn(id, ...allow), ME)] : []),
    ...(asks.length > 0 ? [ask(id, ...asks)] : []),
    block(conn(id, ...rest), { ...ME, name: 'step-3' }),
    block(conn(id), { ...ME, name: 'step-4' }),
  ];
}

interface Rules {
  O?: PublishedRule[];
  W?: PublishedRule[];
  dO?: 'allow' | 'block';
  dW?: 'allow' | 'block';
  coverage?: Coverage;
  secrets?: PolicySecret[];
  agent?: typeof AGENT;
}
interface Request {
  winner?: string;
  cred?: boolean;
  body?: string;
  truncated?: boolean;
  overrides?: string[];
}

function defaultRule(scope: string, action: 'allow' | 'block', coverage: Coverage): PublishedRule {
  return rule(null, {
    isDefault: true,
    source: 'default',
    name: `default of the ${scope}`,
    action,
    coverage,
  });
}

function compiled({ O = [], W = [], dO = 'allow', dW = 'allow', coverage = 'credentialed', ...rest }: Rules) {
  return compilePolicy({
    organization: [...O, defaultRule('organization', dO, coverage)],
    workspace: [...W, defaultRule('workspace', dW, 'credentialed')],
    agent: rest.agent ?? AGENT,
    secrets: rest.secrets ?? SECRETS,
    connections: CONNECTIONS,
    apps: surfaces,
  });
}

function factsOf(line: string, request: Request = {}) {
  const [method = '', url = ''] = line.split(' ');
  const slash = url.indexOf('/');
  const host = normalizeHost(url.slice(0, slash))!;
  const bytes = request.body === undefined ? null : new TextEncoder().encode(request.body);
  return requestFacts({
    host,
    ...splitTarget(url.slice(slash)),
    methods: methodSet(method, request.overrides),
    winnerConnectionId: request.winner ?? null,
    managed: request.cred ?? false,
    llmHost: isLlmHost(host, LLM),
    body: bytes && new InspectedBody(bytes, request.truncated ?? false),
  });
}

const decide = (rules: Rules, line: string, request?: Request) =>
  evaluate(compiled(rules), factsOf(line, request));

/** The verdict in the words of the table. */
function verdict(rules: Rules, line: string, request?: Request): string {
  const decision = decide(rules, line, request);
  if (decision.kind === 'block') return `blocked by ${decision.rule.scope}`;
  if (decision.kind === 'default-block') return `default block by ${decision.rule.scope}`;
  const words = [...decision.limits.map(({ limit, window }) => `${limit}/${window}`)];
  if (decision.approval) words.push('approval');
  return words.length > 0 ? words.join(', ') : 'allow';
}

const CRED = { cred: true };
const C1 = { cred: true, winner: 'c1' };
const LIST = `GET ${GMAIL}/gmail/v1/users/me/messages`;
const SEND = `POST ${GMAIL}/gmail/v1/users/me/messages/send`;
const DEFAULT_O = 'default block by organization';
const BLOCKED = 'blocked by organization';

type Row = [number: number, rules: Rules, ...requests: [line: string, expected: string, request?: Request][]];
const nine = custom('c1', ['search_messages'], ['send_email']);
const thirteen = [...custom('c1', [], ['send_email']), full('c2')];
const pathBlock = (pattern: string): Rules => ({ O: [block(network('api.example.com', pattern))] });
const api = (path: string) => `GET api.example.com${path}`;
const groupBlock = { O: [block(network('x.com'), { identities: [{ type: 'group', id: 'g1' }] })] };
const userBlock = { O: [block(network('x.com'), { identities: [{ type: 'user', id: 'u1' }] })] };

const EXAMPLES: Row[] = [
  [1, {}, ['POST api.example.com/x', 'allow']],
  [2, { dO: 'block' }, ['POST api.example.com/x', 'allow']],
  [3, { dO: 'block', W: [grant('s1')] }, ['POST api.stripe.com/v1/charges', DEFAULT_O, CRED]],
  [4, { dO: 'block', W: [grant('llm')] }, ['POST api.anthropic.com/v1/messages', 'allow', CRED]],
  [
    5,
    { dO: 'block', O: [rule(network('api.stripe.com'))], W: [grant('s1')] },
    ['POST api.stripe.com/v1/charges', 'allow', CRED],
  ],
  [6, { dO: 'block', W: [full('c1')] }, [LIST, DEFAULT_O, C1]],
  [7, { dO: 'block', O: [rule(app('gmail'))], W: [full('c1')] }, [LIST, 'allow', C1]],
  [8, { dO: 'block', O: [rule(app('gmail', 'search_messages'))], W: [full('c1')] }, [SEND, DEFAULT_O, C1]],
  [9, { W: nine }, [LIST, 'allow', C1]],
  [10, { W: nine }, [SEND, 'approval', C1]],
  [11, { W: nine }, [`DELETE ${GMAIL}/gmail/v1/users/me/messages/42`, 'blocked by workspace', C1]],
  [12, { W: nine }, [`PATCH ${GMAIL}/gmail/v1/users/me/settings/x`, 'blocked by workspace', C1]],
  [13, { W: thirteen }, [SEND, 'allow', { cred: true, winner: 'c2' }]],
  [15, { O: [block(network(GMAIL))], W: [full('c1')] }, [LIST, BLOCKED, C1]],
  [16, { O: [rule(app('gmail'), { requireApproval: true })], W: [full('c1')] }, [LIST, 'approval', C1]],
  [17, { O: [rule(app('gmail'))], W: custom('c1', [], ['send_email']) }, [SEND, 'approval', C1]],
  [
    18,
    { O: [rule(network('api.stripe.com'), { rateLimit: 100, rateLimitWindow: 'hour' })], W: [grant('s1')] },
    ['POST api.stripe.com/v1/charges', '100/hour', CRED],
  ],
  [
    19,
    {
      O: [rule(app('gmail'), { rateLimit: 10, rateLimitWindow: 'minute' })],
      W: custom('c1', [], ['send_email']),
    },
    [SEND, '10/minute, approval', C1],
  ],
  [
    20,
    { O: [rule(network('x.com'), { requireApproval: true, rateLimit: 5, rateLimitWindow: 'day' })] },
    ['GET x.com/', '5/day, approval'],
  ],
  [21, { O: [rule(network('x.com')), block(network('x.com'))] }, ['GET x.com/', 'allow']],
  [22, { O: [block(network('x.com')), rule(network('x.com'))] }, ['GET x.com/', BLOCKED]],
  [23, { O: [block(network('x.com'), { enabled: false }), rule(network('x.com'))] }, ['GET x.com/', 'allow']],
  [
    24,
    { O: [rule(network('x.com'))], W: [block(network('x.com', '/*'))] },
    ['GET x.com/', 'blocked by workspace'],
  ],
  [25, groupBlock, ['GET x.com/', BLOCKED]],
  [26, { ...groupBlock, agent: { ...AGENT, groupIds: [] } }, ['GET x.com/', 'allow']],
  [27, { ...userBlock, agent: { ...AGENT, userIds: [] } }, ['GET x.com/', 'allow']],
  [
    28,
    pathBlock('/admin'),
    [api('/admin?x=1'), BLOCKED],
    [api('/admin/'), 'allow'],
    [api('/Admin'), 'allow'],
  ],
  [
    29,
    pathBlock('/admin/*'),
    [api('/admin'), BLOCKED],
    [api('/admin/a/b'), BLOCKED],
    [api('/administrator'), 'allow'],
  ],
  [30, pathBlock('/admin*'), [api('/administrator'), BLOCKED]],
  [31, pathBlock('/repos/*/issues'), [api('/repos/a/issues'), BLOCKED], [api('/repos/a/b/issues'), 'allow']],
  [32, pathBlock('/admin'), [api('/%61dmin'), BLOCKED], [api('/x/../admin'), BLOCKED]],
  [
    33,
    { O: [block(network('*.example.com'))] },
    ['GET API.Example.com:8443/', BLOCKED],
    ['GET example.com/', 'allow'],
  ],
  [34, { O: [block(network('x.com', null, 'GET'))] }, ['HEAD x.com/', BLOCKED]],
  [
    35,
    { O: [block(network('x.com', null, 'DELETE'))] },
    ['POST x.com/1', BLOCKED, { overrides: ['DELETE'] }],
  ],
  [
    36,
    {
      O: [
        block(network('x.com'), {
          conditions: [{ target: 'body', operator: 'contains', value: 'wire-transfer' }],
        }),
      ],
    },
    ['POST x.com/', BLOCKED, { body: 'please WIRE-TRANSFER it' }],
    ['POST x.com/', 'allow', { body: 'hello' }],
    ['GET x.com/', 'allow'],
  ],
  [
    37,
    { O: [block(network('github.com', '/*/*/git-receive-pack', 'POST'))] },
    ['GET github.com/o/r.git/info/refs?service=git-receive-pack', BLOCKED],
    ['GET github.com/o/r.git/info/refs?service=git-upload-pack', 'allow'],
  ],
  [
    38,
    { O: [block(app('gmail'))] },
    ['GET www.googleapis.com/gmail/v1/x', BLOCKED],
    ['GET www.googleapis.com/calendar/v3/x', 'allow'],
  ],
  [39, { O: [block(app('aws', 'ec2_access'))] }, ['POST rds.us-east-1.amazonaws.com/', 'allow']],
  [40, { O: [block(sec('s1'))] }, ['GET api.stripe.com/', BLOCKED]],
  [
    45,
    { O: [rule(network('ws.example.com'), { requireApproval: true })] },
    ['GET ws.example.com/', 'approval'],
  ],
  [46, { dO: 'block', W: [grant('sx')] }, ['GET api.x.com/v2', DEFAULT_O, CRED]],
  [47, { dO: 'block', O: [block(network('y.com'))] }, ['GET y.com/', BLOCKED]],
  [
    48,
    { dO: 'block', coverage: 'all', O: [rule(network('api.anthropic.com'))] },
    ['POST api.example.com/x', DEFAULT_O],
    ['POST api.anthropic.com/v1/messages', 'allow', CRED],
    ['POST api.openai.com/v1/responses', DEFAULT_O],
  ],
  [49, { coverage: 'all' }, ['POST api.example.com/x', 'allow']],
];

describe('worked examples of 02 §13', () => {
  for (const [number, rules, ...requests] of EXAMPLES) {
    for (const [line, expected, request] of requests) {
      it(`02-X${number} ${line}: ${expected}`, () => {
        expect(verdict(rules, line, request)).toBe(expected);
        // Explaining is the same decision: simulate cannot disagree with the gateway (02 §8.6).
        expect(matchSets(compiled(rules), factsOf(line, request)).decision).toMatchObject({
          kind: decide(rules, line, request).kind,
        });
      });
    }
  }

  it('02-X5 names the organization rule as decider', () => {
    const opening = rule(network('api.stripe.com'));
    const decision = decide(
      { dO: 'block', O: [opening], W: [grant('s1')] },
      'POST api.stripe.com/v1/charges',
      CRED,
    );
    expect(decision).toMatchObject({
      kind: 'pass',
      rule: { logicalId: opening.logicalId, scope: 'organization' },
    });
  });

  it('02-X11 and 02-X12 name the step that blocked', () => {
    const step3 = decide({ W: nine }, `DELETE ${GMAIL}/gmail/v1/users/me/messages/42`, C1);
    const step4 = decide({ W: nine }, `PATCH ${GMAIL}/gmail/v1/users/me/settings/x`, C1);
    expect([step3.rule?.name, step4.rule?.name]).toEqual(['step-3', 'step-4']);
  });

  it('02-X14 connection rules never match a request without a winner', () => {
    expect(verdict({ W: thirteen }, SEND, CRED)).toBe('allow');
  });

  it('02-X19 the approval decides, the limit of the other set is counted', () => {
    const limited = rule(app('gmail'), { rateLimit: 10, rateLimitWindow: 'minute' });
    const decision = decide({ O: [limited], W: custom('c1', [], ['send_email']) }, SEND, C1);
    expect(decision).toMatchObject({
      rule: { scope: 'workspace' },
      limits: [
        { rule: { logicalId: limited.logicalId, scope: 'organization' }, limit: 10, window: 'minute' },
      ],
    });
  });

  it('02-X40 a secret target of a deleted or foreign secret matches nothing', () => {
    expect(verdict({ O: [block(sec('s1'))], secrets: [] }, 'GET api.stripe.com/')).toBe('allow');
    expect(verdict({ O: [block(null)] }, 'GET api.stripe.com/')).toBe('allow');
    expect(verdict({ O: [block(sec('p1'))] }, 'GET partner.example.com/')).toBe('allow');
  });

  it('02-X41 an allow without identities injects nothing; 02-X42 one that names a user of the agent does', () => {
    const everyone = injectableCredentials({ organization: [rule(conn('c9'))], workspace: [] }, AGENT);
    expect(everyone.connectionIds.size).toBe(0);
    const named = rule(conn('c9'), { identities: [{ type: 'user', id: 'u1' }] });
    const credentials = injectableCredentials({ organization: [named], workspace: [] }, AGENT);
    expect(credentials.connectionIds.has('c9')).toBe(true);
    expect(verdict({ O: [named] }, LIST, { cred: true, winner: 'c9' })).toBe('allow');
  });
});

describe('02 §12 beyond the examples', () => {
  it('a workspace default block discards an organization allow', () => {
    expect(verdict({ dW: 'block', O: [rule(network('x.com'))] }, 'GET x.com/', CRED)).toBe(
      'default block by workspace',
    );
    expect(verdict({ dW: 'block', O: [block(network('x.com'))] }, 'GET x.com/', CRED)).toBe(BLOCKED);
    expect(verdict({ dW: 'block', O: [rule(network('x.com'))] }, 'GET x.com/')).toBe('allow');
  });

  it('both defaults blocking: the organization is named', () => {
    expect(verdict({ dO: 'block', dW: 'block' }, 'GET x.com/', CRED)).toBe(DEFAULT_O);
    expect(verdict({ dO: 'block', dW: 'block', O: [rule(network('x.com'))] }, 'GET x.com/', CRED)).toBe(
      DEFAULT_O,
    );
  });

  it('equal ranks: the organization decides; two limits count, organization first', () => {
    const perHour = rule(network('x.com'), { rateLimit: 1, rateLimitWindow: 'hour' });
    const perDay = rule(network('x.com'), { rateLimit: 2, rateLimitWindow: 'day' });
    const decision = decide({ O: [perHour], W: [perDay] }, 'GET x.com/');
    expect(decision).toMatchObject({ rule: { scope: 'organization' }, limits: [{ limit: 1 }, { limit: 2 }] });
    expect(decision.decidedBy).toMatchObject({ kind: 'rule', scope: 'organization', rule: { rateLimit: 1 } });
  });

  it('a stricter workspace match does not drop the limit of the organization, whose limit stays first', () => {
    const limited = rule(network('x.com'), { rateLimit: 1, rateLimitWindow: 'hour' });
    const held = rule(network('x.com'), { requireApproval: true, rateLimit: 2, rateLimitWindow: 'day' });
    expect(verdict({ O: [limited], W: [held] }, 'GET x.com/')).toBe('1/hour, 2/day, approval');
  });

  it('explains who decided, who modifies, who was overruled and who was discarded', () => {
    const outcomes = (rules: Rules, line: string, request?: Request) => {
      const { organization, workspace } = matchSets(compiled(rules), factsOf(line, request));
      return [organization?.outcome, workspace?.outcome];
    };
    const open = () => rule(network('x.com'));
    expect(outcomes({ O: [open()], W: [open()] }, 'GET x.com/')).toEqual(['decides', 'applies']);
    expect(outcomes({ O: [open()], W: [block(network('x.com'))] }, 'GET x.com/')).toEqual([
      'overruled',
      'decides',
    ]);
    expect(outcomes({ dO: 'block', W: [open()] }, 'GET x.com/', CRED)).toEqual([undefined, 'discarded']);
  });

  it('a secretScope target matches on the hosts of any secret of that level only', () => {
    const rules = { O: [block({ kind: 'secret', secretId: null, secretScope: 'organization' })] };
    expect(verdict(rules, 'GET eu.chatgpt.com/')).toBe(BLOCKED);
    expect(verdict(rules, 'GET api.stripe.com/')).toBe('allow');
  });

  it('unknown apps, tools and connections match nothing, for block too', () => {
    const rules = { O: [block([app('nope'), app('gmail', 'nope'), conn('c7')])] };
    expect(verdict(rules, LIST, { cred: true, winner: 'c7' })).toBe('allow');
  });

  it('a plain allow needs both path forms, a rate-limited one either', () => {
    const plain = { dO: 'block' as const, O: [rule(network('x.com', '/a/*'))] };
    expect(verdict(plain, 'GET x.com/a/../b', CRED)).toBe(DEFAULT_O);
    expect(verdict(plain, 'GET x.com/b/../a/c', CRED)).toBe(DEFAULT_O);
    expect(verdict(plain, 'GET x.com/a/./c', CRED)).toBe('allow');
    const limited = { O: [rule(network('x.com', '/a/*'), { rateLimit: 1, rateLimitWindow: 'day' })] };
    expect(verdict(limited, 'GET x.com/a/../b')).toBe('1/day');
  });

  it('what meets one form of the path restricts, but neither hides a block nor opens a closed default', () => {
    const public_ = network('x.com', '/public/*');
    const limited = rule(public_, { rateLimit: 1, rateLimitWindow: 'day' });
    const held = rule(public_, { requireApproval: true });
    const admin = network('x.com', '/admin');
    for (const first of [limited, held]) {
      expect(verdict({ O: [first, block(admin)] }, 'GET x.com/public/../admin')).toBe(BLOCKED);
      expect(verdict({ O: [first], W: [block(admin)] }, 'GET x.com/public/../admin')).toBe(
        'blocked by workspace',
      );
      expect(verdict({ dO: 'block', O: [first] }, 'GET x.com/public/../admin', CRED)).toBe(DEFAULT_O);
      expect(verdict({ dO: 'block', O: [first], W: [rule(admin)] }, 'GET x.com/public/../admin', CRED)).toBe(
        DEFAULT_O,
      );
    }
    expect(verdict({ O: [limited, rule(admin)] }, 'GET x.com/public/../admin')).toBe('1/day');
    expect(verdict({ O: [limited, held, rule(admin)] }, 'GET x.com/public/../admin')).toBe('approval');
    expect(verdict({ O: [limited], W: [held] }, 'GET x.com/public/../admin')).toBe('1/day, approval');
    const daily = rule(admin, { rateLimit: 2, rateLimitWindow: 'day' });
    expect(verdict({ O: [daily], W: [limited] }, 'GET x.com/public/../admin')).toBe('2/day, 1/day');
    expect(verdict({ O: [limited, daily] }, 'GET x.com/public/x')).toBe('1/day');
  });

  it('a block meets what servers make of a path, an allow in front of it by both forms is enough', () => {
    const rules = { O: [block(network('x.com', '/a/b'))] };
    for (const path of ['/a%2Fb', '/a;v=1/b', '/a/b%3Fc', '//host/a/b', '/a%2fb;x'])
      expect(verdict(rules, `GET x.com${path}`)).toBe(BLOCKED);
    const open = { O: [rule(network('x.com', '/*')), block(network('x.com', '/a/b'))] };
    expect(verdict(open, 'GET x.com/a%2Fb')).toBe('allow');
    const push = { O: [block(network('github.com', '/*/*/git-receive-pack', 'POST'))] };
    expect(verdict(push, 'GET github.com/o/r%2Finfo/refs?service=git-receive-pack')).toBe(BLOCKED);
    expect(verdict(push, 'POST github.com/o%2Fr/git-receive-pack')).toBe(BLOCKED);
  });

  it('an allow on a push covers its discovery under deny-by-default', () => {
    const rules = { dO: 'block' as const, O: [rule(network('github.com', '/*/*/git-receive-pack', 'POST'))] };
    expect(verdict(rules, 'GET github.com/o/r.git/info/refs?service=git-receive-pack', CRED)).toBe('allow');
    expect(verdict(rules, 'GET github.com/o/r.git/info/refs?service=git%2Dreceive-pack', CRED)).toBe('allow');
    expect(verdict(rules, 'GET github.com/o/r.git/info/refs?service=git-upload-pack', CRED)).toBe(DEFAULT_O);
  });

  it('grants that name a level open all its credentials, partner secrets need none', () => {
    const rules = [
      rule({ kind: 'secret', secretId: null, secretScope: 'organization' }, ME),
      rule({ kind: 'app', provider: 'gmail', tools: [], connectionScope: 'workspace' }, ME),
      block(sec('s1'), ME),
      rule(sec('sx'), { ...ME, enabled: false }),
    ];
    const credentials = injectableCredentials({ organization: [], workspace: rules }, AGENT);
    const received = SECRETS.filter((secret) => mayReceiveSecret(credentials, secret)).map(({ id }) => id);
    expect(received).toEqual(['ai', 'p1']);
    const reaches = (level: 'workspace' | 'organization') =>
      mayReceiveConnection(credentials, { id: 'c', provider: 'gmail', level });
    expect([reaches('workspace'), reaches('organization')]).toEqual([true, false]);
  });
});

describe('body conditions (02 §6.8)', () => {
  const contains = (value: string, key?: string) => [
    { target: 'body' as const, operator: 'contains' as const, value, key },
  ];
  const onBlock = (value: string, key?: string) => ({
    O: [block(network('x.com'), { conditions: contains(value, key) })],
  });
  const onAllow = (value: string, key?: string): Rules => ({
    dO: 'block',
    coverage: 'all',
    O: [rule(network('x.com'), { conditions: contains(value, key) })],
  });
  const post = (rules: Rules, body?: string, truncated?: boolean) =>
    verdict(rules, 'POST x.com/', { body, truncated });

  it('is asked for only about hosts with a live conditioned rule that names this agent', () => {
    const other = { identities: [{ type: 'user' as const, id: 'someone' }] };
    const rules = [
      block(network('x.com'), { conditions: contains('a') }),
      block(network('y.com'), { conditions: contains('a'), enabled: false }),
      block(network('z.com'), { conditions: contains('a'), ...other }),
    ];
    const policy = compiled({ O: rules });
    expect(['x.com', 'y.com', 'z.com'].map((host) => needsBody(policy, host))).toEqual([true, false, false]);
  });

  it('needs a body; all conditions must hold', () => {
    expect(post(onBlock('a'))).toBe('allow');
    expect(post(onBlock('a'), '')).toBe('allow');
    const both = { O: [block(network('x.com'), { conditions: [...contains('a'), ...contains('b')] })] };
    expect(post(both, 'a')).toBe('allow');
    expect(post(both, 'b and a')).toBe(BLOCKED);
  });

  it('folds ASCII only', () => {
    expect(post(onBlock('K'), '\u212a')).toBe('allow');
    expect(post(onBlock('É'), 'é')).toBe('allow');
    expect(post(onBlock('Éa'), 'ÉA')).toBe(BLOCKED);
  });

  it('a key looks at the scalars it leads to, through arrays', () => {
    const rules = onBlock('4', 'a.b');
    expect(post(rules, '{"a":[{"b":[1,"x4"]},{"b":5}]}')).toBe(BLOCKED);
    expect(post(rules, '{"a":{"c":4},"b":4}')).toBe('allow');
    expect(post(onBlock('true', 'ok'), '{"ok":true}')).toBe(BLOCKED);
    expect(post(onBlock('x', '__proto__.y'), '{"__proto__":{"y":"x"}}')).toBe(BLOCKED);
  });

  it('an unparseable or cut body: a block looks at the whole prefix, an allow does not match', () => {
    for (const [body, cut] of [
      ['not json 4', false],
      ['{"a":4}', true],
    ] as const) {
      expect(post(onBlock('4', 'a'), body, cut)).toBe(BLOCKED);
      expect(post(onAllow('4', 'a'), body, cut)).toBe(DEFAULT_O);
    }
    expect(post(onAllow('4', 'a'), '{"a":4}')).toBe('allow');
    expect(post(onBlock('12345678901234567890', 'a'), '{"a":12345678901234567890}')).toBe(BLOCKED);
  });

  it('stored conditions that cannot be read: block and approval act unconditioned, others never match', () => {
    for (const stored of ['x', 5, {}, [{ target: 'header' }], [{ ...contains('a')[0], operator: 'regex' }]]) {
      const conditions = stored as never;
      expect(post({ O: [block(network('x.com'), { conditions })] })).toBe(BLOCKED);
      expect(post({ O: [rule(network('x.com'), { conditions, requireApproval: true })] })).toBe('approval');
      expect(
        post({ O: [rule(network('x.com'), { conditions, rateLimit: 1, rateLimitWindow: 'day' })] }),
      ).toBe('allow');
    }
  });

  it('a session policy is no decision condition', () => {
    expect(
      post({
        dO: 'block',
        coverage: 'all',
        O: [rule(network('x.com'), { conditions: { folders: ['/a'] } })],
      }),
    ).toBe('allow');
  });

  it('survives deeply nested JSON and long needles that repeat', () => {
    const depth = 200_000;
    expect(post(onBlock('deep', 'a'), `{"a":${'['.repeat(depth)}"deep"${']'.repeat(depth)}}`)).toBe(BLOCKED);
    const needle = `b${'a'.repeat(999)}`;
    expect(post(onBlock(needle), 'a'.repeat(1 << 20))).toBe('allow');
    expect(post(onBlock(needle), `${'ba'.repeat(1000)}${needle}`)).toBe(BLOCKED);
  });
});
