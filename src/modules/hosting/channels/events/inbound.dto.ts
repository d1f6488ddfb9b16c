import { Field } from '../../../../kernel/http/fields/fields.js';

export class InboundAnswer {
  @Field.boolean({ optional: true, schema: { enum: [true] } })
  ok?: boolean;

  @Field.string({ optional: true, description: 'The challenge with which Slack verifies the URL.' })
  challenge?: string;
}
