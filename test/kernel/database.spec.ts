import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { TypeOrmModule } from '@nestjs/typeorm';
import {
  Column,
  Entity,
  type FindManyOptions,
  type FindOptionsWhere,
  getMetadataArgsStorage,
  In,
  IsNull,
  PrimaryColumn,
} from 'typeorm';
import { Prepared, RunAgain } from '../../src/kernel/database/database.js';
import { createTestDatabase, type TestDatabase } from '../harness/database/database.js';
import { startKernel, type Kernel } from '../harness/server/kernel.js';
import { until } from '../harness/time/until.js';

@Entity('notes')
class NoteEntity {
  @PrimaryColumn('int')
  id: number;

  @Column('text')
  body: string;

  @Column({ type: 'text', nullable: true })
  author: string | null;

  @Column({ name: 'written_at', type: 'timestamptz' })
  writtenAt: Date;
}

function fail(why: string): never {
  throw new Error(why);
}

let database: TestDatabase;
let kernel: Kernel;
const others: Kernel[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  await database.query(`CREATE TABLE notes
    (id int PRIMARY KEY, body text NOT NULL, author text, written_at timestamptz NOT NULL DEFAULT now())`);
  kernel = await startKernel(database.url, 'api', undefined, [TypeOrmModule.forFeature([NoteEntity])]);
});

afterEach(async () => {
  for (const other of others.splice(0)) await other.close();
  await database.query('TRUNCATE notes');
});

afterAll(async () => {
  await kernel.close();
  await database.drop();
  forgetNotes();
});

/** What decorators declare, the next spec file of the process would find among the product's own. */
function forgetNotes(): void {
  const { tables, columns } = getMetadataArgsStorage();
  for (const declared of [tables, columns] as { target: unknown }[][]) {
    const others = declared.filter(({ target }) => target !== NoteEntity);
    declared.splice(0, declared.length, ...others);
  }
}

/** The sessions that listen, recognised by what they said last. */
const LISTENERS = `SELECT pid, backend_start FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid()
    AND (query = 'SELECT pg_notify($1, $2)' OR query LIKE 'LISTEN %')`;

async function secondInstance(): Promise<Kernel> {
  const other = await startKernel(database.url);
  others.push(other);
  return other;
}

const bodies = async (): Promise<string[]> => {
  const rows = await database.query<{ body: string }>('SELECT body FROM notes ORDER BY id');
  return rows.map((row) => row.body);
};

describe('rows of entities', () => {
  const WRITTEN = new Date('2026-03-01T10:20:30.045Z');
  const note = (id: number, body: string, author: string | null) => ({
    id,
    body,
    author,
    writtenAt: WRITTEN,
  });
  const kept = [note(1, 'one', null), note(2, 'two', 'ada'), note(3, 'one', 'ada')];
  const reads: [string, FindManyOptions<NoteEntity>, number[]][] = [
    ['a value', { where: { author: 'ada' } }, [3, 2]],
    ['several values', { where: { author: 'ada', body: 'one' } }, [3]],
    ['a missing value', { where: { author: IsNull() } }, [1]],
    ['one of two conditions', { where: [{ author: IsNull() }, { id: 2 }] }, [2, 1]],
    ['more than a value', { where: { id: In([1, 3]) } }, [3, 1]],
    ['nothing', {}, [3, 2, 1]],
  ];

  beforeEach(async () => {
    await kernel.db.repository(NoteEntity).insert(kept);
  });

  it.each(reads)('are found by %s, in a transaction too', async (_, options, ids) => {
    const ordered = { ...options, order: { id: 'DESC' } } as const;
    const expected = ids.map((id) => expect.objectContaining(kept[id - 1]!));
    expect(await kernel.db.repository(NoteEntity).find(ordered)).toEqual(expected);
    expect(await kernel.db.tx((tx) => tx.repository(NoteEntity).find(ordered))).toEqual(expected);
  });

  it('have the fields that were asked for', async () => {
    const notes = kernel.db.repository(NoteEntity);
    expect(await notes.find({ select: { body: true, writtenAt: true }, where: { id: 2 } })).toEqual([
      { body: 'two', writtenAt: WRITTEN },
    ]);
    expect(await notes.findOneBy({ body: 'two' })).toEqual(expect.objectContaining(kept[1]!));
    expect(await notes.findOneBy({ body: 'three' })).toBeNull();
  });

  it('are in the transaction that reads them', async () => {
    await kernel.db.tx(async (tx) => {
      await tx.repository(NoteEntity).insert(note(4, 'four', null));
      expect(await tx.repository(NoteEntity).findOneBy({ id: 4 })).not.toBeNull();
      expect(await kernel.db.repository(NoteEntity).findOneBy({ id: 4 })).toBeNull();
    });
  });

  it.each([undefined, null])('are not looked for by %s', async (nothing) => {
    const where = { author: nothing } as FindOptionsWhere<NoteEntity>;
    await expect(kernel.db.repository(NoteEntity).findOneBy(where)).rejects.toThrow();
    await expect(kernel.db.repository(NoteEntity).find({ where })).rejects.toThrow();
  });
});

