/** 01 §23.6: what the document says about a body or a query is what the server accepts, field by field. */
import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Owner, signUpOwner } from '../harness/accounts.js';
import { type Answer, api, type ApiClient } from '../harness/client.js';
import { addPartner, type TestPartner } from '../harness/attached.js';
import { CHANNEL_ADAPTER_TOKEN, RUNNER_TOKEN } from '../harness/hosting.js';
import { OPERATOR, OPERATOR_TOKEN } from '../harness/partners.js';
import { startServer, type TestServer } from '../harness/server.js';
import { isKnown } from './known-exceptions.js';
import { Document, type Schema } from './schema-values.js';

interface Described {
  id: string;
  method: string;
  path: string;
  security: Record<string, unknown>[];
  body?: Schema;
  query?: Schema;
}

/**
 * Slack is asked for its signature first; any report of an installer is one, and nothing can be exported where no target
 * is configured.
 */
const NEVER_REFUSED = ['slackEvents', 'reportInstallComplete', 'migrateExport'];
const AT_ONCE = 8;
/** Directories are read in every spelling they have (05 §10.2), which no schema can say; see scim-users.spec.ts. */
const TOLERANT = 'SCIM';

const REFUSED = new Set([400, 422]);
/** Nobody here has mailed tokens, a password to lose twice or a code that waits; limits by account would answer first. */
const UNJUDGED = new Set([401, 403, 404, 409, 429]);

describe('the request schemas of the document', () => {
  let server: TestServer;
  let owner: Owner;
  let partner: TestPartner;
  let document: Document;
  let operations: Described[];

  beforeAll(async () => {
    server = await startServer({
      ENTERPRISE_ENABLED: 'true',
      TRUST_PROXY: '127.0.0.1',
      FAVICON_PROXY: 'false',
      ...OPERATOR,
      RUNNER_TOKEN,
      CHANNEL_ADAPTER_TOKEN,
    });
    owner = await signUpOwner(server);
    partner = await addPartner(server);
    const { body } = await api(server).get('/openapi.json');
    document = new Document(body);
    operations = describedIn(body, { workspaceId: owner.workspaceId });
  });

  afterAll(() => server.close());

  function client({ security }: Described): ApiClient {
    const address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;
    const from = api(server).with({ 'x-forwarded-for': address });
    const schemes = security.flatMap((alternative) => Object.keys(alternative));
    if (schemes.includes('partnerKey')) return partner.api.with({ 'x-forwarded-for': address });
    if (schemes.includes('runnerToken')) return from.as(RUNNER_TOKEN);
    if (schemes.includes('channelAdapterToken')) return from.as(CHANNEL_ADAPTER_TOKEN);
    if (schemes.includes('operatorToken')) return from.as(OPERATOR_TOKEN);
    if (schemes.includes('workspaceKey')) return from.as(owner.apiKey);
    return schemes.includes('session') ? from.as(owner.cookie) : from;
  }

  /** What the server makes of it, where that is not what the document says. */
  function disagreement(
    operation: Described,
    allowed: boolean,
    request: string,
    answer: Answer,
  ): string | null {
    const { status, text } = answer;
    const [check, agrees] = allowed
      ? ['positive_data_acceptance', status < 400 || UNJUDGED.has(status)]
      : ['negative_data_rejection', REFUSED.has(status) || UNJUDGED.has(status)];
    if (agrees || isKnown({ check, operation: operation.id, status, request, answer: text })) return null;
    return `${status} ${text.slice(0, 200)}`;
  }

  it('a body is accepted or refused as its schema says', async () => {
    const faults: unknown[] = [];
    const refused = new Set<string>();
    const withBodies = operations.filter(({ body }) => body !== undefined);
    expect(withBodies.length).toBeGreaterThan(30);
    for (const operation of withBodies) {
      const schema = document.resolve(operation.body!);
      await inTurns(unique(document.objectsOf(schema)), async (body) => {
        const allowed = document.allows(operation.body!, body);
        const answer = await client(operation).send(operation.method, operation.path, body);
        if (REFUSED.has(answer.status)) refused.add(operation.id);
        const fault = disagreement(operation, allowed, JSON.stringify(body), answer);
        if (fault !== null)
          faults.push([operation.id, allowed ? 'allowed' : 'forbidden', shown(body), fault]);
      });
    }
    expect(faults).toEqual([]);
    // Where nothing was ever refused, something else answered before the validator.
    expect(withBodies.map(({ id }) => id).filter((id) => !refused.has(id))).toEqual(NEVER_REFUSED);
  });

  it('a query is accepted or refused as its parameters say', async () => {
    const faults: unknown[] = [];
    const withQueries = operations.filter(({ query }) => query !== undefined);
    expect(withQueries.length).toBeGreaterThan(10);
    for (const operation of withQueries) {
      await inTurns(unique(document.objectsOf(operation.query!)), async (values) => {
        const texts = Object.entries(values).filter(([name, value]) =>
          arrivesAsItIs(value, operation.query!.properties[name]),
        );
        const given = Object.fromEntries(texts);
        const query = new URLSearchParams(
          texts.map(([name, value]) => [name, String(value)] as [string, string]),
        );
        const path = `${operation.path}?${query.toString()}`;
        const allowed = document.allows(operation.query!, given);
        const answer = await client(operation).send(operation.method, path);
        const fault = disagreement(operation, allowed, path, answer);
        if (fault !== null) faults.push([operation.id, allowed ? 'allowed' : 'forbidden', path, fault]);
      });
    }
    expect(faults).toEqual([]);
  });
});

