/**
 * Input at the largest size that is let in, made to be expensive. The event loop is everybody's: whatever one request
 * holds, it must cost about its bytes. A bound of a quarter of a second tells that from what grows with the square,
 * which takes seconds at these sizes.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Owner, organizationKey, signUpOwner, someAddress } from '../harness/people/accounts.js';
import { type Agent, createAgent, createSecret, grant } from '../harness/clients/agent.js';
import { api, type ApiClient, gateway } from '../harness/clients/client.js';
import { rawRequest, sendRaw } from '../harness/clients/raw-http.js';
import { startServer, type TestServer } from '../harness/server/server.js';
import { threadTime } from '../harness/time/thread-time.js';
import { startUpstream, type Upstream } from '../harness/upstreams/upstream.js';

const MEBIBYTE = 1_048_576;
const MAX_MS = 250;
/** What of a head is free for one field or for the target. */
const HEAD_BYTES = 60_000;

const filled = (part: string, bytes: number): string => part.repeat(Math.floor(bytes / part.length));
const numbered = (count: number, entry: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => entry(index)).join(',');

/** JSON of up to 1 MiB that no client sends; each is a body by itself and a value of every field. */
const STRUCTURES: Readonly<Record<string, string>> = {
  'an object of many fields': `{${numbered(70_000, (index) => `"k${index}":1`)}}`,
  'an object of many indices': `{${numbered(70_000, (index) => `"${index * 53}":1`)}}`,
  'many objects': `[${numbered(250_000, () => '{}')}]`,
  'many lists': `[${numbered(250_000, () => '[]')}]`,
  'many objects, each of another shape': `[${numbered(50_000, (index) => `{"k${index}":1}`)}]`,
  'many texts': `[${numbered(200_000, () => '"a"')}]`,
  'deep lists': filled('[', 500_000) + filled(']', 500_000),
  'deep objects': `${filled('{"a":', 800_000)}1${filled('}', 160_000)}`,
  'no more values than are let in': `[${numbered(9_000, () => '{"a":"b","c":[]}')}]`,
  'no more fields than are let in': `[${numbered(24, (list) => `{${numbered(999, (index) => `"k${list}-${index}":1`)}}`)}]`,
  'many prototypes': `[${numbered(60_000, () => '{"__proto__":1}')}]`,
  'a long number': filled('9', 1_000_000),
};

/** Long texts, as values of text fields. */
const TEXTS: Readonly<Record<string, string>> = {
  letters: filled('a', 400_000),
  spaces: `a${filled(' ', 400_000)}a`,
  dots: `a${filled('.', 400_000)}a`,
  slashes: `/${filled('/', 400_000)}a`,
  labels: filled('a.', 400_000),
  stars: filled('*.', 400_000),
  digits: filled('9', 400_000),
  dashes: `a${filled('-', 400_000)}!`,
  'combining marks': `a${filled('\u0301\u0316', 300_000)}`,
  'a name in many scripts': Array.from({ length: 100_000 }, (_, index) =>
    String.fromCharCode(0x4e00 + (index % 20_000)),
  ).join(''),
  addresses: `${filled('a@', 400_000)}a`,
  'a moment with many digits': `2026-01-01T00:00:00.${filled('0', 400_000)}!`,
  'a reference': `op:/${filled('/a', 400_000)}/`,
  'a URL': `https://a/${filled('a/../', 400_000)}`,
  'a template': `/${filled('{value}', 400_000)}`,
};

interface Schema {
  $ref?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  oneOf?: Schema[];
  anyOf?: Schema[];
  allOf?: Schema[];
  type?: string | string[];
  maxItems?: number;
  maxProperties?: number;
}

