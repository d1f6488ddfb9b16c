import type { Connection, Submittable } from 'pg';
import { prepareValue } from 'pg/lib/utils.js';
import { COLUMN_READERS } from './instants.js';
import type { Prepared } from './prepared.js';

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
