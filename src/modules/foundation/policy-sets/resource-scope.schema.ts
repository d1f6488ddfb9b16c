import { MAX_FOLDERS, MAX_REPOSITORIES } from '../../../domain/decision/resource-scopes/resource-scope.js';

/** OpenAPI of a resource scope (02 §14.1). The rules are those of `domain/decision/resource-scopes/resource-scope`. */
export const RESOURCE_SCOPE_SCHEMA = {
  type: 'object',
  description: 'Restricts a connection to some resources; exactly one key.',
  additionalProperties: false,
  minProperties: 1,
  maxProperties: 1,
  properties: {
    repositories: entries(MAX_REPOSITORIES, { minLength: 1, maxLength: 400 }),
    folders: entries(MAX_FOLDERS, { maxLength: 1024, pattern: '^/[^\\x00]*$' }),
    driveFolders: entries(MAX_FOLDERS, { pattern: '^[A-Za-z0-9_-]{1,128}(?:/[A-Za-z0-9_-]{1,128}){0,99}$' }),
  },
};

function entries(maxItems: number, item: object): object {
  return { type: 'array', minItems: 1, maxItems, items: { type: 'string', ...item } };
}
