import type { OpenApiContributions } from '../../kernel/http/openapi-contributions.js';
import { ONEPASSWORD } from '../../modules/credentials/vaults/vault-connection.js';
import { ENTRY_ID } from '../../modules/credentials/vaults/vaults.service.js';

type PathItem = Parameters<OpenApiContributions['register']>[0][string];
type Operation = NonNullable<PathItem['get']>;
type Server = NonNullable<Operation['servers']>[number];

const EVERYWHERE = 'Cloud · Community (self-hosted) · Enterprise (self-hosted)';
const PERSONS: Record<string, string[]>[] = [{ workspaceKey: [] }, { organizationKey: [] }, { session: [] }];
const TEXT = { type: 'string' } as const;
const OPTIONAL_TEXT = { type: ['string', 'null'] };

const PAIRING = object({
  service_account_token: {
    ...TEXT,
    maxLength: 10_000,
    pattern: '^\\s*ops_[A-Za-z0-9_-]+={0,2}\\s*$',
    description: '`onepassword`: a token of a 1Password service account, which names the host it signs in at',
  },
});
const PROVIDER = { provider: { ...TEXT, enum: [ONEPASSWORD] } };
/** An unknown one was never connected. */
const ANY_PROVIDER = { provider: TEXT };
const VAULT = { vaultId: { ...TEXT, pattern: ENTRY_ID.source } };
const ITEM = { ...VAULT, itemId: { ...TEXT, pattern: ENTRY_ID.source } };
const PAIRED = object({ status: { ...TEXT, enum: ['paired'] }, display_name: OPTIONAL_TEXT });
const DISCONNECTED = object({ status: { ...TEXT, enum: ['disconnected'] } });
const STATUS = object({
  connected: { type: 'boolean', description: 'Asked of the provider, trusted for 30 s' },
  name: OPTIONAL_TEXT,
  status_data: { type: ['object', 'null'], properties: { last_error: OPTIONAL_TEXT } },
});
const TITLE = { id: TEXT, title: TEXT };
const VAULTS = object({ vaults: list(object(TITLE)) });
const ITEMS = object({ items: list(object({ ...TITLE, category: TEXT })) });
const FIELDS = object({
  fields: list(object({ ...TITLE, fieldType: TEXT, sectionId: TEXT }, ['id', 'title', 'fieldType'])),
  sections: list(object(TITLE)),
});

const ENVELOPE = { $ref: '#/components/schemas/ErrorEnvelope' };
const FLAT = { $ref: '#/components/schemas/FlatError' };
const STANDARD = {
  401: answer('No usable credential, or no workspace where one is needed', FLAT),
  403: answer('A session used from a foreign page', FLAT),
  413: answer('The request body is too large', { oneOf: [FLAT, ENVELOPE] }),
  429: answer('Too many requests', ENVELOPE),
  500: answer('A fault, or a provider that cannot be reached', { oneOf: [FLAT, ENVELOPE] }),
};
const BROWSING = {
  400: answer('1Password rejected the token, or an id that is none', FLAT),
  404: answer('1Password is not connected, or there is no such vault or item', FLAT),
};

/** 06 §16, on the origins given. */
export function vaultPaths(servers: Server[]): Record<string, PathItem> {
  const browse = '/v1/vault/onepassword';
  const paths = {
    '/v1/vault/{provider}/pair': { post: pairOperation(), delete: disconnectOperation() },
    '/v1/vault/{provider}/status': { get: statusOperation() },
    [`${browse}/vaults`]: {
      get: browsing(
        'listOnePasswordVaults',
        'Vaults the service account may read',
        'The first step of choosing where the value of a secret comes from; asked of 1Password on every call.',
        {},
        VAULTS,
      ),
    },
    [`${browse}/vaults/{vaultId}/items`]: {
      get: browsing(
        'listOnePasswordItems',
        'Items of a vault',
        'Titles and categories, asked of 1Password on every call; nothing is remembered here.',
        VAULT,
        ITEMS,
      ),
    },
    [`${browse}/items/{vaultId}/{itemId}/fields`]: {
      get: browsing(
        'listOnePasswordFields',
        'Labels and types of the fields of an item',
        'What a reference `op://vault/item/field` can name. The values of the fields are not in the answer.',
        ITEM,
        FIELDS,
      ),
    },
  };
  const described = Object.entries(paths).map(([path, item]) => [path, withServers(item, servers)] as const);
  return Object.fromEntries(described);
}

function pairOperation(): object {
  return {
    ...operation(
      'pairVault',
      'Connect a password manager',
      'The provider has to accept the credentials before they are stored, sealed; an earlier connection of the ' +
        'workspace is replaced. Secrets can then name values in it.',
      PROVIDER,
    ),
    requestBody: { required: true, content: { 'application/json': { schema: PAIRING } } },
    responses: {
      ...STANDARD,
      200: answer('The provider took the credentials', PAIRED),
      400: answer('Unknown provider, a parameter that is missing or wrong, or a provider that refused', FLAT),
      404: answer('The provider does not find what the credentials are for', FLAT),
    },
  };
}

function disconnectOperation(): object {
  return {
    ...operation(
      'disconnectVault',
      'Disconnect a password manager',
      'The stored credentials are deleted. Secrets that name values in it stay, and agents get nothing from them.',
      PROVIDER,
    ),
    responses: {
      ...STANDARD,
      200: answer('Not connected any more', DISCONNECTED),
      400: answer('Unknown provider', FLAT),
    },
  };
}

function statusOperation(): object {
  return {
    ...operation(
      'getVaultStatus',
      'Whether a password manager is connected and answers',
      'Asks the provider with the stored credentials, at most every 30 s. Never connected is an answer, no error.',
      ANY_PROVIDER,
    ),
    responses: { ...STANDARD, 200: answer('False and nulls when it was never connected', STATUS) },
  };
}

function browsing(
  id: string,
  summary: string,
  description: string,
  parameters: Record<string, object>,
  schema: object,
): object {
  return {
    ...operation(id, summary, description, parameters),
    responses: { ...STANDARD, ...BROWSING, 200: answer(summary, schema) },
  };
}

function operation(
  operationId: string,
  summary: string,
  description: string,
  parameters: Record<string, object>,
): object {
  return {
    operationId,
    summary,
    description,
    tags: ['Utility'],
    security: PERSONS,
    'x-availability': EVERYWHERE,
    parameters: Object.entries(parameters).map(([name, schema]) => ({
      name,
      in: 'path',
      required: true,
      schema,
    })),
  };
}

function withServers(item: Record<string, object>, servers: Server[]): object {
  return Object.fromEntries(Object.entries(item).map(([method, each]) => [method, { ...each, servers }]));
}

function object(properties: Record<string, object>, required = Object.keys(properties)): object {
  return { type: 'object', properties, ...(required.length > 0 && { required }) };
}

function list(items: object): object {
  return { type: 'array', items };
}

function answer(description: string, schema: object): object {
  return { description, content: { 'application/json': { schema } } };
}
