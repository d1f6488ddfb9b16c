import { mediaTypeOf } from '../../errors/presenter.js';
import type { ErrorDefinition } from '../../errors/error-definition.js';
import type { OperationObject, ResponseObject } from './openapi-transform.js';

const TOO_MANY_REQUESTS = 429;
const FOUND = '302';
const RETRY_HEADERS = {
  'Retry-After': { schema: { type: 'integer' as const, minimum: 1 }, description: 'Seconds to wait' },
};

const BODY_BY_SURFACE = {
  envelope: { $ref: '#/components/schemas/ErrorEnvelope' },
  flat: { $ref: '#/components/schemas/FlatError' },
  auth: { $ref: '#/components/schemas/AuthError' },
  scim: { $ref: '#/components/schemas/ScimError' },
  daemon: { $ref: '#/components/schemas/FlatError' },
} as const;

/** Documents the errors an operation can answer, those of one status together. */
export function addErrors(operation: OperationObject, errors: readonly ErrorDefinition[]): void {
  for (const status of new Set(errors.map((error) => error.status))) {
    const ofStatus = errors.filter((error) => error.status === status);
    const surfaces = [...new Set(ofStatus.map((error) => error.surface))];
    const bodies = new Set(surfaces.map((surface) => BODY_BY_SURFACE[surface].$ref));
    const schemas = [...bodies].map(($ref) => ({ $ref }));
    operation.responses[String(status)] ??= {
      description: [...new Set(ofStatus.map((error) => error.message))].join(' · '),
      content: {
        [mediaTypeOf(surfaces[0]!).split(';', 1)[0]!]: {
          schema: schemas.length === 1 ? schemas[0]! : { oneOf: schemas },
        },
      },
      ...(status === TOO_MANY_REQUESTS && { headers: RETRY_HEADERS }),
    };
  }
}

/** Documents the pages a browser gets, beside what programs get with the same status. */
export function addBrowserAnswers(
  operation: OperationObject,
  answers: Readonly<Record<string, string>> = {},
): void {
  for (const [status, description] of Object.entries(answers)) {
    const present = operation.responses[status] as ResponseObject | undefined;
    operation.responses[status] = {
      ...present,
      description: present === undefined ? description : `${present.description} · ${description}`,
      ...(status !== FOUND && {
        content: { ...present?.content, 'text/html': { schema: { type: 'string' } } },
      }),
    };
  }
}

export const ERROR_SCHEMAS = {
  ErrorEnvelope: {
    type: 'object',
    required: ['error'],
    properties: {
      error: {
        type: 'object',
        required: ['message', 'type'],
        properties: {
          message: { type: 'string' },
          type: { type: 'string' },
          code: { type: 'string' },
          limit: { type: 'string', description: 'With `limit_reached`: the limit set on this server.' },
          kind: {
            type: 'string',
            description: 'With `limit_reached`: the kind of object that has reached its limit.',
          },
        },
      },
    },
  },
  FlatError: { type: 'object', required: ['error'], properties: { error: { type: 'string' } } },
  ScimError: {
    type: 'object',
    required: ['schemas', 'status'],
    properties: {
      schemas: { type: 'array', items: { type: 'string' } },
      status: { type: 'string' },
      scimType: { type: 'string' },
      detail: { type: 'string' },
    },
  },
  AuthError: {
    type: 'object',
    required: ['message'],
    properties: { code: { type: 'string' }, message: { type: 'string' } },
  },
};
