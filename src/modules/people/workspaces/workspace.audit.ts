import { declareAudited } from '../../foundation/audit/audited.js';

export const workspaceAudit = declareAudited('workspace');
