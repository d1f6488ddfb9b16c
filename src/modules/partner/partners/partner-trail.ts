import type { PartnerCaller } from '../../../kernel/access/declaration/caller.js';
import type { Tx } from '../../../kernel/database/database.js';
import { actingPerson, type AuditActor } from '../../foundation/audit/model/audit-origin.js';
import type { Audited } from '../../foundation/audit/audited.js';
import type { AuditAction } from '../../foundation/audit/model/audit-vocabulary.js';

type Metadata = Record<string, unknown> | null;

/** As the partner's own log names who did it: a person, or the key (07 A2.6). */
export function partnerActor({ partnerName, member }: PartnerCaller): AuditActor {
  return member === null
    ? actingPerson(null, `partner-key (${partnerName})`, 'partner')
    : actingPerson(member.userId, member.email, 'partner');
}

/** As an organization's log names it: the partner, and nobody of its staff (07 A14). */
export function partnerAsActor({ partnerName }: Pick<PartnerCaller, 'partnerName'>): AuditActor {
  return actingPerson(null, partnerName, 'partner');
}

/** An entry in the partner's log alone. */
export function recordForPartner(
  tx: Tx,
  audited: Audited,
  caller: PartnerCaller,
  action: AuditAction,
  metadata: Metadata,
): Promise<void> {
  return audited.record(tx, { partnerId: caller.partnerId, by: partnerActor(caller) }, action, metadata);
}

/** The same event in the log of both, each naming the actor in its own way (07 A14). */
export async function recordForBoth(
  tx: Tx,
  audited: Audited,
  { caller, organizationId }: { caller: PartnerCaller; organizationId: string },
  action: AuditAction,
  metadata: Record<string, unknown>,
): Promise<void> {
  await audited.record(tx, { organizationId, by: partnerAsActor(caller) }, action, metadata);
  await recordForPartner(tx, audited, caller, action, { organizationId, ...metadata });
}
