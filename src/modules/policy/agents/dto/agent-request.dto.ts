import { atLeastOneOf, BodyRules, fieldIn, without } from '../../../../kernel/http/body-rules.js';
import { ArrayField, EnumField, StringField } from '../../../../kernel/http/fields.js';
import { IDENTIFIER, IDENTIFIER_MESSAGE } from '../agent-identifier.js';

/** Ten times what one import brings (01 §19.10). */
const MAX_SECRETS = 10_000;

export class ListAgentsQuery {
  @EnumField(['grants-summary'], { optional: true, description: 'Adds `grantsSummary` to each item.' })
  include?: 'grants-summary';
}

@BodyRules({
  schema: { anyOf: [fieldIn('kind', ['hosted']), without('harness', 'instructions')] },
  problemOf: ({ kind = 'byo', harness, instructions }) =>
    kind === 'hosted' || (harness === undefined && instructions === undefined)
      ? null
      : 'harness and instructions are for hosted agents only',
})
export class CreateAgentRequest {
  @StringField({ trim: true, minLength: 1, maxLength: 255 })
  name: string;

  @StringField({ pattern: IDENTIFIER, patternMessage: IDENTIFIER_MESSAGE })
  identifier: string;

  @EnumField(['byo', 'hosted'], { optional: true })
  kind?: 'byo' | 'hosted';

  @StringField({ optional: true, minLength: 1, maxLength: 100, description: 'Hosted agents only.' })
  harness?: string;

  @StringField({ optional: true, maxLength: 20_000, description: 'Hosted agents only.' })
  instructions?: string;

  @StringField({ optional: true, pattern: IDENTIFIER, patternMessage: IDENTIFIER_MESSAGE })
  parentIdentifier?: string;
}

@BodyRules(atLeastOneOf(['name', 'instructions', 'model', 'effort']))
export class UpdateAgentRequest {
  @StringField({ optional: true, trim: true, minLength: 1, maxLength: 255 })
  name?: string;

  @StringField({ optional: true, nullable: true, maxLength: 20_000, description: 'Hosted agents only.' })
  instructions?: string | null;

  @StringField({
    optional: true,
    nullable: true,
    minLength: 1,
    maxLength: 200,
    description: 'Hosted agents only.',
  })
  model?: string | null;

  @EnumField(['low', 'medium', 'high', 'max'], {
    optional: true,
    nullable: true,
    description: 'Hosted agents only.',
  })
  effort?: string | null;
}

export class SetAgentSecretsRequest {
  @ArrayField('string', {
    maxItems: MAX_SECRETS,
    description: 'The agent keeps exactly these secret grants.',
  })
  secretIds: string[];
}
