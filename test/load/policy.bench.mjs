/**
 * Cost of one policy decision against the built engine: `npm run build && node test/load/policy.bench.mjs [dist]`.
 * 1 % of the rules are about the asked host; the ratios show what rules about other hosts cost. Every figure is the
 * best of several rounds in one run, so that a busy machine does not read as a slow engine.
 */
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { pathToFileURL, URL } from 'node:url';
import { TextEncoder } from 'node:util';

const root = pathToFileURL(`${process.argv[2] ?? 'dist'}/src/domain/`);
const load = (path) => import(new URL(path, root).href);
const { compilePolicy } = await load('decision/policy/compiled/compile.js');
const { evaluate } = await load('decision/policy/evaluation/evaluate.js');
const { requestFacts } = await load('decision/policy/conditions/facts.js');
const { InspectedBody } = await load('decision/policy/conditions/inspected-body.js');

const ROUNDS = 7;
const ROUND_MS = 120;
const METHODS = ['POST'];
const HOST = 'api.example.com';
const AGENT = { id: 'agent', userIds: ['user'], groupIds: ['group'] };
const BODY = new TextEncoder().encode(
  JSON.stringify({ text: 'lorem ipsum dolor '.repeat(100), amount: 4200 }),
);

function rule(index, target, fields = {}) {
  return {
    id: `id-${index}`,
    logicalId: `logical-${index}`,
    priority: index,
    isDefault: false,
    source: 'custom',
    name: `rule ${index}`,
    description: null,
    enabled: true,
    action: index % 3 === 0 ? 'block' : 'allow',
    rateLimit: null,
    rateLimitWindow: null,
    requireApproval: false,
    coverage: null,
    conditions: null,
    identities: [],
    targets: [{ kind: 'network', method: null, ...target }],
    createdAt: '2026-01-01T00:00:00.000Z',
    ...fields,
  };
}

const fallback = rule(0, {}, { isDefault: true, action: 'allow', targets: [], coverage: 'credentialed' });

/** Every hundredth rule is about the asked host, on a path of its own; the request matches none of them: worst case. */
function rulesAbout(count) {
  const elsewhere = (index) =>
    index % 5 === 0 ? `*.tenant-${index}.example.net` : `api-${index}.example.org`;
  return Array.from({ length: count }, (_, index) => {
    const about = index % 100 === 50 || (count < 100 && index === 0);
    return rule(index, {
      hostPattern: about ? HOST : elsewhere(index),
      pathPattern: `/v1/items-${index}/*/details`,
    });
  });
}

/** All about the host and path; only the last condition holds, so each one is tested. */
function conditioned(count) {
  return Array.from({ length: count }, (_, index) => {
    const value = index === count - 1 ? 'lorem' : `absent-${index}`;
    const conditions = [{ target: 'body', operator: 'contains', value }];
    return rule(index, { hostPattern: HOST, pathPattern: '/*' }, { conditions });
  });
}

function compileOnce(rules) {
  const started = performance.now();
  const input = {
    organization: [...rules, fallback],
    workspace: [fallback],
    agent: AGENT,
    secrets: [],
    connections: [],
  };
  const policy = compilePolicy(input);
  return { policy, compileMs: performance.now() - started };
}

/** Nanoseconds per call of `work`, best round. */
function measure(work) {
  for (let warm = 0; warm < 20_000; warm++) work();
  let best = Infinity;
  for (let round = 0; round < ROUNDS; round++) {
    let calls = 0;
    const started = performance.now();
    let elapsed = 0;
    while (elapsed < ROUND_MS) {
      for (let batch = 0; batch < 500; batch++) work();
      calls += 500;
      elapsed = performance.now() - started;
    }
    best = Math.min(best, (elapsed * 1e6) / calls);
  }
  return best;
}

let sink = 0;
function decide(policy, body) {
  const path = '/v1/items/42/details/list';
  const facts = requestFacts({
    host: HOST,
    path,
    query: 'page=2',
    methods: METHODS,
    managed: true,
    llmHost: false,
    body,
  });
  if (evaluate(policy, facts).kind === 'pass') sink++;
}

const rows = [];
for (const count of [10, 1_000, 10_000]) {
  const { policy, compileMs } = compileOnce(rulesAbout(count));
  rows.push({
    name: `${count} rules, 1 % about the host`,
    ns: measure(() => decide(policy, null)),
    compileMs,
  });
}
for (const count of [1, 100]) {
  const { policy, compileMs } = compileOnce(conditioned(count));
  const name = `${count} condition${count > 1 ? 's' : ''} on a body of ${BODY.length} bytes`;
  rows.push({ name, ns: measure(() => decide(policy, new InspectedBody(BODY, false))), compileMs });
}
{
  const { policy, compileMs } = compileOnce(rulesAbout(1_000));
  let serial = 0;
  const work = () => policy.viewFor(`h${serial++ % 100_000}.example.com`);
  rows.push({
    name: '1000 rules, host never seen before (index look-up alone)',
    ns: measure(work),
    compileMs,
  });
}

const print = (line) => process.stdout.write(`${line}\n`);
print(
  `${'case'.padEnd(58)}${'ns/decision'.padStart(12)}${'decisions/s'.padStart(14)}${'compile ms'.padStart(12)}`,
);
for (const { name, ns, compileMs } of rows) {
  const perSecond = Math.round(1e9 / ns).toLocaleString('en');
  print(
    `${name.padEnd(58)}${ns.toFixed(0).padStart(12)}${perSecond.padStart(14)}${compileMs.toFixed(1).padStart(12)}`,
  );
}
const ratio = (a, b) => (rows[a].ns / rows[b].ns).toFixed(2);
print(`\nratios of this run: 1,000 to 10 rules ${ratio(1, 0)}; 10,000 to 1,000 rules ${ratio(2, 1)}`);
print(`100 conditions to 1: ${ratio(4, 3)}; decisions that passed: ${sink > 0 ? 'some' : 'none'}`);
if (rows[1].ns > 5_000) {
  print('FAIL: a decision at 1,000 rules must cost less than 5 microseconds');
  process.exitCode = 1;
}
