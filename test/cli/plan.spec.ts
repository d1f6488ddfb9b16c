import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type CloudPerson, signInOnCloud } from '../harness/people/cloud.js';
import { jsonOf, runCommand } from '../harness/server/command.js';
import { createEmptyDatabase } from '../harness/database/database.js';
import type { TestServer } from '../harness/server/server.js';
import type { SessionIssuer } from '../harness/people/session-issuer.js';
import { withCloud } from '../harness/server/stands.js';

jest.setTimeout(120_000);

let issuer: SessionIssuer;
let cloud: TestServer;
let person: CloudPerson;

withCloud((stand) => ({ issuer, cloud } = stand));

beforeEach(async () => {
  person = await signInOnCloud(cloud, issuer);
});

const plan = (...args: string[]) =>
  runCommand(['plan', ...args], {
    DATABASE_URL: cloud.databaseUrl,
    DATA_DIR: cloud.dataDir,
    ...issuer.settings,
  });

const createAgent = async (identifier: string): Promise<number> =>
  (await person.api.post('/v1/agents', { name: identifier, identifier })).status;

const epoch = async (): Promise<number> => {
  const [row] = await cloud.db.query<{ epoch: string }>('SELECT epoch FROM epochs WHERE scope = $1', [
    `org:${person.organizationId}`,
  ]);
  return Number(row?.epoch ?? 0);
};

const auditRows = () =>
  cloud.db.query<{ source: string; user_id: string | null; metadata: unknown }>(
    `SELECT source, user_id, metadata FROM audit_log
     WHERE organization_id = $1 AND action = 'update' AND service = 'organization'`,
    [person.organizationId],
  );

describe('the plan of an organization (01 §7.3, §27)', () => {
  it('01 §27 a new plan is in force at once beside the running server, audited, and its epoch raised', async () => {
    expect([await createAgent('one'), await createAgent('two')]).toEqual([201, 403]);
    const before = await epoch();
    const result = await plan(person.organizationId, '--plan', 'team', '--json');
    expect([result.status, result.stderr, jsonOf(result)]).toEqual([
      0,
      '',
      expect.objectContaining({ id: person.organizationId, plan: 'team', maxAgents: null, maxSeats: null }),
    ]);
    expect(await createAgent('two')).toBe(201);
    expect(await epoch()).toBeGreaterThan(before);
    expect(await auditRows()).toEqual([
      {
        source: 'system',
        user_id: null,
        metadata: {
          before: { plan: 'free', maxAgents: null, maxSeats: null },
          after: { plan: 'team', maxAgents: null, maxSeats: null },
        },
      },
    ]);
  });

  it('01 §7.3.2 limits of its own win in both directions, and end with the word plan', async () => {
    await createAgent('one');
    expect((await plan(person.organizationId, '--max-agents', '3')).status).toBe(0);
    expect([await createAgent('two'), await createAgent('three')]).toEqual([201, 403]);
    await plan(person.organizationId, '--plan', 'team', '--max-agents', '0', '--max-seats', '7');
    expect(await createAgent('three')).toBe(403);
    const back = jsonOf(await plan(person.organizationId, '--max-agents', 'plan', '--json'));
    expect(back).toMatchObject({ plan: 'team', maxAgents: null, maxSeats: 7 });
    expect(await createAgent('three')).toBe(201);
  });

  it('shows without changing, by id and by slug, and repeating a change writes nothing', async () => {
    const [{ slug }] = (await cloud.db.query<{ slug: string }>(
      'SELECT slug FROM organizations WHERE id = $1',
      [person.organizationId],
    )) as [{ slug: string }];
    const before = await epoch();
    const shown = await plan(slug);
    expect([shown.status, shown.stdout]).toEqual([0, expect.stringContaining(person.organizationId)]);
    expect((await plan(slug, '--plan', 'free')).status).toBe(0);
    expect([await epoch(), await auditRows()]).toEqual([before, []]);
  });

  it.each([
    [['--plan', 'gold'], /Allowed choices are free, pro, team, scale, enterprise/],
    [['--max-agents', '-1'], /an integer/],
    [['--max-agents', '1.5'], /an integer/],
    [['--max-seats', '2147483648'], /an integer/],
    [['--max-seats', ''], /an integer/],
    [['--colour', 'red'], /unknown option/],
  ])('refuses %j, says what is possible and writes nothing', async (args, message) => {
    const { status, stderr } = await plan(person.organizationId, ...args);
    expect([status, stderr]).toEqual([1, expect.stringMatching(message)]);
    expect(await auditRows()).toEqual([]);
  });

  it('knows no organization that does not exist', async () => {
    const { status, stderr } = await plan('acme-0000', '--plan', 'pro');
    expect([status, stderr]).toEqual([
      1,
      expect.stringContaining('no organization with the id or slug "acme-0000"'),
    ]);
  });

  it('says on a self-hosted deployment that plans have no effect there', async () => {
    const { status, stderr } = await runCommand(['plan', person.organizationId], {
      DATABASE_URL: cloud.databaseUrl,
      DATA_DIR: cloud.dataDir,
    });
    expect([status, stderr]).toEqual([0, expect.stringContaining('self-hosted')]);
  });

  it('does not touch a database of another schema', async () => {
    const empty = await createEmptyDatabase();
    try {
      const { status, stderr } = await runCommand(['plan', 'o', '--plan', 'pro'], {
        DATABASE_URL: empty.url,
      });
      expect([status, stderr]).toEqual([1, expect.stringContaining('credential-gateway migrate')]);
      expect(await empty.query(`SELECT 1 FROM pg_tables WHERE schemaname = 'public'`)).toEqual([]);
    } finally {
      await empty.drop();
    }
  });
});
