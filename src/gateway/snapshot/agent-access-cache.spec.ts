import { describe, expect, it } from '@jest/globals';
import type { Epochs } from '../../kernel/database/epochs.js';
import type { AgentAccess } from '../../modules/policy/agent-snapshot/agent-access.js';
import type { AgentAccessLoader } from '../../modules/policy/agent-snapshot/agent-access.loader.js';
import { AgentAccessCache } from './agent-access-cache.js';

/** A database in miniature: one workspace whose epoch and content a test changes. */
class World {
  epoch = 1;
  isAlive = true;
  epochsReadable = true;
  loads = 0;
  token: 'known' | 'unknown' = 'known';
  private raise: (scope: string, epoch: number) => void = () => undefined;
  private gap: () => void | Promise<void> = () => undefined;
  private gate: Promise<void> = Promise.resolve();

  readonly cache = new AgentAccessCache(
    {
      byToken: async () => {
        this.loads += 1;
        const result = this.token === 'known' ? accessAt(this.epoch) : null;
        await this.gate;
        return result;
      },
    } as unknown as AgentAccessLoader,
    {
      alive: () => this.isAlive,
      onRaise: (fn: (scope: string, epoch: number) => void) => ((this.raise = fn), () => undefined),
      onGap: (fn: () => void) => ((this.gap = fn), () => undefined),
      read: async () => {
        if (!this.epochsReadable) throw new Error('database down');
        return new Map([
          ['org:o', 1],
          ['ws:w', this.epoch],
        ]);
      },
    } as unknown as Epochs,
  );

  write(announced: boolean): void {
    this.epoch += 1;
    if (announced) this.raise('ws:w', this.epoch);
  }

  lose(): void {
    void this.gap();
  }

  holdLoads(): () => void {
    let release = (): void => undefined;
    this.gate = new Promise((resolve) => (release = resolve));
    return release;
  }

  async epochSeen(): Promise<number | null> {
    const access = await this.cache.byToken(Buffer.alloc(32, 1));
    return access === null ? null : access.epochs[1]!.epoch;
  }
}

function accessAt(epoch: number): AgentAccess {
  const epochs = [
    { scope: 'org:o', epoch: 1 },
    { scope: 'ws:w', epoch },
  ];
  return { epochs } as unknown as AgentAccess;
}

describe('agent access cache', () => {
  it('asks the database once while nothing changes', async () => {
    const world = new World();
    await world.epochSeen();
    await world.epochSeen();
    expect(world.loads).toBe(1);
  });

  it('06-20 sees a write from the request after it on', async () => {
    const world = new World();
    await world.epochSeen();
    world.write(true);
    expect(await world.epochSeen()).toBe(2);
  });

  it('06-20 sees an unannounced write while the notification channel is not proven alive', async () => {
    const world = new World();
    await world.epochSeen();
    world.isAlive = false;
    world.write(false);
    expect(await world.epochSeen()).toBe(2);
  });

  it('06-20 fails when it can neither hear nor read epochs', async () => {
    const world = new World();
    await world.epochSeen();
    world.isAlive = false;
    world.epochsReadable = false;
    await expect(world.epochSeen()).rejects.toThrow('database down');
  });

  it('forgets everything after a gap in the notifications', async () => {
    const world = new World();
    await world.epochSeen();
    world.write(false);
    world.lose();
    expect(await world.epochSeen()).toBe(2);
  });

  it('does not keep a load that a write overtook', async () => {
    const world = new World();
    const release = world.holdLoads();
    const early = world.epochSeen();
    world.write(true);
    release();
    expect(await early).toBe(1);
    expect(await world.epochSeen()).toBe(2);
  });

  it('does not answer a request from a load begun before a write it must see', async () => {
    const world = new World();
    const release = world.holdLoads();
    const early = world.epochSeen();
    world.write(true);
    const late = world.epochSeen();
    release();
    expect(await early).toBe(1);
    expect(await late).toBe(2);
  });

  it('remembers an unknown token only until the next write', async () => {
    const world = new World();
    world.token = 'unknown';
    expect(await world.epochSeen()).toBeNull();
    expect(await world.epochSeen()).toBeNull();
    expect(world.loads).toBe(1);
    world.token = 'known';
    world.write(true);
    expect(await world.epochSeen()).toBe(2);
  });
});
