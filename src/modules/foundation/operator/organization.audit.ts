import { declareAudited } from '../audit/audited.js';

export const organizationAudit = declareAudited('organization');
