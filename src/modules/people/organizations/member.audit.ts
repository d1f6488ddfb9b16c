import { declareAudited } from '../../foundation/audit/audited.js';

export const memberAudit = declareAudited('member');
