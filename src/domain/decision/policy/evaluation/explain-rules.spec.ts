import { describe, expect, it } from '@jest/globals';
import { network, publishedRule } from '../../../../../test/harness/policy/published-rule.js';
import type { AppSurface } from '../../catalog/app-surfaces.js';
import { compilePolicy, type PolicyInput } from '../compiled/compile.js';
import { explainRules } from './explain-rules.js';
import { requestFacts, type FactsInput } from '../conditions/facts.js';
import { InspectedBody } from '../conditions/inspected-body.js';
import type { PublishedRule, RuleTarget } from '../model.js';

const APP_HOST = 'app.test';
const TOOLS: Record<string, string> = { list: '/list', send: '/send' };

let serial = 0;
function rule(targets: RuleTarget[], fields: Partial<PublishedRule> = {}): PublishedRule {
  const id = `r${++serial}`;
  return publishedRule({ id, logicalId: id, priority: serial, name: id, targets, ...fields });
}

const app = (...tools: string[]): RuleTarget => ({
  kind: 'app',
  provider: 'app',
  tools,
  connectionScope: null,
});
const account = (connectionId: string, ...tools: string[]): RuleTarget => ({
  kind: 'connection',
  connectionId,
  tools,
});
const secret = (secretId: string): RuleTarget => ({ kind: 'secret', secretId, secretScope: null });

function surface(tools: readonly string[]): AppSurface | null {
  const paths = tools.flatMap((tool) => TOOLS[tool] ?? []);
  if (tools.length > 0 && paths.length === 0) return null;
  return {
    hostPatterns: [APP_HOST],
    covers: (host, path) => host === APP_HOST && (tools.length === 0 || paths.includes(path)),
    readsPath: () => tools.length > 0,
  };
}

function explain(
  organization: PublishedRule[],
  asked: Partial<FactsInput> = {},
  workspace: PublishedRule[] = [],
) {
  const input: PolicyInput = {
    organization,
    workspace,
    agent: { id: 'a1', userIds: ['u1'], groupIds: [] },
    secrets: [{ id: 's1', level: 'workspace', type: 'generic', hostPattern: 'api.test' }],
    connections: [
      { id: 'c1', provider: 'app' },
      { id: 'c2', provider: 'app' },
    ],
    apps: { surface: (provider, tools) => (provider === 'app' ? surface(tools) : null) },
  };
  const facts = requestFacts({
    host: 'x.test',
    path: '/a',
    methods: ['GET'],
    managed: false,
    llmHost: false,
    ...asked,
  });
  return explainRules(compilePolicy(input), input, facts).sets;
}

/** Outcome and failed part of the organization's rules. */
function outcomes(rules: PublishedRule[], asked?: Partial<FactsInput>): unknown[] {
  return explain(rules, asked)[0].rules.map(({ outcome, failed }) =>
    failed === null ? outcome : `${outcome} ${failed}`,
  );
}

const onApp = { host: APP_HOST, path: '/send', winnerConnectionId: 'c1' };
const body = (text: string) => new InspectedBody(new TextEncoder().encode(text), false);
const contains = (value: string) => ({ target: 'body' as const, operator: 'contains' as const, value });

