import { createHash } from 'node:crypto';
import pg, { type Connection, type Submittable } from 'pg';
import { prepareValue } from 'pg/lib/utils.js';

const NAME_LENGTH = 32;

/**
 * A statement of constant text that many requests run: PostgreSQL parses it once for each connection and soon plans
 * it no more, which for a look-up by key is most of its cost there. Made once, where the text stands; never of text
 * that depends on a request, because every connection keeps it as long as it lives.
 */
export class Prepared {
  /** The same text has the same name in every process, another text another one. */
  readonly name: string;

  constructor(readonly text: string) {
    this.name = createHash('sha256').update(text).digest('hex').slice(0, NAME_LENGTH);
  }
}

/** Statements whose text depends on something that has a handful of values, each made when it is first needed. */
export class PreparedTexts {
  private readonly known = new Map<string, Prepared>();

  of(text: string): Prepared {
    const statement = this.known.get(text) ?? new Prepared(text);
    this.known.set(text, statement);
    return statement;
  }
}

/** What the driver's connection takes; its published type asks for more. */
interface Wire {
  readonly stream: { cork(): void; uncork(): void };
  readonly parsedStatements: Readonly<Record<string, string | undefined>>;
  parse(message: { name: string; text: string }): void;
  bind(message: { statement: string; values: unknown[] }): void;
  describe(message: { type: 'P'; name: string }): void;
  execute(): void;
  sync(): void;
}

interface Columns {
  fields: readonly { name: string; dataTypeID: number; format: 'text' | 'binary' }[];
}

type Reader = (text: string) => unknown;

/** How the texts of a row become an object. */
interface RowShape {
  readonly names: readonly string[];
  readonly readers: readonly Reader[];
  readonly empty: Readonly<Record<string, unknown>>;
}

/** Of each connection, by the name of the statement. */
const shapes = new WeakMap<object, Map<string, RowShape>>();

/**
 * One run of a prepared statement, as the driver takes queries of others' making. The driver's own asks at every run
 * which columns the rows have and works out from the answer how to read them; this one asks once on each connection.
 * PostgreSQL holds to that answer: a statement whose columns are others by now fails with `feature_not_supported`.
 */
export class PreparedRun<T> implements Submittable {
  readonly name: string;
  readonly text: string;
  /** Set by the driver. */
  callback: ((error: unknown, result?: { rows: T[] }) => void) | undefined;
  private readonly values: unknown[];
  private readonly rows: T[] = [];
  private wire: Wire;
  private shape: RowShape | undefined;
  private unreadable: unknown;

  constructor({ name, text }: Prepared, values: readonly unknown[]) {
    this.name = name;
    this.text = text;
    // Here, and not while the message is written, where one that cannot be sent would leave half of it behind.
    this.values = values.map((value) => prepareValue(value));
  }

  submit(connection: Connection): void {
    this.wire = connection as unknown as Wire;
    this.shape = shapes.get(this.wire)?.get(this.name);
    const { wire, name, text, values } = this;
    wire.stream.cork();
    try {
      if (wire.parsedStatements[name] === undefined) wire.parse({ name, text });
      wire.bind({ statement: name, values });
      if (this.shape === undefined) wire.describe({ type: 'P', name: '' });
      wire.execute();
      wire.sync();
    } finally {
      wire.stream.uncork();
    }
  }

  handleRowDescription(columns: Columns): void {
    this.shape = shapeOf(columns);
    const known = shapes.get(this.wire) ?? new Map<string, RowShape>();
    shapes.set(this.wire, known.set(this.name, this.shape));
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    const { names, readers, empty } = this.shape!;
    const row = { ...empty };
    try {
      for (let at = 0; at < fields.length; at++) {
        const text = fields[at]!;
        if (text !== null) row[names[at]!] = readers[at]!(text);
      }
    } catch (error) {
      this.unreadable ??= error;
    }
    this.rows.push(row as T);
  }

  handleCommandComplete(): void {
    // `handleReadyForQuery` follows.
  }

  handleReadyForQuery(): void {
    if (this.unreadable === undefined) this.callback?.(null, { rows: this.rows });
    else this.callback?.(this.unreadable);
  }

  handleError(error: unknown): void {
    this.callback?.(error);
  }
}

function shapeOf({ fields }: Columns): RowShape {
  const names = fields.map(({ name }) => name);
  return {
    names,
    readers: fields.map(
      ({ dataTypeID, format }) => COLUMN_READERS.getTypeParser(dataTypeID, format) as Reader,
    ),
    empty: Object.fromEntries(names.map((name) => [name, null])),
  };
}

const ZERO = 48;
/** Where the parts of `2026-11-22 13:39:49.123456+00` stand. */
const AT = { month: 5, day: 8, hour: 11, minute: 14, second: 17, fraction: 20 } as const;
const SHORTEST = '2026-11-22 13:39:49+00'.length;
const UTC = '+00';

const general = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ) as (text: string) => unknown;

/**
 * A `timestamptz` as PostgreSQL writes it in UTC. Most columns of a list are instants, and the driver's own parser, three
 * expressions and a dozen strings for each, took more time and memory than the rest of a row. Every other spelling
 * (another zone, another era, infinity) is left to it.
 */
function readInstant(text: string): unknown {
  if (text.length < SHORTEST || text[4] !== '-' || text[AT.hour - 1] !== ' ' || !text.endsWith(UTC))
    return general(text);
  const end = text.length - UTC.length;
  const year = digits(text, 0, 4);
  // `Date.UTC` takes the first hundred years for the twentieth century.
  if (year < 100) return general(text);
  return new Date(
    Date.UTC(
      year,
      digits(text, AT.month, AT.month + 2) - 1,
      digits(text, AT.day, AT.day + 2),
      digits(text, AT.hour, AT.hour + 2),
      digits(text, AT.minute, AT.minute + 2),
      digits(text, AT.second, AT.second + 2),
      milliseconds(text, end),
    ),
  );
}

/** What is finer is cut off; PostgreSQL leaves zeros at the end out. */
function milliseconds(text: string, end: number): number {
  const last = Math.min(end, AT.fraction + 3);
  if (last <= AT.fraction) return 0;
  return digits(text, AT.fraction, last) * 10 ** (AT.fraction + 3 - last);
}

function digits(text: string, from: number, to: number): number {
  let value = 0;
  for (let at = from; at < to; at++) value = value * 10 + text.charCodeAt(at) - ZERO;
  return value;
}

const TIMESTAMPTZ: number = pg.types.builtins.TIMESTAMPTZ;

/** For the driver: how it reads columns. */
export const COLUMN_READERS: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === TIMESTAMPTZ && format !== 'binary'
      ? readInstant
      : pg.types.getTypeParser(oid, format)) as pg.CustomTypesConfig['getTypeParser'],
};
