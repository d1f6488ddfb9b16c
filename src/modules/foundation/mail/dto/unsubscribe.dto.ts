import { Field } from '../../../../kernel/http/fields/fields.js';

export class UnsubscribedResponse {
  @Field.oneOf(['OK'])
  status: 'OK';
}
