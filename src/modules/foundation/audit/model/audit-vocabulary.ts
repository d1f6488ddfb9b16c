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

/** What entries are about, in alphabetical order. Whole once the modules are loaded. */
export const AUDITED_SERVICES: string[] = [];
