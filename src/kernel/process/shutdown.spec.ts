import { describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Line, memoryLogger } from '../../../test/harness/server/memory-logger.js';
import { Drain } from './drain.js';
import { type Closer, installShutdown, type ShutdownProcess } from './shutdown.js';

describe('shutdown (06 §18.3)', () => {
  class FakeProcess implements ShutdownProcess {
    readonly exits: number[] = [];
    private listeners: { signal: string; listener: () => void }[] = [];
    private readonly exited = Promise.withResolvers<number>();
    on = (signal: string, listener: () => void): number => this.listeners.push({ signal, listener });
    off = (signal: string, listener: () => void): void => {
      this.listeners = this.listeners.filter((one) => one.signal !== signal || one.listener !== listener);
    };
    exit = (code: number): void => {
      this.exits.push(code);
      this.exited.resolve(code);
    };
    kill = (signal: string): void => this.listeners.forEach((one) => one.signal === signal && one.listener());
    firstExit = (): Promise<number> => this.exited.promise;
  }

  function install(
    closers: Closer[],
    budgetMs = 1000,
  ): { process: FakeProcess; drain: Drain; lines: Line[] } {
    const process = new FakeProcess();
    const drain = new Drain();
    const { logger, lines } = memoryLogger();
    installShutdown({ process, drain, closers, budgetMs, log: logger });
    return { process, drain, lines };
  }

  it.each(['SIGTERM', 'SIGINT'])('%s drains, closes in order and exits 0', async (signal) => {
    const order: string[] = [];
    const { process, drain } = install([
      { name: 'gateway', close: async () => void order.push(`gateway ${drain.draining}`) },
      { name: 'database', close: () => void order.push('database') },
    ]);
    process.kill(signal);
    expect(drain.signal.aborted).toBe(true);
    expect(await process.firstExit()).toBe(0);
    expect(order).toEqual(['gateway true', 'database']);
  });

  it('a second signal exits at once with 1', async () => {
    const { process } = install([{ name: 'stuck', close: () => new Promise(() => undefined) }], 50);
    process.kill('SIGTERM');
    process.kill('SIGINT');
    expect(await process.firstExit()).toBe(1);
  });

  it('Ctrl-C that comes twice, from the terminal and from npm, is one signal', async () => {
    const closed = Promise.withResolvers<void>();
    const { process } = install([{ name: 'gateway', close: () => closed.promise }]);
    process.kill('SIGINT');
    process.kill('SIGINT');
    expect(process.exits).toEqual([]);
    closed.resolve();
    expect(await process.firstExit()).toBe(0);
    process.kill('SIGTERM');
    expect(process.exits).toEqual([0, 1]);
  });

  it('a step that fails, or outlives its limit, does not keep the others from closing', async () => {
    const closed: string[] = [];
    const { process, lines } = install([
      { name: 'failing', close: () => Promise.reject(new Error('no')) },
      {
        name: 'throwing',
        close: () => {
          throw new Error('no');
        },
      },
      { name: 'deaf', limitMs: 20, close: () => new Promise(() => undefined) },
      {
        name: 'obedient',
        limitMs: 20,
        close: (signal) =>
          new Promise((resolve) => signal.addEventListener('abort', () => resolve(void closed.push('cut')))),
      },
      { name: 'database', close: () => void closed.push('database') },
    ]);
    process.kill('SIGTERM');
    expect(await process.firstExit()).toBe(0);
    expect(closed).toEqual(['cut', 'database']);
    const troubled = lines.filter((line) => line['level'] === 'error').map((line) => line['step']);
    expect(troubled).toEqual(['failing', 'throwing', 'deaf']);
  });

  it('all steps together stay within the budget', async () => {
    const slow: Closer = {
      name: 'slow',
      close: (signal) => new Promise((done) => signal.addEventListener('abort', () => done())),
    };
    const begun = performance.now();
    const { process } = install(Array<Closer>(100).fill(slow), 100);
    process.kill('SIGTERM');
    await process.firstExit();
    // A budget for each would be ten seconds.
    expect(performance.now() - begun).toBeLessThan(5_000);
  });

  it('what must not be lost has its time although others have used up the budget', async () => {
    const written: boolean[] = [];
    const { process } = install(
      [
        { name: 'starved', close: () => sleep(60) },
        {
          name: 'records',
          leastMs: 5_000,
          close: (signal) => sleep(300).then(() => void written.push(!signal.aborted)),
        },
      ],
      50,
    );
    process.kill('SIGTERM');
    expect(await process.firstExit()).toBe(0);
    expect(written).toEqual([true]);
  });
});
