/** Whether a caller that names these tags in `If-None-Match` has this version already (RFC 9110 §13.1.2). */
export function isKnownVersion(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.split(',').some((named) => {
    const known = named.trim();
    return known === '*' || known.replace(/^W\//, '') === tag;
  });
}