interface Endpoint {
  method: string;
  path: string;
  id: string;
  fields: string[];
  parameters: string[];
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** Valid bodies of what judges more than types, so that a spoilt field is reached. */
const VALID: Readonly<Record<string, object>> = {
  createSecret: {
    name: 'Key',
    type: 'generic',
    value: 'v',
    hostPattern: 'api.example.com',
    injectionConfig: { headerName: 'x-key' },
  },
  createOrgPolicyRule: {
    name: 'Rule',
    action: 'block',
    targets: [{ kind: 'network', hostPattern: 'api.example.com' }],
  },
  simulatePolicy: { agentId: 'unknown', method: 'GET', url: 'https://api.example.com/' },
  migrateImport: { version: 1, secrets: [], agents: [] },
  createAgent: { name: 'Robot', identifier: 'hostile' },
  signInEmail: { email: 'someone@example.test', password: 'a good long password' },
  signUpEmail: { email: 'nobody at all', password: 'a good long password', name: 'A' },
  setConnectionGrant: { access: 'custom', allow: ['a'], ask: [] },
};

describe('hostile input', () => {
  let upstream: Upstream;
  let server: TestServer;
  let owner: Owner;
  let organization: ApiClient;
  let agent: Agent;
  let document: any;
  let endpoints: Endpoint[];

  beforeAll(async () => {
    upstream = await startUpstream();
    server = await startServer({ ...upstream.settings, TRUST_PROXY: 'loopback' });
    owner = await signUpOwner(server);
    organization = api(server).as(await organizationKey(server, owner));
    agent = await createAgent(server, owner);
    const secret = await createSecret(owner, {
      hostPattern: 'api.u.test',
      injectionConfig: { paramName: 'key' },
    });
    await grant(owner, agent.id, secret);
    document = (await api(server).get('/openapi.json')).body;
    endpoints = endpointsOf(document);
  });

  afterAll(async () => {
    await server?.close();
    await upstream?.close();
  });

  /** Who gets furthest, each time from another address, so that throttles stay out of the way. */
  function callerOf({ path }: Endpoint): ApiClient {
    const client = path.startsWith('/auth/')
      ? api(server).as(owner.cookie)
      : path.startsWith('/v1/org')
        ? organization
        : owner.api;
    return client.with({ 'x-forwarded-for': someAddress() });
  }

  /** What took too long, with how long; a test expects nothing. A second look, in case memory was just collected. */
  async function slow(name: string, work: () => Promise<unknown>): Promise<[string, number][]> {
    if ((await threadTime(work)) < MAX_MS) return [];
    const again = Math.round(await threadTime(work));
    return again < MAX_MS ? [] : [[name, again]];
  }

  async function slowest(cases: AsyncIterable<[string, number][]>): Promise<[string, number][]> {
    const found: [string, number][] = [];
    for await (const some of cases) found.push(...some);
    return found;
  }

  it('has a bound in every list and map that the document describes, and all of them in docs/bounds.md', () => {
    const described = [...boundsOf(document)].sort();
    expect(described.filter((row) => row.includes('unbounded'))).toEqual([]);
    const table = readFileSync(join(import.meta.dirname, '../../docs/bounds.md'), 'utf8');
    const listed = [...table.matchAll(/^\| `(\w+)` +\| `([^`]+)` +\| (\d+ (?:entries|fields)) +\|$/gm)];
    expect(listed.map(([, operation, field, bound]) => `${operation} ${field} ${bound}`).sort()).toEqual(
      described,
    );
  });

  it.each(Object.keys(STRUCTURES))(
    'costs every operation about its bytes: a body that is %s',
    async (name) => {
      const faults: unknown[] = [];
      const body = Buffer.from(STRUCTURES[name]!);
      const cases = async function* () {
        for (const endpoint of endpoints.filter(({ method }) => method !== 'GET')) {
          yield await slow(endpoint.id, async () => {
            const answer = await callerOf(endpoint).send(endpoint.method, endpoint.path, body);
            if (answer.status >= 500) faults.push([endpoint.id, answer.text]);
          });
        }
      };
      expect(await slowest(cases())).toEqual([]);
      expect(faults).toEqual([]);
    },
  );

  /** The other structures are refused before any field is looked at. */
  it.each(['no more values than are let in', 'no more fields than are let in', 'a long number'])(
    'costs every field about its bytes: a value that is %s',
    async (name) => {
      const value = Buffer.from(STRUCTURES[name]!);
      const cases = async function* () {
        for (const endpoint of endpoints) {
          for (const field of endpoint.fields) {
            const body = withField(endpoint, field, value);
            yield await slow(`${endpoint.id} ${field}`, () =>
              callerOf(endpoint).send(endpoint.method, endpoint.path, body),
            );
          }
        }
      };
      expect(await slowest(cases())).toEqual([]);
    },
  );

  it.each(Object.keys(TEXTS))('costs every field about its bytes: a text of %s', async (name) => {
    const text = Buffer.from(JSON.stringify(TEXTS[name]!.toWellFormed()));
    const cases = async function* () {
      for (const endpoint of endpoints) {
        for (const field of endpoint.fields) {
          yield await slow(`${endpoint.id} ${field}`, () =>
            callerOf(endpoint).send(endpoint.method, endpoint.path, withField(endpoint, field, text)),
          );
        }
      }
    };
    expect(await slowest(cases())).toEqual([]);
  });

  it.each([
    ['many parameters', filled('a&', HEAD_BYTES)],
    ['many different parameters', Array.from({ length: 14_000 }, (_, index) => index.toString(36)).join('&')],
    ['one parameter many times', filled('limit=1&', HEAD_BYTES)],
    ['many broken escapes', filled('%ff=%zz&', HEAD_BYTES)],
    ['many brackets', filled('a[]=1&', HEAD_BYTES)],
  ])('costs every query about its bytes: %s', async (_name, query) => {
    const cases = async function* () {
      for (const endpoint of endpoints) {
        yield await slow(endpoint.id, () =>
          callerOf(endpoint).send(endpoint.method, `${endpoint.path}?${query}`),
        );
      }
    };
    expect(await slowest(cases())).toEqual([]);
  });

  it.each(Object.keys(TEXTS))('costs every parameter about its bytes: a text of %s', async (name) => {
    const text = encodeURIComponent(TEXTS[name]!.slice(0, HEAD_BYTES).toWellFormed()).slice(0, HEAD_BYTES);
    const cases = async function* () {
      for (const endpoint of endpoints) {
        for (const parameter of endpoint.parameters) {
          yield await slow(`${endpoint.id} ${parameter}`, () =>
            callerOf(endpoint).send(endpoint.method, `${endpoint.path}?${parameter}=${text}`),
          );
        }
      }
    };
    expect(await slowest(cases())).toEqual([]);
  });

  const FIELDS = [
    ...[
      'accept-encoding',
      'accept-language',
      'authorization',
      'connection',
      'content-encoding',
      'content-type',
    ],
    ...['cookie', 'forwarded', 'if-none-match', 'origin', 'proxy-authorization', 'range', 'referer'],
    ...[
      'sec-fetch-site',
      'te',
      'upgrade',
      'user-agent',
      'via',
      'x-agent-token',
      'x-api-key',
      'x-forwarded-for',
    ],
    ...['x-forwarded-host', 'x-forwarded-proto', 'x-gateway-secret', 'x-http-method-override'],
    ...['x-onecli-connection-id', 'x-onecli-request-timeout', 'x-organization-id', 'x-workspace-id'],
  ];
  const VALUES = {
    spaces: `a b${filled(' ', HEAD_BYTES)}a`,
    'a scheme and spaces': `Basic a${filled(' ', HEAD_BYTES)}a`,
    tabs: `Bearer a${filled(' \t', HEAD_BYTES)}a`,
    commas: filled('a,', HEAD_BYTES),
    'empty entries': filled(' ,', HEAD_BYTES),
    pairs: filled('a=b;', HEAD_BYTES),
    sessions: filled(`cg_session=${'a'.repeat(64)}.${'b'.repeat(43)};`, HEAD_BYTES),
    quotes: filled('"\\', HEAD_BYTES),
    slashes: `http://a${filled('/', HEAD_BYTES)}`,
    colons: filled(':', HEAD_BYTES),
    addresses: filled('::1,', HEAD_BYTES),
    names: `http://${filled('a.', HEAD_BYTES)}`,
    letters: filled('\u00e9', HEAD_BYTES),
    base64: `Basic ${filled('aTpi', HEAD_BYTES)}`,
  };

  describe.each(Object.entries(VALUES))('a head field of %s costs about its bytes', (_name, value) => {
    const bytes = (method: string, target: string, field: string, more: string[] = []): Buffer =>
      Buffer.from(rawRequest(method, target, [...more, `${field}: ${value}`]), 'latin1');

    it('on the management origin', async () => {
      const cases = async function* () {
        for (const field of FIELDS) {
          for (const target of [
            '/v1/agents',
            '/v1/approvals/pending?wait=0',
            '/auth/get-session',
            '/nowhere',
          ]) {
            yield await slow(`${field} ${target}`, () => sendRaw(server.apiUrl, bytes('GET', target, field)));
          }
        }
      };
      expect(await slowest(cases())).toEqual([]);
    });

    it('on the gateway, for its own endpoints, an agent and nobody', async () => {
      const token = `Proxy-Authorization: Basic ${Buffer.from(`x:${agent.token}`).toString('base64')}`;
      const cases = async function* () {
        for (const field of FIELDS) {
          const own = field === 'proxy-authorization' ? [] : [token];
          yield await slow(`${field} nobody`, () =>
            sendRaw(server.gatewayUrl, bytes('GET', 'http://api.u.test/', field)),
          );
          yield await slow(`${field} agent`, () =>
            sendRaw(server.gatewayUrl, bytes('POST', 'http://api.u.test/a?b=c', field, own)),
          );
          yield await slow(`${field} reverse`, () =>
            sendRaw(server.gatewayUrl, bytes('GET', '/proxy/api.u.test/', field)),
          );
          yield await slow(`${field} tunnel`, () =>
            sendRaw(server.gatewayUrl, bytes('CONNECT', 'api.u.test:443', field)),
          );
          yield await slow(`${field} own`, () =>
            sendRaw(server.gatewayUrl, bytes('GET', '/v1/approvals/pending?wait=0', field)),
          );
        }
      };
      expect(await slowest(cases())).toEqual([]);
    });
  });

  it.each([
    ['slashes', filled('/', HEAD_BYTES)],
    ['dot segments', filled('/a/..', HEAD_BYTES)],
    ['encoded dot segments', filled('/a/%2e%2e', HEAD_BYTES)],
    ['segments', filled('/a', HEAD_BYTES)],
    ['escapes', `/${filled('%61', HEAD_BYTES)}`],
    ['backslashes', `/${filled('%5c..', HEAD_BYTES)}`],
    ['semicolons', `/${filled(';a/..', HEAD_BYTES)}`],
    ['query parameters', `/?${filled('a&', HEAD_BYTES)}`],
    ['encoded query parameters', `/?${filled('%6a&', HEAD_BYTES)}`],
    ['question marks', `/${filled('?', HEAD_BYTES)}`],
    ['fragments', `/${filled('#', HEAD_BYTES)}`],
    ['colons', `/${filled(':', HEAD_BYTES)}`],
    ['hexadecimals', `/${filled('ab', HEAD_BYTES)}!`],
    ['exclusions', `/v1/approvals/pending?wait=0&${filled('exclude=a,b&', HEAD_BYTES)}`],
  ])('a target of %s costs about its bytes on both ports', async (_name, path) => {
    const token = `Proxy-Authorization: Basic ${Buffer.from(`x:${agent.token}`).toString('base64')}`;
    const key = `Authorization: Bearer ${owner.apiKey}`;
    const cases = async function* () {
      yield await slow('management', () => sendRaw(server.apiUrl, rawRequest('GET', path, [key])));
      yield await slow('agent', () =>
        sendRaw(server.gatewayUrl, rawRequest('GET', `http://api.u.test${path}`, [token])),
      );
      yield await slow('reverse', () =>
        sendRaw(server.gatewayUrl, rawRequest('GET', `/proxy-http/api.u.test${path}`, [token])),
      );
      yield await slow('own', () => sendRaw(server.gatewayUrl, rawRequest('GET', path, [key])));
      yield await slow('authority', () =>
        sendRaw(server.gatewayUrl, rawRequest('CONNECT', `${path.replaceAll('/', '.')}:443`, [token])),
      );
    };
    expect(await slowest(cases())).toEqual([]);
  });

  it("bodies of the gateway's own endpoints cost about their bytes", async () => {
    const endpoint = gateway(server).as(owner.apiKey);
    const bodies = ['[', '{"a":', '[1,[],', `"${'\\u0041'}`, '{"a":1,"b":[{},{}],'].map((part) =>
      filled(part, HEAD_BYTES),
    );
    const cases = async function* () {
      for (const body of bodies) {
        for (const path of ['/v1/approvals/x/decision', '/v1/vault/onepassword/pair']) {
          yield await slow(`${path} ${body.slice(0, 9)}`, async () => {
            expect((await endpoint.post(path, body)).status).toBe(400);
          });
        }
      }
    };
    expect(await slowest(cases())).toEqual([]);
  });
});

/** A valid body of the operation, or an empty one, with one field spoilt. In bytes, which are made once for all fields. */
function withField({ id }: Endpoint, field: string, value: Buffer): Buffer {
  const { [field]: _spoilt, ...others } = (VALID[id] ?? {}) as Record<string, unknown>;
  const rest = Object.entries(others).map(
    ([name, content]) => `${JSON.stringify(name)}:${JSON.stringify(content)}`,
  );
  const before = `{${[...rest, `${JSON.stringify(field)}:`].join(',')}`;
  return Buffer.concat([Buffer.from(before), value, Buffer.from('}')]).subarray(0, MEBIBYTE);
}

function endpointsOf(document: any): Endpoint[] {
  return Object.entries<any>(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method): Endpoint[] => {
      const operation = item[method];
      // Whoever asks for that has no person behind them any more; its body is not looked at.
      if (
        !operation ||
        operation.servers ||
        /signOut|revoke|delete|leave|regenerate/i.test(operation.operationId)
      )
        return [];
      const schema: Schema = operation.requestBody?.content?.['application/json']?.schema ?? {};
      return [
        {
          method: method.toUpperCase(),
          path: path.replace(/\{\w+\}/g, 'unknown'),
          id: operation.operationId,
          fields: Object.keys(resolved(schema, document).properties ?? {}),
          parameters: (operation.parameters ?? [])
            .filter((parameter: { in: string }) => parameter.in === 'query')
            .map(({ name }: { name: string }) => name),
        },
      ];
    }),
  );
}

