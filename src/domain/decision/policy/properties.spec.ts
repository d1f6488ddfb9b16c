import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { canonicalPath } from '../matching/canonical-path.js';
import { compilePolicy, type PolicyInput } from './compiled/compile.js';
import { SharedPolicy } from './compiled/compiled-policy.js';
import { evaluate } from './evaluation/evaluate.js';
import { explainRules } from './evaluation/explain-rules.js';
import { requestFacts } from './conditions/facts.js';
import { Principals } from './identities.js';
import { InspectedBody } from './conditions/inspected-body.js';
import type { Decision, PublishedRule, RuleIdentity, RuleTarget } from './model.js';
import { Resources, secretHosts } from './compiled/resources.js';
import { RuleLayer } from './compiled/rule-layer.js';
import type { PolicySecret } from './secret-hosts.js';
import { strictness } from './strictness.js';

const AGENT = { id: 'a1', userIds: ['u1'], groupIds: ['g1'] };
const STRANGERS = { id: 'a1', userIds: ['other'], groupIds: [] as string[] };
const SECRETS: PolicySecret[] = [
  { id: 's1', level: 'workspace', type: 'generic', hostPattern: 'a.test' },
  { id: 's2', level: 'organization', type: 'generic', hostPattern: '*.b.test' },
];

// --- generators: few values, so that rules meet requests ----------------------------------------------------------

const hosts: fc.Arbitrary<string> = fc.constantFrom(
  'a.test',
  'x.a.test',
  'b.test',
  'x.b.test',
  'y.x.b.test',
  'c.test',
);
const hostPatterns = fc.constantFrom(
  'a.test',
  '*.a.test',
  '*.b.test',
  'x.*.test',
  '*',
  'c.test',
  '*.test',
  '*st',
);
const paths = fc.constantFrom('/', '/a', '/a/b', '/a/../b', '/%61', '//a', '/a/b/c', '/b');
const pathPatterns = fc.constantFrom(null, '*', '/*', '/a', '/a/*', '/a*', '/*/b', '/b', '/a/*/c');
const methods = fc.constantFrom('GET', 'POST', 'DELETE');
const maybe = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: null });

const target: fc.Arbitrary<RuleTarget> = fc.oneof(
  {
    arbitrary: fc.record({
      kind: fc.constant('network' as const),
      hostPattern: hostPatterns,
      pathPattern: pathPatterns,
      method: maybe(methods),
    }),
    weight: 5,
  },
  fc.constantFrom<RuleTarget[]>(
    { kind: 'secret', secretId: 's1', secretScope: null },
    { kind: 'secret', secretId: 's2', secretScope: null },
    { kind: 'secret', secretId: 'gone', secretScope: null },
    { kind: 'secret', secretId: null, secretScope: 'workspace' },
    { kind: 'secret', secretId: null, secretScope: 'organization' },
  ),
);
const condition = fc.record({
  target: fc.constant('body' as const),
  operator: fc.constant('contains' as const),
  value: fc.constantFrom('x', 'Y'),
});
const identity = fc.record({
  type: fc.constantFrom('agent' as const, 'user' as const, 'group' as const),
  id: fc.constantFrom('a1', 'u1', 'g1', 'other'),
});

const rule: fc.Arbitrary<PublishedRule> = fc
  .record({
    name: fc.uuid(),
    enabled: fc.oneof({ arbitrary: fc.constant(true), weight: 5 }, fc.constant(false)),
    action: fc.constantFrom('allow' as const, 'block' as const),
    limit: maybe(fc.integer({ min: 1, max: 9 })),
    requireApproval: fc.boolean(),
    conditions: fc.oneof({ arbitrary: fc.constant(null), weight: 4 }, fc.array(condition, { maxLength: 2 })),
    identities: fc.oneof(
      { arbitrary: fc.constant<RuleIdentity[]>([]), weight: 3 },
      fc.array(identity, { maxLength: 2 }),
    ),
    targets: fc.array(target, { maxLength: 3 }),
  })
  .map(({ limit, ...fields }) => ({
    ...fields,
    id: fields.name,
    logicalId: fields.name,
    priority: 0,
    isDefault: false,
    source: 'custom' as const,
    description: null,
    requireApproval: fields.action === 'allow' && fields.requireApproval,
    rateLimit: fields.action === 'allow' ? limit : null,
    rateLimitWindow: fields.action === 'allow' && limit !== null ? ('day' as const) : null,
    coverage: null,
    createdAt: '',
  }));