/** The aliases are the same handlers; what is long-polled, retired or made of bytes has no schema to judge. */
function describedIn(root: Schema, known: Record<string, string>): Described[] {
  return Object.entries<Schema>(root.paths).flatMap(([path, item]) =>
    Object.entries<Schema>(item)
      .filter(
        ([, { deprecated, servers, tags }]) =>
          deprecated !== true && (servers ?? root.servers)[0].url === '/' && !tags.includes(TOLERANT),
      )
      .map(([method, operation]) => ({
        id: operation.operationId,
        method: method.toUpperCase(),
        path: path.replace(/\{(\w+)\}/g, (_, name: string) => known[name] ?? sampleOf(operation, name)),
        security: operation.security ?? [],
        body: operation.requestBody?.content['application/json']?.schema,
        query: queryOf(operation),
      })),
  );
}

function sampleOf({ parameters }: Schema, name: string): string {
  const { schema } = parameters.find(
    (parameter: Schema) => parameter.in === 'path' && parameter.name === name,
  );
  return schema.enum?.[0] ?? 'unknown';
}

function queryOf({ operationId, parameters = [] }: Schema): Schema | undefined {
  const inQuery = parameters.filter((parameter: Schema) => parameter.in === 'query');
  if (inQuery.length === 0 || LONG_POLLS.has(operationId)) return undefined;
  return {
    type: 'object',
    required: inQuery.filter(({ required }: Schema) => required).map(({ name }: Schema) => name),
    properties: Object.fromEntries(inQuery.map(({ name, schema }: Schema) => [name, schema])),
  };
}

const LONG_POLLS = new Set(['listPendingApprovals', 'listOrgPendingApprovals']);

/** A query is text: a number is one only where the parameter is. */
function arrivesAsItIs(value: unknown, parameter: Schema | undefined): boolean {
  return typeof value === 'string' || (typeof value === 'number' && parameter?.type === 'integer');
}

async function inTurns<T>(values: readonly T[], act: (value: T) => Promise<void>): Promise<void> {
  const left = [...values];
  const work = async (): Promise<void> => {
    for (let value = left.shift(); value !== undefined; value = left.shift()) await act(value);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

function unique<T>(values: readonly T[]): T[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}

function shown(value: unknown): string {
  return JSON.stringify(value).slice(0, 300);
}
