/** Addresses at which a provider speaks for everybody's accounts and not for one organization's (05 §8.4). */

const SHARED = new Set(['common', 'organizations', 'consumers']);
/** Where Microsoft keeps the accounts of private persons. */
const PRIVATE_PERSONS = '9188040d-6c67-4c5b-b112-36a304b66dad';
const ANY_TENANT = /\{tenant(?:id)?\}/i;

export function isMultiTenant(issuer: string): boolean {
  if (ANY_TENANT.test(issuer) || ANY_TENANT.test(issuer.replace(/%7b/gi, '{').replace(/%7d/gi, '}')))
    return true;
  const first = URL.parse(issuer)?.pathname.split('/')[1]?.toLowerCase() ?? '';
  return SHARED.has(first) || first === PRIVATE_PERSONS;
}