const fallback = fc
  .record({
    action: fc.constantFrom('allow' as const, 'block' as const),
    coverage: fc.constantFrom('all' as const, 'credentialed' as const),
  })
  .map(
    ({ action, coverage }) =>
      ({ action, coverage, name: 'default', logicalId: 'default', isDefault: true }) as PublishedRule,
  );
const ruleSet = fc.tuple(fc.array(rule, { maxLength: 8 }), fallback).map(([rules, last]) => [...rules, last]);
const request = fc.record({
  host: hosts,
  path: paths,
  methods: fc.constantFrom(['GET'], ['POST'], ['HEAD', 'GET'], ['POST', 'DELETE']),
  managed: fc.boolean(),
  llmHost: fc.boolean(),
  body: maybe(fc.constantFrom('', 'x', 'xy', 'z')),
});
type Request = typeof request extends fc.Arbitrary<infer R> ? R : never;

const inputOf = (organization: PublishedRule[], workspace: PublishedRule[]): PolicyInput => ({
  organization,
  workspace,
  agent: AGENT,
  secrets: SECRETS,
  connections: [],
});
const factsOf = ({ body, ...rest }: Request) =>
  requestFacts({
    ...rest,
    body: body === null ? null : new InspectedBody(new TextEncoder().encode(body), false),
  });
const run = (organization: PublishedRule[], workspace: PublishedRule[], asked: Request) =>
  evaluate(compilePolicy(inputOf(organization, workspace)), factsOf(asked));

// --- a second reading of 02 §9 and §12: slow, literal, sharing no code with the engine but `canonicalPath` --------

const quote = (text: string) => text.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
const naiveHost = (pattern: string, host: string) =>
  new RegExp(`^${quote(pattern).replace('*', '.+')}$`).test(host);

function naivePath(pattern: string | null, path: string): boolean {
  if (pattern === null || pattern === '*') return true;
  const star = pattern.indexOf('*');
  if (star >= 0 && star < pattern.length - 1) {
    const body = pattern.split('/').map((part) => quote(part).replace('*', '[^/]*'));
    if (pattern.endsWith('/*')) body[body.length - 1] = '.*';
    return new RegExp(`^${body.join('/')}$`).test(path);
  }
  if (pattern.endsWith('/*')) return `${path}/`.startsWith(pattern.slice(0, -1));
  return pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern;
}

function naiveTarget(t: RuleTarget, asked: Request, path: string, method: string): boolean {
  if (t.kind === 'network') {
    return (
      naiveHost(t.hostPattern, asked.host) &&
      naivePath(t.pathPattern, path) &&
      (t.method ?? method) === method
    );
  }
  if (t.kind !== 'secret') return false;
  return SECRETS.some(
    (s) =>
      (t.secretId === null ? s.level === t.secretScope : s.id === t.secretId) &&
      naiveHost(s.hostPattern, asked.host),
  );
}

/** In both forms of the path on one target, in one of them, or not at all. */
function naiveMeeting(r: PublishedRule, asked: Request, method: string): 'fully' | 'partly' | 'no' {
  const ids = r.identities;
  if (
    !r.enabled ||
    (ids.length > 0 && !ids.some((i) => ['agent:a1', 'user:u1', 'group:g1'].includes(`${i.type}:${i.id}`)))
  ) {
    return 'no';
  }
  const forms = r.targets.map((t) =>
    [asked.path, canonicalPath(asked.path)].map((path) => naiveTarget(t, asked, path, method)),
  );
  const conditions = (r.conditions ?? []) as { value: string }[];
  const holds = conditions.every(({ value }) =>
    (asked.body ?? '').toLowerCase().includes(value.toLowerCase()),
  );
  if (!holds || !forms.some((each) => each.some(Boolean))) return 'no';
  return forms.some((each) => each.every(Boolean)) ? 'fully' : 'partly';
}

