import { declareAudited } from '../../../foundation/audit/audited.js';

export const channelAudit = declareAudited('channel');
