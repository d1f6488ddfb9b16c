/**
 * Parameters by which frameworks let a `POST` say which method it means: `_method` of Rails, Laravel, Symfony and
 * Express, in the query or in a form, `$httpMethod` of Google's APIs, and the override headers by their names. PHP
 * reads `.method` and `[method` as `_method` too.
 */
const PARAMETER =
  /(?<![a-z0-9_.$-])(?:[_.[]method|\$httpmethod|x[-_.]http[-_.]method(?:[-_.]override)?|x[-_.]method[-_.]override)(?=[^a-z0-9_.-])/g;
/** `_method=DELETE`, `"_method": "DELETE"`, `name="_method"` with the value behind an empty line. */
const VALUE = /^[^a-z0-9]{1,40}([a-z]{3,20})(?![a-z0-9])/;
const PART_VALUE = /\n\r?\n[^a-z0-9]{0,8}([a-z]{3,20})(?![a-z0-9])/;
/** Where the value of a part is looked for, behind its other header fields. */
const PART_HEAD = 512;
const MAX_PARAMETERS = 16;
/** What rules and tools can name besides `POST`; stands for more parameters than anybody sends. */
const ANY = ['GET', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const;

/** The methods that parameters of a decoded, lower-case query or body name, as `methodSet` takes them. */
export function overridesIn(text: string): readonly string[] {
  if (!text.includes('method')) return [];
  const named: string[] = [];
  let count = 0;
  for (const { 0: name, index } of text.matchAll(PARAMETER)) {
    if (++count > MAX_PARAMETERS) return ANY;
    const rest = text.slice(index + name.length, index + name.length + PART_HEAD);
    for (const pattern of [VALUE, PART_VALUE]) {
      const value = pattern.exec(rest)?.[1];
      if (value !== undefined) named.push(value);
    }
  }
  return named;
}
