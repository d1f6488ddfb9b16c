import { afterEach, describe, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { backToNow, later, stopTheClock } from '../../../test/harness/time/monotonic-clock.js';
import { until } from '../../../test/harness/time/until.js';
import type { Epochs } from '../../kernel/database/epochs.js';
import type { Metrics } from '../../kernel/metrics/metrics.js';
import type { AgentAccess } from '../../modules/policy/agent-snapshot/agent-access.js';
import type { AgentAccessCache } from '../snapshot/agent-access-cache.js';
import type { AdmittedExchange } from '../exchange/progress.js';
import type { Reauthorization } from './reauthorize.js';
import type { Refusal } from '../exchange/results/refusals.js';
import { OpenExchanges } from './open-exchanges.js';

const BLOCKED = { status: 403, retryable: false, body: { error: 'blocked_by_policy' } };

/** Agents of one workspace, a database that counts what it is asked, and a rule that a test turns on. */
class World {
  epoch = 1;
  isAlive = true;
  readable = true;
  blocked = false;
  /** What one decision takes of the event loop. */
  judgingMs = 0;
  loads = 0;
  loading = 0;
  mostLoading = 0;
  readonly cuts: { agent: string; refusal: Refusal }[] = [];
  private raise: (scope: string, epoch: number) => void = () => undefined;
  private gap: () => void | Promise<void> = () => undefined;
  gate: Promise<void> = Promise.resolve();

  readonly open = new OpenExchanges(
    {
      byToken: async () => {
        this.loads += 1;
        this.loading += 1;
        this.mostLoading = Math.max(this.mostLoading, this.loading);
        const state = this.state();
        await this.gate.finally(() => (this.loading -= 1));
        if (!this.readable) throw new Error('database down');
        return state;
      },
      hasDropped: (_hash: Buffer, access: AgentAccess) =>
        this.isAlive && access.epochs[0]!.epoch !== this.epoch,
    } as unknown as AgentAccessCache,
    {
      alive: () => this.isAlive,
      onRaise: (fn: (scope: string, epoch: number) => void) => ((this.raise = fn), () => undefined),
      onGap: (fn: () => void | Promise<void>) => ((this.gap = fn), () => undefined),
      read: async () => {
        if (!this.readable) throw new Error('database down');
        return new Map([['ws:w', this.epoch]]);
      },
    } as unknown as Epochs,
    {
      refusalOf: (_earlier: unknown, access: unknown) => {
        const end = performance.now() + this.judgingMs;
        while (performance.now() < end);
        return (access as { blocked: boolean }).blocked ? BLOCKED : null;
      },
    } as unknown as Reauthorization,
    { counter: () => ({ inc: () => undefined }) } as unknown as Metrics,
  );

  state(): AgentAccess {
    const { epoch, blocked } = this;
    return { epochs: [{ scope: 'ws:w', epoch }], blocked } as unknown as AgentAccess;
  }

  opens(agent: string, access = this.state()): () => void {
    const tokenHash = createHash('sha256').update(agent).digest();
    const state = { tokenHash, access, mode: 'absolute' } as unknown as AdmittedExchange;
    return this.open.watch(state, (refusal) => this.cuts.push({ agent, refusal }));
  }

  write(blocked: boolean, announced = true): void {
    this.epoch += 1;
    this.blocked = blocked;
    if (announced) this.raise('ws:w', this.epoch);
  }

  hearAgain(): Promise<void> | void {
    return this.gap();
  }
}

let world: World;

Logger.overrideLogger(false);

afterEach(() => {
  backToNow();
  world.open.onModuleDestroy();
});

/** Long enough for whatever is going to happen without the clock. */
const settled = () => sleep(50);

describe('exchanges under way', () => {
  it('R29 a thousand of one agent are judged after one load, and others get turns in between', async () => {
    world = new World();
    world.judgingMs = 0.1;
    for (let each = 0; each < 1_000; each++) world.opens('a');
    let turns = 0;
    const countTurns = (): void => {
      turns += 1;
      if (world.cuts.length < 1_000) setImmediate(countTurns);
    };
    world.write(true);
    setImmediate(countTurns);
    await until(() => world.cuts.length === 1_000);
    expect(world.loads).toBe(1);
    expect(turns).toBeGreaterThan(5);
  });

  it('loads few agents at a time, and every one of them', async () => {
    world = new World();
    for (let each = 0; each < 100; each++) world.opens(`agent ${each}`);
    world.write(true);
    await until(() => world.cuts.length === 100);
    expect(world.loads).toBe(100);
    expect(world.mostLoading).toBeLessThanOrEqual(8);
  });

  it('costs nothing when it ended before, and nothing while nothing rises', async () => {
    world = new World();
    const [first, second] = [world.opens('a'), world.opens('a')];
    first();
    second();
    second();
    world.write(true);
    world.opens('b');
    await settled();
    expect([world.loads, world.cuts]).toEqual([0, []]);
  });

  it('is judged once for raises that come together, and by the newest state', async () => {
    world = new World();
    world.opens('a');
    for (let round = 0; round < 10; round++) world.write(false);
    await settled();
    expect(world.loads).toBe(1);
    world.write(true);
    await until(() => world.cuts.length === 1);
  });

  it('a rise during the load is not lost', async () => {
    world = new World();
    world.opens('a');
    let release = (): void => undefined;
    world.gate = new Promise((resolve) => (release = resolve));
    world.write(false);
    await until(() => world.loading === 1);
    world.write(true);
    release();
    await until(() => world.cuts.length === 1);
    expect(world.loads).toBe(2);
  });

  it('a rise between the state and the beginning is not lost', async () => {
    world = new World();
    const before = world.state();
    world.write(true);
    world.opens('a', before);
    await until(() => world.cuts.length === 1);
  });

  it('asks for epochs while it may be deaf, and makes up for what it missed', async () => {
    world = new World();
    world.opens('a');
    world.isAlive = false;
    await sleep(700);
    expect(world.loads).toBe(0);
    world.write(true, false);
    await until(() => world.cuts.length === 1);
    world.blocked = false;
    world.opens('b');
    world.write(true, false);
    await world.hearAgain();
    world.isAlive = true;
    await until(() => world.cuts.length === 2);
  });

  it('06-20 ends when nobody can be asked about it for ten seconds, and not before', async () => {
    world = new World();
    world.opens('a');
    world.isAlive = false;
    world.readable = false;
    await sleep(700);
    stopTheClock();
    later(8_000);
    await sleep(700);
    expect(world.cuts).toEqual([]);
    later(11_000);
    await until(() => world.cuts.length === 1);
    expect(world.cuts[0]!.refusal.body.error).toBe('resolution_failed');
  });

  it('is asked about again when its state could not be loaded, and ends when that lasts', async () => {
    world = new World();
    world.opens('a');
    world.opens('b');
    world.readable = false;
    world.write(false);
    await until(() => world.loads > 2);
    expect(world.cuts).toEqual([]);
    world.readable = true;
    world.write(false);
    await settled();
    stopTheClock();
    later(11_000);
    await sleep(700);
    expect(world.cuts).toEqual([]);
    world.readable = false;
    world.write(false);
    await settled();
    later(30_000);
    await until(() => world.cuts.length === 2);
  });
});
