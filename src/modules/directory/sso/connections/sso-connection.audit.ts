import { declareAudited } from '../../../foundation/audit/audited.js';

export const ssoConnectionAudit = declareAudited('sso-connection');
