/**
 * Who may call what: every operation of the published document, asked with every kind of credential, in each
 * edition and on both origins. What is expected comes from the contract (routes.tsv and the tables of
 * access-expectations.ts), never from the server's own declarations, so that a wrong one is seen.
 *
 * The servers that are asked see their database read-only: a request that was let in cannot change anything, so
 * operations that delete accounts and organizations are asked like all others, and no throttle counts.
 */
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Agent, request } from 'undici';
import { api } from '../harness/clients/client.js';
import { startReplica, startServer, type TestServer } from '../harness/server/server.js';
import { type SessionIssuer, startSessionIssuer } from '../harness/people/session-issuer.js';
import { startUpstream, type Upstream } from '../harness/upstreams/upstream.js';
import {
  type AccessRow,
  bodyFor,
  type EditionName,
  expectationOf,
  headersFor,
  type Outcome,
  readAccessRows,
} from './access-expectations.js';
import { makeCredentials, type MatrixCredential, SECRETS } from './matrix-credentials.js';

jest.setTimeout(300_000);

const PARALLEL = 24;
const NO_SUCH_ID = '00000000-0000-4000-8000-000000000000';
/** Not an answer that was held up by a busy machine, but one that never comes. */
const ANSWER_WITHIN_MS = 60_000;

/** Who is also asked with `HEAD`, and for every other name of a path: they lead to the same doors (01 §1). */
const SPOT_CHECKED = new Set([
  'no credential',
  'a garbage bearer',
  'an agent token',
  "the owner's workspace key",
  "a suspended member's workspace key",
  "a member's session in a workspace",
]);

interface Question {
  row: AccessRow;
  credential: MatrixCredential;
  origin: 'management' | 'gateway';
  method: string;
  path: string;
}

interface Operation {
  operationId: string;
  servers?: { description?: string }[];
}

const rows = new Map(readAccessRows().map((row) => [row.id, row]));
const dispatcher = new Agent({ connections: PARALLEL, pipelining: 1 });

let upstream: Upstream;
let issuer: SessionIssuer;

beforeAll(async () => {
  upstream = await startUpstream();
  issuer = await startSessionIssuer();
});

afterAll(async () => {
  await dispatcher.close();
  await upstream?.close();
  await issuer?.close();
});

const EDITIONS: { edition: EditionName; settings: () => Record<string, string> }[] = [
  { edition: 'community', settings: () => ({}) },
  { edition: 'enterprise', settings: () => ({ ENTERPRISE_ENABLED: 'true' }) },
  { edition: 'cloud', settings: () => issuer.settings },
];

describe.each(EDITIONS)('01 §4-§7 on $edition', ({ edition, settings }) => {
  let server: TestServer;
  let asked: TestServer;
  let credentials: MatrixCredential[];
  let operations: Operation[];

  beforeAll(async () => {
    const all = { ...upstream.settings, ...SECRETS, ...settings(), SERVER_ROLES: 'api,gateway' };
    server = await startServer(all);
    credentials = await makeCredentials(server, edition, issuer);
    operations = operationsOf((await api(server).get('/openapi.json')).body);
    const [database] = await server.db.query<{ name: string }>('SELECT current_database() AS name');
    await server.db.query(`ALTER DATABASE ${database!.name} SET default_transaction_read_only = on`);
    // Production is the mode in which a start changes no schema.
    asked = await startReplica(server, { ...all, NODE_ENV: 'production' });
  });

  afterAll(async () => {
    await asked?.close();
    await server?.close();
  });

  it('01 §4.8 routes that need no credential ask for none', async () => {
    const open = operations
      .flatMap((operation) => questionsOf(operation, credentials.slice(0, 1)))
      .filter((question) => expectationOf(question.row, question.credential, edition) === null);
    expect(open.length).toBeGreaterThan(20);
    const asking: string[] = [];
    await inParallel(open, async (question) => {
      const { status, text } = await ask(asked, question);
      if (status === 401 && text.includes('Invalid API key or token.')) asking.push(question.row.id);
    });
    expect(asking).toEqual([]);
  });

  it('01 §1.4 HEAD is refused wherever GET is', async () => {
    const questions = operations
      .flatMap((operation) => questionsOf(operation, credentials))
      .filter(
        ({ row, method, credential }) =>
          method === 'GET' && !expectationOf(row, credential, edition)?.includes('admitted'),
      )
      .filter(({ row, origin }) => row.auth !== 'none' && origin === 'management')
      .filter(({ credential, path, row }) => SPOT_CHECKED.has(credential.name) && path === row.path);
    expect(questions.length).toBeGreaterThan(200);
    const answered: string[] = [];
    await inParallel(questions, async (question) => {
      const { status } = await ask(asked, { ...question, method: 'HEAD' });
      if (![401, 403, 404, 407].includes(status))
        answered.push(`HEAD ${question.path} with ${question.credential.name}: ${status}`);
    });
    expect(answered.sort()).toEqual([]);
  });

  it('01-41 no route answers more, or less, than the contract says', async () => {
    const questions = operations.flatMap((operation) => questionsOf(operation, credentials));
    expect(questions.length).toBeGreaterThan(1_000);
    const faults: string[] = [];
    await inParallel(questions, async (question) => {
      const expected = expectationOf(question.row, question.credential, edition);
      if (expected === null) return;
      const answer = await ask(asked, question);
      if (!expected.includes(answer.outcome)) faults.push(describeFault(question, expected, answer));
    });
    expect(faults.sort()).toEqual([]);
  });
});

