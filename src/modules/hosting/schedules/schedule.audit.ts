import { declareAudited } from '../../foundation/audit/audited.js';

export const scheduleAudit = declareAudited('cron');
