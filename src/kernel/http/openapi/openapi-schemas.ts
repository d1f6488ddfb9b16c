/**
 * Finishes the schemas that the DTOs yield: unknown fields of strict bodies, rules that span fields, and the text
 * no body or query may hold (01 §1.8). What the validator does to every DTO stands here once, not in each of them.
 */
import type { OpenAPIObject } from '@nestjs/swagger';
import { BODY_RULES_EXTENSION, STRICT_EXTENSION } from '../fields/body-rules.js';
import { operationsOf } from './openapi-transform.js';

type Node = Record<string, unknown>;

/** For a field that may hold any JSON: without it the document would call it an object. */
export const ANY_JSON = { 'x-any-json': true };

/** U+0000; `\x00` is what the regular expressions of every language read alike. */
const WITHOUT_NUL = '^[^\\x00]*$';
/** Formats that leave no room for it. */
const OWN_ALPHABET = new Set(['uuid', 'date-time', 'binary']);
const COMPONENT = '#/components/schemas/';

export function finishSchemas(document: OpenAPIObject): void {
  const components = (document.components?.schemas ?? {}) as Record<string, Node>;
  Object.values(components).forEach(applyClassRules);
  const reached = new Set<string>();
  const visit = (node: unknown): void => forbidNul(node, (name) => follow(name));
  const follow = (name: string): void => {
    if (reached.has(name)) return;
    reached.add(name);
    visit(components[name]);
  };
  for (const { requestBody, parameters = [] } of operationsOf(document)) {
    if (requestBody) visit('content' in requestBody ? requestBody.content : requestBody);
    for (const parameter of parameters) if ('in' in parameter && parameter.in !== 'header') visit(parameter);
  }
}

function applyClassRules(schema: Node): void {
  const { [STRICT_EXTENSION]: strict, [BODY_RULES_EXTENSION]: rules } = schema;
  delete schema[STRICT_EXTENSION];
  delete schema[BODY_RULES_EXTENSION];
  if (strict === true) schema.additionalProperties = false;
  // Some rules cannot be said in a schema.
  const said = ((rules ?? []) as Node[]).filter((rule) => Object.keys(rule).length > 0);
  if (said.length > 0) schema.allOf = said;
  const fields = (schema.properties ?? {}) as Record<string, Node>;
  for (const [name, field] of Object.entries(fields))
    if ('x-any-json' in field) fields[name] = withoutType(field);
}

function withoutType({ 'x-any-json': _marker, type: _type, ...rest }: Node): Node {
  return rest;
}

/** Schemas may share parts that DTOs declare once, so a part is replaced, never changed. */
function forbidNul(node: unknown, follow: (component: string) => void): void {
  if (typeof node !== 'object' || node === null) return;
  for (const [key, child] of Object.entries(node as Node)) {
    if (key === '$ref' && typeof child === 'string') follow(child.slice(COMPONENT.length));
    if (isText(child)) (node as Node)[key] = { ...child, pattern: WITHOUT_NUL };
    else if (isMap(child)) (node as Node)[key] = { ...child, propertyNames: { pattern: WITHOUT_NUL } };
    forbidNul((node as Node)[key], follow);
  }
}

function isText(schema: unknown): schema is Node {
  if (typeof schema !== 'object' || schema === null || !('type' in schema)) return false;
  if (schema.type !== 'string' && !(Array.isArray(schema.type) && schema.type.includes('string')))
    return false;
  const { enum: values, pattern, format } = schema as Node;
  return values === undefined && pattern === undefined && !OWN_ALPHABET.has(format as string);
}

function isMap(schema: unknown): schema is Node {
  if (typeof schema !== 'object' || schema === null || !('additionalProperties' in schema)) return false;
  return schema.additionalProperties !== false && !('propertyNames' in schema);
}