describe('prepared statements', () => {
  const body = new Prepared('SELECT body FROM notes WHERE id = $1');
  const read = () => Promise.all(Array.from({ length: 40 }, () => kernel.db.query(body, [1])));

  it('answer like any other, on every connection and in a transaction', async () => {
    await database.query(`INSERT INTO notes VALUES (1, 'kept')`);
    const answers = [...(await read()), ...(await read())];
    expect(new Set(answers.map((rows) => JSON.stringify(rows)))).toEqual(new Set(['[{"body":"kept"}]']));
    expect(await kernel.db.tx((tx) => tx.query(body, [1]))).toEqual([{ body: 'kept' }]);
  });

  it('answer after they were refused, with missing values and with no rows too', async () => {
    const share = new Prepared(
      'SELECT 6 / n AS share, NULL AS rest FROM (SELECT $1::int AS n) s WHERE n < 3',
    );
    const shares = (n: number) => Promise.all(Array.from({ length: 40 }, () => kernel.db.query(share, [n])));
    await expect(shares(0)).rejects.toMatchObject({ code: '22012' });
    for (const rows of await shares(2)) expect(rows).toEqual([{ share: 3, rest: null }]);
    for (const rows of await shares(5)) expect(rows).toEqual([]);
    await expect(kernel.db.query(share, [{ toPostgres: () => fail('unwritable') }])).rejects.toThrow(
      'unwritable',
    );
    expect(await kernel.db.query(share, [1])).toEqual([{ share: 6, rest: null }]);
  });

  it('survive that a column changes under them', async () => {
    await database.query(`INSERT INTO notes VALUES (1, 'kept')`);
    await read();
    await database.query('ALTER TABLE notes ALTER COLUMN body TYPE varchar(100)');
    try {
      for (const rows of [...(await read()), ...(await read())]) expect(rows).toEqual([{ body: 'kept' }]);
    } finally {
      await database.query('ALTER TABLE notes ALTER COLUMN body TYPE text');
    }
  });

  it('pass on what PostgreSQL refuses', async () => {
    await expect(kernel.db.query(new Prepared('SELECT 1 / $1::int'), [0])).rejects.toThrow(
      'division by zero',
    );
  });
});

