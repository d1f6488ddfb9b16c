/**
 * What the database keeps sealed (02 §3.6), declared where it is kept: `@SealedColumn` on the field of an entity.
 * Whoever rotates keys or checks a deployment goes by these declarations, and a place that `SecretBox.seal` takes is
 * made from one, so what is not declared does not compile.
 */
import { Column, getMetadataArgsStorage } from 'typeorm';

declare const declaredPlace: unique symbol;

/** Where a sealed value is kept; it opens nowhere else. */
export type SealedPlace = string & { readonly [declaredPlace]: true };

/** A column of envelopes; each value is bound to `<table>:<id>`. */
interface SealedColumn {
  readonly table: string;
  readonly column: string;
  /** The primary key. */
  readonly id: string;
  /** PostgreSQL type of the primary key; one of bytes is bound by its hexadecimal text. */
  readonly idType: string;
}

const declared: { entity: object; column: string }[] = [];

/** A column of sealed texts. */
export function SealedColumn(options: { name: string; nullable?: boolean }): PropertyDecorator {
  return (prototype, field) => {
    Column('text', options)(prototype, field);
    declared.push({ entity: prototype.constructor, column: options.name });
  };
}

/** Of every entity that has been loaded. */
export function sealedColumns(): readonly SealedColumn[] {
  return declared
    .map(({ entity, column }) => ({ table: tableOf(entity), column, ...keyOf(entity) }))
    .sort((one, other) => one.table.localeCompare(other.table) || one.column.localeCompare(other.column));
}

/** Binds values to rows of an entity with a sealed column: a ciphertext copied to another row does not open. */
export function placesIn(entity: new () => object): (id: string | number | Buffer) => SealedPlace {
  if (!declared.some((column) => column.entity === entity))
    throw new Error(`${entity.name} has no sealed column`);
  const table = tableOf(entity);
  return (id) => `${table}:${Buffer.isBuffer(id) ? id.toString('hex') : id}` as SealedPlace;
}

/** The same for jobs whose payload is `{ id, sealed }`, which rotation finds by that form. */
export function placesInJobs(job: string): (id: string) => SealedPlace {
  return (id) => `${job}:${id}` as SealedPlace;
}

function tableOf(entity: object): string {
  return getMetadataArgsStorage().tables.find(({ target }) => target === entity)!.name!;
}

function keyOf(entity: object): Pick<SealedColumn, 'id' | 'idType'> {
  const isOf = (target: unknown): boolean =>
    target === entity || Object.prototype.isPrototypeOf.call(target as object, entity);
  const { columns } = getMetadataArgsStorage();
  const { propertyName, options } = columns.find(({ target, options }) => options.primary && isOf(target))!;
  return { id: options.name ?? propertyName, idType: options.type as string };
}