function resolved(schema: Schema, document: any): Schema {
  if (schema.$ref === undefined) return schema;
  return document.components.schemas[schema.$ref.split('/').at(-1)!];
}

/** `operation field bound` of each list and each map without a shape of its own in what a request may hold. */
function* boundsOf(document: any): Generator<string> {
  for (const item of Object.values<any>(document.paths)) {
    for (const { operationId, requestBody, parameters = [] } of METHODS.flatMap(
      (method) => item[method] ?? [],
    )) {
      // An alias is the same operation under its older path.
      if (operationId.endsWith('Alias')) continue;
      const body = requestBody?.content?.['application/json']?.schema as Schema | undefined;
      const found = new Set(body === undefined ? [] : boundsIn(body, '', document));
      for (const { name, in: place, schema } of parameters) {
        if (place === 'query') for (const row of boundsIn(schema, name, document)) found.add(row);
      }
      for (const row of found) yield `${operationId} ${row}`;
    }
  }
}

function* boundsIn(given: Schema, path: string, document: any): Generator<string> {
  const schema = resolved(given, document);
  for (const part of [...(schema.oneOf ?? []), ...(schema.anyOf ?? []), ...(schema.allOf ?? [])]) {
    // A part without a shape of its own is a rule about fields that are described beside it.
    if (part.type ?? part.$ref ?? part.oneOf ?? part.anyOf) yield* boundsIn(part, path, document);
  }
  const types = [schema.type ?? []].flat();
  const anything = types.length === 0;
  if (types.includes('array') || (anything && schema.maxItems !== undefined)) {
    yield `${path} ${schema.maxItems ?? 'unbounded'} entries`;
    yield* boundsIn(schema.items ?? {}, `${path}[]`, document);
  }
  // Entries of a list without a shape are counted with the values of the body.
  const shaped = schema.properties ?? schema.oneOf ?? schema.anyOf;
  const bounded = anything && schema.maxProperties !== undefined;
  const isMap = (types.includes('object') || bounded) && shaped === undefined && !path.endsWith('[]');
  if (isMap && path !== '') yield `${path} ${schema.maxProperties ?? 'unbounded'} fields`;
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    yield* boundsIn(field, path === '' ? name : `${path}.${name}`, document);
  }
}
