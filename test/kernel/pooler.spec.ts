/** PostgreSQL behind pgbouncer (01 §26): by session it is like PostgreSQL, by transaction it is refused with the reason. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Database } from '../../src/kernel/database/database.js';
import { signUpOwner } from '../harness/people/accounts.js';
import { createTestDatabase, type TestDatabase } from '../harness/database/database.js';
import { installedPgbouncer, type Pgbouncer, startPgbouncer } from '../harness/database/pgbouncer.js';
import { runCommand } from '../harness/server/command.js';
import { startServer } from '../harness/server/server.js';

const program = installedPgbouncer();
const given = program === null ? it.skip : it;

let database: TestDatabase;
let pooler: Pgbouncer | null = null;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  await pooler?.close();
  pooler = null;
});
afterAll(() => database.drop());

async function pooled(options: Record<string, string>): Promise<string> {
  pooler = await startPgbouncer(program!, database.url, options);
  return pooler.url;
}

describe('a database behind pgbouncer', () => {
  given('by session serves people and agents, with no list of settings to ignore', async () => {
    const url = await pooled({ pool_mode: 'session', default_pool_size: '60' });
    const server = await startServer({ DATABASE_URL: url });
    try {
      expect((await fetch(`${server.apiUrl}/readyz`)).status).toBe(200);
      const { api } = await signUpOwner(server);
      const secret = { name: 'k', type: 'generic', value: 'v', hostPattern: 'example.test' };
      const made = await api.post('/v1/secrets', { ...secret, injectionConfig: { headerName: 'x-key' } });
      expect(made.status).toBe(201);
      expect((await api.get('/v1/secrets')).body).toHaveLength(1);
      // Said on each connection, since they cannot be in its greeting: a statement still ends.
      const [row] = await server.app
        .get(Database)
        .query(`SELECT current_setting('statement_timeout') AS most`);
      expect(row).toEqual({ most: '30s' });
    } finally {
      await server.close();
    }
    const doctor = await runCommand(['doctor', '--json'], { DATABASE_URL: url });
    expect(doctor.stdout).not.toContain('pool_mode');
  });

  given.each([
    ['that gives the connection used last', { server_round_robin: '0' }],
    ['that goes round its connections', { server_round_robin: '1', min_pool_size: '4' }],
    ['that has one connection', { default_pool_size: '2' }],
  ])('by transaction is refused at the start, %s', async (_pooler, options) => {
    const url = await pooled({ pool_mode: 'transaction', ...options });
    await expect(startServer({ DATABASE_URL: url })).rejects.toThrow(/pool_mode = session/);
  });

  given('by transaction is named by migrate and by the doctor', async () => {
    const url = await pooled({ pool_mode: 'transaction' });
    const { password } = new URL(url);
    for (const command of [['migrate'], ['doctor', '--json']]) {
      const { status, stdout, stderr } = await runCommand(command, { DATABASE_URL: url });
      const output = stdout + stderr;
      expect([command, status, output]).toEqual([command, 1, expect.stringContaining('pool_mode = session')]);
      expect(password === '' || !output.includes(password)).toBe(true);
    }
  });
});
