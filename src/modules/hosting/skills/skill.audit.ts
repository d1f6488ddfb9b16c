import { declareAudited } from '../../foundation/audit/audited.js';

export const skillAudit = declareAudited('skill');
