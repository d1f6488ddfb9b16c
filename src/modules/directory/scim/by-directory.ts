import { actingPerson, type AuditActor } from '../../foundation/audit/audit-origin.js';

/** No person: the organization's directory wrote it (05 §13). */
export function byDirectory(): AuditActor {
  return actingPerson(null, null, 'scim');
}
