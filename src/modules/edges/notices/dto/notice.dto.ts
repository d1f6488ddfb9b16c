import { DateTimeField, StringField } from '../../../../kernel/http/fields.js';

export class SetNoticeRequest {
  @StringField({ trim: true, minLength: 1, maxLength: 500, example: 'Tokens are replaced on Friday.' })
  text: string;
}

export class NoticeResponse extends SetNoticeRequest {
  @DateTimeField({ description: 'A week after it was put up.' })
  endsAt: string;
}
