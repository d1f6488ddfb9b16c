import { Injectable } from '@nestjs/common';
import type { OrganizationCaller } from '../../../kernel/access/declaration/caller.js';
import { Database } from '../../../kernel/database/database.js';
import { actorOf, organizationOriginOf } from '../../foundation/audit/model/audit-origin.js';
import { SessionsService } from '../../people/identity/sessions/sessions.service.js';
import { MemberRemovalService } from '../../people/org/member-removal.service.js';
import { AdministratorLock } from '../../people/organizations/administrator-lock.js';
import { memberAudit } from '../../people/organizations/member.audit.js';
import { MembersService } from '../../people/organizations/members.service.js';
import { SsoIdentities } from '../sso-identities/sso-identities.service.js';
import type { RemovalImpactResponse } from './dto/removal-impact.dto.js';
import { requireAnother } from './member-changes.service.js';

/** Sending people away, seeing before what goes with them, and forgetting who they are elsewhere (05 §2.7). */
@Injectable()
export class MemberRemoval {
  constructor(
    private readonly db: Database,
    private readonly administrators: AdministratorLock,
    private readonly members: MembersService,
    private readonly departures: MemberRemovalService,
    private readonly identities: SsoIdentities,
    private readonly sessions: SessionsService,
  ) {}

  /** Of every member, also of one who cannot be removed: whether they can, `remove` says. */
  async impact({ organizationId }: OrganizationCaller, userId: string): Promise<RemovalImpactResponse> {
    await this.members.require(this.db, organizationId, userId);
    return { workspaces: await this.departures.preview(this.db, { organizationId, userId }) };
  }

  remove(caller: OrganizationCaller, userId: string): Promise<void> {
    const { organizationId } = caller;
    return this.db.tx(async (tx) => {
      await this.administrators.take(tx, caller);
      const member = await this.members.require(tx, organizationId, userId);
      requireAnother(caller, member);
      await this.departures.depart(
        tx,
        { organizationId, userId },
        {
          by: actorOf(caller),
          metadata: { targetUserId: userId, email: member.email },
          sentAway: true,
        },
      );
    });
  }

  /** What the identity provider has said about the person ends, sessions that came by it included. */
  unlink(caller: OrganizationCaller, userId: string): Promise<void> {
    const { organizationId } = caller;
    return this.db.tx(async (tx) => {
      await this.administrators.take(tx, caller);
      await this.members.require(tx, organizationId, userId);
      if (!(await this.identities.unlink(tx, { organizationId, userId }))) return;
      await this.sessions.endBySso(tx, { organizationId, userId });
      const metadata = { targetUserId: userId, ssoIdentity: 'unlinked' };
      await memberAudit.record(tx, organizationOriginOf(caller), 'update', metadata);
    });
  }
}
