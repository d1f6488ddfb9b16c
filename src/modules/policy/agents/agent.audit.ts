import { declareAudited } from '../../foundation/audit/audited.js';

export const agentAudit = declareAudited('agent');
