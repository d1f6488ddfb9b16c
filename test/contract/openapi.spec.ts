/** 01-41: the published OpenAPI document against routes.tsv, both ways, and against the rules of OpenAPI 3.1. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { api, type Answer } from '../harness/clients/client.js';
import { startServer, type TestServer } from '../harness/server/server.js';

interface Row {
  method: string;
  path: string;
  tag: string;
  edition: string;
  auth: string;
  success: string;
  id: string;
}

interface Schema {
  additionalProperties?: unknown;
}

interface Server {
  url: string;
}

interface Operation {
  operationId?: string;
  summary?: string;
  description?: string;
  deprecated?: boolean;
  tags?: string[];
  security?: Record<string, string[]>[];
  parameters?: { name: string; in: string; required?: boolean; schema?: object }[];
  requestBody?: { required?: boolean; content: Record<string, { schema?: object }> };
  responses: Record<string, { description?: string; content?: Record<string, { schema?: object }> }>;
  servers?: Server[];
  'x-availability'?: string;
}

interface Served extends Operation {
  method: string;
  path: string;
}

const AVAILABILITY: Readonly<Record<string, string>> = {
  all: 'Cloud · Community (self-hosted) · Enterprise (self-hosted)',
  enterprise: 'Cloud · Enterprise (self-hosted)',
};

const SCHEMES: Readonly<Record<string, string[]>> = {
  workspace: ['workspaceKey'],
  org: ['organizationKey'],
  session: ['session'],
  partner: ['partnerKey'],
  scim: ['scimToken'],
  agent: ['agentToken'],
  internal: ['internalSecret'],
};

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** 04 §6.1: a deletion that may be told more. */
const DELETIONS_WITH_A_BODY = new Set(['deleteChannelPresence']);

/** Endpoints whose section of the contract says that the body is ignored. */
const BODILESS = new Set([
  'createChannelPresence',
  'abortTurn',
  'ensureDirectConversation',
  'restoreMemoryRevision',
  'redactMemoryRevision',
  'runCronNow',
  'reissuePartnerClaimLink',
  'rotatePartnerOrgTokens',
  'reissuePartnerMemberSetupLink',
  'reissuePartnerOwnerSetupLink',
  'regeneratePartnerApiKey',
  'rotatePartnerKey',
  'addOrgGroupMember',
  'createCliAuthSession',
  'detachFromPartner',
  'detachOrgGroup',
  'invalidateGatewayCache',
  'leaveOrganization',
  'publishOrgPolicy',
  'regenerateAgentToken',
  'regenerateApiKey',
  'regenerateOrgApiKey',
  'revokeAuthSessions',
  'revokeOtherAuthSessions',
  'setAgentSecretGrant',
  'setDefaultAgent',
  'signOut',
  'ssoLogout',
  'testSsoConnection',
  'unsubscribe',
  'verifyOrgDomain',
]);

/** What stands in the place of a success status where an endpoint is gone (01 §9). */
/** Retired for good, or never offered: such an operation has refusals to answer and nothing else. */
const REFUSALS = new Set(['410', '501']);

/** A provider nobody knows was never connected: an answer, no refusal (01 §19.2.3). */
const ANY_PROVIDER = 'getVaultStatus';

/** They answer whatever the upstream answers. */
const FORWARDED = new Set(['reverseProxyHttp', 'reverseProxyHttps']);

const rows = linesOf('../../docs/contract/routes.tsv').map(rowOf);
const rowOfId = new Map(rows.map((row) => [row.id, row]));

