/**
 * What agents cost in memory and the cache in time, against the built gateway and a database in this process:
 * `npm run build && node --expose-gc test/load/snapshots.bench.mjs [dist]`. 10,000 agents in 500 workspaces of 50
 * organizations, each with two secrets of its own; organizations have 100 rules. See docs/performance.md.
 */
import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { pathToFileURL, URL } from 'node:url';
import 'reflect-metadata';

const root = pathToFileURL(`${process.argv[2] ?? 'dist'}/src/`);
const load = (path) => import(new URL(path, root).href);
const { AgentAccessCache } = await load('gateway/snapshot/agent-access-cache.js');
const { AgentAccessLoader } = await load('modules/policy/agent-snapshot/agent-access.loader.js');

const [ORGANIZATIONS, WORKSPACES, AGENTS, RULES] = [50, 500, 10_000, 100];
const ROUNDS = 7;
const HOSTS = ['api.own.test', 'api.other.test'];
const print = (line) => process.stdout.write(`${line}\n`);
const heap = () => {
  globalThis.gc();
  globalThis.gc();
  return process.memoryUsage().heapUsed;
};

function rule(id, targets, fields = {}) {
  const { action = 'allow', identities = [] } = fields;
  return {
    ...{ id, logicalId: id, priority: 0, isDefault: false, source: 'custom', name: id, description: null },
    ...{ enabled: true, action, rateLimit: null, rateLimitWindow: null, requireApproval: false },
    ...{ coverage: null, conditions: null, identities, targets, createdAt: '2026-01-01T00:00:00.000Z' },
  };
}

const network = (hostPattern) => ({ kind: 'network', hostPattern, pathPattern: '/v1/*', method: null });
const fallback = { ...rule('default', []), isDefault: true, coverage: 'credentialed' };
const placeOf = (agent) => {
  const workspace = agent % WORKSPACES;
  return { workspace, organization: workspace % ORGANIZATIONS };
};
const agents = Array.from({ length: AGENTS }, (_, id) => {
  return { id, hash: createHash('sha256').update(`agent ${id}`).digest() };
});
const byHash = new Map(agents.map((agent) => [agent.hash.toString('hex'), agent]));

function organizationPart(id) {
  const rules = Array.from({ length: RULES }, (_, n) => rule(`o${id}r${n}`, [network(`h${n}.example.org`)]));
  return JSON.stringify({ ...part([...rules, fallback], []), plan: 'free', claimed: true });
}

function workspacePart(id) {
  const own = agents.filter((agent) => placeOf(agent.id).workspace === id);
  const secrets = own.flatMap((agent) =>
    HOSTS.map((host) => secretOf(`s${agent.id} ${host}`, `w${id}`, host)),
  );
  const grants = own.flatMap((agent) =>
    HOSTS.map((host) => {
      const target = { kind: 'secret', secretId: `s${agent.id} ${host}`, secretScope: null };
      return rule(`g${agent.id} ${host}`, [target], { identities: [{ type: 'agent', id: `${agent.id}` }] });
    }),
  );
  return JSON.stringify({ ...part([...grants, fallback], secrets), sources: {} });
}

function secretOf(id, workspaceId, hostPattern) {
  const injectionConfig = { headerName: 'authorization', valueFormat: 'Bearer {value}' };
  return {
    ...{
      id,
      name: id,
      type: 'generic',
      workspaceId,
      sourceKind: 'inline',
      sourceReference: null,
      metadata: null,
    },
    ...{ valueCiphertext: 'x'.repeat(80), hostPattern, pathPattern: null, injectionConfig },
    createdAt: '2026-01-01T00:00:00.000Z',
  };
}

function part(rules, secrets) {
  return { set: { generation: 1, rules }, secrets, connections: [] };
}

let statements = 0;
const db = {
  async query(_statement, [hashes, besides, organizations, workspaces]) {
    statements += 1;
    const asked = hashes.map((hash) => byHash.get(Buffer.from(hash).toString('hex')));
    const concerned = new Set([
      ...asked.map(({ id }) => placeOf(id).workspace),
      ...besides.map((id) => +id.slice(1)),
    ]);
    return [...concerned].map((workspace) => {
      const organization = workspace % ORGANIZATIONS;
      return {
        ...{ workspaceId: `w${workspace}`, organizationId: `o${organization}` },
        ...{ organizationEpoch: '1', workspaceEpoch: '1', activeHolders: 1, suspendedHolders: 0 },
        ...{ userIds: ['someone'], groupIds: [] },
        organization: organizations.includes(`o${organization}`) ? null : organizationPart(organization),
        workspace: workspaces.includes(`w${workspace}`) ? null : workspacePart(workspace),
        agents: asked
          .filter(({ id }) => placeOf(id).workspace === workspace)
          .map(({ id, hash }) => ({
            id: `${id}`,
            name: `Agent ${id}`,
            identifier: `a${id}`,
            tokenHash: hash.toString('hex'),
          })),
      };
    });
  },
};
const catalog = {
  surfaces: { surface: () => null },
  hosts: { on: () => ({ apps: [], sharedByPath: false }) },
};
const epochs = { alive: () => true, onRaise: () => () => {}, onGap: () => () => {} };
const metrics = { counter: () => ({ inc() {} }), gauge: () => ({}) };
const cache = new AgentAccessCache(new AgentAccessLoader(db, catalog), epochs, metrics);

/** As a request asks: whose it is, the rules about the host, the secrets on it. */
let sink = 0;
function touch({ hash }, host) {
  const access = cache.byToken(hash);
  sink +=
    access.policy.viewFor(host).organization.length + access.granted.choose(host, '/v1/x', '/v1/x').length;
}

const before = heap();
const filled = new Map();
for (const part of [WORKSPACES, AGENTS]) {
  for (const { hash } of agents.slice(0, part)) await cache.byToken(hash);
  for (const agent of agents.slice(0, part)) for (const host of HOSTS) touch(agent, host);
  filled.set(part, heap() - before);
}
const [first, all] = [filled.get(WORKSPACES), filled.get(AGENTS)];
print(
  `${AGENTS} agents in ${WORKSPACES} workspaces: ${(all / 1024 ** 2).toFixed(1)} MiB of heap, ${statements} statements`,
);
print(`  layers and one agent each: ${(first / 1024 / WORKSPACES).toFixed(1)} KiB a workspace`);
print(`  an agent more: ${((all - first) / 1024 / (AGENTS - WORKSPACES)).toFixed(2)} KiB`);

function measure(next) {
  let best = Infinity;
  for (let round = 0; round < ROUNDS; round++) {
    const started = performance.now();
    for (let each = 0; each < AGENTS * 10; each++) touch(next(each), HOSTS[0]);
    best = Math.min(best, ((performance.now() - started) * 1e6) / (AGENTS * 10));
  }
  return best;
}

const single = measure(() => agents[0]);
const robin = measure((each) => agents[each % AGENTS]);
print(
  `finding an agent's rules and secrets: ${single.toFixed(0)} ns for one, ${robin.toFixed(0)} ns round-robin`,
);
if (sink === 0) process.exitCode = 1;
