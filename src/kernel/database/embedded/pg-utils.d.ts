/** Of the driver, for queries of others' making; its published types leave it out. */
declare module 'pg/lib/utils.js' {
  /** A parameter as it is sent. */
  export function prepareValue(value: unknown): string | Buffer | null;
}