describe('the OpenAPI document', () => {
  let server: TestServer;
  let answer: Answer;
  let document: any;
  let operations: Served[];

  beforeAll(async () => {
    server = await startServer();
    answer = await api(server).get('/openapi.json');
    document = answer.body;
    operations = operationsOf(document);
  });

  afterAll(async () => {
    await server?.close();
  });

  /** Faults of all served operations, each with its operation's name; a test expects none. */
  function faults(find: (operation: Served, row: Row) => unknown): unknown[] {
    return operations.flatMap((operation) => {
      const row = rowOfId.get(operation.operationId ?? '');
      const fault = row && find(operation, row);
      return fault === undefined || fault === false || fault === null ? [] : [[operation.operationId, fault]];
    });
  }

  function isManaged({ servers }: Served): boolean {
    const [management] = document.servers as Server[];
    return servers === undefined || servers.some(({ url }) => url === management?.url);
  }

  describe('against routes.tsv', () => {
    it('01-41 needs no credential, is version 3.1 and names interface version 1.0', () => {
      expect(answer.status).toBe(200);
      expect(answer.headers['content-type']).toMatch(/^application\/json/);
      expect(document.openapi).toMatch(/^3\.1\.\d+$/);
      expect(document.info).toMatchObject({ title: 'Credential Gateway', version: '1.0' });
    });

    it('01-41 has no operation that routes.tsv does not have', () => {
      expect(operations.filter(({ operationId }) => !rowOfId.has(operationId ?? '')).map(nameOf)).toEqual([]);
    });

    it('01-41 has every row', () => {
      const served = new Set(operations.map(({ operationId }) => operationId));
      const missing = rows.map(({ id }) => id).filter((id) => !served.has(id));
      expect(missing).toEqual([]);
    });

    it('01-41 has each operation under its method and path', () => {
      expect(
        faults(({ method, path }, row) => {
          const expected = `${row.method === 'ANY' ? 'GET' : row.method} ${row.path}`;
          return `${method.toUpperCase()} ${path}` === expected ? null : { method, path, expected };
        }),
      ).toEqual([]);
    });

    it('01-41 puts each operation into its tag group', () => {
      expect(faults(({ tags }, row) => (tags?.length === 1 && tags[0] === row.tag ? null : tags))).toEqual(
        [],
      );
    });

    it('01-41 states the editions of each operation in the words of 01 §0', () => {
      expect(
        faults((operation, row) => {
          const words = operation['x-availability'];
          return words === AVAILABILITY[row.edition] ? null : { words };
        }),
      ).toEqual([]);
    });

    it('01-41 lists the credentials of each operation as its security', () => {
      expect(
        faults(({ security }, row) => {
          const given = security?.map((alternative) => Object.keys(alternative).join('+')).sort();
          const expected = schemesOf(row).sort();
          return JSON.stringify(given) === JSON.stringify(expected) ? null : { given, expected };
        }),
      ).toEqual([]);
    });

    it('01-41 offers the workspace header exactly where an operation may need it', () => {
      const offers = (id: string) =>
        operations
          .find(({ operationId }) => operationId === id)
          ?.parameters?.some((parameter) => parameter.in === 'header' && parameter.name === 'X-Workspace-Id');
      expect(['listAgents', 'createSecret', 'getCounts', 'getApiKey'].map(offers)).toEqual([
        true,
        true,
        true,
        true,
      ]);
      expect(['getUser', 'listWorkspaces', 'listOrgSecrets', 'getHealth'].filter(offers)).toEqual([]);
    });

    it('01-41 describes a session as what it is in the edition', () => {
      expect(document.components.securitySchemes.session).toMatchObject({ in: 'cookie', name: 'cg_session' });
    });

    it('01-41 has one success answer for each operation, with its status, besides what browsers are shown', () => {
      expect(
        faults(({ responses }, row) => {
          const forBrowsers = (status: string): boolean =>
            status !== row.success && (status === '302' || isPage(responses[status]!));
          const given = Object.keys(responses).filter((status) => status < '400' && !forBrowsers(status));
          if (REFUSALS.has(row.success)) return given.length === 0 && row.success in responses ? null : given;
          return JSON.stringify(given) === JSON.stringify([row.success]) ? null : given;
        }),
      ).toEqual([]);
    });

    it('01-41 says where browsers get a page, or are sent on', () => {
      const shown = operations.flatMap(({ operationId, responses }) =>
        Object.entries(responses)
          .filter(([, { content = {} }]) => 'text/html' in content)
          .map(([status]) => `${operationId} ${status}`),
      );
      expect(shown.sort()).toEqual([
        'appOauthCallback 200',
        'confirmUnsubscribe 200',
        'slackOauthCallback 200',
        'slackOauthCallback 400',
        'ssoSamlAcs 200',
        'ssoSamlLogoutPost 200',
        'ssoSamlLogoutRedirect 200',
        'startSsoLogin 200',
        'unsubscribe 200',
      ]);
    });

    it('01-41 types every answer that has a body', () => {
      expect(
        faults(({ responses, operationId }) => {
          if (FORWARDED.has(operationId ?? '')) return null;
          const untyped = Object.entries(responses).filter(
            ([status, { content }]) => !['204', '302'].includes(status) && !isTyped(content),
          );
          return untyped.length === 0 ? null : untyped.map(([status]) => status);
        }),
      ).toEqual([]);
    });

    it('01 §23.6 names no schema as generators name what they make of an operation', () => {
      const made = operations.flatMap(({ operationId = '' }) => {
        const name = operationId.charAt(0).toUpperCase() + operationId.slice(1);
        return ['Response', 'Params', 'JSONBody', 'JSONRequestBody'].map((kind) => name + kind);
      });
      expect(made.filter((name) => name in document.components.schemas)).toEqual([]);
    });

    it('01-41 gives no body to a 204', () => {
      expect(faults(({ responses }) => responses['204']?.content)).toEqual([]);
    });

    it('01-41 types every request body, and has one wherever the contract has one', () => {
      expect(
        faults(({ method, requestBody, operationId }, { success }) => {
          const bodiless = REFUSALS.has(success) || BODILESS.has(operationId ?? '');
          const expected =
            DELETIONS_WITH_A_BODY.has(operationId ?? '') ||
            (['post', 'put', 'patch'].includes(method) && !bodiless);
          if (!requestBody) return expected && 'no request body';
          return (!expected || !isTyped(requestBody.content)) && requestBody;
        }),
      ).toEqual([]);
    });

    it('01-41 documents the standard errors of 01 §8.4 on each operation', () => {
      expect(
        faults((operation, row) => {
          // 01 §8.4 is about the management origin; other origins are named in `servers`.
          if (!isManaged(operation)) return null;
          const expected = standardErrorsOf(operation, row);
          const missing = expected.filter((status) => !(status in operation.responses));
          return missing.length === 0 ? null : missing;
        }),
      ).toEqual([]);
    });

    it('01-41 gives errors of /auth their own shape, and no other operation that one', () => {
      expect(
        faults(({ path, responses }) => {
          const errors = Object.entries(responses).filter(([status]) => status >= '400');
          const wrong = errors.filter(([, answer]) => {
            const text = JSON.stringify(answer);
            const shapes = ['AuthError', 'ErrorEnvelope', 'FlatError'].filter((name) => text.includes(name));
            return path.startsWith('/auth/') ? shapes.join() !== 'AuthError' : shapes.includes('AuthError');
          });
          return wrong.length === 0 ? null : wrong.map(([status]) => status);
        }),
      ).toEqual([]);
    });

    it('01-41 names the origin of what the management origin does not answer', () => {
      const elsewhere = operations
        .filter((operation) => !isManaged(operation))
        .map((operation) => operation.path);
      expect(elsewhere.sort()).toEqual([
        '/me',
        '/metrics',
        '/proxy-http/{authority}/{path}',
        '/proxy/{authority}/{path}',
      ]);
    });

    it('01-41 does not list itself, the documentation or the built-in pages', () => {
      const pages = /^\/(?:openapi\.json|docs|join|claim|app-connect|auth\/(?:login|signup|cli))(?:\/|$)/;
      expect(Object.keys(document.paths).filter((path) => pages.test(path))).toEqual([]);
    });
  });

  describe('against OpenAPI 3.1', () => {
    it('has references that resolve, and no schema that nothing refers to', () => {
      const references = new Set<string>();
      walk(document, (node) => void (typeof node.$ref === 'string' && references.add(node.$ref)));
      const unresolved = [...references].filter((reference) => resolve(document, reference) === undefined);
      expect(references.size).toBeGreaterThan(20);
      expect(unresolved).toEqual([]);
      const known = Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`);
      expect(known.filter((reference) => !references.has(reference))).toEqual([]);
    });

    it('has unique operation ids', () => {
      const ids = operations.map(({ operationId }) => operationId);
      expect(ids.filter((id, index) => id === undefined || ids.indexOf(id) !== index)).toEqual([]);
    });

    it('declares exactly the parameters that stand in each path, as required', () => {
      const wrong = operations.filter(({ path, parameters = [] }) => {
        const inPath = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name);
        const declared = parameters.filter((parameter) => parameter.in === 'path');
        const names = declared.map(({ name }) => name);
        return (
          declared.some(({ required, schema }) => required !== true || !schema) ||
          names.sort().join() !== inPath.sort().join()
        );
      });
      expect(wrong.map(nameOf)).toEqual([]);
    });

    it('declares each parameter once, with a schema', () => {
      const wrong = operations.filter(({ parameters = [] }) => {
        const names = parameters.map((parameter) => `${parameter.in} ${parameter.name}`);
        return new Set(names).size !== names.length || parameters.some(({ schema }) => !schema);
      });
      expect(wrong.map(nameOf)).toEqual([]);
    });

    it('describes every operation in sentences of its own, and every answer', () => {
      const silent = operations.filter(
        ({ summary, description = '', responses }) =>
          !summary ||
          !/^[A-Z].{30,}\.$/s.test(description) ||
          description.includes(summary) ||
          Object.values(responses).some((answer) => !answer.description),
      );
      expect(silent.map(nameOf)).toEqual([]);
      const texts = operations.filter(({ deprecated }) => !deprecated).map(({ description }) => description);
      // Both forms of the reverse proxy are one thing.
      expect(texts.length - new Set(texts).size).toBe(1);
    });

    it('declares and describes exactly the tags in use', () => {
      const used = new Set(operations.flatMap(({ tags = [] }) => tags));
      expect(document.tags.map(({ name }: { name: string }) => name).sort()).toEqual([...used].sort());
      expect(document.tags.filter(({ description }: { description?: string }) => !description)).toEqual([]);
    });

    it('01 §24 filters audit entries by exactly the services of the contract', () => {
      const contract = readFileSync(join(import.meta.dirname, '../../docs/contract/01-platform.md'), 'utf8');
      const line = /^\| `service` \|(.*)\|$/m.exec(contract)![1]!;
      const services = [...line.matchAll(/`([a-z-]+)`/g)].map(([, name]) => name);
      const { parameters } = document.paths['/v1/org/audit-logs'].get;
      const { schema } = parameters.find(({ name }: { name: string }) => name === 'service');
      expect([...schema.enum].sort()).toEqual(services.sort());
    });

    it('R50 closes no schema of an error: error bodies may gain fields', () => {
      const closed: string[] = [];
      for (const { operationId, responses } of operations)
        for (const [status, answer] of Object.entries(responses))
          if (status >= '400')
            walk(answer, (node, at) => {
              const schema = typeof node.$ref === 'string' ? resolve(document, node.$ref) : node;
              if ((schema as Schema)?.additionalProperties === false)
                closed.push(`${operationId} ${status}${at}`);
            });
      expect(closed).toEqual([]);
    });

    it('names its licence by identifier', () => {
      expect(document.info.license).toEqual({ name: 'Apache License 2.0', identifier: 'Apache-2.0' });
    });

    it('says what the validator asks of every DTO', () => {
      const { schemas } = document.components;
      expect(schemas.CreateInvitationRequest.additionalProperties).toBe(false);
      expect(schemas.SignUpRequest.properties.password).toMatchObject({ minLength: 8, maxLength: 128 });
      expect(schemas.SignUpRequest.properties.callbackURL.type).toEqual(['string', 'null']);
      expect(schemas.CreateSecretRequest.properties.pathPattern.pattern).toBe('^[^\\x00]*$');
      expect(schemas.SecretTargetRequest.allOf).toHaveLength(1);
      expect(answer.text).not.toMatch(/"x-(?:strict|body-rules|any-json)"/);
      const session = document.paths['/auth/get-session'].get.responses['200'].content['application/json'];
      expect(session.schema.oneOf).toContainEqual({ type: 'null' });
    });

    it('defines exactly the security schemes that it uses', () => {
      const defined = Object.keys(document.components.securitySchemes);
      const used = operations.flatMap(({ security = [] }) => security.flatMap((one) => Object.keys(one)));
      expect(defined.sort()).toEqual([...new Set(used)].sort());
    });

    it('uses no keyword of OpenAPI 3.0', () => {
      const old: string[] = [];
      walk(document, (node, at) => {
        if ('nullable' in node && !at.endsWith('/properties')) old.push(`${at}/nullable`);
        if (typeof node.exclusiveMinimum === 'boolean') old.push(`${at}/exclusiveMinimum`);
      });
      expect(old).toEqual([]);
    });

    it('gives every schema a known type, and every required field a definition', () => {
      const types = ['string', 'integer', 'number', 'boolean', 'object', 'array', 'null'];
      const wrong: string[] = [];
      for (const [name, schema] of Object.entries<any>(document.components.schemas)) {
        walk(schema, (node, at) => {
          if (at.endsWith('/properties')) return;
          const given = [node.type ?? []].flat();
          if (given.some((type: unknown) => !types.includes(type as string))) wrong.push(`${name}${at} type`);
          if (given.includes('array') && !node.items) wrong.push(`${name}${at} items`);
          if (!Array.isArray(node.required) || !node.properties) return;
          for (const field of node.required) if (!(field in node.properties)) wrong.push(`${name}.${field}`);
        });
      }
      expect(wrong).toEqual([]);
    });

    it('shows no credential in its examples, defaults or texts', () => {
      expect(answer.text).not.toMatch(/\b(?:oc_(?:org_|partner_|scim_)?|aoc_|rnr_|cha_)[0-9a-f]{16,}/);
      expect(answer.text).not.toMatch(/\b(?:sk-(?:ant-|proj-|live-)?|ghp_|xox[bp]-)[A-Za-z0-9]{10,}/);
      expect(answer.text).not.toContain('-----BEGIN');
    });

    it('is the same on every request', async () => {
      expect((await api(server).get('/openapi.json')).text).toBe(answer.text);
    });
  });
});

/** 01 §8.4, as far as the row and the operation tell. */
function standardErrorsOf(
  { method, requestBody, parameters = [] }: Served,
  { auth, edition, success, id }: Row,
): string[] {
  const expected = ['413', '429', '500'];
  if (auth !== 'none') expected.push('401');
  if (edition === 'enterprise') expected.push('403');
  if (auth.includes('session') && method !== 'get') expected.push('403');
  const inAddress = parameters.some((parameter) => ['path', 'query'].includes(parameter.in));
  if ((requestBody || inAddress) && !REFUSALS.has(success) && id !== ANY_PROVIDER) expected.push('400');
  return expected;
}

function schemesOf({ auth, path }: Pick<Row, 'auth' | 'path'>): string[] {
  if (auth === 'none') return [];
  // What the contract calls internal is the operator's there (07 A3.2).
  if (path.startsWith('/v1/operator/')) return ['operatorToken'];
  // And the daemons' (04 §7).
  if (path.startsWith('/v1/runner/')) return ['runnerToken'];
  if (path.startsWith('/v1/channel-adapter/')) return ['channelAdapterToken'];
  return auth.split(',').flatMap((credential) => SCHEMES[credential] ?? [`unknown credential ${credential}`]);
}

function isPage({ content }: { content?: object }): boolean {
  return Object.keys(content ?? {}).join() === 'text/html';
}

function isTyped(content: Record<string, { schema?: object }> | undefined): boolean {
  const schemas = Object.values(content ?? {}).map(({ schema }) => schema);
  return schemas.length > 0 && schemas.every((schema) => schema && Object.keys(schema).length > 0);
}

function operationsOf(document: any): Served[] {
  return Object.entries<any>(document.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).map((method) => ({ ...item[method], method, path })),
  );
}

function nameOf({ method, path, operationId }: Served): string {
  return `${operationId} ${method} ${path}`;
}

function walk(node: unknown, visit: (node: Record<string, any>, at: string) => void, at = ''): void {
  if (typeof node !== 'object' || node === null) return;
  if (!Array.isArray(node)) visit(node, at);
  for (const [name, child] of Object.entries(node)) walk(child, visit, `${at}/${name}`);
}

function resolve(document: unknown, reference: string): unknown {
  if (!reference.startsWith('#/')) return undefined;
  const names = reference
    .slice(2)
    .split('/')
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
  return names.reduce<any>((node, name) => node?.[name], document);
}

function linesOf(file: string): string[] {
  const text = readFileSync(join(import.meta.dirname, file), 'utf8');
  return text.split('\n').filter((line) => line !== '');
}

function rowOf(line: string): Row {
  const [method = '', path = '', tag = '', edition = '', auth = '', success = '', id = ''] = line.split('\t');
  return { method, path, tag, edition, auth, success, id };
}
