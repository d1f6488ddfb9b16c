import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../harness/database.js';

describe('smoke', () => {
  let db: TestDatabase;
  beforeAll(async () => {
    db = await createTestDatabase();
  });
  afterAll(() => db.drop());
  it('has tables', async () => {
    expect(await db.query('select count(*)::int n from users')).toEqual([{ n: 0 }]);
  });
});
