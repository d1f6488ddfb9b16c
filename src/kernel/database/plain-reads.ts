import {
  type EntityManager,
  FindOperator,
  type FindManyOptions,
  type FindOptionsWhere,
  getMetadataArgsStorage,
  Repository,
} from 'typeorm';
import { columnsOf, type EntityClass, selection } from './entity-columns.js';
import { type Prepared, PreparedTexts } from './prepared.js';
import type { Queryable } from './queryable.js';

interface Read {
  statement: Prepared;
  values: unknown[];
}

type Fields = Readonly<Record<string, unknown>>;

const PLAIN_OPTIONS = new Set(['select', 'where', 'order']);
/** Their number is that of the places in the code that read: values are parameters, never part of a text. */
const texts = new PreparedTexts();

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
  if (Object.keys(options).some((name) => !PLAIN_OPTIONS.has(name))) return null;
  const { select, where = [], order = {} } = options;
  const columns: Readonly<Record<string, string>> = columnsOf(entity);
  const values: unknown[] = [];
  const alternatives = [where].flat().map((each) => conjunction(each as Fields, columns, values));
  const sorting = Object.entries(order as Fields).map(
    ([field, direction]) => `${columns[field] ?? '?'} ${direction as string}`,
  );
  if (alternatives.includes(null) || sorting.some((each) => !SORTING.test(each))) return null;
  const shown = select && (Object.keys(select) as (keyof E & string)[]);
  const text =
    `SELECT ${selection(entity, shown)} FROM ${tableOf(entity)}` +
    (alternatives.length > 0 ? ` WHERE (${alternatives.join(') OR (')})` : '') +
    (sorting.length > 0 ? ` ORDER BY ${sorting.join(', ')}` : '');
  return { statement: texts.of(text + end), values };
}

const SORTING = /^[a-z_]+ (?:ASC|DESC)$/;

function conjunction(
  where: Fields,
  columns: Readonly<Record<string, string>>,
  values: unknown[],
): string | null {
  const conditions: string[] = [];
  for (const field in where) {
    const column = columns[field];
    const value = where[field];
    if (column === undefined) return null;
    if (value instanceof FindOperator) {
      if (value.type !== 'isNull') return null;
      conditions.push(`${column} IS NULL`);
    } else if (isPlain(value)) {
      conditions.push(`${column} = $${values.push(value)}`);
    } else {
      return null;
    }
  }
  return conditions.length === 0 ? null : conditions.join(' AND ');
}

function isPlain(value: unknown): boolean {
  return ['string', 'number', 'boolean'].includes(typeof value) || value instanceof Uint8Array;
}

function tableOf(entity: EntityClass<object>): string {
  const table = getMetadataArgsStorage().tables.find(({ target }) => target === entity);
  if (table?.name === undefined) throw new Error(`${entity.name} names no table`);
  return table.name;
}
