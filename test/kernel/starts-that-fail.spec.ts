/** Starts that come to nothing end by themselves or by a signal, and say why. */
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../harness/database/database.js';
import { failedStart, interruptStart } from '../harness/server/server-process.js';

const ENCRYPTION_KEY = Buffer.alloc(32, 7).toString('base64');
const SESSION_SECRET = 's'.repeat(64);

let folder: string;
let database: TestDatabase;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cg-failing-starts-'));
  database = await createTestDatabase();
  await writeFile(join(folder, 'file'), '');
  await symlink(join(folder, 'nowhere'), join(folder, 'dangling'));
  await symlink(join(folder, 'loop'), join(folder, 'loop'));
});

afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

// Root writes everywhere; these refuse a folder whatever the account.
const UNUSABLE: [string, () => string, string][] = [
  ['below /proc', () => '/proc/hunter2', 'ENOENT'],
  ['deep below /proc', () => '/proc/hunter2/and/more', 'ENOENT'],
  ['below a file', () => join(folder, 'file', 'data'), 'EEXIST'],
  ['a file', () => join(folder, 'file'), 'EEXIST'],
  ['a link to nowhere', () => join(folder, 'dangling'), 'EEXIST'],
  ['a link to itself', () => join(folder, 'loop'), 'ELOOP'],
  ['a name that is too long', () => join(folder, 'x'.repeat(300)), 'ENAMETOOLONG'],
];

const onLinux = process.platform === 'linux' ? describe : describe.skip;

onLinux('DATA_DIR that cannot be made (01 §26)', () => {
  const expectReason = async (dataDir: string, reason: string, env?: Record<string, string>) => {
    const { code, output } = await failedStart(dataDir, env);
    expect([code, output]).toEqual([
      1,
      expect.stringMatching(/could not start\.\nThe configuration is not usable:\n {2}- DATA_DIR is /),
    ]);
    expect(output).toContain(reason);
    expect(output).not.toContain('    at ');
  };

  it.each(UNUSABLE)(
    '01-26 %s ends the start with the setting and the reason',
    async (_what, dataDir, reason) => {
      await expectReason(dataDir(), reason);
    },
    90_000,
  );

  it('01-26 does so as well where only a key is to be kept there', async () => {
    await expectReason('/proc/hunter2', 'ENOENT', { DATABASE_URL: database.url, SESSION_SECRET });
  }, 90_000);
});

describe('SIGTERM while a start waits', () => {
  it('06-18.3 ends it where the lock of migrations is held by another process', async () => {
    const held = await database.query<{ pid: number }>(
      'SELECT pg_advisory_lock(7031894425), pg_backend_pid() AS pid',
    );
    const waits = async (): Promise<boolean> => {
      const [row] = await database.query<{ waiting: number }>(
        `SELECT count(*)::int AS waiting FROM pg_locks
         WHERE locktype = 'advisory' AND NOT granted
           AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      );
      return row!.waiting > 0;
    };
    expect(held).toHaveLength(1);
    const env = { DATABASE_URL: database.url, SECRET_ENCRYPTION_KEY: ENCRYPTION_KEY, SESSION_SECRET };
    const { output } = await interruptStart(join(folder, 'data'), 'SIGTERM', waits, env);
    expect(output).not.toContain('is ready');
  }, 120_000);
});
