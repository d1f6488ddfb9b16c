/** 04 §3: what hosted agents do by the clock, as far as people keep it. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type Owner, signUpOwner } from '../../harness/people/accounts.js';
import type { Answer } from '../../harness/clients/client.js';
import { hostedAgent } from '../../harness/hosting/hosted-agent.js';
import { memberOf } from '../../harness/people/members.js';
import { startServer, type TestServer } from '../../harness/server/server.js';

const ABSENT = '00000000-0000-4000-8000-000000000000';
const REPORT = {
  name: 'Report',
  prompt: 'Write the report.',
  schedule: '0 14 * * *',
  timezone: 'Europe/London',
};

let server: TestServer;
let owner: Owner;
let agentId: string;
let base: string;

beforeAll(async () => {
  // Nobody fires them here: that is another spec's.
  server = await startServer({ SERVER_ROLES: 'api,gateway' });
});
afterAll(() => server.close());
beforeEach(async () => {
  owner = await signUpOwner(server);
  agentId = await hostedAgent(server, owner);
  base = `/v1/agents/${agentId}/crons`;
});
afterEach(() => {
  jest.restoreAllMocks();
});

const create = (body: object): Promise<Answer> => owner.api.post(base, body);
const change = (id: string, body: object): Promise<Answer> => owner.api.patch(`${base}/${id}`, body);
const run = (id: string): Promise<Answer> => owner.api.post(`${base}/${id}/run`);
const list = async (): Promise<any[]> => (await owner.api.get(base)).body.crons;
const set = (id: string, sql: string) => server.db.query(`UPDATE schedules SET ${sql} WHERE id = $1`, [id]);

async function made(body: object = REPORT): Promise<any> {
  const answer = await create(body);
  expect([answer.status, answer.body]).toEqual([201, expect.any(Object)]);
  return answer.body;
}

function at(moment: string): void {
  jest.spyOn(Date, 'now').mockReturnValue(Date.parse(moment));
}

const entries = (): Promise<any[]> =>
  server.db.query(
    `SELECT action, metadata FROM audit_log WHERE service = 'cron' AND workspace_id = $1 ORDER BY created_at`,
    [owner.workspaceId],
  );

describe('a schedule', () => {
  it('04-19 comes when its zone says, must be readable, and there are twenty', async () => {
    at('2027-07-01T00:00:00Z');
    expect(await made()).toEqual({
      ...REPORT,
      id: expect.any(String),
      agentId,
      enabled: true,
      disabledReason: null,
      nextFireAt: '2027-07-01T13:00:00.000Z',
      lastFiredAt: null,
      lastOutcome: null,
      consecutiveFailures: 0,
      createdAt: expect.any(String),
    });
    expect((await create({ ...REPORT, schedule: '99 99 * * *' })).body).toEqual({
      error: 'schedule is not a cron expression of five fields',
    });
    expect((await create({ ...REPORT, timezone: 'Not/AZone' })).body).toEqual({
      error: 'timezone is not a known time zone',
    });
    expect((await create({ ...REPORT, schedule: '0 0 30 2 *' })).body).toEqual({
      error: 'schedule never comes',
    });
    for (let n = 2; n <= 20; n++) await made({ ...REPORT, name: `Report ${n}` });
    const full = await create(REPORT);
    expect([full.status, full.body.error.type]).toEqual([422, 'validation_error']);
    expect((await list()).map(({ name }) => name)).toEqual([
      'Report',
      ...Array.from({ length: 19 }, (_, n) => `Report ${n + 2}`),
    ]);
  });

  it.each<[string, string, string, string]>([
    ['the gap of spring', '30 2 * * *', '2027-03-28T00:00:00Z', '2027-03-28T01:00:00.000Z'],
    ['the hour that comes twice', '30 2 * * *', '2027-10-31T00:45:00Z', '2027-11-01T01:30:00.000Z'],
    ['the last Friday', '0 9 * * FRI#L', '2027-01-01T12:00:00Z', '2027-01-29T08:00:00.000Z'],
  ])('comes right over %s', async (_name, schedule, now, expected) => {
    at(now);
    expect((await made({ ...REPORT, schedule, timezone: 'Europe/Berlin' })).nextFireAt).toBe(expected);
  });

  it.each<[string, object]>([
    ['no name', { name: undefined }],
    ['a blank name', { name: ' ' }],
    ['a name that is too long', { name: 'x'.repeat(101) }],
    ['a blank prompt', { prompt: '\n' }],
    ['a prompt that is too long', { prompt: 'x'.repeat(10_001) }],
    ['U+0000', { prompt: 'x\u0000' }],
    ['no expression', { schedule: undefined }],
    ['an expression that is too long', { schedule: `${'0,'.repeat(60)}0 * * * *` }],
    ['six fields', { schedule: '0 0 * * * *' }],
    ['a date', { schedule: '2027-01-01T00:00:00Z' }],
    ['no zone', { timezone: undefined }],
    ['an offset for a zone', { timezone: '+02:00' }],
    ['a zone that is too long', { timezone: 'x'.repeat(101) }],
    ['enabled at birth', { enabled: false }],
    ['an unknown field', { nextFireAt: '2027-01-01T00:00:00Z' }],
  ])('is refused with %s', async (_name, fields) => {
    const { status, body } = await create({ ...REPORT, ...fields });
    expect([status, body]).toEqual([400, { error: expect.any(String) }]);
  });

  it('is at most one of twenty, also at once', async () => {
    for (let n = 1; n <= 17; n++) await made();
    const answers = await Promise.all(Array.from({ length: 8 }, () => create(REPORT)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 422, 422, 422, 422, 422]);
    expect(await list()).toHaveLength(20);
  });
});

describe('a change', () => {
  it('counts from now when the time is another one, and not otherwise', async () => {
    at('2027-07-01T00:00:00Z');
    const { id, nextFireAt } = await made();
    at('2027-07-03T00:00:00Z');
    const renamed = await change(id, {
      name: ' New ',
      prompt: 'Other',
      timezone: REPORT.timezone,
      enabled: true,
    });
    expect(renamed.body).toMatchObject({ name: 'New', prompt: 'Other', nextFireAt });
    expect((await change(id, { timezone: 'Asia/Tokyo' })).body.nextFireAt).toBe('2027-07-03T05:00:00.000Z');
    expect((await change(id, { schedule: '@monthly' })).body.nextFireAt).toBe('2027-07-31T15:00:00.000Z');
    expect((await entries()).map(({ action, metadata }) => [action, metadata.fields])).toEqual([
      ['create', undefined],
      ['update', ['name', 'prompt']],
      ['update', ['timezone', 'nextFireAt']],
      ['update', ['schedule', 'nextFireAt']],
    ]);
  });

  it('for equal values is none', async () => {
    const schedule = await made();
    expect((await change(schedule.id, { ...REPORT, enabled: true })).body).toEqual(schedule);
    expect(await entries()).toHaveLength(1);
    for (const [body, error] of [
      [{}, 'At least one field must be provided'],
      [{ schedule: 'x' }, 'schedule is not a cron expression of five fields'],
      [{ schedule: '0 0 31 2 *' }, 'schedule never comes'],
      [{ timezone: 'x' }, 'timezone is not a known time zone'],
    ] as const) {
      const answer = await change(schedule.id, body);
      expect([answer.status, answer.body]).toEqual([400, { error }]);
    }
  });

  it('pauses and resumes: the time stays, then counts from now, and failures are forgotten', async () => {
    at('2027-07-01T00:00:00Z');
    const { id, nextFireAt } = await made();
    expect((await change(id, { enabled: false })).body).toMatchObject({ enabled: false, nextFireAt });
    await set(id, `disabled_reason = 'failures', consecutive_failures = 5`);
    at('2027-07-09T00:00:00Z');
    expect((await change(id, { name: 'Still paused' })).body).toMatchObject({
      disabledReason: 'failures',
      consecutiveFailures: 5,
      nextFireAt,
    });
    expect((await change(id, { enabled: true })).body).toMatchObject({
      enabled: true,
      disabledReason: null,
      consecutiveFailures: 0,
      nextFireAt: '2027-07-09T13:00:00.000Z',
    });
  });

  it('makes an enabled one due now, and is 422 for a paused one', async () => {
    at('2027-07-01T00:00:00Z');
    const { id } = await made();
    const answer = await run(id);
    expect([answer.status, answer.body.nextFireAt]).toEqual([200, '2027-07-01T00:00:00.000Z']);
    expect((await entries()).at(-1)).toMatchObject({ action: 'update', metadata: { cronId: id } });
    await change(id, { enabled: false });
    const paused = await run(id);
    expect([paused.status, paused.body.error.type]).toEqual([422, 'validation_error']);
    expect((await owner.api.delete(`${base}/${id}`)).status).toBe(204);
    expect(await list()).toEqual([]);
    expect((await entries()).at(-1)).toMatchObject({ action: 'delete', metadata: { name: 'Report' } });
  });
});

describe('who may', () => {
  it('is 422 for an agent that brings its own program, after the body', async () => {
    const byo = (await owner.api.get('/v1/agents/default')).body.id;
    const path = `/v1/agents/${byo}/crons`;
    for (const answer of [await owner.api.get(path), await owner.api.post(path, REPORT)]) {
      expect([answer.status, answer.body.error.type]).toEqual([422, 'validation_error']);
    }
    expect((await owner.api.post(path, { ...REPORT, more: 1 })).status).toBe(400);
  });

  it('is 404 for agents and schedules of others, and for schedules of another agent', async () => {
    const { id } = await made();
    const other = await signUpOwner(server);
    const theirs = await hostedAgent(server, other);
    const second = await hostedAgent(server, owner, 'second');
    const tries: [Owner, string][] = [
      [owner, `${base}/${ABSENT}`],
      [owner, `${base}/nonsense`],
      [owner, `/v1/agents/${second}/crons/${id}`],
      [other, `${base}/${id}`],
      [other, `/v1/agents/${theirs}/crons/${id}`],
    ];
    for (const [person, path] of tries) {
      for (const answer of [
        await person.api.patch(path, { enabled: false }),
        await person.api.post(`${path}/run`),
        await person.api.delete(path),
      ]) {
        expect([path, answer.status, answer.body.error.type]).toEqual([path, 404, 'not_found_error']);
      }
    }
    expect((await other.api.get(base)).status).toBe(404);
    expect(await list()).toHaveLength(1);
  });

  it('lets a member of the workspace, and outlives the account that made it', async () => {
    const member = await memberOf(server, owner);
    const { id } = (await member.post(base, REPORT)).body;
    await server.db.query(
      'DELETE FROM users WHERE id = (SELECT created_by_user_id FROM schedules WHERE id = $1)',
      [id],
    );
    expect((await list()).map((schedule) => schedule.id)).toEqual([id]);
    expect((await owner.api.delete(`/v1/agents/${agentId}`)).status).toBe(204);
    expect(await server.db.query('SELECT 1 FROM schedules WHERE id = $1', [id])).toEqual([]);
  });
});
