/** Equal but for one slash at the end, which providers and administrators leave out or put in (05 §8.6 rule 5). */
export function isSameIssuer(one: string, other: string | null): boolean {
  return other !== null && issuerForms(one).includes(other);
}

/** The issuer with and without one slash at its end. */
export function issuerForms(issuer: string): [plain: string, slashed: string] {
  const plain = issuer.endsWith('/') ? issuer.slice(0, -1) : issuer;
  return [plain, `${plain}/`];
}
