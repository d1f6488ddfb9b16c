import { Field } from '../../../../kernel/http/fields/fields.js';

const REDIRECT = 'Relative path, or a URL on a trusted origin';

export class SocialSignInRequest {
  @Field.string({ description: 'Only `google` is available', schema: { enum: ['google'] } })
  provider: string;

  @Field.string({ optional: true, nullAsAbsent: true, description: `${REDIRECT}. Default: the dashboard` })
  callbackURL?: string;

  @Field.string({
    optional: true,
    nullAsAbsent: true,
    description: `${REDIRECT}; gets an \`error\` parameter. Default: the sign-in page`,
  })
  errorCallbackURL?: string;
}

export class SocialSignInResponse {
  @Field.string({ description: 'URL for the browser to open' })
  url: string;

  @Field.boolean()
  redirect: boolean;
}
