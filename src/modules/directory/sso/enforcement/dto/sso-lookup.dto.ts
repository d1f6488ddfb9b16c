import { Field } from '../../../../../kernel/http/fields/fields.js';
import { EMAIL_MAX_LENGTH, EMAIL_PATTERN } from '../../../../people/identity/model/email-address.js';

export class SsoLookupRequest {
  @Field.string({
    trim: true,
    lowercase: true,
    maxLength: EMAIL_MAX_LENGTH,
    pattern: EMAIL_PATTERN,
    patternMessage: 'email must be an email address',
    format: 'email',
  })
  email: string;
}

export class SsoLookupResponse {
  @Field.boolean({
    description: 'Whether the domain of the address has an identity provider on this server.',
  })
  sso: boolean;

  @Field.string({ optional: true }) provider?: string;
  @Field.boolean({ optional: true, description: 'Whether single sign-on is the only way to sign in.' })
  enforced?: boolean;
  @Field.string({ optional: true, description: 'URL for the browser to open.' }) loginUrl?: string;
}
