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
/** A method name is 20 characters at most; anything much longer is no override and bounds the work. */
const MAX_HEADER_LENGTH = 256;

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

function addOverrides(members: Set<string>, header: string): void {
  if (header.length > MAX_HEADER_LENGTH) return;
  for (const part of header.split(',')) {
    const value = part.trim().toUpperCase();
    if (!OVERRIDE_VALUE.test(value)) continue;
    members.add(value);
    if (value === 'HEAD') members.add('GET');
  }
}
