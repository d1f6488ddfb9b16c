import { declareAudited } from '../../audit/audited.js';

export const grantAudit = declareAudited('grant');
