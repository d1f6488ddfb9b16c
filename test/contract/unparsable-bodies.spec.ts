/** R45: what is no JSON is refused as such by every operation that reads a body, before anything is written. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Answer } from '../harness/clients/client.js';
import { api, gateway } from '../harness/clients/client.js';
import { startServer, type TestServer } from '../harness/server/server.js';
import { Callers, type Described, describedIn, EVERY_CREDENTIAL } from './described-operations.js';

const REASON = 'Request body is not valid JSON';

const NOT_JSON: [string, string | Buffer][] = [
  ['a word', 'garbage'],
  ['half an object', '{"role":"admin"'],
  ['two objects', '{} {}'],
  ['a form', 'role=admin&name=x'],
  ['a blank', ' '],
  ['a comment', '{} // nothing'],
  ['bytes that are no UTF-8', Buffer.from('{"role":"admin","name":"\xff"}', 'latin1')],
  ['UTF-16', Buffer.from('{"role":"admin"}', 'utf16le')],
  ['a byte order mark', Buffer.from('\ufeff{"role":"admin"}', 'utf8')],
  ['a compressed object', Buffer.from('1f8b0800000000000003abae05004320bf4302000000', 'hex')],
];

/** Written by what looks at a caller before the body is looked at. */
const OF_CALLERS = new Set(['throttle_counters']);

const ON_THE_GATEWAY = new Set(['submitApprovalDecision', 'pairVault']);

/** How the refusal reads where a whole path has a shape of its own (01 §11.2, 04 §9.1, 05 §10.3). */
function refusalAt(path: string): object {
  if (path.startsWith('/auth/')) return { code: 'VALIDATION_ERROR', message: REASON };
  if (path.startsWith('/scim/'))
    return {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      status: '400',
      scimType: 'invalidSyntax',
      detail: REASON,
    };
  if (/^\/v1\/(runner|channel-adapter)\//.test(path)) return { error: 'invalid_request' };
  return { error: REASON };
}

describe('a body that is no JSON', () => {
  let server: TestServer;
  let callers: Callers;
  let readers: Described[];

  beforeAll(async () => {
    server = await startServer({ ...EVERY_CREDENTIAL, MIGRATION_EXPORT_TARGETS: 'https://x.test' });
    callers = await Callers.of(server);
    const { body } = await api(server).get('/openapi.json');
    const known = { workspaceId: callers.owner.workspaceId };
    readers = describedIn(body, known).filter((operation) => operation.body !== undefined);
  });

  afterAll(() => server.close());

  /** Rows of every table. */
  async function rows(): Promise<Record<string, number>> {
    const tables = await server.db.query<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.tables
       WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY 1`,
    );
    const counted = tables.filter(({ name }) => !OF_CALLERS.has(name));
    const [counts] = await server.db.query<Record<string, number>>(
      `SELECT ${counted.map(({ name }) => `(SELECT count(*)::int FROM "${name}") AS "${name}"`).join(', ')}`,
    );
    return counts!;
  }

  async function send(operation: Described, body: string | Buffer | undefined): Promise<Answer> {
    return callers.for(operation).send(operation.method, operation.path, body);
  }

  it.each(NOT_JSON)('R45 %s is 400 for every operation, and nothing is written', async (_kind, body) => {
    expect(readers.length).toBeGreaterThan(90);
    const before = await rows();
    const others: unknown[] = [];
    for (const operation of readers) {
      const { status, body: answer } = await send(operation, body);
      const wanted = [400, refusalAt(operation.path)];
      if (JSON.stringify([status, answer]) !== JSON.stringify(wanted))
        others.push([operation.id, status, answer]);
    }
    expect(others).toEqual([]);
    expect(await rows()).toEqual(before);
  });

  /** Of the gateway's own origin, which has two that read a body (06 §15). */
  const controls = (): Described[] => readers.filter(({ id }) => ON_THE_GATEWAY.has(id));

  it.each(NOT_JSON)(
    "R45 %s is 400 on the gateway's own origin as well, and nothing is written",
    async (_kind, body) => {
      expect(controls()).toHaveLength(ON_THE_GATEWAY.size);
      const before = await rows();
      for (const operation of controls()) {
        const { id, method, path } = operation;
        const { status, body: answer } = await callers.for(operation, gateway).send(method, path, body);
        expect([id, status, answer]).toEqual([id, 400, refusalAt(path)]);
      }
      expect(await rows()).toEqual(before);
    },
  );

  it("R45 on the gateway's own origin an empty body counts as null, and strangers hear nothing about it", async () => {
    for (const operation of controls()) {
      const { id, method, path } = operation;
      const empty = await callers.for(operation, gateway).send(method, path, '');
      expect([id, empty.status < 500, empty.text.includes(REASON)]).toEqual([id, true, false]);
      const stranger = await gateway(server).send(method, path, 'garbage');
      expect([id, stranger.status, stranger.text.includes(REASON)]).toEqual([id, 401, false]);
    }
  });

  it('R45 what reads no body there does not mind one', async () => {
    const invalidated = await gateway(server)
      .as(callers.owner.apiKey)
      .send('POST', '/v1/cache/invalidate', 'garbage');
    expect([invalidated.status, invalidated.body]).toEqual([200, { invalidated: true }]);
  });

  it('R45 an empty body counts as null', async () => {
    const others: unknown[] = [];
    for (const operation of readers) {
      const [none, empty] = [await send(operation, undefined), await send(operation, '')];
      for (const { status, text } of [none, empty])
        if (status >= 500 || text.includes(REASON)) others.push([operation.id, status, text]);
    }
    expect(others).toEqual([]);
  });

  it('R45 who is not known hears nothing about the body', async () => {
    const guarded = readers.filter(({ security }) => security.length > 0);
    for (const { id, method, path } of guarded) {
      const { status } = await api(server).send(method, path, 'garbage');
      expect([id, status]).toEqual([id, id === 'reportInstallComplete' ? 400 : 401]);
    }
  });
});