describe('transactions', () => {
  it('commit what they wrote and return the result', async () => {
    const result = await kernel.db.tx(async (tx) => {
      await tx.query('INSERT INTO notes VALUES (1, $1)', ['kept']);
      expect(await bodies()).toEqual([]);
      return tx.query<{ id: number }>('SELECT id FROM notes');
    });
    expect(result).toEqual([{ id: 1 }]);
    expect(await bodies()).toEqual(['kept']);
  });

  it('roll back everything when the closure throws', async () => {
    const failed = kernel.db.tx(async (tx) => {
      await tx.query(`INSERT INTO notes VALUES (1, 'lost')`);
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    expect(await bodies()).toEqual([]);
  });

  it('show their own rows to their repositories, which take part in them', async () => {
    const failed = kernel.db.tx(async (tx) => {
      await tx.query(`INSERT INTO notes VALUES (1, 'mine')`);
      const seen: unknown = await tx.repository(NoteEntity).find({ select: { body: true } });
      expect(seen).toEqual([{ body: 'mine' }]);
      await tx.repository(NoteEntity).insert({ id: 2, body: 'by repository' });
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    expect(await bodies()).toEqual([]);
  });

  it('refuse a transaction inside a transaction', async () => {
    const failed = kernel.db.tx(async () => kernel.db.tx(async () => 1));
    await expect(failed).rejects.toThrow('inside a transaction');
  });

  it('never report a swallowed error as a commit', async () => {
    const failed = kernel.db.tx(async (tx) => {
      await tx.query(`INSERT INTO notes VALUES (1, 'lost')`);
      await tx.query('SELECT 1 / 0').catch(() => undefined);
    });
    await expect(failed).rejects.toThrow('aborted');
    expect(await bodies()).toEqual([]);
  });

  it('keep the constraint name of a violation', async () => {
    await kernel.db.tx((tx) => tx.query(`INSERT INTO notes VALUES (1, 'first')`));
    const failed = kernel.db.tx((tx) => tx.query(`INSERT INTO notes VALUES (1, 'second')`));
    await expect(failed).rejects.toMatchObject({ code: '23505', constraint: 'notes_pkey' });
  });

  it('run again as a whole when PostgreSQL cannot serialize them', async () => {
    await database.query(`INSERT INTO notes VALUES (1, '0')`);
    let runs = 0;
    const add = () =>
      kernel.db.tx(async (tx) => {
        runs++;
        await tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
        const [row] = await tx.query<{ body: string }>('SELECT body FROM notes WHERE id = 1');
        await new Promise((done) => setTimeout(done, 50));
        await tx.query('UPDATE notes SET body = $1 WHERE id = 1', [String(Number(row?.body) + 1)]);
      });
    await Promise.all([add(), add()]);
    expect(await bodies()).toEqual(['2']);
    expect(runs).toBe(3);
  });

  it('run again when what they read was overtaken', async () => {
    let runs = 0;
    const result = await kernel.db.tx(async (tx) => {
      await tx.query('INSERT INTO notes VALUES (1, $1)', [`run ${++runs}`]);
      if (runs === 1) throw new RunAgain();
      return runs;
    });
    expect(result).toBe(2);
    expect(await bodies()).toEqual(['run 2']);
  });

  it('give up after three repetitions', async () => {
    let runs = 0;
    const failed = kernel.db.tx(async (tx) => {
      runs++;
      await tx.query(`DO $$ BEGIN RAISE EXCEPTION 'again' USING ERRCODE = '40001'; END $$`);
    });
    await expect(failed).rejects.toMatchObject({ code: '40001' });
    expect(runs).toBe(4);
  });

  it('await their hooks after the commit, and run none of them after a rollback', async () => {
    const seen: string[] = [];
    await kernel.db.tx(async (tx) => {
      await tx.query(`INSERT INTO notes VALUES (1, 'there')`);
      tx.afterCommit(async () => {
        seen.push(...(await bodies()));
        // A hook is outside: it may open a transaction of its own.
        await kernel.db.tx((own) => own.query(`INSERT INTO notes VALUES (2, 'from the hook')`));
      });
      tx.afterCommit(() => {
        throw new Error('a hook that fails changes nothing');
      });
    });
    expect(seen).toEqual(['there']);
    expect(await bodies()).toEqual(['there', 'from the hook']);
    const failed = kernel.db.tx(async (tx) => {
      tx.afterCommit(() => void seen.push('never'));
      await tx.query('SELECT 1 / 0');
    });
    await expect(failed).rejects.toThrow('division');
    expect(seen).toEqual(['there']);
  });

  it('undo a savepoint alone and stay usable', async () => {
    await kernel.db.tx(async (tx) => {
      await tx.query(`INSERT INTO notes VALUES (1, 'before')`);
      const part = tx.savepoint(async () => {
        await tx.query(`INSERT INTO notes VALUES (2, 'undone')`);
        await tx.query('SELECT 1 / 0');
      });
      await expect(part).rejects.toThrow('division');
      await tx.savepoint(() => tx.query(`INSERT INTO notes VALUES (3, 'after')`));
    });
    expect(await bodies()).toEqual(['before', 'after']);
  });

  it('wait for each other at a named lock', async () => {
    const order: string[] = [];
    const hold = (name: string) =>
      kernel.db.tx(async (tx) => {
        await tx.lock('the door');
        order.push(`${name} in`);
        await new Promise((done) => setTimeout(done, 30));
        order.push(`${name} out`);
      });
    await Promise.all([hold('one'), hold('two')]);
    expect(order[1]?.slice(0, 3)).toBe(order[0]?.slice(0, 3));
    expect(order).toHaveLength(4);
  });

  it('leave no connection behind whose session was cut', async () => {
    const failed = kernel.db.tx((tx) => tx.query('SELECT pg_terminate_backend(pg_backend_pid())'));
    await expect(failed).rejects.toThrow();
    expect(await kernel.db.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });
});

describe('notifications', () => {
  it('are alive once the own heartbeat has come back', async () => {
    const { notifications } = await secondInstance();
    await until(() => notifications.alive());
    const heard: string[] = [];
    notifications.subscribe('heartbeat-test', (payload) => heard.push(payload));
    await until(async () => {
      await database.query(`SELECT pg_notify('heartbeat-test', 'one')`);
      return heard.length > 0;
    });
    expect([notifications.alive(), heard[0]]).toEqual([true, 'one']);
  });

  it('reach a subscriber until it unsubscribes', async () => {
    const heard: string[] = [];
    const stop = kernel.notifications.subscribe('news', (payload) => heard.push(payload));
    // The LISTEN of a late subscription is on its way; repeat until it has arrived.
    await until(async () => {
      await database.query(`SELECT pg_notify('news', 'one')`);
      return heard.length > 0;
    });
    stop();
    const count = heard.length;
    await database.query(`SELECT pg_notify('news', 'two')`);
    await new Promise((done) => setTimeout(done, 100));
    expect(heard).toHaveLength(count);
  });

  it('06-17.1.3 report a gap after the connection was cut, before they count as alive again', async () => {
    const { notifications } = await secondInstance();
    await until(() => notifications.alive());
    const aliveDuringGap: boolean[] = [];
    const heard: string[] = [];
    notifications.subscribe('after', (payload) => heard.push(payload));
    notifications.onGap(() => void aliveDuringGap.push(notifications.alive()));
    await database.query(`SELECT pg_terminate_backend(pid) FROM (${LISTENERS}) AS listeners`);
    await until(() => !notifications.alive());
    await until(() => notifications.alive());
    expect(aliveDuringGap).toEqual([false]);
    await database.query(`SELECT pg_notify('after', 'reconnect')`);
    await until(() => heard.includes('reconnect'));
  });

  it('06-17.1.3 count as dead while the connection is open but silent, and connect again', async () => {
    const { notifications } = await secondInstance();
    await until(() => notifications.alive());
    const [listener] = await database.query<{ pid: number }>(
      `${LISTENERS} ORDER BY backend_start DESC LIMIT 1`,
    );
    process.kill(listener!.pid, 'SIGSTOP');
    try {
      await until(() => !notifications.alive(), 3_000);
      await until(() => notifications.alive());
      const [successor] = await database.query<{ pid: number }>(
        `${LISTENERS} ORDER BY backend_start DESC LIMIT 1`,
      );
      expect(successor!.pid).not.toBe(listener!.pid);
    } finally {
      process.kill(listener!.pid, 'SIGCONT');
    }
  });
});

describe('epochs', () => {
  it('06-17.1 are applied locally before the transaction returns', async () => {
    const heard: [string, number][] = [];
    const stop = kernel.epochs.onRaise((scope, epoch) => heard.push([scope, epoch]));
    await kernel.db.tx(async (tx) => {
      await kernel.epochs.raise(tx, { organization: 'local' }, { workspace: 'local' });
      await kernel.epochs.raise(tx, { organization: 'local' });
      expect(heard).toEqual([]);
    });
    // NOTIFY may have brought the same ones a second time already.
    const raised = heard.slice(0, 2);
    expect(raised.map(([scope]) => scope)).toEqual(['org:local', 'ws:local']);
    stop();
    expect(await kernel.epochs.read(['org:local', 'ws:local', 'ws:never'])).toEqual(
      new Map([...raised, ['ws:never', 0]]),
    );
  });

  it('06-17.1 reach another process within a second', async () => {
    const other = await secondInstance();
    const heard: [string, number][] = [];
    other.epochs.onRaise((scope, epoch) => heard.push([scope, epoch]));
    await until(() => other.epochs.alive());
    await kernel.db.tx((tx) => kernel.epochs.raise(tx, { workspace: 'shared' }));
    await until(() => heard.some(([scope]) => scope === 'ws:shared'), 1_000);
    expect(heard).toContainEqual([...(await kernel.epochs.read(['ws:shared']))][0]);
  });

  it('06-17.1 are not raised by a transaction that rolls back', async () => {
    const heard: string[] = [];
    const stop = kernel.epochs.onRaise((scope) => heard.push(scope));
    const failed = kernel.db.tx(async (tx) => {
      await kernel.epochs.raise(tx, { workspace: 'undone' });
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    await new Promise((done) => setTimeout(done, 50));
    stop();
    expect(heard).toEqual([]);
    expect(await kernel.epochs.read(['ws:undone'])).toEqual(new Map([['ws:undone', 0]]));
  });

  it('rise for each of many writers at the same time', async () => {
    const scopes = [{ organization: 'busy' }, { workspace: 'busy' }];
    const heard = new Set<string>();
    const stop = kernel.epochs.onRaise((scope, epoch) => heard.add(`${scope}=${epoch}`));
    const raise = (turned: boolean) =>
      kernel.db.tx((tx) => kernel.epochs.raise(tx, ...(turned ? scopes.toReversed() : scopes)));
    await Promise.all(Array.from({ length: 20 }, (_, n) => raise(n % 2 === 0)));
    stop();
    const numbersOf = (scope: string) => [...heard].filter((each) => each.startsWith(`${scope}=`));
    expect([numbersOf('org:busy').length, numbersOf('ws:busy').length]).toEqual([20, 20]);
  });

  it('06-17.1 get no number a second time when the database goes back to an earlier state', async () => {
    const raise = () => kernel.db.tx((tx) => kernel.epochs.raise(tx, { workspace: 'put back' }));
    const read = async () => (await kernel.epochs.read(['ws:put back'])).get('ws:put back')!;
    await raise();
    const kept = await read();
    await raise();
    await raise();
    const newest = await read();
    await kernel.db.query('UPDATE epochs SET epoch = $2 WHERE scope = $1', ['ws:put back', kept]);
    await raise();
    expect(await read()).toBeGreaterThan(newest);
  });

  it('rise all at once for a database that was put back under running processes', async () => {
    await kernel.db.tx((tx) => kernel.epochs.raise(tx, { workspace: 'one of all' }));
    const heard: string[] = [];
    const stop = kernel.epochs.onRaise((scope) => heard.push(scope));
    const count = await kernel.db.tx((tx) => kernel.epochs.raiseAll(tx));
    stop();
    expect(count).toBeGreaterThan(0);
    expect(new Set(heard).size).toBe(count);
    expect(heard).toContain('ws:one of all');
  });
});
