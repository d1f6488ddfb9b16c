import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { storedValues } from '../../src/cli/deployment/stored-values.js';
import { type SealedPlace, sealedColumns, SecretBox } from '../../src/kernel/crypto/secret-box.js';
import type { Queryable } from '../../src/kernel/database/statements/queryable.js';
import { SealedValues } from '../../src/kernel/key-rotation/sealed-values.js';
import { createTestDatabase, type TestDatabase } from '../harness/database/database.js';

/** More than two batches, so that one can fail in the middle. */
const MANY = 1_200;

/** What a statement says, whichever form it has. */
const textOf = (sql: Parameters<Queryable['query']>[0]): string => (typeof sql === 'string' ? sql : sql.text);

const [oldKey, newKey, lostKey] = [randomBytes(32), randomBytes(32), randomBytes(32)] as const;
const before = new SecretBox({ encryptionKey: oldKey, previousKeys: [] });
const rotating = new SecretBox({ encryptionKey: newKey, previousKeys: [oldKey] });
const after = new SecretBox({ encryptionKey: newKey, previousKeys: [] });

const placeOf = (id: string) => `secrets:${id}` as SealedPlace;

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  // What commands load, and nothing else, declares all of it.
  await storedValues(database, after);
  await database.query(`INSERT INTO organizations (id, name, slug) VALUES ('o', 'O', 'o')`);
});

afterAll(async () => {
  await database?.drop();
});

beforeEach(async () => {
  await database.query('DELETE FROM secrets');
});

async function secrets(count: number, box = before): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID());
  await database.query(
    `INSERT INTO secrets (id, organization_id, name, type, value_source, host_pattern, value_ciphertext)
     SELECT id, 'o', 'S', 'generic', 'inline', 'x.test', sealed FROM unnest($1::uuid[], $2::text[]) AS s (id, sealed)`,
    [ids, ids.map((id) => box.seal(`value of ${id}`, placeOf(id)))],
  );
  return ids;
}

async function stored(): Promise<Map<string, string>> {
  const rows = await database.query<{ id: string; value_ciphertext: string }>(
    'SELECT id, value_ciphertext FROM secrets',
  );
  return new Map(rows.map((row) => [row.id, row.value_ciphertext]));
}

describe('the list of sealed columns', () => {
  it('02 §3.6 has every column of the schema that is named a ciphertext', async () => {
    const columns = await database.query<{ name: string }>(
      `SELECT table_name || '.' || column_name AS name FROM information_schema.columns
       WHERE table_schema = 'public' AND column_name ~ 'ciphertext|sealed|encrypted'`,
    );
    const listed = sealedColumns().map(({ table, column }) => `${table}.${column}`);
    expect(columns.length).toBeGreaterThan(6);
    expect(listed).toEqual(expect.arrayContaining(columns.map(({ name }) => name)));
  });

  it('02 §3.6 names the primary key of each, of the right type', async () => {
    const keys = await database.query(
      `SELECT DISTINCT c.table_name AS "table", c.column_name AS id, c.data_type AS "idType"
       FROM information_schema.columns c
       JOIN information_schema.key_column_usage k USING (table_schema, table_name, column_name)
       JOIN information_schema.table_constraints t USING (constraint_name, table_schema, table_name)
       WHERE t.constraint_type = 'PRIMARY KEY' AND c.table_name = ANY ($1) ORDER BY 1`,
      [sealedColumns().map(({ table }) => table)],
    );
    const named = sealedColumns().map(({ table, id, idType }) => ({ table, id, idType }));
    expect(keys.length).toBeGreaterThan(6);
    for (const key of named) expect(keys).toContainEqual(key);
  });
});

describe('sealing anew', () => {
  it('02 §3.6 leaves every value as it was, readable without the previous key', async () => {
    const ids = await secrets(MANY);
    const report = await new SealedValues(database, rotating).rotate();
    expect(report.remaining).toBe(0);
    expect(report.sources.find(({ source }) => source === 'secrets.value_ciphertext')).toEqual({
      source: 'secrets.value_ciphertext',
      rotated: MANY,
      unreadable: 0,
    });
    const values = await stored();
    for (const id of ids) expect(after.open(values.get(id)!, `secrets:${id}`)).toBe(`value of ${id}`);
  });

  it('02 §3.6 goes on where it was interrupted', async () => {
    await secrets(MANY);
    let batches = 0;
    const failing: Queryable = {
      query: (sql, params) => {
        if (textOf(sql).startsWith('WITH n') && ++batches === 2) throw new Error('The connection was lost');
        return database.query(sql, params);
      },
    };
    await expect(new SealedValues(failing, rotating).rotate()).rejects.toThrow('The connection was lost');
    const half = await new SealedValues(database, rotating).countByKey();
    expect(half.get(rotating.currentKeyId)).toBe(500);
    const report = await new SealedValues(database, rotating).rotate();
    expect(report.sources.map(({ rotated }) => rotated).reduce((sum, number) => sum + number)).toBe(
      MANY - 500,
    );
    expect(report.remaining).toBe(0);
  });

  it('02 §3.6 two at once do no harm', async () => {
    await secrets(MANY);
    const reports = await Promise.all([0, 1].map(() => new SealedValues(database, rotating).rotate()));
    expect(reports.map(({ remaining }) => remaining)).toEqual([0, 0]);
    const values = await stored();
    for (const [id, sealed] of values) expect(after.open(sealed, `secrets:${id}`)).toBe(`value of ${id}`);
  });

  it('02 §3.6 keeps what a server writes between reading and writing', async () => {
    const [id] = await secrets(1);
    const newer = before.seal('newer', placeOf(id!));
    let intervened = false;
    const racing: Queryable = {
      query: async (sql, params) => {
        if (textOf(sql).startsWith('WITH n') && textOf(sql).includes('secrets') && !intervened) {
          intervened = true;
          await database.query('UPDATE secrets SET value_ciphertext = $2 WHERE id = $1', [id, newer]);
        }
        return database.query(sql, params);
      },
    };
    const report = await new SealedValues(racing, rotating).rotate();
    expect((await stored()).get(id!)).toBe(newer);
    expect(report.remaining).toBe(1);
    expect((await new SealedValues(database, rotating).rotate()).remaining).toBe(0);
    expect(after.open((await stored()).get(id!)!, `secrets:${id}`)).toBe('newer');
  });

  it('02 §3.6 names what does not open, leaves it alone and renews everything else', async () => {
    const [lost] = await secrets(1, new SecretBox({ encryptionKey: lostKey, previousKeys: [] }));
    const [moved] = await secrets(1);
    await database.query('UPDATE secrets SET value_ciphertext = $2 WHERE id = $1', [
      moved,
      before.seal('elsewhere', placeOf('another-row')),
    ]);
    await secrets(3);
    const untouched = await stored();
    const values = new SealedValues(database, rotating);
    const report = await values.rotate();
    expect(report.remaining).toBe(2);
    expect([...report.unreadable].sort((a, b) => a.reason.localeCompare(b.reason))).toEqual([
      { place: `secrets:${moved}`, reason: 'altered or bound elsewhere' },
      { place: `secrets:${lost}`, reason: 'unknown key' },
    ]);
    const now = await stored();
    for (const id of [lost!, moved!]) expect(now.get(id)).toBe(untouched.get(id));
    expect((await values.countByKey()).get(rotating.currentKeyId)).toBe(3);
  });
});
