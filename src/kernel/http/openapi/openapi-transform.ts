import type { OpenAPIObject } from '@nestjs/swagger';

type PathItem = OpenAPIObject['paths'][string];

export type OperationObject = NonNullable<PathItem['get']> & { 'x-availability'?: string };

export interface ResponseObject {
  description: string;
  content?: Record<string, { schema?: object }>;
}

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