function operationsOf(document: { paths: Record<string, Record<string, Operation>> }): Operation[] {
  return Object.values(document.paths).flatMap((methods) => Object.values(methods));
}

/** An operation that routes.tsv does not have is the business of the contract test. */
function questionsOf(operation: Operation, credentials: readonly MatrixCredential[]): Question[] {
  const row = rows.get(operation.operationId);
  if (row === undefined) return [];
  const method = row.method === 'ANY' ? 'GET' : row.method;
  return credentials.flatMap((credential) =>
    originsOf(operation).flatMap((origin) => {
      const paths = SPOT_CHECKED.has(credential.name) ? spellingsOf(row, origin) : [row.path];
      return paths.map((path) => ({ row, credential, origin, method, path }));
    }),
  );
}

/** `/api` stands for `/v1` on both origins; the gateway knows approvals without a prefix too (R7). */
function spellingsOf({ path }: AccessRow, origin: Question['origin']): string[] {
  if (!path.startsWith('/v1/')) return [path];
  const bare = /^\/v1\/(?:org\/)?approvals\//.test(path) && origin === 'gateway';
  return [path, path.replace('/v1/', '/api/'), ...(bare ? [path.replace('/v1/', '/')] : [])];
}

function originsOf({ servers }: Operation): Question['origin'][] {
  if (servers === undefined) return ['management'];
  const names = servers.map(({ description }) => description);
  return [
    ...(names.includes('Management API') ? (['management'] as const) : []),
    ...(names.includes('Gateway') ? (['gateway'] as const) : []),
  ];
}

interface MatrixAnswer {
  outcome: Outcome;
  status: number;
  text: string;
}

async function ask(server: TestServer, question: Question): Promise<MatrixAnswer> {
  const { row, credential, origin, method } = question;
  const base = origin === 'management' ? server.apiUrl : server.gatewayUrl;
  const takesBody = ['POST', 'PUT', 'PATCH'].includes(method);
  const answer = await request(base + targetOf(question), {
    method,
    dispatcher,
    headers: { ...(takesBody && { 'content-type': 'application/json' }), ...headersFor(row, credential) },
    body: takesBody ? bodyFor(row) : undefined,
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  });
  const { statusCode: status } = answer;
  if (status < 400) {
    // Streams never end by themselves.
    answer.body.on('error', () => undefined).destroy();
    return { outcome: 'admitted', status, text: '' };
  }
  const text = await answer.body.text();
  return { outcome: outcomeOf(status, text), status, text };
}

/** Held requests are asked for what there is, not waited for. */
function targetOf({ path }: Question): string {
  const filled = path.replace('{authority}', 'u.test').replaceAll(/\{\w+\}/g, NO_SUCH_ID);
  return path.endsWith('/pending') ? `${filled}?wait=0` : filled;
}

/** What was let in may fail in every other way: there is nothing there, the body is empty, nothing can be written. */
function outcomeOf(status: number, text: string): Outcome {
  if (text.includes('"enterprise_license_required"')) return 'unlicensed';
  // The agent is known; where it may not go yet is another matter (07 A8).
  if (text.includes('"claim_required"')) return 'admitted';
  if ([401, 403, 407].includes(status)) return 'refused';
  return status === 404 && text.includes('"invalid_request_error"') ? 'refused' : 'admitted';
}

function describeFault(
  { row, credential, origin, method, path }: Question,
  expected: readonly Outcome[],
  answer: MatrixAnswer,
): string {
  const { id, auth } = row;
  return `${id} (${method} ${path} on ${origin}, AUTH ${auth}) with ${credential.name}: expected ${expected.join(' or ')}, got ${answer.status} ${answer.text.slice(0, 200)}`;
}

async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = items[Symbol.iterator]();
  const worker = async (): Promise<void> => {
    for (const item of waiting) await work(item);
  };
  await Promise.all(Array.from({ length: PARALLEL }, worker));
}
