/** Whatever a body holds, the answer is one of the contract: never a fault, always a readable error (01 §8.2.3). */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type Owner, signUpOwner } from '../../harness/people/accounts.js';
import { type Answer, api, type ApiClient } from '../../harness/clients/client.js';
import { startServer, type TestServer } from '../../harness/server/server.js';

const RUNS = 300;

/** Texts that have broken parsers, columns and index rows elsewhere. */
const NASTY = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  '\ufeff',
  '\u202e',
  'ﬀ',
  '__proto__',
  'constructor',
  '%00',
  '../..',
  "'; DROP TABLE agents; --",
  '${7*7}',
  'NaN',
  '2020-02-30T00:00:00Z',
  '*.*.*',
  'https://[::1]:99999/',
  'xn--a',
  'x'.repeat(3_000),
  '\u{1f916}'.repeat(200),
];

const text = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(...NASTY),
  fc.emailAddress(),
  fc.domain(),
);
const value = fc.oneof(
  { weight: 4, arbitrary: text },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<unknown>(
      null,
      true,
      0,
      -1,
      1e308,
      2 ** 53,
      1.5,
      [],
      {},
      [null],
      { constructor: 1 },
      [{ a: { constructor: 'x' } }],
    ),
  },
);

/** A valid object, spoilt, as text, so that keys may repeat and `__proto__` is a key like any other. */
function objectOf({ valid, known }: Endpoint): fc.Arbitrary<string> {
  const names = Object.keys(known);
  const fields = names.map((name) =>
    fc.tuple(fc.constant(name), fc.oneof({ weight: 3, arbitrary: known[name]! }, value)),
  );
  const strange = fc.tuple(fc.oneof(text, fc.constantFrom(...names)), value);
  return fc
    .tuple(fc.subarray(fields, { minLength: 0 }), fc.array(strange, { maxLength: 3 }))
    .chain(([chosen, extra]) => fc.tuple(fc.tuple(...chosen), fc.constant(extra)))
    .map(([chosen, extra]) =>
      [...Object.entries(valid), ...chosen, ...extra].map(
        ([name, content]) => `${JSON.stringify(name)}:${JSON.stringify(content)}`,
      ),
    )
    .map((pairs) => `{${pairs.join(',')}}`);
}

function bodyOf(endpoint: Endpoint): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 8, arbitrary: objectOf(endpoint) },
    { weight: 1, arbitrary: fc.json() },
    { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
  );
}

const injection = fc.oneof(
  fc.record({ headerName: text, valueFormat: text }, { requiredKeys: [] }),
  fc.record({ paramName: text, paramFormat: text }, { requiredKeys: [] }),
  fc.record({ pathTemplate: text }, { requiredKeys: [] }),
);

interface Endpoint {
  method: string;
  path: string;
  /** What it takes; single fields of it are replaced or left out by `known` and by anything at all. */
  valid: Record<string, unknown>;
  known: Record<string, fc.Arbitrary<unknown>>;
  /** Statuses besides 400 that must turn up, or the bodies are too wild to test anything. */
  accepted: number[];
}

const PERSON = { email: 'someone@example.test', password: 'a good long password', name: 'Someone' };
const person = { email: fc.oneof(fc.emailAddress(), text), password: text, name: text };

const ENDPOINTS: Endpoint[] = [
  {
    method: 'POST',
    path: '/v1/agents',
    valid: { name: 'Robot', identifier: 'robot' },
    known: {
      name: text,
      identifier: fc.stringMatching(/^[a-z0-9][a-z0-9-]{0,20}$/),
      kind: fc.constantFrom('byo', 'hosted'),
      harness: text,
      instructions: text,
      parentIdentifier: text,
    },
    accepted: [201, 409],
  },
  {
    method: 'POST',
    path: '/v1/secrets',
    valid: {
      name: 'Key',
      type: 'generic',
      value: 'v',
      hostPattern: 'api.example.com',
      injectionConfig: { headerName: 'X-Key' },
    },
    known: {
      name: text,
      type: fc.constantFrom('generic', 'anthropic', 'openai'),
      value: text,
      hostPattern: fc.oneof(fc.domain(), text),
      pathPattern: fc.oneof(fc.webPath(), text),
      injectionConfig: injection,
      valueSource: fc.constantFrom('inline', 'onepassword'),
      opRef: text,
    },
    accepted: [201],
  },
  {
    method: 'POST',
    path: '/auth/sign-in/email',
    valid: { email: PERSON.email, password: PERSON.password },
    known: { ...person, rememberMe: fc.boolean(), callbackURL: text },
    accepted: [401],
  },
  {
    method: 'POST',
    path: '/auth/sign-up/email',
    valid: PERSON,
    known: { ...person, callbackURL: text },
    accepted: [200, 422],
  },
  { method: 'PATCH', path: '/v1/user', valid: { name: 'Me' }, known: { name: text }, accepted: [200] },
  {
    method: 'POST',
    path: '/v1/workspaces',
    valid: { name: 'Team' },
    known: { name: text },
    accepted: [201, 409],
  },
  {
    method: 'POST',
    path: '/v1/instance/bootstrap',
    valid: PERSON,
    known: { ...person, token: text },
    accepted: [409],
  },
];

