import { Field } from '../../../../kernel/http/fields/fields.js';

export class DisconnectAppQuery {
  @Field.string({
    trim: true,
    minLength: 1,
    maxLength: 100,
    requiredMessage: 'connectionId is required',
  })
  connectionId: string;
}