describe('why a rule did not match (02 §8.6)', () => {
  it('switched off, or about others', () => {
    const about = (id: string) => ({ identities: [{ type: 'user' as const, id }] });
    const target = [network('x.test')];
    expect(
      outcomes([
        rule(target, { enabled: false }),
        rule(target, about('u2')),
        rule(target, about('u1')),
        rule(target),
      ]),
    ).toEqual(['disabled', 'identity', 'decides', 'shadowed']);
  });

  it.each<[string, RuleTarget[], Partial<FactsInput>]>([
    ['none', [], {}],
    ['host', [network('y.test', '/a', 'GET')], {}],
    ['path', [network('x.test', '/b', 'POST')], {}],
    ['method', [network('*.test', '/a', 'POST')], {}],
    ['method', [network('y.test'), network('x.test', '/b'), network('x.test', '/a', 'POST')], {}],
    ['app', [app('send')], {}],
    ['app', [{ ...app(), provider: 'nope' } as RuleTarget], onApp],
    ['tool', [app('list')], onApp],
    ['tool', [app('nope')], onApp],
    ['app', [account('c1')], { ...onApp, host: 'x.test' }],
    ['connection', [account('gone')], onApp],
    ['connection', [account('c2', 'send')], onApp],
    ['tool', [account('c2', 'send'), account('c1', 'list')], onApp],
    ['secret', [secret('s1')], {}],
    ['secret', [secret('gone')], { host: 'api.test' }],
  ])('target %s: %j', (part, targets, asked) => {
    expect(outcomes([rule(targets, { action: 'block' })], asked)).toEqual([`target ${part}`]);
  });

  it('a plain allow fails on the path when only one of its forms matches, a block matches', () => {
    const targets = [network('x.test', '/a/*')];
    const asked = { path: '/a/../b' };
    expect(outcomes([rule(targets)], asked)).toEqual(['target path']);
    expect(outcomes([rule(targets, { action: 'block' })], asked)).toEqual(['decides']);
  });

  it('a rate limit that meets one form of the path decides where the request passes, and gives way to a block', () => {
    const limited = rule([network('x.test', '/a/*')], { rateLimit: 1, rateLimitWindow: 'day' });
    const asked = { path: '/a/../b' };
    expect(outcomes([limited, rule([network('x.test')])], asked)).toEqual(['decides', 'shadowed']);
    expect(outcomes([limited, rule([network('x.test', '/b')], { action: 'block' })], asked)).toEqual([
      'target path',
      'decides',
    ]);
    expect(outcomes([limited], asked)).toEqual(['decides']);
  });

  it('the index of the first condition that does not hold; targets come first', () => {
    const conditions = [contains('one'), contains('two')];
    const targets = [network('x.test')];
    expect(outcomes([rule(targets, { conditions })], { body: body('one') })).toEqual(['condition 1']);
    expect(outcomes([rule(targets, { conditions })])).toEqual(['condition 0']);
    expect(outcomes([rule(targets, { conditions })], { body: body('one two') })).toEqual(['decides']);
    expect(outcomes([rule([network('y.test')], { conditions })])).toEqual(['target host']);
  });

  it('conditions that cannot be read fail on a rule that opens, and do not hold back one that restricts', () => {
    const conditions = [contains('a'), { target: 'header' }] as never;
    expect(outcomes([rule([network('x.test')], { conditions })], { body: body('a') })).toEqual([
      'condition 1',
    ]);
    expect(outcomes([rule([network('y.test')], { conditions })])).toEqual(['target host']);
    expect(outcomes([rule([network('x.test')], { conditions, action: 'block' })])).toEqual(['decides']);
  });
});

describe('a set as a whole', () => {
  it('says what its default is and whether it counts', () => {
    const fallback = rule([], { isDefault: true, action: 'block', coverage: 'all' });
    const [organization, workspace] = explain([fallback]);
    expect(organization).toEqual({
      scope: 'organization',
      armed: true,
      default: { action: 'block', coverage: 'all' },
      rules: [],
      truncated: false,
    });
    expect(workspace).toMatchObject({ armed: false, default: { action: 'allow', coverage: 'credentialed' } });
    expect(explain([], { managed: true })[1].armed).toBe(true);
    expect(explain([], { managed: true, llmHost: true })[0].armed).toBe(false);
  });

  it('leaves out grants of other agents and stops after 500 rules', () => {
    const grant = (id: string) =>
      rule([network('x.test')], { source: 'grant', identities: [{ type: 'agent', id }] });
    const [, workspace] = explain([], {}, [grant('a2'), grant('a1')]);
    expect(workspace.rules.map(({ outcome }) => outcome)).toEqual(['decides']);
    const many = Array.from({ length: 501 }, () => rule([network('y.test')]));
    const [organization] = explain(many);
    expect([organization.rules.length, organization.truncated]).toEqual([500, true]);
    expect(explain(many.slice(1))[0].truncated).toBe(false);
  });
});
