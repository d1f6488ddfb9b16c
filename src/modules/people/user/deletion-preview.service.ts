import { Injectable } from '@nestjs/common';
import { Database } from '../../../kernel/database/database.js';
import { MemberRemovalService } from '../org/member-removal.service.js';
import { withChannelApps } from '../org/workspaces-to-delete.js';
import { InvitationsService } from '../invitations/invitations.service.js';
import { WorkspacesService } from '../workspaces/workspaces.service.js';
import type {
  DeletedOrganizationResponse,
  DeletionBlockerResponse,
  DeletionImpactResponse,
  LeftOrganizationResponse,
} from './dto/account.dto.js';
import { type AffectedOrganization, organizationFates } from './organization-fates.js';
import { ownedPartner } from './owned-partner.js';

interface Counts {
  apiKeysRevoked: number;
  sessionsRevoked: number;
}

const COUNTS = `
  SELECT
    (SELECT count(*)::int FROM api_keys WHERE user_id = $1 AND family IN ('workspace', 'organization'))
      AS "apiKeysRevoked",
    (SELECT count(*)::int FROM user_sessions WHERE user_id = $1 AND expires_at > now()) AS "sessionsRevoked"`;

/** What deleting the account would take along; advisory, because the deed judges again (01 §17.5, §17.6.4). */
@Injectable()
export class DeletionPreview {
  constructor(
    private readonly db: Database,
    private readonly departures: MemberRemovalService,
    private readonly invitations: InvitationsService,
    private readonly workspaces: WorkspacesService,
  ) {}

  /** Blockers, organizations that go and that are left, and how many keys and live sessions end. */
  async of(userId: string): Promise<DeletionImpactResponse> {
    const { blocking, deleted, left } = await organizationFates(this.db, userId);
    const partner = await ownedPartner(this.db, userId);
    const blockers = [
      ...blocking.map((organization) => presentBlocker(organization, 'owner_with_members')),
      ...(partner ? [presentBlocker(partner, 'partner_owner')] : []),
    ];
    const [counts] = await this.db.query<Counts>(COUNTS, [userId]);
    return {
      canDelete: blockers.length === 0,
      blockers,
      organizationsDeleted: await inTurn(deleted, (organization) => this.deleted(organization)),
      organizationsLeft: await inTurn(left, (organization) => this.left(organization, userId)),
      ...counts!,
    };
  }

  private async deleted(organization: AffectedOrganization): Promise<DeletedOrganizationResponse> {
    const { id, name, unclaimedProvisions } = organization;
    return {
      id,
      name,
      workspaces: await withChannelApps(this.db, await this.workspaces.allOf(this.db, id)),
      pendingInvitations: await this.invitations.countLive(this.db, id),
      unclaimedProvisions,
    };
  }

  private async left(organization: AffectedOrganization, userId: string): Promise<LeftOrganizationResponse> {
    const { id, name, role, workspaceCount } = organization;
    const workspacesDeleted = await this.departures.preview(this.db, { organizationId: id, userId });
    return { id, name, role, workspacesDeleted, workspacesKept: workspaceCount - workspacesDeleted.length };
  }
}

function presentBlocker(
  { id, name, otherMembers }: Pick<AffectedOrganization, 'id' | 'name' | 'otherMembers'>,
  reason: DeletionBlockerResponse['reason'],
): DeletionBlockerResponse {
  return { organizationId: id, organizationName: name, reason, otherMembers };
}

/** One connection at a time: a person may be in many organizations. */
async function inTurn<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (const item of items) results.push(await work(item));
  return results;
}
