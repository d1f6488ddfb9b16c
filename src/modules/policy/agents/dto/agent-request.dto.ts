import { atLeastOneOf, BodyRules, fieldIn, without } from '../../../../kernel/http/fields/body-rules.js';
import { Field } from '../../../../kernel/http/fields/fields.js';
import { IDENTIFIER, IDENTIFIER_MESSAGE } from '../model/agent-identifier.js';

/** Ten times what one import brings (01 §19.10). */
const MAX_SECRETS = 10_000;

export class ListAgentsQuery {
  @Field.oneOf(['grants-summary'], { optional: true, description: 'Adds `grantsSummary` to each item.' })
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
  @Field.string({ trim: true, minLength: 1, maxLength: 255 })
  name: string;

  @Field.string({ pattern: IDENTIFIER, patternMessage: IDENTIFIER_MESSAGE })
  identifier: string;

  @Field.oneOf(['byo', 'hosted'], { optional: true })
  kind?: 'byo' | 'hosted';

  @Field.string({ optional: true, minLength: 1, maxLength: 100, description: 'For hosted agents only.' })
  harness?: string;

  @Field.string({ optional: true, maxLength: 20_000, description: 'For hosted agents only.' })
  instructions?: string;

  @Field.string({ optional: true, pattern: IDENTIFIER, patternMessage: IDENTIFIER_MESSAGE })
  parentIdentifier?: string;
}

@BodyRules(atLeastOneOf(['name', 'instructions', 'model', 'effort']))
export class UpdateAgentRequest {
  @Field.string({ optional: true, trim: true, minLength: 1, maxLength: 255 })
  name?: string;

  @Field.string({ optional: true, nullable: true, maxLength: 20_000, description: 'For hosted agents only.' })
  instructions?: string | null;

  @Field.string({
    optional: true,
    nullable: true,
    minLength: 1,
    maxLength: 200,
    description: 'For hosted agents only.',
  })
  model?: string | null;

  @Field.oneOf(['low', 'medium', 'high', 'max'], {
    optional: true,
    nullable: true,
    description: 'For hosted agents only.',
  })
  effort?: string | null;
}

export class SetAgentSecretsRequest {
  @Field.list('string', {
    maxItems: MAX_SECRETS,
    description: 'The agent keeps exactly these secret grants.',
  })
  secretIds: string[];
}
