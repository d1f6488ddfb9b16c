import type { Filter } from '../../../../domain/protocols/scim/filters/filter.js';

type Compared = Extract<Filter, { kind: 'compare' }>;

/** How one attribute reads in SQL; `undefined` sub-attributes are those of `prefix`. */
export type FilterColumn =
  /** Text; `folded` where it is stored in lower case already and never absent, so that its index serves. */
  | { readonly kind: 'text'; readonly sql: string; readonly exact?: true; readonly folded?: true }
  | { readonly kind: 'id'; readonly sql: string }
  | { readonly kind: 'boolean'; readonly sql: string }
  | { readonly kind: 'date'; readonly sql: string }
  /** A table of elements: a condition on one of them is an EXISTS around it. */
  | { readonly kind: 'elements'; readonly exists: (condition: string) => string }
  /** There is always exactly one element, whose sub-attributes are columns of the row. */
  | { readonly kind: 'only element'; readonly present: string };

export type FilterColumns = Readonly<Record<string, FilterColumn>>;

/** The values a statement is sent with, `$n` by `$n`. */
export class StatementValues {
  readonly list: unknown[];

  constructor(...first: unknown[]) {
    this.list = first;
  }

  add(value: unknown): string {
    this.list.push(value);
    return `$${this.list.length}`;
  }
}

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;
const SYMBOL: Readonly<Partial<Record<Compared['comparison'], string>>> = {
  eq: '=',
  gt: '>',
  ge: '>=',
  lt: '<',
  le: '<=',
};

/**
 * A condition that is true or false and never unknown: an attribute that is absent differs from every value (RFC 7644
 * §3.4.2.2), so that `not` turns what a comparison says into its opposite. Everything a directory wrote is bound.
 * `filter` has been resolved (`resolveFilter`); its size bounds the condition's.
 */
export function filterSql(filter: Filter, columns: FilterColumns, values: StatementValues): string {
  return new FilterTranslation(columns, values).condition(filter);
}

class FilterTranslation {
  /** The element attribute whose EXISTS the condition stands in. */
  private inside: string | null = null;

  constructor(
    private readonly columns: FilterColumns,
    private readonly values: StatementValues,
  ) {}

  condition(filter: Filter): string {
    switch (filter.kind) {
      case 'and':
      case 'or':
        return `(${filter.parts.map((part) => this.condition(part)).join(` ${filter.kind.toUpperCase()} `)})`;
      case 'not':
        return `(NOT ${this.condition(filter.part)})`;
      case 'element':
        return this.element(filter.attribute, () => this.condition(filter.filter));
      case 'present':
        return this.ofAttribute(filter.attribute, (column) => this.present(column));
      case 'compare':
        return this.ofAttribute(filter.attribute, (column) => this.compared(column, filter));
    }
  }

  private element(attribute: string, within: () => string): string {
    const column = this.columns[attribute]!;
    if (column.kind !== 'elements') return within();
    const outside = this.inside;
    this.inside = attribute;
    const condition = column.exists(within());
    this.inside = outside;
    return condition;
  }

  /** A sub-attribute outside brackets is one of any element. */
  private ofAttribute(attribute: string, condition: (column: FilterColumn) => string): string {
    const [parent = ''] = attribute.split('.', 1);
    const free = parent !== attribute && this.inside !== parent && this.columns[parent]?.kind === 'elements';
    const column = this.columns[attribute]!;
    return free ? this.element(parent, () => condition(column)) : condition(column);
  }

  private present(column: FilterColumn): string {
    if (column.kind === 'elements') return column.exists('true');
    if (column.kind === 'only element') return column.present;
    return `(${column.sql} IS NOT NULL)`;
  }

  private compared(column: FilterColumn, { comparison, value }: Compared): string {
    if (comparison === 'ne') return `(NOT ${this.matches(column, 'eq', value)})`;
    return this.matches(column, comparison, value);
  }

  private matches(column: FilterColumn, comparison: Compared['comparison'], value: unknown): string {
    switch (column.kind) {
      case 'id':
        return this.ofId(column.sql, comparison, String(value));
      case 'text':
        return this.ofText(column, comparison, String(value));
      case 'boolean':
        return `(${column.sql} = ${this.values.add(value)}::boolean)`;
      case 'date': {
        // To the millisecond, as it is shown.
        const moment = `to_timestamp(${this.values.add(value)}::float8 / 1000)`;
        return `(date_trunc('milliseconds', ${column.sql}) ${SYMBOL[comparison]} ${moment})`;
      }
      default:
        throw new Error('A filter compares an attribute that has no value');
    }
  }

  /** By the index where the value can be an id at all. */
  private ofId(sql: string, comparison: Compared['comparison'], value: string): string {
    if (comparison !== 'eq') return this.ofText({ sql: `${sql}::text`, exact: true }, comparison, value);
    return UUID.test(value) ? `(${sql} = ${this.values.add(value)}::uuid)` : 'false';
  }

  private ofText(
    { sql, exact, folded }: { sql: string; exact?: true; folded?: true },
    comparison: Compared['comparison'],
    value: string,
  ): string {
    const text = exact || folded ? sql : `lower(${sql})`;
    const given = `${this.values.add(folded ? value.toLowerCase() : value)}::text`;
    const sought = exact || folded ? given : `lower(${given})`;
    const condition = ofTexts(comparison, text, sought);
    // Bare where there is an index to look at; nothing that is kept in lower case is ever absent.
    if (folded) return `(${condition})`;
    return exact ? `(${sql} IS NOT NULL AND ${condition})` : `coalesce(${condition}, false)`;
  }
}

/** Without patterns: nothing in the value means anything but itself. Order is that of code points, here and anywhere. */
function ofTexts(comparison: Compared['comparison'], text: string, sought: string): string {
  switch (comparison) {
    case 'co':
      return `strpos(${text}, ${sought}) > 0`;
    case 'sw':
      return `starts_with(${text}, ${sought})`;
    case 'ew':
      return `right(${text}, length(${sought})) = ${sought}`;
    case 'eq':
      return `${text} = ${sought}`;
    default:
      return `${text} ${SYMBOL[comparison]} ${sought} COLLATE "C"`;
  }
}
