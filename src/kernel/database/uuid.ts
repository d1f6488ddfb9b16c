const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a client's id can be compared with a `uuid` column; one that cannot names nothing. */
export function isUuid(id: string): boolean {
  return UUID.test(id);
}
