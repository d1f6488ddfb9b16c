/** The values of a statement that is put together from parts. */
export class SqlParameters {
  readonly values: unknown[] = [];

  /** The placeholder that stands for `value`. */
  add(value: unknown): string {
    return `$${this.values.push(value)}`;
  }
}
