import { SetMetadata } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { OpenAPIObject } from '@nestjs/swagger';
import { operationsOf } from './openapi-transform.js';

const TAG_GROUPS = Symbol('tag groups');

type TagGroups = Readonly<Record<string, string>>;

/** On the Nest module that owns them: what tag groups of routes.tsv are about. Others add operations by `@ApiTags`. */
export function DescribeTags(groups: TagGroups): ClassDecorator {
  return SetMetadata(TAG_GROUPS, groups);
}

/** Declares the tags in use, by name; one that no module describes is a fault of the code. */
export function declareTags(document: OpenAPIObject, app: NestFastifyApplication): void {
  const modules = [...app.get(ModulesContainer).values()];
  const described = new Map(
    modules.flatMap(({ metatype }) =>
      Object.entries((Reflect.getMetadata(TAG_GROUPS, metatype) ?? {}) as TagGroups),
    ),
  );
  const used = [...new Set(operationsOf(document).flatMap(({ tags = [] }) => tags))].sort();
  const unknown = used.filter((name) => !described.has(name));
  if (unknown.length > 0) throw new Error(`Tags without a description: ${unknown.join(', ')}`);
  document.tags = used.map((name) => ({ name, description: described.get(name)! }));
}
