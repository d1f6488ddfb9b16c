import type { AgentAccess } from '../../../modules/policy/agent-snapshot/agent-access.js';
import { isAmbiguousPath } from '../../../domain/decision/matching/ambiguous-path.js';
import { tooManyPaths } from '../../../domain/decision/matching/named-paths.js';
import { overridesOf } from '../../exchange/path-overrides.js';
import type { Admitted } from '../../exchange/progress.js';
import { ambiguousPath, methodNotAllowed } from '../../exchange/results/refusals.js';
import type { Ended, Step } from '../../exchange/steps.js';

/** What of `normalise` is refused to a known agent, and so logged. */
export const normaliseMethod: Step<Admitted> = {
  name: 'normaliseMethod',
  run: ({ method }) => (method === 'TRACE' ? methodNotAllowed(method) : null),
};

/** What of `normalise` depends on the agent (R25). */
export const normalisePath: Step<Admitted> = {
  name: 'normalisePath',
  run(state): Ended {
    const overrides = overridesOf(state);
    const ambiguous =
      isAmbiguousPath(state.path) ||
      (overrides.length > 0 && (tooManyPaths(overrides) || overrides.some(isAmbiguousPath)));
    return ambiguous && pathMatters(state.access, state.host) ? ambiguousPath() : null;
  },
};

/**
 * Whether anything that is known about this host depends on the path: a rule, a tool, an app that shares the host, a credential that goes to some
 * paths only, an account that is narrowed to part of its resources (R25). Elsewhere paths are forwarded unread.
 */
function pathMatters(access: AgentAccess, host: string): boolean {
  return (
    access.policy.viewFor(host).readsPath ||
    access.granted.readsPath(host) ||
    access.connections.readsPath(host) ||
    access.apps.readsPath(host) ||
    (access.resourceScopes.size > 0 &&
      access.connections.on(host).connections.some(({ id }) => access.resourceScopes.has(id)))
  );
}
