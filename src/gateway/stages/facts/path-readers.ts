import type { AgentAccess } from '../../../modules/policy/agent-snapshot/agent-access.js';

/**
 * Whether anything that is known about this host depends on the path: a rule, a tool, an app that shares the host, a credential that goes to some
 * paths only, an account that is narrowed to part of its resources (R25). Elsewhere paths are forwarded unread.
 */
export function somebodyReadsPaths(access: AgentAccess, host: string): boolean {
  return (
    access.policy.viewFor(host).readsPath ||
    access.granted.readsPath(host) ||
    access.connections.readsPath(host) ||
    access.apps.readsPath(host) ||
    (access.resourceScopes.size > 0 &&
      access.connections.on(host).connections.some(({ id }) => access.resourceScopes.has(id)))
  );
}
