import { getMetadataArgsStorage } from 'typeorm';

/** The class of an entity. */
export type EntityClass<E extends object> = new () => E;

/** A column's name in its table. */
type ColumnNames<E extends object> = Readonly<Record<keyof E & string, string>>;

const known = new Map<EntityClass<object>, Readonly<Record<string, string>>>();

/** Field → column, as the entity's decorators declare them; for statements that are written by hand. */
export function columnsOf<E extends object>(entity: EntityClass<E>): ColumnNames<E> {
  const found = known.get(entity) ?? declaredColumns(entity);
  known.set(entity, found);
  return found;
}

/**
 * A select or RETURNING list whose rows are entities: `id AS "id", organization_id AS "organizationId"`. All fields, or
 * those named, in their order.
 */
export function selection<E extends object>(
  entity: EntityClass<E>,
  fields: readonly (keyof E & string)[] = Object.keys(columnsOf(entity)) as (keyof E & string)[],
  alias?: string,
): string {
  const columns = columnsOf(entity);
  const prefix = alias === undefined ? '' : `${alias}.`;
  return fields.map((field) => `${prefix}${columns[field]} AS "${field}"`).join(', ');
}

/** The same as one JSON object, for rows that come as a list within a row. */
export function jsonSelection<E extends object>(
  entity: EntityClass<E>,
  fields: readonly (keyof E & string)[],
  alias: string,
): string {
  const columns = columnsOf(entity);
  return `jsonb_build_object(${fields.map((field) => `'${field}', ${alias}.${columns[field]}`).join(', ')})`;
}

/** Fields as `find` takes them. */
export function picked<F extends string>(fields: readonly F[]): Record<F, true> {
  return Object.fromEntries(fields.map((field) => [field, true])) as Record<F, true>;
}

/** The class and those it extends, which declare the columns that come first. */
function classesOf(entity: EntityClass<object>): EntityClass<object>[] {
  const base = Object.getPrototypeOf(entity) as EntityClass<object>;
  return base.prototype === undefined ? [entity] : [...classesOf(base), entity];
}

function declaredColumns(entity: EntityClass<object>): Readonly<Record<string, string>> {
  const declared = classesOf(entity).flatMap((each) => getMetadataArgsStorage().filterColumns(each));
  if (declared.length === 0) throw new Error(`${entity.name} is no entity`);
  return Object.fromEntries(
    declared.map(({ propertyName, options }) => [propertyName, options.name ?? propertyName]),
  );
}
