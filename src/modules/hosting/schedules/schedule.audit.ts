import { type WorkspaceScope, workspaceScope } from '../../../kernel/database/scope.js';
import { actingPerson, type WorkspaceOrigin } from '../../foundation/audit/model/audit-origin.js';
import { declareAudited } from '../../foundation/audit/audited.js';

export const scheduleAudit = declareAudited('cron');

/** Nobody asked for it. */
export function byTheClock(scope: WorkspaceScope): WorkspaceOrigin {
  return { ...workspaceScope(scope), by: actingPerson(null, null, 'system') };
}
