import type { GroupResponse } from './dto/group.dto.js';
import type { GroupEntity } from './group.entity.js';

export interface GroupRow extends GroupEntity {
  /** Suspended ones too (05 §3.1). */
  memberCount: number;
}

export function presentGroup({ createdAt, updatedAt, ...row }: GroupRow): GroupResponse {
  const { id, name, source, externalId, memberCount } = row;
  return {
    id,
    name,
    source,
    externalId,
    memberCount,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}
