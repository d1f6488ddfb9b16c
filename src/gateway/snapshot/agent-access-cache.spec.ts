import { describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { Configuration } from '../../kernel/config/configuration.js';
import type { Database } from '../../kernel/database/database.js';
import type { Epochs } from '../../kernel/database/epochs.js';
import { Metrics } from '../../kernel/metrics/metrics.js';
import type { AppCatalog } from '../../modules/foundation/app-catalog/catalog.js';
import type { AgentAccess } from '../../modules/policy/agent-snapshot/agent-access.js';
import { AgentAccessLoader } from '../../modules/policy/agent-snapshot/agent-access.loader.js';
import type { AccessRow } from '../../modules/policy/agent-snapshot/agent-access.query.js';
import { AgentAccessCache } from './agent-access-cache.js';

const CATALOG = {
  surfaces: { surface: () => null },
  hosts: { on: () => ({ apps: [], sharedByPath: false }) },
} as unknown as AppCatalog;

const hashOf = (agent: string) => createHash('sha256').update(agent).digest();

/** A database in miniature: workspaces of organizations, whose epochs and content a test changes. */
class World {
  isAlive = true;
  readable = true;
  readonly epochs = new Map<string, number>();
  readonly organizationOf = new Map<string, string>();
  readonly partnerOf = new Map<string, string>();
  /** Agent to workspace. */
  readonly agents = new Map<string, string>();
  readonly broken = new Set<string>();
  readonly unreadable = new Set<string>();
  statements = 0;
  readonly read: string[] = [];
  private raise: (scope: string, epoch: number) => void = () => undefined;
  private gap: () => void | Promise<void> = () => undefined;
  private gate: Promise<void> = Promise.resolve();

  readonly cache = new AgentAccessCache(
    new AgentAccessLoader(
      {
        queryForTraffic: (_sql: unknown, params: unknown[]) => this.answer(params as Asked),
      } as unknown as Database,
      CATALOG,
    ),
    {
      alive: () => this.isAlive,
      onRaise: (fn: (scope: string, epoch: number) => void) => ((this.raise = fn), () => undefined),
      onGap: (fn: () => void) => ((this.gap = fn), () => undefined),
      read: async (scopes: string[]) => {
        if (!this.readable) throw new Error('database down');
        return new Map(scopes.map((scope) => [scope, this.epochs.get(scope) ?? 0]));
      },
    } as unknown as Epochs,
    new Metrics({ metricsPort: null } as unknown as Configuration),
  );

  constructor(places: Record<string, Record<string, string[]>> = { o: { w: ['a'] } }) {
    for (const [organization, workspaces] of Object.entries(places)) {
      for (const [workspace, agents] of Object.entries(workspaces)) {
        this.organizationOf.set(workspace, organization);
        for (const agent of agents) this.agents.set(agent, workspace);
      }
    }
  }

  write(scope: string, announced = true): void {
    const epoch = (this.epochs.get(scope) ?? 0) + 1;
    this.epochs.set(scope, epoch);
    if (announced) this.raise(scope, epoch);
  }

  loseTrack(): void {
    void this.gap();
  }

  holdReads(): () => void {
    let release = (): void => undefined;
    this.gate = new Promise((resolve) => (release = resolve));
    return release;
  }

  async access(agent = 'a'): Promise<AgentAccess | null> {
    return this.cache.byToken(hashOf(agent));
  }

  /** The epochs it was judged by, which the stored secrets of each layer repeat; null: unknown. */
  async seen(agent = 'a'): Promise<string | null> {
    const access = await this.access(agent);
    if (access === null) return null;
    const epochs = access.epochs
      .map(({ scope, epoch }) => `${scope}=${epoch}`)
      .sort()
      .join(' ');
    const secrets = [...access.unattached.entries, ...access.secrets];
    const stored = secrets.map(({ name }) => name).sort();
    expect(stored.join(' ')).toBe(epochs);
    return epochs;
  }

  private async answer([tokens, besides, organizations, workspaces, partners]: Asked): Promise<AccessRow[]> {
    this.statements += 1;
    if (!this.readable) throw new Error('database down');
    const asked = [...this.agents].filter(([agent]) => tokens.some((hash) => hash.equals(hashOf(agent))));
    const rows: AccessRow[] = [];
    const told = new Set([...organizations, ...partners]);
    for (const workspaceId of new Set([...asked.map(([, workspace]) => workspace), ...besides])) {
      const organizationId = this.organizationOf.get(workspaceId)!;
      const partnerId = this.partnerOf.get(organizationId) ?? null;
      rows.push({
        workspaceId,
        organizationId,
        organizationEpoch: String(this.epochs.get(`org:${organizationId}`) ?? 0),
        workspaceEpoch: String(this.epochs.get(`ws:${workspaceId}`) ?? 0),
        partnerId,
        partnerEpoch: partnerId && String(this.epochs.get(`partner:${partnerId}`) ?? 0),
        partner: partnerId === null || told.has(partnerId) ? null : this.part(`partner:${partnerId}`, null),
        activeHolders: 1,
        suspendedHolders: 0,
        userIds: [],
        groupIds: [],
        organization: told.has(organizationId) ? null : this.part(`org:${organizationId}`, null),
        workspace: workspaces.includes(workspaceId) ? null : this.part(`ws:${workspaceId}`, workspaceId),
        agents: asked
          .filter(([, workspace]) => workspace === workspaceId)
          .map(([id]) => ({ id, name: id, identifier: id, tokenHash: hashOf(id).toString('hex') })),
      });
      told.add(organizationId);
      if (partnerId !== null) told.add(partnerId);
    }
    await this.gate;
    return rows;
  }

  /** One secret that nobody holds, named after the epoch at which it was read. */
  private part(scope: string, workspaceId: string | null): string {
    this.read.push(scope);
    const name = `${scope}=${this.epochs.get(scope) ?? 0}`;
    const secret = {
      id: scope,
      name,
      type: 'generic',
      hostPattern: 'x.test',
      pathPattern: null,
      workspaceId,
      injectionConfig: null,
    };
    if (this.unreadable.has(scope)) return '{';
    const set = this.broken.has(scope) ? { generation: 1, rules: null } : null;
    return JSON.stringify({
      plan: 'free',
      claimed: true,
      set,
      secrets: [secret],
      connections: [],
      sources: {},
    });
  }
}

type Asked = [
  tokens: Buffer[],
  besides: string[],
  organizations: string[],
  workspaces: string[],
  partners: string[],
];

const crowd = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, each) => `${prefix}${each}`);

