/** What a new list of people and groups changes of the one there is (05 §5.2). Pure. */
import type { Bindings } from '../../people/workspaces/workspace-bindings.js';
import type { BindingRole } from './dto/workspace-access.dto.js';

export interface WantedAccess {
  users: readonly { userId: string; role: BindingRole }[];
  groupIds: readonly string[];
}

export interface AccessChange {
  addedUsers: { userId: string; role: BindingRole }[];
  addedGroups: string[];
  changedUsers: { userId: string; role: BindingRole }[];
  /** Ids of bindings. */
  removed: string[];
}

export function accessChange(present: Bindings, wanted: WantedAccess): AccessChange {
  const roles = new Map(wanted.users.map(({ userId, role }) => [userId.toLowerCase(), role]));
  const groups = new Set(wanted.groupIds.map((id) => id.toLowerCase()));
  const boundRoles = new Map(present.users.map(({ userId, role }) => [userId, role]));
  const boundGroups = new Set(present.groups.map(({ groupId }) => groupId));
  const people = [...roles].map(([userId, role]) => ({ userId, role }));
  return {
    addedUsers: people.filter(({ userId }) => !boundRoles.has(userId)),
    addedGroups: [...groups].filter((id) => !boundGroups.has(id)),
    changedUsers: people.filter(
      ({ userId, role }) => boundRoles.has(userId) && boundRoles.get(userId) !== role,
    ),
    removed: [
      ...present.users.filter(({ userId }) => !roles.has(userId)),
      ...present.groups.filter(({ groupId }) => !groups.has(groupId)),
    ].map(({ id }) => id),
  };
}