const naiveRank = (r: PublishedRule) =>
  r.action === 'block' ? 0 : r.requireApproval ? 1 : r.rateLimit !== null ? 2 : 3;

function naiveVerdict(O: PublishedRule[], W: PublishedRule[], asked: Request, method: string): string {
  const dO = O[O.length - 1]!;
  const dW = W[W.length - 1]!;
  // One form of the path is enough for a block; what else meets one form only restricts, and ends no search.
  const matches = (r: PublishedRule) =>
    ['fully', r.action === 'block' ? 'partly' : ''].includes(naiveMeeting(r, asked, method));
  const restriction = (rules: PublishedRule[]) => {
    const end = rules.findIndex((r) => r.isDefault || matches(r));
    const partly = rules.slice(0, end).filter((r) => naiveMeeting(r, asked, method) === 'partly');
    return partly.filter((r) => naiveRank(r) < 3).sort((a, b) => naiveRank(a) - naiveRank(b))[0];
  };
  const restrictions = [restriction(O), restriction(W)].filter((r) => r !== undefined);
  let mO = O.slice(0, -1).find(matches);
  let mW = W.slice(0, -1).find(matches);
  const armedW = asked.managed && !asked.llmHost;
  const fO = (armedW || dO.coverage === 'all') && dO.action === 'block';
  const fW = armedW && dW.action === 'block';
  if (!mO && mW?.action === 'allow' && fO) mW = undefined;
  else if (!mW && mO?.action === 'allow' && fW) mO = undefined;
  const left = [mO, mW].filter((r) => r !== undefined);
  if (left.length === 0 && (fO || fW)) return fO ? '0 default organization' : '0 default workspace';
  const blocking = left.find((r) => r.action === 'block');
  if (blocking) return `0 block ${blocking.name}`;
  left.push(...restrictions);
  if (left.length === 0) return '3 pass';
  const rank = Math.min(...left.map(naiveRank));
  const decider = left.find((r) => naiveRank(r) === rank)!;
  left.sort((a, b) => Number(W.includes(a)) - Number(W.includes(b)));
  const limits = left.flatMap((r) => (r.rateLimit === null ? [] : [`${r.name}=${r.rateLimit}`]));
  return `${rank} pass ${decider.name} ${limits.join()} ${left.some((r) => r.requireApproval)}`;
}

function naive(O: PublishedRule[], W: PublishedRule[], asked: Request): string {
  const verdicts = asked.methods.map((method) => naiveVerdict(O, W, asked, method));
  return verdicts.reduce((a, b) => (Number(b[0]) < Number(a[0]) ? b : a));
}

function worded(decision: Decision): string {
  if (decision.kind === 'default-block') return `0 default ${decision.rule.scope}`;
  if (decision.kind === 'block') return `0 block ${decision.rule.name}`;
  if (decision.rule === undefined) return '3 pass';
  const limits = decision.limits.map(({ rule: { name }, limit }) => `${name}=${limit}`);
  return `${strictness(decision)} pass ${decision.rule.name} ${limits.join()} ${decision.approval}`;
}

/** Both sets of an organization whose workspaces have the same rules and different people, compiled once. */
function layered(O: PublishedRule[], W: PublishedRule[]) {
  const own = { organization: SECRETS.slice(1), workspace: SECRETS.slice(0, 1) };
  const ofOrganization = new Resources(own.organization, []);
  const layers = {
    organization: new RuleLayer(O, 'organization', ofOrganization, null),
    workspace: new RuleLayer(W, 'workspace', new Resources(own.workspace, [], ofOrganization), null),
  };
  const hosts = {
    organization: secretHosts(own.organization, 'organization'),
    workspace: secretHosts(own.workspace, 'workspace'),
  };
  const sharedBy = [AGENT, STRANGERS].map(
    (people) => [people, new SharedPolicy(layers, new Principals({ ...people, id: null }), hosts)] as const,
  );
  return sharedBy.flatMap(([people, shared]) =>
    ['a1', 'other', 'third', null].map((id) => ({ people, id, policy: shared.ofAgent(id) })),
  );
}