describe('agent access cache', () => {
  it('asks the database once while nothing changes', async () => {
    const world = new World();
    await world.seen();
    await world.seen();
    expect(world.statements).toBe(1);
  });

  it('06-20 sees a write from the request after it on', async () => {
    const world = new World();
    await world.seen();
    world.write('ws:w');
    expect(await world.seen()).toBe('org:o=0 ws:w=1');
    world.write('org:o');
    expect(await world.seen()).toBe('org:o=1 ws:w=1');
  });

  it('06-20 sees an unannounced write while the notification channel is not proven alive', async () => {
    const world = new World();
    await world.seen();
    world.isAlive = false;
    world.write('ws:w', false);
    expect(await world.seen()).toBe('org:o=0 ws:w=1');
    world.write('org:o', false);
    expect(await world.seen()).toBe('org:o=1 ws:w=1');
  });

  it('06-20 fails when it can neither hear nor read epochs', async () => {
    const world = new World();
    await world.seen();
    world.isAlive = false;
    world.readable = false;
    await expect(world.seen()).rejects.toThrow('database down');
  });

  it('forgets everything after a gap in the notifications', async () => {
    const world = new World();
    await world.seen();
    world.write('ws:w', false);
    world.write('org:o', false);
    world.loseTrack();
    expect(await world.seen()).toBe('org:o=1 ws:w=1');
  });

  it.each(['ws:w', 'org:o'])('does not keep what a write to %s overtook', async (scope) => {
    const world = new World();
    const release = world.holdReads();
    const early = world.seen();
    world.write(scope);
    release();
    expect(await early).toBe('org:o=0 ws:w=0');
    expect(await world.seen()).toContain(`${scope}=1`);
  });

  it.each([true, false])(
    'does not answer a request from a read begun before a write it must see, announced: %s',
    async (announced) => {
      const world = new World({ o: { w: ['a', 'b'] } });
      await world.seen('a');
      await world.seen('b');
      world.isAlive = announced;
      world.write('ws:w', announced);
      const release = world.holdReads();
      const early = world.seen('a');
      // Until it has compared epochs and its statement is under way.
      await new Promise((resolve) => setImmediate(resolve));
      world.write('ws:w', announced);
      const late = [world.seen('a'), world.seen('b')];
      await new Promise((resolve) => setImmediate(resolve));
      release();
      expect(await early).toBe('org:o=0 ws:w=1');
      expect(await Promise.all(late)).toEqual(['org:o=0 ws:w=2', 'org:o=0 ws:w=2']);
    },
  );

  it('reads anew what turns out to be older than what it was to be used with', async () => {
    const world = new World({ o: { v: ['a'], w: ['b'] } });
    await world.seen('a');
    // Nobody heard of it, though the channel is believed alive: `b` brings the epoch of now.
    world.write('org:o', false);
    expect(await world.seen('b')).toBe('org:o=1 ws:w=0');
    expect(await world.seen('a')).toBe('org:o=1 ws:v=0');
  });

  it('remembers an unknown token only until the next write', async () => {
    const world = new World();
    expect(await world.seen('late')).toBeNull();
    expect(await world.seen('late')).toBeNull();
    expect(world.statements).toBe(1);
    world.agents.set('late', 'w');
    world.write('ws:w');
    expect(await world.seen('late')).toBe('org:o=0 ws:w=1');
  });

  it('an agent that is gone, or whose workspace went to another organization, is not found where it was', async () => {
    const world = new World({ o: { w: ['a', 'b'] }, p: { v: ['c'] } });
    await Promise.all(['a', 'b', 'c'].map((agent) => world.seen(agent)));
    world.agents.delete('a');
    world.organizationOf.set('w', 'p');
    world.write('ws:w');
    expect(await world.seen('a')).toBeNull();
    expect(await world.seen('b')).toBe('org:p=0 ws:w=1');
    world.write('org:o');
    world.write('org:p');
    expect(await world.seen('b')).toBe('org:p=1 ws:w=1');
  });

  it('R22 what cannot be read of one workspace fails its own agents and no other', async () => {
    const world = new World({ o: { v: ['a'], w: ['b'] } });
    world.broken.add('ws:v');
    const [a, b] = await Promise.allSettled([world.seen('a'), world.seen('b')]);
    expect([a.status, b.status]).toEqual(['rejected', 'fulfilled']);
    world.broken.clear();
    expect(await world.seen('a')).toBe('org:o=0 ws:v=0');
    world.broken.add('org:o');
    world.write('org:o');
    await expect(world.seen('a')).rejects.toThrow('snapshot');
    await expect(world.seen('b')).rejects.toThrow('snapshot');
  });

  it('a write costs one read of what it touched, however many agents and workspaces use it', async () => {
    const [ours, others] = [crowd('a', 50), crowd('b', 50)];
    const world = new World({ o: { v: ours, w: others }, p: { u: ['c'] } });
    const everyone = [...ours, ...others, 'c'];
    const all = () => Promise.all(everyone.map((agent) => world.seen(agent)));
    await all();
    expect(world.read.toSorted()).toEqual(['org:o', 'org:p', 'ws:u', 'ws:v', 'ws:w']);
    for (const scope of ['ws:v', 'org:o']) {
      world.write(scope);
      [world.read.length, world.statements] = [0, 0];
      await all();
      for (const agent of everyone) await world.seen(agent);
      expect([world.read, world.statements]).toEqual([[scope], 1]);
    }
  });

  it('agents share what is not their own, and workspaces and organizations share nothing of theirs', async () => {
    const world = new World({ o: { v: ['a', 'b'], w: ['c'] }, p: { u: ['d'] } });
    const [a, b, c, d] = await Promise.all(['a', 'b', 'c', 'd'].map((agent) => world.access(agent)));
    const stored = (access: AgentAccess | null | undefined) => new Set(access!.unattached.entries);
    expect(stored(a)).toEqual(stored(b));
    expect([...stored(a)].filter((secret) => stored(b).has(secret))).toHaveLength(2);
    expect([...stored(a)].filter((secret) => stored(c).has(secret)).map(({ id }) => id)).toEqual(['org:o']);
    expect([...stored(a)].filter((secret) => stored(d).has(secret))).toEqual([]);
  });

  describe('what a partner lends', () => {
    const lent = ({ secrets }: AgentAccess) => secrets[0];

    it('is read once for all organizations that are attached, and a write to it costs the others nothing', async () => {
      const world = new World({ o: { v: ['a'] }, q: { w: ['b'] }, r: { u: ['c'] } });
      world.partnerOf.set('o', 'p').set('q', 'p');
      const [a, b, c] = [await world.access('a'), await world.access('b'), await world.access('c')];
      expect(world.read.filter((scope) => scope === 'partner:p')).toHaveLength(1);
      expect(lent(a!)).toMatchObject({ id: 'partner:p', level: 'partner' });
      expect(lent(b!)).toBe(lent(a!));
      expect([c!.secrets, c!.epochs.map(({ scope }) => scope)]).toEqual([[], ['org:r', 'ws:u']]);
      world.write('partner:p');
      [world.read.length, world.statements] = [0, 0];
      expect(await world.seen('a')).toBe('org:o=0 partner:p=1 ws:v=0');
      expect(await world.seen('b')).toBe('org:q=0 partner:p=1 ws:w=0');
      expect(await world.access('c')).toBe(c);
      expect([world.read, world.statements]).toEqual([['partner:p'], 2]);
    });

    it.each([true, false])('goes with the link to it, announced: %s', async (announced) => {
      const world = new World();
      world.partnerOf.set('o', 'p');
      expect(await world.seen()).toBe('org:o=0 partner:p=0 ws:w=0');
      world.isAlive = announced;
      world.partnerOf.delete('o');
      world.write('org:o', announced);
      expect(await world.seen()).toBe('org:o=1 ws:w=0');
      world.write('partner:p', announced);
      world.isAlive = true;
      expect(await world.seen()).toBe('org:o=1 ws:w=0');
    });

    it('06-20 is of now while the notification channel is not proven alive', async () => {
      const world = new World();
      world.partnerOf.set('o', 'p');
      await world.seen();
      world.isAlive = false;
      world.write('partner:p', false);
      expect(await world.seen()).toBe('org:o=0 partner:p=1 ws:w=0');
    });

    it('is not kept where a write overtook it, and replaces what turns out to be older', async () => {
      const world = new World({ o: { v: ['a'] }, q: { w: ['b'] } });
      world.partnerOf.set('o', 'p').set('q', 'p');
      const release = world.holdReads();
      const early = world.seen('a');
      world.write('partner:p');
      release();
      expect(await early).toBe('org:o=0 partner:p=0 ws:v=0');
      expect(await world.seen('a')).toBe('org:o=0 partner:p=1 ws:v=0');
      world.write('partner:p', false);
      expect(await world.seen('b')).toBe('org:q=0 partner:p=2 ws:w=0');
      expect(await world.seen('a')).toBe('org:o=0 partner:p=2 ws:v=0');
    });

    it('R22 fails the agents it is lent to where it cannot be read', async () => {
      const world = new World({ o: { v: ['a'] }, q: { w: ['b'] } });
      world.partnerOf.set('o', 'p');
      world.unreadable.add('partner:p');
      await expect(world.seen('a')).rejects.toThrow();
      expect(await world.seen('b')).toBe('org:q=0 ws:w=0');
      world.unreadable.clear();
      expect(await world.seen('a')).toBe('org:o=0 partner:p=0 ws:v=0');
    });
  });

  it('whatever is written meanwhile, a state is one that was: no layer of one moment meets one of another', async () => {
    const world = new World({ o: { v: crowd('a', 4), w: crowd('b', 4) } });
    world.partnerOf.set('o', 'p');
    const scopes = ['org:o', 'ws:v', 'ws:w', 'partner:p'];
    const agents = [...world.agents.keys()];
    // Each write replaces the one before; what was true at the same time is noted.
    const moments = new Set<string>();
    const note = () => {
      for (const workspace of ['v', 'w']) {
        const [o, p, own] = ['org:o', 'partner:p', `ws:${workspace}`].map(
          (scope) => world.epochs.get(scope) ?? 0,
        );
        moments.add(`org:o=${o} partner:p=${p} ws:${workspace}=${own}`);
      }
    };
    note();
    const asking: Promise<string | null>[] = [];
    for (let round = 0; round < 300; round++) {
      world.isAlive = round % 7 !== 0;
      asking.push(world.seen(agents[(round * 5) % agents.length]));
      if (round % 3 === 0) {
        world.write(scopes[(round / 3) % 4]!, world.isAlive);
        note();
      }
      if (round % 2 === 0) await new Promise((resolve) => setImmediate(resolve));
      // What was missed is caught up with before the channel counts as alive again.
      if (!world.isAlive) world.loseTrack();
    }
    for (const seen of await Promise.all(asking)) expect(moments).toContain(seen);
    world.isAlive = true;
    const now = (workspace: string) =>
      ['org:o', 'partner:p', `ws:${workspace}`]
        .map((scope) => `${scope}=${world.epochs.get(scope)}`)
        .join(' ');
    expect([await world.seen('a0'), await world.seen('b0')]).toEqual([now('v'), now('w')]);
  });
});
