import type { AgentAccess } from '../../modules/policy/agent-snapshot/agent-access.js';

const NONE: readonly string[] = [];
/** Of agents, as of one moment. */
const known = new WeakMap<AgentAccess, ReadonlySet<string>>();

/** The secrets an agent may receive that a partner lends its organization. */
export function lentTo(access: AgentAccess): ReadonlySet<string> {
  let lent = known.get(access);
  if (lent === undefined) {
    lent = new Set(access.secrets.filter(({ level }) => level === 'partner').map(({ id }) => id));
    known.set(access, lent);
  }
  return lent;
}

/** Those of them that are a partner's. */
export function lentAmong(access: AgentAccess, secretIds: readonly string[]): readonly string[] {
  if (secretIds.length === 0) return NONE;
  const lent = lentTo(access);
  return lent.size === 0 ? NONE : secretIds.filter((id) => lent.has(id));
}
