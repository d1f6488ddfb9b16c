import { afterEach, describe, expect, it } from '@jest/globals';
import { connect, createServer } from 'node:net';
import { Logger } from '@nestjs/common';
import { DataSource, getMetadataArgsStorage } from 'typeorm';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata.js';
// Every module declares its entities; loading the application loads them all.
import '../../src/app.module.js';
import type { EntityClass } from '../../src/kernel/database/statements/entity-columns.js';
import { dataSourceOptions } from '../../src/kernel/database/connection/data-source.js';
import { openDatabase, runMigrations } from '../../src/kernel/database/database-location.js';
import {
  knownMigrations,
  migrateDatabase,
  migrationDataSource,
  pendingMigrations,
} from '../../src/kernel/database/connection/migrations.js';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../harness/database/database.js';
import { freePort } from '../harness/server/free-port.js';
import { until } from '../harness/time/until.js';

const databases: TestDatabase[] = [];

async function use(made: Promise<TestDatabase>): Promise<TestDatabase> {
  const database = await made;
  databases.push(database);
  return database;
}

afterEach(async () => {
  for (const database of databases.splice(0)) await database.drop();
});

describe('migrations', () => {
  it('go down to nothing and up again to the same schema', async () => {
    const database = await use(createTestDatabase());
    const before = await schemaOf(database);
    expect(before.length).toBeGreaterThan(100);
    const source = await migrationDataSource(database.url);
    for (const _ of await knownMigrations()) await source.undoLastMigration();
    expect(await schemaOf(database)).toEqual([]);
    await source.runMigrations();
    await source.destroy();
    expect(await schemaOf(database)).toEqual(before);
  });

  it('wait for a database that starts later, and say so', async () => {
    const database = await use(createTestDatabase());
    const said: string[] = [];
    const say = (_: unknown, message: string) => void said.push(message);
    Logger.overrideLogger({ log: say, warn: say, error: say });
    const { hostname, port } = new URL(database.url);
    const door = createServer((socket) => {
      const inside = connect(Number(port), hostname);
      socket.pipe(inside).pipe(socket);
      for (const end of [socket, inside]) end.on('error', () => undefined);
    });
    const late = new URL(database.url);
    [late.hostname, late.port] = ['127.0.0.1', String(await freePort())];
    try {
      const pending = pendingMigrations(late.href);
      await until(() => said.length > 0);
      door.listen(Number(late.port), '127.0.0.1');
      expect(await pending).toEqual([]);
      expect(said).toEqual(['database does not answer; waiting up to 30 seconds']);
    } finally {
      door.close();
      Logger.overrideLogger(true);
    }
  });

  it('run once when several processes start at the same moment', async () => {
    const database = await use(createEmptyDatabase());
    await Promise.all([1, 2, 3].map(() => migrateDatabase(database.url)));
    const done = await database.query<{ name: string }>('SELECT name FROM schema_migrations ORDER BY id');
    expect(done.map((row) => row.name)).toEqual((await knownMigrations()).map(({ name }) => name));
    expect(await pendingMigrations(database.url)).toEqual([]);
  });

  it('are demanded, not run, by a production server on a database it was given', async () => {
    const database = await use(createEmptyDatabase());
    const settings = { databaseUrl: database.url, dataDir: '/nonexistent', production: true };
    await expect(openDatabase(settings)).rejects.toThrow('npm run migrate');
    expect(await schemaOf(database)).toEqual([]);
    await runMigrations(settings);
    const location = await openDatabase(settings);
    expect(location.url).toBe(database.url);
  });
});

