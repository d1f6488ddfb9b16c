import { declareAudited } from '../../foundation/audit/audited.js';

export const groupAudit = declareAudited('group');
