import { attributesOf, isObject } from '../attribute-name.js';
import { ScimRefusal } from '../refusal.js';

export const PATCH_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
export const MAX_OPERATIONS = 100;
const OPS = ['add', 'replace', 'remove'] as const;

export interface PatchOperation {
  readonly op: (typeof OPS)[number];
  /** As written; undefined where the operation names none. */
  readonly path: unknown;
  readonly value: unknown;
}

/**
 * The operations of a PATCH body (RFC 7644 §3.5.2, 05 §10.6), keys and `op` in any case; a missing `op` is `replace`.
 *
 * @throws ScimRefusal `invalidSyntax`, `tooMany`, `noTarget`
 */
export function readPatchRequest(body: object): PatchOperation[] {
  const fields = attributesOf(body);
  const schemas = fields.get('schemas');
  if (!Array.isArray(schemas) || !schemas.some(isPatchSchema))
    throw syntax(`A PATCH names the schema ${PATCH_SCHEMA}.`);
  const operations = fields.get('operations');
  if (!Array.isArray(operations) || operations.length === 0) throw syntax('A PATCH has Operations.');
  if (operations.length > MAX_OPERATIONS)
    throw new ScimRefusal('tooMany', `A PATCH has at most ${MAX_OPERATIONS} operations.`);
  return operations.map(operation);
}

function operation(written: unknown): PatchOperation {
  if (!isObject(written)) throw syntax('An operation is an object.');
  const fields = attributesOf(written);
  const name: unknown = fields.get('op') ?? 'replace';
  const op = typeof name === 'string' ? OPS.find((known) => known === name.toLowerCase()) : undefined;
  if (op === undefined) throw syntax("The op of an operation is 'add', 'replace' or 'remove'.");
  const path = fields.get('path') ?? undefined;
  if (op === 'remove' && path === undefined)
    throw new ScimRefusal('noTarget', "A 'remove' operation names a path.");
  return { op, path, value: fields.get('value') };
}

function isPatchSchema(schema: unknown): boolean {
  return typeof schema === 'string' && schema.toLowerCase() === PATCH_SCHEMA.toLowerCase();
}

function syntax(detail: string): ScimRefusal {
  return new ScimRefusal('invalidSyntax', detail);
}
