/**
 * The document names the schema of a class after the class, so that of two classes with one name the second replaces
 * the first without a word, and every generated client is wrong. No two may have the same.
 */
const owners = new Map<string, object>();
const shared = new Set<string>();

/** Called for every class with fields that the document may show; `prototype` of the class. */
export function takeSchemaName(prototype: object): void {
  const { name } = prototype.constructor;
  const owner = owners.get(name);
  if (owner === undefined) owners.set(name, prototype);
  else if (owner !== prototype) shared.add(name);
}

/** Throws with the names that more than one class has: the server does not start then. */
export function requireOwnSchemaNames(): void {
  requireNone([...shared].map((name) => `Two classes are called ${name}`));
}

/** Adds schemas to those of a document; throws where one would replace another. */
export function addSchemas(schemas: Record<string, unknown>, more: Record<string, unknown>): void {
  requireNone(
    Object.keys(more)
      .filter((name) => name in schemas && schemas[name] !== more[name])
      .map((name) => `Two schemas are called ${name}`),
  );
  Object.assign(schemas, more);
}

function requireNone(faults: readonly string[]): void {
  if (faults.length > 0) throw new Error(`${faults.join('; ')}. The document has one schema of a name.`);
}