describe('deletions', () => {
  it('find what refers to a deleted row by an index, for every foreign key', async () => {
    const database = await use(createTestDatabase());
    const unindexed = await database.query<{ key: string }>(
      `SELECT conrelid::regclass || ' ' || conname AS key FROM pg_constraint c
       WHERE contype = 'f' AND connamespace = 'public'::regnamespace AND NOT EXISTS (
         SELECT 1 FROM pg_index i
         WHERE i.indrelid = c.conrelid AND i.indkey[0] = c.conkey[1]
           AND coalesce(pg_get_expr(i.indpred, i.indrelid) ~ '^[(]\\w+ IS NOT NULL[)]$', true))`,
    );
    expect(unindexed.map(({ key }) => key)).toEqual([]);
  });

  it('01 §18.3 of an organization or a workspace reach every table that names one, but what is still to be taken away elsewhere', async () => {
    const database = await use(createTestDatabase());
    const unreached = await database.query<{ table: string }>(
      `WITH RECURSIVE reached (oid) AS (
         SELECT 'organizations'::regclass::oid
         UNION SELECT f.conrelid FROM pg_constraint f JOIN reached r ON r.oid = f.confrelid
         WHERE f.contype = 'f' AND f.confdeltype = 'c'
       )
       SELECT c.relname AS table FROM pg_class c
       WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND c.oid NOT IN (SELECT oid FROM reached)
         AND EXISTS (SELECT 1 FROM pg_attribute a WHERE a.attrelid = c.oid AND NOT a.attisdropped
           AND a.attname IN ('organization_id', 'workspace_id', 'agent_id'))`,
    );
    // An app in Slack outlives its agent; its row, that of nobody then, goes when the app has (04 §6.1).
    // An event outlives its organization until a sink has it: the deletion is one of them (ADR 84).
    expect(unreached.map(({ table }) => table).sort()).toEqual([
      'channel_integrations',
      'channel_presences',
      'export_outbox',
    ]);
  });
});

describe('entities', () => {
  it('agree with the migrated schema in names, types and nullability', async () => {
    const database = await use(createTestDatabase());
    const entities = getMetadataArgsStorage().tables.map(({ target }) => target as EntityClass<object>);
    expect(entities.length).toBeGreaterThan(20);
    const source = await new DataSource(dataSourceOptions(database.url, entities)).initialize();
    const actual = new Map((await columnsOf(database)).map((column) => [column.name, column.type]));
    const expected = source.entityMetadatas.flatMap((entity) =>
      entity.columns.map((column) => [`${entity.tableName}.${column.databaseName}`, typeOf(source, column)]),
    );
    await source.destroy();
    const found = expected.map(([name]) => [name, actual.get(name ?? '') ?? 'no such column']);
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected));
  });
});

function typeOf(source: DataSource, column: ColumnMetadata): string {
  const type = source.driver.normalizeType(column);
  return `${type}${column.isArray ? '[]' : ''}${column.isNullable ? '' : ' NOT NULL'}`;
}

function columnsOf(database: TestDatabase): Promise<{ name: string; type: string }[]> {
  return database.query(
    `SELECT c.relname || '.' || a.attname AS name,
            format_type(a.atttypid, NULL) || CASE WHEN a.attnotnull THEN ' NOT NULL' ELSE '' END AS type
     FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
       AND a.attnum > 0 AND NOT a.attisdropped AND c.relname <> 'schema_migrations'
     ORDER BY 1`,
  );
}

/** Columns with defaults, constraints and indexes: everything that a migration makes, as comparable lines. */
async function schemaOf(database: TestDatabase): Promise<string[]> {
  const columns = (await columnsOf(database)).map((column) => `${column.name} ${column.type}`);
  const others = await database.query<{ line: string }>(
    `SELECT conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) AS line FROM pg_constraint
     WHERE connamespace = 'public'::regnamespace AND conrelid <> coalesce(to_regclass('schema_migrations'), 0)
     UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' AND tablename <> 'schema_migrations'
     UNION ALL SELECT table_name || '.' || column_name || ' DEFAULT ' || column_default
       FROM information_schema.columns
       WHERE table_schema = 'public' AND table_name <> 'schema_migrations' AND column_default IS NOT NULL
     ORDER BY 1`,
  );
  return [...columns, ...others.map((row) => row.line)];
}
