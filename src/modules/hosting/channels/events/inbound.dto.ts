import { Field } from '../../../../kernel/http/fields/fields.js';

export class InboundAnswer {
  @Field.boolean({ optional: true, schema: { enum: [true] } })
  ok?: boolean;

  @Field.string({ optional: true, description: 'What Slack sent to see whether somebody is here.' })
  challenge?: string;
}
