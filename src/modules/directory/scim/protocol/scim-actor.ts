import type { ScimCaller } from '../../../../kernel/access/declaration/caller.js';
import type { Tx } from '../../../../kernel/database/database.js';
import { type AuditActor, actingPerson } from '../../../foundation/audit/model/audit-origin.js';

const ACTOR = `
  SELECT u.id AS "userId", u.email, (SELECT t.label FROM scim_tokens t WHERE t.id = $2) AS label
  FROM memberships m JOIN users u ON u.id = m.user_id WHERE m.organization_id = $1 AND m.role = 'owner'`;

/** A directory has nobody who acts: its entries name the owner of the organization, and the token (05 §13). */
export async function scimActor(
  tx: Tx,
  { organizationId, credentialId: scimTokenId }: ScimCaller,
): Promise<AuditActor> {
  const [found] = await tx.query<{ userId: string; email: string; label: string | null }>(ACTOR, [
    organizationId,
    scimTokenId,
  ]);
  const { userId = null, email = null, label = null } = found ?? {};
  return { ...actingPerson(userId, email, 'scim'), told: { scimTokenId, scimTokenLabel: label } };
}
