import { Field } from '../../../../kernel/http/fields/fields.js';
import { RESOURCE_SCOPE_SCHEMA } from '../../../foundation/policy-sets/resource-scope.schema.js';

const MAX_VALUE = 1000;
const MAX_KEY = 500;
const MAX_CONDITIONS = 10;

export class BodyConditionRequest {
  @Field.oneOf(['body'])
  target: 'body';

  @Field.oneOf(['contains'])
  operator: 'contains';

  @Field.string({ minLength: 1, maxLength: MAX_VALUE })
  value: string;

  @Field.string({ optional: true, maxLength: MAX_KEY })
  key?: string;
}

export const BODY_CONDITIONS_SCHEMA = {
  type: 'array',
  maxItems: MAX_CONDITIONS,
  items: {
    type: 'object',
    required: ['target', 'operator', 'value'],
    properties: {
      target: { type: 'string', enum: ['body'] },
      operator: { type: 'string', enum: ['contains'] },
      value: { type: 'string', minLength: 1, maxLength: MAX_VALUE },
      key: { type: 'string', maxLength: MAX_KEY, description: 'Dotted path into a JSON body.' },
    },
  },
};

/** Both forms of 02 §6.8. */
export const CONDITIONS_SCHEMA = {
  oneOf: [BODY_CONDITIONS_SCHEMA, RESOURCE_SCOPE_SCHEMA],
};
