import { declareAudited } from '../../foundation/audit/audited.js';

export const memoryAudit = declareAudited('memory');
