import { declareAudited } from '../audit/audited.js';

export const apiKeyAudit = declareAudited('api-key');
