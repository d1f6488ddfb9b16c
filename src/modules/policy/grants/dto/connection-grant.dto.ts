import { BodyRules, fieldIn, requiredUnless } from '../../../../kernel/http/fields/body-rules.js';
import type { SessionPolicy } from '../../../../domain/decision/policy/model.js';
import { Field } from '../../../../kernel/http/fields/fields.js';
import { RESOURCE_SCOPE_SCHEMA } from '../../../foundation/policy-sets/resource-scope.schema.js';

/** 02 §19. */
const MAX_TOOLS = 200;
const TOOL_IDS = { optional: true, maxItems: MAX_TOOLS, itemMinLength: 1, itemMaxLength: 255 };

@BodyRules(requiredUnless(fieldIn('access', ['full']), 'allow', 'ask'), {
  schema: {
    anyOf: [
      fieldIn('access', ['full']),
      { properties: { allow: { minItems: 1 } } },
      { properties: { ask: { minItems: 1 } } },
    ],
  },
})
export class ConnectionGrantRequest {
  @Field.oneOf(['full', 'custom'], {
    description:
      '`full`: the whole app, including tools that are added later. `custom`: only the named tools.',
  })
  access: 'full' | 'custom';

  @Field.list('string', { ...TOOL_IDS, description: 'Tool ids; required for `custom`.' })
  allow?: string[];

  @Field.list('string', {
    ...TOOL_IDS,
    description: 'Ids of tools that require approval of each request; required for `custom`.',
  })
  ask?: string[];

  @Field.json({
    optional: true,
    nullable: true,
    schema: RESOURCE_SCOPE_SCHEMA,
    description: 'If absent, the stored restriction is kept. Null removes it.',
  })
  resources?: unknown;
}

export class AgentOnConnectionResponse {
  @Field.string() agentId: string;
  @Field.oneOf(['full', 'custom']) access: 'full' | 'custom';
  @Field.list('string') allow: string[];
  @Field.list('string') ask: string[];
}

export class ConnectionGrantsResponse {
  @Field.string() connectionId: string;
  @Field.list(AgentOnConnectionResponse) agents: AgentOnConnectionResponse[];
}

export class GrantedConnectionResponse {
  @Field.string() connectionId: string;
  @Field.string() provider: string;
  @Field.string({ nullable: true }) label: string | null;
  @Field.oneOf(['workspace', 'organization']) scope: 'workspace' | 'organization';
  @Field.oneOf(['full', 'custom']) access: 'full' | 'custom';
  @Field.list('string') allow: string[];
  @Field.list('string') ask: string[];
  @Field.json({ nullable: true, schema: RESOURCE_SCOPE_SCHEMA }) resources: SessionPolicy | null;
}
