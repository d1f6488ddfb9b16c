import { declareAudited } from '../../foundation/audit/audited.js';

/** About partners themselves, and the links of the organizations they made. */
export const partnerAudit = declareAudited('partner');
