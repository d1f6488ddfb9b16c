/** The closed vocabularies of 01 §24; a new word is a change of the contract. */
export const AUDIT_ACTIONS = [
  'create',
  'update',
  'delete',
  'regenerate',
  'disconnect',
  'approve',
  'deny',
  'publish',
  'redact',
  'verify',
  'invite',
  'accept',
  'claim',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** What no module writes about yet; a filter may name it all the same. */
const TO_COME =
  'app-connection app-config app-availability budget domain sso-connection group role-mapping scim-token provision partner partner-secret partner-member';

/** What entries are about, in alphabetical order. Whole once the modules are loaded. */
export const AUDITED_SERVICES: string[] = TO_COME.split(' ').sort();
