import type { SessionPolicy } from '../../../domain/policy/model.js';
import { MAX_FOLDERS, MAX_REPOSITORIES } from '../../../domain/scopes/resource-scope.js';
import { ArrayField, EnumField, JsonField, StringField } from '../../../kernel/http/fields.js';

/** 02 §19. */
const MAX_TOOLS = 200;
const TOOL_IDS = { optional: true, maxItems: MAX_TOOLS, itemMinLength: 1, itemMaxLength: 255 };
const entries = (maxItems: number) => ({ type: 'array', items: { type: 'string' }, minItems: 1, maxItems });

const RESOURCES_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  minProperties: 1,
  maxProperties: 1,
  properties: {
    repositories: entries(MAX_REPOSITORIES),
    folders: entries(MAX_FOLDERS),
    driveFolders: entries(MAX_FOLDERS),
  },
};

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
    schema: RESOURCES_SCHEMA,
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
  @JsonField({ nullable: true, schema: RESOURCES_SCHEMA }) resources: SessionPolicy | null;
}
