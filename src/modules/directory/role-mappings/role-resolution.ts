import { Injectable, Logger } from '@nestjs/common';
import { Configuration } from '../../../kernel/config/configuration.js';
import { asksToRunAgain, type Queryable, type Tx } from '../../../kernel/database/database.js';
import { Epochs } from '../../../kernel/database/epochs.js';
import { actingPerson } from '../../foundation/audit/model/audit-origin.js';
import type { RoleTrigger } from '../../people/organizations/mapped-roles.js';
import { memberAudit } from '../../people/organizations/member.audit.js';
import { MembersService } from '../../people/organizations/members.service.js';
import { Demotions } from './demotions.js';
import type { MappedRole } from './dto/role-mapping.dto.js';

/** Of two mappings of the same priority the one that gives more wins (05 §4.3.3); `r` is the mapping. */
const ADMIN_BEFORE_MEMBER = `r.role = 'admin' DESC`;

interface Change {
  userId: string;
  email: string;
  from: MappedRole;
  to: MappedRole;
}

/** Whose role follows from their groups and is another one now: nobody's who owns the organization or is suspended. */
const changesOf = (mappings: string, concerned: string): string => `
  SELECT m.user_id AS "userId", u.email, m.role AS "from", best.role AS "to"
  FROM memberships m JOIN users u ON u.id = m.user_id
  CROSS JOIN LATERAL (
    SELECT r.role FROM ${mappings} r JOIN user_group_members g ON g.group_id = r.group_id
    WHERE g.user_id = m.user_id ORDER BY r.priority DESC, ${ADMIN_BEFORE_MEMBER} LIMIT 1
  ) best
  WHERE m.organization_id = $1 AND m.role <> 'owner' AND m.status = 'active' AND best.role <> m.role
    AND ${concerned}`;

const BY_USERS = `${changesOf(mappingsIn('$1'), 'm.user_id = ANY($2::uuid[])')} ORDER BY m.user_id`;

/** With the mapping of one group as it would be: `$2` the group, `$3` the role, `$4` where a new one would stand. */
const PREVIEW = changesOf(
  `(SELECT group_id, role, priority FROM role_mappings WHERE organization_id = $1 AND group_id <> $2
    UNION ALL
    SELECT $2, $3, coalesce((SELECT priority FROM role_mappings WHERE group_id = $2), $4::integer))`,
  'm.user_id IN (SELECT g.user_id FROM user_group_members g WHERE g.group_id = $2)',
);

/** Keeps roles as groups say they are (05 §4.3). */
@Injectable()
export class RoleResolution {
  private readonly log = new Logger(RoleResolution.name);

  constructor(
    private readonly configuration: Configuration,
    private readonly epochs: Epochs,
    private readonly members: MembersService,
    private readonly demotions: Demotions,
  ) {}

  /**
   * Resolves the roles of these people anew, each behind a savepoint: neither the request that made it necessary nor
   * anybody else's role depends on one who fails. The organization is locked. Without a licence nothing is applied.
   */
  async apply(tx: Tx, trigger: RoleTrigger): Promise<void> {
    if (!this.configuration.entitled) return;
    const { organizationId, userIds } = trigger;
    const changes = await tx.query<Change>(BY_USERS, [organizationId, userIds]);
    for (const change of changes) await this.guarded(tx, () => this.change(tx, trigger, change));
    if (changes.length > 0) await this.epochs.raise(tx, { organization: organizationId });
  }

  /** How many roles the mapping would change. */
  async countChanges(
    q: Queryable,
    organizationId: string,
    { groupId, role, priority }: { groupId: string; role: MappedRole; priority: number },
  ): Promise<number> {
    const [counted] = await q.query<{ changes: number }>(
      `SELECT count(*)::int AS changes FROM (${PREVIEW}) change`,
      [organizationId, groupId, role, priority],
    );
    return counted!.changes;
  }

  private async change(
    tx: Tx,
    { organizationId, source }: RoleTrigger,
    { userId, email, from, to }: Change,
  ): Promise<void> {
    const by = actingPerson(userId, email, source);
    await this.members.change(tx, organizationId, userId, { role: to });
    await memberAudit.record(tx, { organizationId, by }, 'update', { from, to, trigger: 'role-mapping' });
    if (to === 'member') await this.demotions.apply(tx, { organizationId, userId, by });
  }

  private async guarded(tx: Tx, work: () => Promise<void>): Promise<void> {
    try {
      await tx.savepoint(work);
    } catch (error) {
      if (asksToRunAgain(error)) throw error;
      this.log.error({ err: error }, 'AWS role could not be resolved');
    }
  }
}

/** The mappings of an organization, as a table of the statement. */
function mappingsIn(organizationId: string): string {
  return `(SELECT group_id, role, priority FROM role_mappings WHERE organization_id = ${organizationId})`;
}
