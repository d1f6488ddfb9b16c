import { Injectable } from '@nestjs/common';
import { AccessQueries } from '../../../kernel/access/queries/access.queries.js';
import { Database } from '../../../kernel/database/database.js';
import type { DeviceLoginOptionsResponse } from './dto/device-login.dto.js';

interface Choice {
  organizationId: string;
  organizationName: string;
  workspaceId: string | null;
  workspaceName: string | null;
}

/** More than anybody scrolls through; the rest of a larger membership is reached by naming the workspace. */
const MAX_CHOICES = 1_000;

/** What a person may let a client into: their organizations, oldest membership first, with the workspaces. */
@Injectable()
export class DeviceLoginOptions {
  constructor(
    private readonly db: Database,
    private readonly access: AccessQueries,
  ) {}

  /** A workspace the person created but may no longer use is left out: confirming for it would be refused. */
  async of(userId: string): Promise<DeviceLoginOptionsResponse> {
    const choices = await this.db.query<Choice>(
      `SELECT o.id AS "organizationId", o.name AS "organizationName",
         w.id AS "workspaceId", w.name AS "workspaceName"
       FROM memberships m JOIN organizations o ON o.id = m.organization_id
       LEFT JOIN workspaces w ON w.organization_id = o.id AND ${this.access.visibleWorkspaces('w.id')}
       WHERE m.user_id = $1 AND m.status = 'active'
       ORDER BY m.created_at, o.id, w.created_at, w.id LIMIT ${MAX_CHOICES}`,
      [userId],
    );
    const byOrganization = Map.groupBy(choices, ({ organizationId }) => organizationId);
    return { organizations: [...byOrganization.values()].map(organizationOf) };
  }
}

function organizationOf(choices: Choice[]): DeviceLoginOptionsResponse['organizations'][number] {
  const { organizationId: id, organizationName: name } = choices[0]!;
  const workspaces = choices.flatMap(({ workspaceId, workspaceName }) =>
    workspaceId === null ? [] : [{ id: workspaceId, name: workspaceName }],
  );
  return { id, name, workspaces, projects: workspaces };
}
