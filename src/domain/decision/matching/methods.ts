/**
 * The methods a request is judged as (contract 02 §9.1, §9.4): its own first, `GET` for a `HEAD`, and what a
 * `POST` asks a framework to treat it as. Frameworks honour the override headers, so a rule on the overriding
 * method must see the request.
 */
export const METHOD_OVERRIDE_HEADERS = [
  'x-http-method-override',
  'x-http-method',
  'x-method-override',
] as const;

const OVERRIDE_VALUE = /^[A-Z-]{1,20}$/;
/** The methods rules and tools can name. */
const NAMEABLE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

const SINGLE = new Map<string, readonly string[]>(
  ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].map((method) => [method, Object.freeze([method])]),
);
const HEAD: readonly string[] = Object.freeze(['HEAD', 'GET']);
const NONE: readonly string[] = Object.freeze([]);

/** `overrides`: the raw values of the headers of `METHOD_OVERRIDE_HEADERS`, in any order. */
export function methodSet(method: string, overrides: readonly string[] = NONE): readonly string[] {
  const own = method.toUpperCase();
  if (own === 'HEAD') return HEAD;
  const single = SINGLE.get(own) ?? [own];
  if (own !== 'POST' || overrides.length === 0) return single;
  const members = new Set(single);
  for (const header of overrides) addOverrides(members, header);
  return members.size === 1 ? single : [...members];
}

/**
 * Headers of any length are read, because frameworks read them. No rule can name another method than these, so
 * one other stands for all of them: an agent that lists thousands does not make policy be asked thousands of times.
 */
function addOverrides(members: Set<string>, header: string): void {
  for (const part of header.split(',')) {
    const value = part.trim().toUpperCase();
    if (members.has(value) || !OVERRIDE_VALUE.test(value)) continue;
    if (!NAMEABLE.has(value) && [...members].some((member) => !NAMEABLE.has(member))) continue;
    members.add(value);
    if (value === 'HEAD') members.add('GET');
  }
}
