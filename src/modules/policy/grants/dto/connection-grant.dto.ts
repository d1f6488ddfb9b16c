import { BodyRules, fieldIn, requiredUnless } from '../../../../kernel/http/body-rules.js';
import type { SessionPolicy } from '../../../../domain/policy/model.js';
import { ArrayField, EnumField, JsonField, StringField } from '../../../../kernel/http/fields.js';
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
  @EnumField(['full', 'custom'], {
    description:
      '`full`: the whole app, tools added later included. `custom`: the named tools and nothing else.',
  })
  access: 'full' | 'custom';

  @ArrayField('string', { ...TOOL_IDS, description: 'Tool ids; required for `custom`.' })
  allow?: string[];

  @ArrayField('string', {
    ...TOOL_IDS,
    description: 'Tool ids that need a decision of a person per request; required for `custom`.',
  })
  ask?: string[];

  @JsonField({
    optional: true,
    nullable: true,
    schema: RESOURCE_SCOPE_SCHEMA,
    description: 'Absent keeps what is stored, null removes the restriction.',
  })
  resources?: unknown;
}

export class AgentOnConnectionResponse {
  @StringField() agentId: string;
  @EnumField(['full', 'custom']) access: 'full' | 'custom';
  @ArrayField('string') allow: string[];
  @ArrayField('string') ask: string[];
}

export class ConnectionGrantsResponse {
  @StringField() connectionId: string;
  @ArrayField(AgentOnConnectionResponse) agents: AgentOnConnectionResponse[];
}

export class GrantedConnectionResponse {
  @StringField() connectionId: string;
  @StringField() provider: string;
  @StringField({ nullable: true }) label: string | null;
  @EnumField(['workspace', 'organization']) scope: 'workspace' | 'organization';
  @EnumField(['full', 'custom']) access: 'full' | 'custom';
  @ArrayField('string') allow: string[];
  @ArrayField('string') ask: string[];
  @JsonField({ nullable: true, schema: RESOURCE_SCOPE_SCHEMA }) resources: SessionPolicy | null;
}
