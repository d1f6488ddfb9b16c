import { declareAudited } from '../../foundation/audit/audited.js';

export const provisionAudit = declareAudited('provision');
