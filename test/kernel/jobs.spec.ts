import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../harness/database/database.js';
import { startKernel, type Kernel } from '../harness/server/kernel.js';
import { until } from '../harness/time/until.js';

describe('jobs', () => {
  let database: TestDatabase;
  const kernels: Kernel[] = [];

  beforeEach(async () => {
    database = await createTestDatabase();
  });

  afterEach(async () => {
    for (const kernel of kernels.splice(0)) await kernel.close();
    await database.drop();
  });

  async function start(roles: string, prepare: (kernel: Kernel) => void = () => undefined): Promise<Kernel> {
    const kernel = await startKernel(database.url, roles, prepare);
    kernels.push(kernel);
    return kernel;
  }

  const waiting = async (): Promise<number> => {
    const rows = await database.query<{ n: number }>('SELECT count(*)::int AS n FROM graphile_worker.jobs');
    return rows[0]!.n;
  };

  it('a job of a committed transaction runs once, with its payload', async () => {
    const seen: unknown[] = [];
    const { db, jobs } = await start('worker', ({ jobs }) => {
      jobs.register('greet', async (payload) => void seen.push(payload));
    });
    await db.tx((tx) => jobs.enqueue(tx, 'greet', { name: 'Ada' }));
    await until(async () => (await waiting()) === 0);
    expect(seen).toEqual([{ name: 'Ada' }]);
  });

  it('R62 jobs of one owner run one at a time, and who has fewer waiting comes first', async () => {
    const began: string[] = [];
    let most = 0;
    const running = new Map<string, number>();
    const register = ({ jobs }: Kernel): void =>
      jobs.register('post', async (payload) => {
        const { owner, name } = payload as { owner: string; name: string };
        began.push(name);
        running.set(owner, (running.get(owner) ?? 0) + 1);
        most = Math.max(most, running.get(owner)!);
        await new Promise((resolve) => setImmediate(resolve));
        running.set(owner, running.get(owner)! - 1);
      });
    const queuing = await start('api', register);
    await queuing.db.tx(async (tx) => {
      for (let at = 0; at < 30; at++)
        await queuing.jobs.enqueue(tx, 'post', { owner: 'loud', name: `loud ${at}` }, { owner: 'loud' });
      await queuing.jobs.enqueue(tx, 'post', { owner: 'quiet', name: 'quiet' }, { owner: 'quiet' });
    });
    await start('worker', register);
    await until(async () => (await waiting()) === 0);
    expect(began).toHaveLength(31);
    expect(began.indexOf('quiet')).toBeLessThan(4);
    expect(most).toBe(1);
  });

  it('a job of a rolled back transaction never runs', async () => {
    const seen: unknown[] = [];
    const { db, jobs } = await start('worker', ({ jobs }) => {
      jobs.register('greet', async (payload) => void seen.push(payload));
    });
    const failed = db.tx(async (tx) => {
      await jobs.enqueue(tx, 'greet', { name: 'nobody' });
      throw new Error('changed my mind');
    });
    await expect(failed).rejects.toThrow('changed my mind');
    await db.tx((tx) => jobs.enqueue(tx, 'greet', { name: 'after' }));
    await until(async () => (await waiting()) === 0);
    expect(seen).toEqual([{ name: 'after' }]);
  });

  it('a process without the role worker queues but does not run', async () => {
    const seen: unknown[] = [];
    const { db, jobs } = await start('api', ({ jobs }) => {
      jobs.register('greet', async (payload) => void seen.push(payload));
    });
    await db.tx((tx) => jobs.enqueue(tx, 'greet', {}));
    expect(await waiting()).toBe(1);
    await start('worker', ({ jobs }) => jobs.register('greet', async (payload) => void seen.push(payload)));
    await until(() => seen.length === 1);
  });

  it('a job that fails stays queued for another attempt, a bounded number of times', async () => {
    let runs = 0;
    const { db, jobs } = await start('worker', ({ jobs }) => {
      jobs.register('break', async () => {
        runs++;
        throw new Error('not today');
      });
    });
    await db.tx((tx) => jobs.enqueue(tx, 'break', {}));
    const row = () =>
      database.query<{ attempts: number; max_attempts: number; locked_at: Date | null }>(
        'SELECT attempts, max_attempts, locked_at FROM graphile_worker.jobs',
      );
    await until(async () => runs === 1 && (await row())[0]?.locked_at === null);
    expect(await row()).toEqual([{ attempts: 1, max_attempts: 10, locked_at: null }]);
  });

  it('jobs under one key collapse to the newest', async () => {
    const { db, jobs } = await start('api');
    const later = new Date(Date.now() + 3_600_000);
    await db.tx((tx) => jobs.enqueue(tx, 'remind', { n: 1 }, { key: 'one', runAt: later }));
    await db.tx((tx) => jobs.enqueue(tx, 'remind', { n: 2 }, { key: 'one', runAt: later }));
    const rows = await database.query<{ payload: unknown; run_at: Date }>(
      'SELECT payload, run_at FROM graphile_worker._private_jobs',
    );
    expect(rows).toEqual([{ payload: { n: 2 }, run_at: later }]);
  });

  it('01-28 daily upkeep that every worker slept through runs once at the next start, on one of two', async () => {
    let runs = 0;
    const due = new Date(Date.now() - 2 * 3_600_000);
    const cron = `${due.getUTCMinutes()} ${due.getUTCHours()} * * *`;
    const prepare = ({ jobs }: Kernel) => jobs.registerPeriodic('upkeep', cron, async () => void runs++);
    await sleptSince('upkeep', '5 hours');
    await Promise.all([start('worker', prepare), start('worker', prepare)]);
    await until(() => runs > 0);
    await until(async () => (await waiting()) === 0);
    expect(runs).toBe(1);
  });

  it('a frequent periodic job does not make up for what it missed', async () => {
    let runs = 0;
    await sleptSince('often', '5 hours');
    const due = (new Date().getUTCMinutes() + 30) % 60;
    await start('worker', ({ jobs }) => {
      jobs.registerPeriodic('often', `${due} * * * *`, async () => void runs++);
    });
    await new Promise((done) => setTimeout(done, 300));
    expect(runs).toBe(0);
    expect(await waiting()).toBe(0);
  });

  function sleptSince(name: string, interval: string): Promise<unknown> {
    return database.query(
      `INSERT INTO graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
       VALUES ($1, now() - $2::interval, now() - $2::interval)`,
      [name, interval],
    );
  }

  it('a shutdown lets the running job finish', async () => {
    let finished = false;
    let begun = false;
    const { db, jobs, close } = await startKernel(database.url, 'worker', ({ jobs }) => {
      jobs.register('slow', async () => {
        begun = true;
        await new Promise((done) => setTimeout(done, 400));
        finished = true;
      });
    });
    await db.tx((tx) => jobs.enqueue(tx, 'slow', {}));
    await until(() => begun);
    await close();
    expect(finished).toBe(true);
    expect(await waiting()).toBe(0);
  });
});
