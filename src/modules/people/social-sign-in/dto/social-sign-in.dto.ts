import { BooleanField, StringField } from '../../../../kernel/http/fields.js';

const REDIRECT = 'Relative path, or a URL on a trusted origin';

export class SocialSignInRequest {
  @StringField({ description: 'Only `google` is offered', schema: { enum: ['google'] } })
  provider: string;

  @StringField({ optional: true, nullAsAbsent: true, description: `${REDIRECT}. Default: the dashboard` })
  callbackURL?: string;

  @StringField({
    optional: true,
    nullAsAbsent: true,
    description: `${REDIRECT}; gets an \`error\` parameter. Default: the sign-in page`,
  })
  errorCallbackURL?: string;
}

export class SocialSignInResponse {
  @StringField({ description: 'Where to send the browser' })
  url: string;

  @BooleanField()
  redirect: boolean;
}
