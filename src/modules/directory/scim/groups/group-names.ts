import { Injectable } from '@nestjs/common';
import type { DirectoryGroup } from '../../../../domain/protocols/scim/directory-group.js';
import type { Tx } from '../../../../kernel/database/database.js';
import { AppError } from '../../../../kernel/errors/app-error.js';
import { scimErrors } from '../protocol/scim.errors.js';

const HOLDERS = `
  SELECT name = $2 AS "sameName", source FROM user_groups
  WHERE organization_id = $1 AND id IS DISTINCT FROM $4::uuid AND (name = $2 OR source = 'scim' AND external_id = $3)
  ORDER BY 1 DESC LIMIT 1`;

/** Names of groups are one list, whoever keeps the group; external ids are the directory's (05 §3.1, §10.7). */
@Injectable()
export class GroupNames {
  /** Under the organization's lock. `groupId`: the group that is to have them, null for a new one. */
  async requireFree(
    tx: Tx,
    organizationId: string,
    { displayName, externalId }: DirectoryGroup,
    groupId: string | null,
  ): Promise<void> {
    const [holder] = await tx.query<{ sameName: boolean; source: 'manual' | 'scim' }>(HOLDERS, [
      organizationId,
      displayName,
      externalId,
      groupId,
    ]);
    if (holder === undefined) return;
    if (!holder.sameName) throw new AppError(scimErrors.scim_group_external_id_taken);
    const message =
      'A group that an administrator keeps has this displayName already. Rename one of them, or have the directory take it over.';
    throw new AppError(scimErrors.scim_group_exists, holder.source === 'manual' ? { message } : {});
  }
}
