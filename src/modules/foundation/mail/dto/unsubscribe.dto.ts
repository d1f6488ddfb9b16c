import { EnumField } from '../../../../kernel/http/fields.js';

export class UnsubscribedResponse {
  @EnumField(['OK'])
  status: 'OK';
}
