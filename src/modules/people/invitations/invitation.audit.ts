import { declareAudited } from '../../foundation/audit/audited.js';

export const invitationAudit = declareAudited('invitation');
