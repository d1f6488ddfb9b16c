import { applyDecorators, UseInterceptors } from '@nestjs/common';
import { Access } from '../../../../kernel/access/declaration/access.decorator.js';
import { Throttled } from '../../../../kernel/access/throttling/throttle.js';
import { ScimAnswers } from './scim-answers.interceptor.js';
import { ScimTokenUse } from './scim-token-use.interceptor.js';

/** Who may call SCIM, how often, and how it answers (05 §1.6, §10.3). */
export function ScimEndpoint(): ClassDecorator {
  return applyDecorators(
    Access({ as: ['scim'], level: 'none', edition: 'enterprise', feature: 'SCIM' }),
    Throttled({ name: 'scim', limits: [{ by: 'credential', limit: 600, seconds: 60 }] }),
    UseInterceptors(ScimTokenUse, ScimAnswers),
  );
}
