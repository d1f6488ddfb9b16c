import { describe, expect, it } from '@jest/globals';
import { publishedRule } from '../../../../../test/harness/policy/published-rule.js';
import { CatalogSurfaces } from '../../catalog/catalog-surfaces.js';
import type { CatalogApp, CatalogTool } from '../../catalog/model/model.js';
import { compilePolicy } from '../compiled/compile.js';
import { requestFacts } from '../conditions/facts.js';
import type { PublishedRule, RuleTarget } from '../model.js';
import { evaluate } from './evaluate.js';

const HOST = 'api.test';

function tool(id: string, method: string, path: string, more: Partial<CatalogTool> = {}): CatalogTool {
  const group = method === 'GET' ? 'read' : 'write';
  return { id, name: id, description: id, group, matches: [{ method, host: HOST, path }], ...more };
}

const APP = {
  id: 'app',
  name: 'App',
  hosts: [{ host: HOST, match: 'exact' }],
  listOrder: 0,
  detectOrder: 0,
  tools: [
    tool('get_thing', 'GET', '/things/{}'),
    tool('list_keys', 'GET', '/things/*/keys'),
    tool('below', 'GET', '/below/*'),
    tool('push', 'POST', '/repo.git/git-receive-pack'),
    tool('all_writes', 'POST', '/things/*', { wildcard: true }),
    tool('pair', 'GET', '/pair', { includes: ['get_thing', 'list_keys'] }),
  ],
} as unknown as CatalogApp;

const apps = new CatalogSurfaces([APP]);
const target = (...tools: string[]): RuleTarget => ({
  kind: 'app',
  provider: 'app',
  tools,
  connectionScope: null,
});
const CLOSED = publishedRule({ isDefault: true, action: 'block', targets: [] });

function verdict(rules: PublishedRule[], request: string, more: { overrides?: string[] } = {}): string {
  const [method, target_] = request.split(' ') as [string, string];
  const [path, query = null] = target_.split('?') as [string, string?];
  const policy = compilePolicy({
    organization: [...rules, CLOSED],
    workspace: [],
    agent: null,
    secrets: [],
    connections: [],
    apps,
  });
  const facts = requestFacts({
    host: HOST,
    path,
    query,
    methods: [method],
    managed: true,
    llmHost: false,
    ...more,
  });
  const decision = evaluate(policy, facts);
  if (decision.kind !== 'pass') return decision.kind;
  if (decision.approval) return 'approval';
  return decision.limits.length > 0 ? `${decision.limits.length} limited` : 'pass';
}

const allowing = (...tools: string[]) => publishedRule({ targets: [target(...tools)] });

describe('a rule that names tools (11 §5)', () => {
  it.each([
    ['GET /things/a', 'pass'],
    ['GET /things/a/keys', 'default-block'],
    ['GET /things/a%2Fkeys', 'default-block'],
    ['GET /things/a%2Fkeys/', 'default-block'],
    // No tool is for what that would be: no other tool is opened.
    ['GET /things/a%2Fb', 'pass'],
    ['GET /things/', 'default-block'],
    ['GET /things/a/../b', 'default-block'],
  ])('opens %s where every reading is its own: %s', (request, expected) => {
    expect(verdict([allowing('get_thing')], request)).toBe(expected);
  });

  it('opens what several of its targets name together', () => {
    const rule = publishedRule({ targets: [target('get_thing'), target('list_keys')] });
    expect(verdict([rule], 'GET /things/a%2Fkeys')).toBe('pass');
  });

  it('opens what the tools that it includes are for', () => {
    expect(verdict([allowing('pair')], 'GET /things/a/keys')).toBe('pass');
  });

  it('opens a path that a field names as well only where that is its own too', () => {
    expect(verdict([allowing('below')], 'GET /below/a', { overrides: ['/below/b'] })).toBe('pass');
    expect(verdict([allowing('below')], 'GET /below/a', { overrides: ['/things/b'] })).toBe('default-block');
  });

  it('opens the discovery of a push with the tool that pushes', () => {
    expect(verdict([allowing('push')], 'GET /repo.git/info/refs?service=git-receive-pack')).toBe('pass');
    expect(verdict([allowing('below')], 'GET /repo.git/info/refs?service=git-receive-pack')).toBe(
      'default-block',
    );
  });

  it('adds its approval and its limit to a request that passes, where it does not open', () => {
    const whole = publishedRule({ targets: [target()] });
    const asking = publishedRule({ requireApproval: true, targets: [target('get_thing')] });
    const limiting = publishedRule({
      rateLimit: 1,
      rateLimitWindow: 'day',
      targets: [target('get_thing')],
    });
    expect(verdict([asking, whole], 'GET /things/a%2Fkeys')).toBe('approval');
    expect(verdict([limiting, whole], 'GET /things/a%2Fkeys')).toBe('1 limited');
    expect(verdict([asking], 'GET /things/a%2Fkeys')).toBe('default-block');
    expect(verdict([whole], 'GET /things/a%2Fkeys')).toBe('pass');
  });

  it('blocks what one of its tools covers, in any reading', () => {
    const rules = [
      publishedRule({ action: 'block', targets: [target('list_keys')] }),
      publishedRule({ targets: [target()] }),
    ];
    expect(verdict(rules, 'GET /things/a%2Fkeys')).toBe('block');
    expect(verdict(rules, 'GET /things/a')).toBe('pass');
  });

  it('restricts every write of the app by the group of all writes', () => {
    const rules = [
      publishedRule({ action: 'block', targets: [target('all_writes')] }),
      publishedRule({ targets: [target()] }),
    ];
    expect(verdict(rules, 'DELETE /unlisted')).toBe('block');
    expect(verdict(rules, 'GET /unlisted')).toBe('pass');
    expect(verdict(rules, 'HEAD /unlisted')).toBe('pass');
  });
});
