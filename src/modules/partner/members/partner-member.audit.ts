import { declareAudited } from '../../foundation/audit/audited.js';

export const partnerMemberAudit = declareAudited('partner-member');
