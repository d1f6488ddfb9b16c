import { Injectable } from '@nestjs/common';
import type { Queryable } from '../../../../kernel/database/database.js';
import { soleMemberships } from '../../organizations/single-organization-members.js';

/** What a claim of the account ends, counted. */
export interface ClaimImpact {
  password: boolean;
  sessions: number;
  apiKeys: number;
  /** In organizations nobody else is in, like the next ones. */
  agents: number;
  scimTokens: number;
  invitations: number;
  provisions: number;
}

const COUNTED = `
  SELECT EXISTS (SELECT FROM user_passwords WHERE user_id = $1) AS password,
    (SELECT count(*)::int FROM user_sessions WHERE user_id = $1 AND expires_at > now()) AS sessions,
    (SELECT count(*)::int FROM api_keys WHERE user_id = $1 AND family IN ('workspace', 'organization')) AS "apiKeys",
    (SELECT count(*)::int FROM agents a JOIN workspaces w ON w.id = a.workspace_id
     WHERE w.organization_id = ANY($2)) AS agents,
    (SELECT count(*)::int FROM scim_tokens WHERE organization_id = ANY($2) AND revoked_at IS NULL) AS "scimTokens",
    (SELECT count(*)::int FROM invitations
     WHERE organization_id = ANY($2) AND status = 'pending' AND expires_at > now()) AS invitations,
    (SELECT count(*)::int FROM provisions WHERE organization_id = ANY($2) AND expires_at > now()) AS provisions`;

/** Says beforehand, and for the log afterwards, what a claim ends (R46). Reads only; the endings are `AccountClaims`'. */
@Injectable()
export class ClaimImpacts {
  async of(q: Queryable, userId: string): Promise<ClaimImpact> {
    const [impact] = await q.query<ClaimImpact>(COUNTED, [userId, await soleMemberships(q, userId)]);
    return impact!;
  }
}

export function endsSomething({ password, ...counts }: ClaimImpact): boolean {
  return password || Object.values(counts).some((count) => count > 0);
}
