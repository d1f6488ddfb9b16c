import type { OpenAPIObject } from '@nestjs/swagger';

type PathItem = OpenAPIObject['paths'][string];

export type OperationObject = NonNullable<PathItem['get']> & { 'x-availability'?: string };

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** Every operation of the document. */
export function operationsOf(document: OpenAPIObject): OperationObject[] {
  return Object.values(document.paths).flatMap((item) =>
    METHODS.map((method) => item[method]).filter((operation) => operation !== undefined),
  );
}

/**
 * `/v1/projects...` answers like `/v1/workspaces...` (01 §10), served by rewriting; the document
 * lists the alias paths under operationIds of their own.
 */
export function addProjectAliases(document: OpenAPIObject): void {
  for (const [path, item] of Object.entries(document.paths)) {
    if (!/^\/v1\/workspaces(\/|$)/.test(path)) continue;
    const alias = structuredClone(item);
    for (const method of METHODS) {
      const operation = alias[method];
      if (!operation) continue;
      operation.operationId = `${(operation.operationId ?? '').replace('Workspace', 'Project')}Alias`;
      operation.deprecated = true;
    }
    document.paths[path.replace('/v1/workspaces', '/v1/projects')] = alias;
  }
}

/** OpenAPI 3.1 has no `nullable`: says `null` as a type instead. */
export function modernizeNullable(node: unknown): void {
  if (typeof node !== 'object' || node === null) return;
  const schema = node as Record<string, unknown>;
  if (schema.nullable === true) {
    delete schema.nullable;
    if (typeof schema.type === 'string') schema.type = [schema.type, 'null'];
    else wrapWithNull(schema);
    if (Array.isArray(schema.enum) && !schema.enum.includes(null))
      schema.enum = [...(schema.enum as unknown[]), null];
  }
  for (const child of Object.values(schema)) modernizeNullable(child);
}

function wrapWithNull(schema: Record<string, unknown>): void {
  const { description, ...referenced } = schema;
  for (const key of Object.keys(referenced)) delete schema[key];
  schema.oneOf = [referenced, { type: 'null' }];
  if (description !== undefined) schema.description = description;
}
