/** The operations of the document, and somebody who may call each. */
import { randomInt } from 'node:crypto';
import { type Owner, signUpOwner } from '../harness/people/accounts.js';
import { addPartner, type TestPartner } from '../harness/people/attached.js';
import { api, type ApiClient } from '../harness/clients/client.js';
import { CHANNEL_ADAPTER_TOKEN, RUNNER_TOKEN } from '../harness/hosting/hosting.js';
import { OPERATOR, OPERATOR_TOKEN } from '../harness/people/partners.js';
import { connectDirectory } from '../harness/sign-on/scim.js';
import type { TestServer } from '../harness/server/server.js';
import type { Schema } from './schema-values.js';

/** Directories are read in every spelling they have (05 §10.2), which no schema can say; see scim-users.spec.ts. */
export const TOLERANT = 'SCIM';

const LONG_POLLS = new Set(['listPendingApprovals', 'listOrgPendingApprovals']);
const JSON_TYPES = ['application/json', 'application/scim+json'];

export interface Described {
  id: string;
  method: string;
  path: string;
  tags: string[];
  security: Record<string, unknown>[];
  body?: Schema;
  query?: Schema;
}

/** What a server needs to take every kind of credential. */
export const EVERY_CREDENTIAL = {
  ENTERPRISE_ENABLED: 'true',
  TRUST_PROXY: '127.0.0.1',
  FAVICON_PROXY: 'false',
  ...OPERATOR,
  RUNNER_TOKEN,
  CHANNEL_ADAPTER_TOKEN,
};

/** Somebody of each kind. Every call comes from an address of its own, so that no limit by address answers. */
export class Callers {
  private constructor(
    private readonly server: TestServer,
    readonly owner: Owner,
    private readonly partner: TestPartner,
    private readonly scimToken: string,
  ) {}

  static async of(server: TestServer): Promise<Callers> {
    const owner = await signUpOwner(server);
    const partner = await addPartner(server);
    const { token } = await connectDirectory(server, owner);
    return new Callers(server, owner, partner, token);
  }

  /** A client of that origin with a credential that the operation takes. */
  for({ security }: Described, origin: (server: TestServer) => ApiClient = api): ApiClient {
    const address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;
    const from = origin(this.server).with({ 'x-forwarded-for': address });
    const schemes = security.flatMap((alternative) => Object.keys(alternative));
    if (schemes.includes('partnerKey')) return this.partner.api.with({ 'x-forwarded-for': address });
    if (schemes.includes('runnerToken')) return from.as(RUNNER_TOKEN);
    if (schemes.includes('channelAdapterToken')) return from.as(CHANNEL_ADAPTER_TOKEN);
    if (schemes.includes('operatorToken')) return from.as(OPERATOR_TOKEN);
    if (schemes.includes('scimToken')) return from.as(this.scimToken);
    if (schemes.includes('workspaceKey')) return from.as(this.owner.apiKey);
    return schemes.includes('session') ? from.as(this.owner.cookie) : from;
  }
}

/** The aliases are the same handlers; what is long-polled, retired or made of bytes has no schema to judge. */
export function describedIn(root: Schema, known: Record<string, string>): Described[] {
  return Object.entries<Schema>(root.paths).flatMap(([path, item]) =>
    Object.entries<Schema>(item)
      .filter(
        ([, { deprecated, servers }]) => deprecated !== true && (servers ?? root.servers)[0].url === '/',
      )
      .map(([method, operation]) => ({
        id: operation.operationId,
        method: method.toUpperCase(),
        path: path.replace(/\{(\w+)\}/g, (_, name: string) => known[name] ?? sampleOf(operation, name)),
        tags: operation.tags,
        security: operation.security ?? [],
        body: bodyOf(operation),
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

function bodyOf({ requestBody }: Schema): Schema | undefined {
  const type = JSON_TYPES.find((each) => requestBody?.content[each] !== undefined);
  return type === undefined ? undefined : requestBody.content[type].schema;
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
