/** Whether one of the columns contains the parameter, in any letter case; an absent parameter is in everything. */
export function contains(parameter: string, ...columns: readonly string[]): string {
  const found = columns.map(
    (column) => `position(lower(${parameter}) IN lower(coalesce(${column}, ''))) > 0`,
  );
  return `(${parameter}::text IS NULL OR ${found.join(' OR ')})`;
}
