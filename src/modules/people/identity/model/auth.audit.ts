import { declareAudited } from '../../../foundation/audit/audited.js';

export const authAudit = declareAudited('auth');