describe('random bodies', () => {
  let server: TestServer;
  let owner: Owner;

  beforeAll(async () => {
    server = await startServer();
    owner = await signUpOwner(server);
  });

  afterAll(async () => {
    await server?.close();
  });

  /** Each request from an address of its own, so that throttles by address stay out of the way. */
  function someone(path: string, run: number): ApiClient {
    const client = path.startsWith('/auth/') ? api(server) : owner.api;
    return client.with({ 'x-forwarded-for': `198.51.${run >> 8}.${run & 255}` });
  }

  it.each(ENDPOINTS)(`$method $path is never a fault (${RUNS} bodies)`, async (endpoint) => {
    const { method, path, accepted } = endpoint;
    const seen = new Set<number>();
    let run = 0;
    await fc.assert(
      fc.asyncProperty(bodyOf(endpoint), async (body) => {
        run += 1;
        const answer = await someone(path, run).send(method, path, body);
        seen.add(answer.status);
        expectContractAnswer(answer);
      }),
      { numRuns: RUNS },
    );
    expect([...seen].sort()).toEqual(expect.arrayContaining([400, ...accepted]));
    expect(await api(server).get('/readyz')).toMatchObject({ status: 200 });
  });

  it('what was stored can be read again', async () => {
    for (const path of ['/v1/agents?include=grants-summary', '/v1/secrets', '/v1/workspaces', '/v1/user']) {
      expect([path, (await owner.api.get(path)).status]).toEqual([path, 200]);
    }
  });

  it(`random paths and queries are never a fault (${RUNS})`, async () => {
    const segment = fc.oneof(text, fc.uuid(), fc.constantFrom('default', 'grants', 'secrets', 'agents'));
    const target = fc
      .tuple(
        fc.constantFrom(
          '/v1/agents',
          '/v1/secrets',
          '/v1/workspaces',
          '/v1/container-config',
          '/v1',
          '/auth',
          '',
        ),
        fc.array(segment, { maxLength: 4 }),
        fc.array(fc.tuple(fc.constantFrom('include', 'agent', '_workspace', '_project', '_org', 'x'), text), {
          maxLength: 3,
        }),
      )
      .map(([root, segments, query]) => {
        const path = [root, ...segments.map(encoded)].join('/') || '/';
        return `${path}?${query.map(([name, content]) => `${name}=${encoded(content)}`).join('&')}`;
      });
    const method = fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH');
    await fc.assert(
      fc.asyncProperty(method, target, async (verb, path) => {
        const answer = await owner.api.send(verb, path, verb === 'PATCH' ? '{"name":"Robot"}' : undefined);
        if (verb !== 'HEAD') expectContractAnswer(answer);
        expect(answer.status).toBeLessThan(500);
      }),
      { numRuns: RUNS },
    );
  });
});

function encoded(content: string): string {
  return encodeURIComponent(content.toWellFormed());
}

function expectContractAnswer(answer: Answer): void {
  expect([answer.status < 500, answer.text]).toEqual([true, answer.text]);
  expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  if (answer.status < 400) return;
  const { error, message, code } = answer.body as Record<string, any>;
  const told = error === undefined ? message : (error.message ?? error);
  expect(typeof told).toBe('string');
  expect(told).not.toBe('');
  if (error === undefined) expect(code).toMatch(/^[A-Z_]+$/);
}
