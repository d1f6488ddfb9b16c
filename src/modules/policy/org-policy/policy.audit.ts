import { declareAudited } from '../../foundation/audit/audited.js';

export const policyAudit = declareAudited('policy');