/** As the oracle knows one agent only: rules that name this one name nobody, those that name others are not there. */
function asSeenBy(rules: PublishedRule[], id: string | null, { userIds, groupIds }: typeof AGENT) {
  const names = { agent: id === null ? [] : [id], user: userIds, group: groupIds };
  return rules.flatMap((each) => {
    const { identities = [] } = each;
    if (identities.length > 0 && !identities.some((one) => names[one.type].includes(one.id))) return [];
    return [{ ...each, identities: [] }];
  });
}

describe('the policy engine', () => {
  it('decides for each of many agents over shared layers what it decides for that agent alone', () => {
    // An organization's layer knows its own secrets only; what else a rule of it names is compiled apart.
    const resolved = ({ targets = [] }: PublishedRule) =>
      !targets.some((each) => each.kind === 'secret' && each.secretId === 's1');
    fc.assert(
      fc.property(ruleSet, ruleSet, fc.array(request, { minLength: 1, maxLength: 3 }), (all, W, requests) => {
        const O = all.filter(resolved);
        for (const { people, id, policy } of layered(O, W)) {
          for (const asked of requests) {
            const decided = worded(evaluate(policy, factsOf(asked)));
            expect(decided).toBe(naive(asSeenBy(O, id, people), asSeenBy(W, id, people), asked));
            const alone = { ...inputOf(O, W), agent: id === null ? null : { ...people, id } };
            if (id !== null) expect(worded(evaluate(compilePolicy(alone), factsOf(asked)))).toBe(decided);
          }
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('decides what a naive reading of the contract decides', () => {
    fc.assert(
      fc.property(ruleSet, ruleSet, request, (O, W, asked) => {
        expect(worded(run(O, W, asked))).toBe(naive(O, W, asked));
      }),
      { numRuns: 4000 },
    );
  });

  it('adding a block to either set never widens', () => {
    const blocks = rule.map((any) => ({
      ...any,
      action: 'block' as const,
      requireApproval: false,
      rateLimit: null,
    }));
    fc.assert(
      fc.property(
        ruleSet,
        ruleSet,
        blocks,
        fc.nat(8),
        fc.boolean(),
        request,
        (O, W, added, at, toW, asked) => {
          const grown = [...(toW ? W : O)];
          grown.splice(Math.min(at, grown.length - 1), 0, added);
          const before = run(O, W, asked);
          const after = toW ? run(O, grown, asked) : run(grown, W, asked);
          expect(strictness(after)).toBeLessThanOrEqual(strictness(before));
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('rules about other hosts change nothing, in whatever order', () => {
    const elsewhere = rule.map((any) => ({
      ...any,
      targets: [
        { kind: 'network' as const, hostPattern: '*.elsewhere.invalid', pathPattern: null, method: null },
      ],
    }));
    fc.assert(
      fc.property(
        ruleSet,
        fc.array(elsewhere, { maxLength: 6 }),
        fc.array(fc.nat(8)),
        request,
        (O, others, at, asked) => {
          const grown = [...O];
          others.forEach((other, index) =>
            grown.splice(Math.min(at[index] ?? 0, grown.length - 1), 0, other),
          );
          expect(worded(run(grown, [], asked))).toBe(worded(run(O, [], asked)));
        },
      ),
    );
  });

  it('answers the same when asked again, on any order of hosts and beyond the memo', () => {
    fc.assert(
      fc.property(ruleSet, ruleSet, fc.array(request, { maxLength: 6 }), (O, W, asked) => {
        const policy = compilePolicy(inputOf(O, W));
        for (let host = 0; host < 200; host++)
          evaluate(policy, factsOf({ ...(asked[0] ?? base), host: `h${host}.a.test` }));
        for (const one of asked) expect(worded(evaluate(policy, factsOf(one)))).toBe(worded(run(O, W, one)));
      }),
      { numRuns: 50 },
    );
  });

  it('never throws, whatever is stored and asked', () => {
    const junk = fc.anything({ maxDepth: 2, withNullPrototype: true });
    const junkRule = fc
      .tuple(rule, junk)
      .map(([any, conditions]) => ({ ...any, conditions: conditions as never }));
    const anyText = fc.string({ unit: 'binary', maxLength: 40 });
    const anyTarget = fc.record({
      kind: fc.constant('network' as const),
      hostPattern: anyText,
      pathPattern: maybe(anyText),
      method: maybe(anyText),
    });
    const rules = fc.array(
      fc.tuple(junkRule, fc.array(anyTarget)).map(([any, targets]) => ({ ...any, targets })),
      { maxLength: 4 },
    );
    const anyRequest = fc.record({
      host: anyText,
      path: anyText,
      query: anyText,
      methods: fc.array(anyText, { maxLength: 3 }),
      managed: fc.boolean(),
      llmHost: fc.boolean(),
    });
    fc.assert(
      fc.property(rules, anyRequest, fc.uint8Array(), (O, asked, bytes) => {
        const body = new InspectedBody(bytes, false);
        const policy = compilePolicy({ ...inputOf(O, O), agent: null });
        expect(['pass', 'block', 'default-block']).toContain(
          evaluate(policy, requestFacts({ ...asked, body })).kind,
        );
      }),
      { numRuns: 1000 },
    );
  });
});

const base: Request = {
  host: 'a.test',
  path: '/',
  methods: ['GET'],
  managed: false,
  llmHost: false,
  body: null,
};

describe('explaining (02-42)', () => {
  const MATCHED = ['decides', 'applies', 'overruled', 'discarded'];
  const explained = (O: PublishedRule[], W: PublishedRule[], asked: Request) => {
    const input = inputOf(O, W);
    return explainRules(compilePolicy(input), input, factsOf(asked));
  };

  it('02-42 gives the verdict of the engine, and names the rule that gave it', () => {
    fc.assert(
      fc.property(ruleSet, ruleSet, request, (O, W, asked) => {
        const { decision, sets } = explained(O, W, asked);
        expect(decision).toEqual(run(O, W, asked));
        const deciding = sets.flatMap(({ scope, rules }) =>
          rules
            .filter(({ outcome }) => outcome === 'decides')
            .map(({ rule: { logicalId } }) => [scope, logicalId]),
        );
        const { decidedBy } = decision;
        const expected = decidedBy?.kind === 'rule' ? [[decidedBy.scope, decidedBy.rule.logicalId]] : [];
        expect(deciding).toEqual(expected);
      }),
      { numRuns: 2000 },
    );
  });

  it('02-42 a rule matched or was shadowed exactly if it matches by itself; only one matched, before the shadowed', () => {
    fc.assert(
      fc.property(ruleSet, ruleSet, request, (O, W, asked) => {
        const { sets, method } = explained(O, W, asked);
        for (const { rules } of sets) {
          for (const { rule: each, outcome } of rules) {
            const alone = run([each], [], { ...asked, methods: [method as 'GET'] }).decidedBy?.rule.logicalId;
            const matched = [...MATCHED, 'shadowed'].includes(outcome);
            if (matched) expect(alone).toBe(each.logicalId);
            // What meets one form of the path only restricts what passes, and does not come to bear otherwise.
            else if (alone === each.logicalId) expect(naiveMeeting(each, asked, method)).toBe('partly');
          }
          const outcomes = rules.map(({ outcome }) => outcome);
          const matched = outcomes.findIndex((outcome) => MATCHED.includes(outcome));
          expect(outcomes.filter((outcome) => MATCHED.includes(outcome)).length).toBeLessThanOrEqual(1);
          if (matched < 0) expect(outcomes).not.toContain('shadowed');
          else expect(outcomes.slice(0, matched)).not.toContain('shadowed');
        }
      }),
    );
  });
});
