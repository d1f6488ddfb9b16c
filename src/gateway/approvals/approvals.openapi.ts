import type { OpenApiContributions } from '../../kernel/http/openapi-contributions.js';

type PathItem = Parameters<OpenApiContributions['register']>[0][string];
type Operation = NonNullable<PathItem['get']>;
type Server = NonNullable<Operation['servers']>[number];

const EVERYWHERE = 'Cloud · Community (self-hosted) · Enterprise (self-hosted)';
const ENTERPRISE = 'Cloud · Enterprise (self-hosted)';
const PERSONS: Record<string, string[]>[] = [{ workspaceKey: [] }, { organizationKey: [] }, { session: [] }];
const TEXT = { type: 'string' } as const;
const OPTIONAL_TEXT = { type: ['string', 'null'] } as never;

const DETAIL = { type: 'object', required: ['label', 'value'], properties: { label: TEXT, value: TEXT } };
const ITEM_PROPERTIES = {
  id: { type: 'string', format: 'uuid' },
  workspaceId: TEXT,
  projectId: { type: 'string', description: 'The same as `workspaceId`, for released clients' },
  method: TEXT,
  url: TEXT,
  host: TEXT,
  path: { type: 'string', description: 'With the query' },
  headers: { type: 'object', additionalProperties: TEXT },
  bodyPreview: OPTIONAL_TEXT,
  summary: {
    type: ['object', 'null'],
    required: ['action', 'details'],
    properties: { action: TEXT, details: { type: 'array', items: DETAIL } },
  },
  agent: {
    type: 'object',
    required: ['id', 'name', 'externalId'],
    properties: { id: TEXT, name: TEXT, externalId: OPTIONAL_TEXT },
  },
  createdAt: { type: 'string', format: 'date-time' },
  expiresAt: { type: 'string', format: 'date-time' },
};
const PENDING = {
  type: 'object',
  required: ['requests', 'timeoutSeconds'],
  properties: {
    requests: {
      type: 'array',
      items: { type: 'object', required: Object.keys(ITEM_PROPERTIES), properties: ITEM_PROPERTIES },
    },
    timeoutSeconds: { type: 'integer', description: 'How long an approval waits before it is denied' },
  },
};
const DECIDED = { type: 'object', required: ['success'], properties: { success: { type: 'boolean' } } };
const DECISION = {
  type: 'object',
  required: ['decision'],
  properties: { decision: { type: 'string', enum: ['approve', 'deny'] } },
};

const NO_CREDENTIAL = refusal('No usable credential, or no workspace where one is needed');
const ENVELOPE = { $ref: '#/components/schemas/ErrorEnvelope' };
/** What every operation of the management origin may answer (01 §8.4). */
const STANDARD = {
  413: answer('The request body is too large', ENVELOPE),
  429: answer('Too many requests', ENVELOPE),
  500: answer('A fault', ENVELOPE),
};
const POLL_PARAMETERS = [
  {
    name: 'exclude',
    in: 'query',
    schema: TEXT,
    description: 'Ids that are being handled already, separated by commas',
  },
  {
    name: 'wait',
    in: 'query',
    schema: { type: 'integer', minimum: 0, maximum: 30, default: 30 },
    description: 'Seconds to wait while nothing is pending',
  },
];

/** 06 §15.4 to §15.6, on the origins given. */
export function approvalPaths(servers: Server[]): Record<string, PathItem> {
  const paths = {
    '/v1/approvals/pending': { get: { ...listOperation(), servers } },
    '/v1/approvals/{id}/decision': { post: { ...decideOperation(), servers } },
    '/v1/org/approvals/pending': { get: { ...listOrganizationOperation(), servers } },
  };
  return paths as unknown as Record<string, PathItem>;
}

function listOperation(): object {
  return {
    operationId: 'listPendingApprovals',
    summary: 'Requests of the workspace that wait for a decision',
    description:
      'While there are none, the answer is held up to 30 s, so that a client can ask again at once. Everybody who ' +
      'can use the workspace sees them; what looks like a credential is left out of headers and preview.',
    tags: ['Approvals'],
    security: PERSONS,
    'x-availability': EVERYWHERE,
    parameters: POLL_PARAMETERS,
    responses: {
      ...STANDARD,
      200: answer('Oldest first', PENDING),
      400: refusal('A bad `wait`'),
      401: NO_CREDENTIAL,
    },
  };
}

function listOrganizationOperation(): object {
  return {
    operationId: 'listOrgPendingApprovals',
    summary: 'Requests of every workspace of the organization that wait for a decision',
    description:
      'Takes an organization key and a licence; otherwise as for one workspace. A request is decided in the ' +
      'workspace that it names.',
    tags: ['Organization approvals'],
    security: [{ organizationKey: [] }],
    'x-availability': ENTERPRISE,
    parameters: POLL_PARAMETERS,
    responses: {
      ...STANDARD,
      200: answer('Oldest first', PENDING),
      400: refusal('A bad `wait`'),
      401: refusal('No usable credential'),
      403: answer('No organization key, or no licence', {
        oneOf: [{ $ref: '#/components/schemas/FlatError' }, { $ref: '#/components/schemas/ErrorEnvelope' }],
      }),
    },
  };
}

function decideOperation(): object {
  return {
    operationId: 'submitApprovalDecision',
    summary: 'Let a held request go on, or refuse it',
    description:
      'Everybody who can use the workspace may decide, and the first decision counts. With `approve` this one request ' +
      'goes out as it was shown; the next one like it is held again.',
    tags: ['Approvals'],
    security: PERSONS,
    'x-availability': EVERYWHERE,
    parameters: [{ name: 'id', in: 'path', required: true, schema: TEXT }],
    requestBody: { required: true, content: { 'application/json': { schema: DECISION } } },
    responses: {
      ...STANDARD,
      200: answer('Taken by the process that holds the request', DECIDED),
      400: refusal('No decision, or another than these two'),
      401: NO_CREDENTIAL,
      403: refusal('A session used from a foreign page'),
      404: refusal('Unknown, already decided, or not held any more'),
      410: refusal('Expired'),
    },
  };
}

function answer(description: string, schema: object): object {
  return { description, content: { 'application/json': { schema } } };
}

function refusal(description: string): object {
  return answer(description, { $ref: '#/components/schemas/FlatError' });
}
