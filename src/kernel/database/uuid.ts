const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * Whether a client's id can name a row with a `uuid` key. Ids are opaque to clients and only the spelling
 * PostgreSQL gives out counts, so that an id compares equal in SQL exactly when it does in our code.
 */
export function isUuid(id: string): boolean {
  return UUID.test(id);
}
