import type { RouteAccess } from './access.decorator.js';

/** What makes a rule unusable, in words for the one who wrote it; null when it is fine. */
export function faultOf(rule: RouteAccess | undefined): string | null {
  if (rule === undefined) return 'neither @Access nor @Public';
  if (rule.public) return null;
  if (rule.as.length === 0) return 'accepts no credential';
  if (rule.sessionOnly && rule.as.some((kind) => kind !== 'session'))
    return 'session-only, yet accepts a key';
  if (rule.role !== undefined && !['organization', 'workspace', 'partner'].includes(rule.level)) {
    return 'names a role without an organization or partner to hold it in';
  }
  if (rule.roleInEveryEdition && rule.role === undefined) return 'roleInEveryEdition without a role';
  if (rule.needsWorkspace && rule.level === 'workspace') return 'level workspace always needs one';
  if (rule.as.includes('partner-key') !== (rule.level === 'partner'))
    return 'takes a partner’s key on another level than partner, or the other way round';
  return null;
}
