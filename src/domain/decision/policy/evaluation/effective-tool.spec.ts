import { describe, expect, it } from '@jest/globals';
import { network, publishedRule } from '../../../../../test/harness/policy/published-rule.js';
import type { ToolMatch } from '../../catalog/model/model.js';
import { type CompiledPolicy } from '../compiled/compiled-policy.js';
import { compilePolicy } from '../compiled/compile.js';
import type { PublishedRule } from '../model.js';
import {
  effectiveTool,
  type ProbeSettings,
  reachOf,
  secretReach,
  sharedVerdict,
  type ToolVerdict,
} from './effective-tool.js';
import { probesOf } from './probe.js';

const match = (path: string, method: string | null = 'GET'): ToolMatch => ({
  host: 'api.test',
  path,
  method,
});

let serial = 0;
function rule(path: string, fields: Partial<PublishedRule>): PublishedRule {
  const id = `r${++serial}`;
  return publishedRule({
    id,
    logicalId: id,
    priority: serial,
    name: id,
    targets: [network('api.test', path)],
    ...fields,
  });
}

function policyOf(...organization: PublishedRule[]): CompiledPolicy {
  return compilePolicy({
    organization,
    workspace: [],
    agent: { id: 'a1', userIds: [], groupIds: [] },
    secrets: [],
    connections: [],
    apps: { surface: () => null },
  });
}

function tool(policy: CompiledPolicy, matches: ToolMatch[], more: Partial<ProbeSettings> = {}) {
  return effectiveTool(matches, {
    policy,
    ceiling: policy,
    available: true,
    winners: [null],
    managed: () => false,
    llmHost: () => false,
    ...more,
  });
}

const ALLOW = { action: 'allow' } as const;
const ASK = { action: 'allow', requireApproval: true } as const;
const BLOCK = { action: 'block' } as const;
const LIMIT = { action: 'allow', rateLimit: 5, rateLimitWindow: 'hour' } as const;

describe('what an agent may do with a tool (02 §8.1)', () => {
  it.each<[string, Partial<PublishedRule>, ToolVerdict]>([
    ['allowed', ALLOW, 'allow'],
    ['held', ASK, 'approval'],
    ['blocked', BLOCK, 'block'],
  ])('is %s as its rule says', (_what, fields, verdict) => {
    const decided = rule('/a', fields);
    expect(tool(policyOf(decided), [match('/a')])).toMatchObject({
      verdict,
      orgCeiling: verdict,
      anyApproval: verdict === 'approval',
      anyRateLimit: false,
      decidedBy: { rule: { logicalId: decided.logicalId } },
    });
  });

  it('is unmanaged where no rule and no default says anything', () => {
    expect(tool(policyOf(), [match('/a')])).toMatchObject({
      verdict: 'unmanaged',
      orgCeiling: null,
      decidedBy: null,
    });
    expect(tool(policyOf(), [])).toMatchObject({ verdict: 'unmanaged', decidedBy: null, rateLimit: null });
  });

  it('is allowed where a credential is there and nothing speaks against it', () => {
    const managed = { managed: () => true };
    expect(tool(policyOf(), [match('/a')], managed).verdict).toBe('allow');
    expect(tool(policyOf(), [match('/a')], { ...managed, llmHost: () => true }).verdict).toBe('unmanaged');
  });

  it('is nothing where the app may not be used', () => {
    expect(tool(policyOf(rule('/a', ALLOW)), [match('/a')], { available: false })).toEqual({
      verdict: 'block',
      rateLimit: null,
      rateLimitWindow: null,
      decidedBy: null,
      orgCeiling: 'block',
      anyApproval: false,
      anyRateLimit: false,
    });
  });

  it('is mixed where its variants differ, with the strictest ceiling', () => {
    const policy = policyOf(rule('/a', ALLOW), rule('/b', ASK), rule('/c', BLOCK));
    const [a, b, c] = [match('/a'), match('/b'), match('/c')];
    expect(tool(policy, [a, b])).toMatchObject({
      verdict: 'mixed',
      orgCeiling: 'approval',
      anyApproval: true,
    });
    expect(tool(policy, [a, b, c])).toMatchObject({ verdict: 'mixed', orgCeiling: 'block', decidedBy: null });
  });

  it('has a limit where all its variants have the same', () => {
    const policy = policyOf(
      rule('/a', LIMIT),
      rule('/b', LIMIT),
      rule('/c', { ...LIMIT, rateLimit: 6 }),
      rule('/d', ALLOW),
    );
    const [a, b, c, d] = ['/a', '/b', '/c', '/d'].map((path) => match(path));
    expect(tool(policy, [a!])).toMatchObject({ rateLimit: 5, rateLimitWindow: 'hour', anyRateLimit: true });
    expect(tool(policy, [a!, b!])).toMatchObject({ rateLimit: 5, decidedBy: null });
    expect(tool(policy, [a!, c!])).toMatchObject({
      rateLimit: null,
      rateLimitWindow: null,
      anyRateLimit: true,
    });
    expect(tool(policy, [d!])).toMatchObject({ rateLimit: null, anyRateLimit: false });
  });

  it.each<[ToolVerdict[], ToolVerdict]>([
    [[], 'unmanaged'],
    [['allow', 'allow'], 'allow'],
    [['allow', 'block'], 'mixed'],
  ])('of %j is %s', (verdicts, shared) => {
    expect(sharedVerdict(verdicts)).toBe(shared);
  });
});

describe('how much of a credential is left', () => {
  it.each<[ToolVerdict[], string]>([
    [[], 'unknown'],
    [['allow', 'unmanaged'], 'usable'],
    [['allow', 'block'], 'limited'],
    [['approval'], 'limited'],
    [['block', 'block'], 'blocked'],
  ])('with tools that are %j: %s', (verdicts, reach) => {
    expect(reachOf(verdicts.map((verdict) => ({ verdict })))).toBe(reach);
  });

  it.each([
    ['usable', ALLOW],
    ['blocked', BLOCK],
  ] as const)('of a secret: %s', (reach, fields) => {
    const probe = { policy: policyOf(rule('/', fields)), managed: () => true, llmHost: () => false };
    expect(secretReach(' API.test ', probe)).toBe(reach);
  });
});

describe('the requests that stand for a tool', () => {
  it('are one for each method, or for any where none is named', () => {
    expect(probesOf([match('/a')]).map(({ method }) => method)).toEqual(['GET']);
    expect(probesOf([match('/a', null)]).map(({ method }) => method)).toEqual([
      'GET',
      'POST',
      'PUT',
      'PATCH',
      'DELETE',
    ]);
  });

  it.each([
    ['/a/*/b*', /^\/a\/[a-z0-9]+\/b[a-z0-9]+$/],
    ['*', /^\/[a-z0-9]+$/],
  ])('have a path that %s matches', (pattern, expected) => {
    expect(probesOf([match(pattern)])[0]!.path).toMatch(expected);
  });
});
