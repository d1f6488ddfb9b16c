/** Of a signature in the query: version 4, and version 2, which old clients of S3 still write. */
const SIGNATURES = ['X-Amz-Signature=', 'Signature='];

/**
 * Whether the address of a request is its credential. It was signed by whoever gave it away, often of another account,
 * and a second signature in a field makes S3 refuse both.
 */
export function isPresigned(query: string | null): boolean {
  if (query === null || !query.includes('Signature=')) return false;
  return query.split('&').some((pair) => SIGNATURES.some((name) => pair.startsWith(name)));
}
