import { Field } from '../../../../kernel/http/fields.js';

export class UnsubscribedResponse {
  @Field.oneOf(['OK'])
  status: 'OK';
}
