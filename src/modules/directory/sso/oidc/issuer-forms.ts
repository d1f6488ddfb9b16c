/** The issuer with and without one slash at its end. */
export function issuerForms(issuer: string): [plain: string, slashed: string] {
  const plain = issuer.endsWith('/') ? issuer.slice(0, -1) : issuer;
  return [plain, `${plain}/`];
}
