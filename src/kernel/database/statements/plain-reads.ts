import {
  type EntityManager,
  FindOperator,
  type FindManyOptions,
  type FindOptionsWhere,
  getMetadataArgsStorage,
  Repository,
} from 'typeorm';
import { columnsOf, type EntityClass, selection } from './entity-columns.js';
import { Prepared } from './prepared-run.js';
import type { Queryable } from './queryable.js';

interface Read {
  statement: Prepared;
  values: unknown[];
}

type Fields = Readonly<Record<string, unknown>>;

const PLAIN_OPTIONS = new Set(['select', 'where', 'order']);
/** Null for what is not plain. Their number is that of the places in the code that read: values are no part of a form. */
const known = new WeakMap<EntityClass<object>, Map<string, Prepared | null>>();

/**
 * TypeORM's repository, in which a read by plain values is the one prepared statement that it comes to. Building that
 * statement anew and making objects of its rows took TypeORM 0.1 ms, a third of a small request; an entity is its columns
 * and nothing else, so a row of the driver is one. Everything else, locks for one, goes the usual way.
 */
export class RowRepository<E extends object> extends Repository<E> {
  constructor(
    private readonly entity: EntityClass<E>,
    manager: EntityManager,
    private readonly queryable: Queryable,
  ) {
    super(entity, manager, manager.queryRunner);
  }

  override async find(options: FindManyOptions<E> = {}): Promise<E[]> {
    const read = plainRead(this.entity, options, '');
    return read === null ? super.find(options) : this.queryable.query<E>(read.statement, read.values);
  }

  override async findOneBy(where: FindOptionsWhere<E> | FindOptionsWhere<E>[]): Promise<E | null> {
    const read = plainRead(this.entity, { where }, ' LIMIT 1');
    if (read === null) return super.findOneBy(where);
    return (await this.queryable.query<E>(read.statement, read.values))[0] ?? null;
  }
}

/** Null for what is not plain. */
function plainRead<E extends object>(
  entity: EntityClass<E>,
  options: FindManyOptions<E>,
  end: string,
): Read | null {
  const values: unknown[] = [];
  const form = formOf(options, values);
  if (form === null) return null;
  const statements = known.get(entity) ?? new Map<string, Prepared | null>();
  known.set(entity, statements);
  const key = form + end;
  let statement = statements.get(key);
  if (statement === undefined) statements.set(key, (statement = statementOf(entity, options, end)));
  return statement && { statement, values };
}

/**
 * What a read has in common with every other from its place in the code, and apart from it its values. Null for what is
 * not plain.
 */
function formOf<E extends object>(options: FindManyOptions<E>, values: unknown[]): string | null {
  let form = '';
  for (const option in options) if (!PLAIN_OPTIONS.has(option)) return null;
  const { select, where, order } = options;
  for (const alternative of alternativesOf(where)) {
    form += '|';
    for (const field in alternative) {
      const value = alternative[field];
      if (isPlain(value)) {
        values.push(value);
        form += `${field},`;
      } else if (value instanceof FindOperator && value.type === 'isNull') {
        form += `${field}!`;
      } else {
        return null;
      }
    }
  }
  for (const field in order as Fields) form += ` ${field} ${String((order as Fields)[field])}`;
  return select ? `${form}#${Object.keys(select).join()}` : form;
}

/** Null where a field is no column, or rows are sorted by more than columns. */
function statementOf<E extends object>(
  entity: EntityClass<E>,
  { select, where, order = {} }: FindManyOptions<E>,
  end: string,
): Prepared | null {
  const columns: Readonly<Record<string, string>> = columnsOf(entity);
  const alternatives = alternativesOf(where);
  const fields = alternatives.flatMap((fields) => Object.keys(fields));
  const sorting = Object.entries(order as Fields).map(
    ([field, direction]) => `${columns[field] ?? '?'} ${direction as string}`,
  );
  const unknown = fields.some((field) => columns[field] === undefined);
  const empty = alternatives.some((fields) => Object.keys(fields).length === 0);
  if (unknown || empty || sorting.some((each) => !SORTING.test(each))) return null;
  let values = 0;
  const conditions = alternatives.map((fields) =>
    Object.entries(fields)
      .map(
        ([field, value]) =>
          `${columns[field]} ${value instanceof FindOperator ? 'IS NULL' : `= $${++values}`}`,
      )
      .join(' AND '),
  );
  const shown = select && (Object.keys(select) as (keyof E & string)[]);
  return new Prepared(
    `SELECT ${selection(entity, shown)} FROM ${tableOf(entity)}` +
      (conditions.length > 0 ? ` WHERE (${conditions.join(') OR (')})` : '') +
      (sorting.length > 0 ? ` ORDER BY ${sorting.join(', ')}` : '') +
      end,
  );
}

function alternativesOf(where: object | undefined): readonly Fields[] {
  if (where === undefined) return [];
  return (Array.isArray(where) ? where : [where]) as Fields[];
}

const SORTING = /^[a-z_]+ (?:ASC|DESC)$/;

function isPlain(value: unknown): boolean {
  return ['string', 'number', 'boolean'].includes(typeof value) || value instanceof Uint8Array;
}

function tableOf(entity: EntityClass<object>): string {
  const table = getMetadataArgsStorage().tables.find(({ target }) => target === entity);
  if (table?.name === undefined) throw new Error(`${entity.name} names no table`);
  return table.name;
}
