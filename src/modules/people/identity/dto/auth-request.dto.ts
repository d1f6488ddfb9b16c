// Bodies of `/auth/*`. Only types are judged here; lengths and e-mail syntax have codes of their own
// (01 §11.2) and are judged by the services.
import { EMAIL_SCHEMA } from '../model/email-address.js';
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '../model/password-rules.js';
import { Field } from '../../../../kernel/http/fields/fields.js';

/** The services judge it, with codes of their own (01 §11.2). */
const NEW_PASSWORD = { schema: { minLength: PASSWORD_MIN_LENGTH, maxLength: PASSWORD_MAX_LENGTH } };
const REDIRECT = 'Relative path, or a URL on a trusted origin';

export class SignUpRequest {
  @Field.string({ trim: true, minLength: 1, maxLength: 255 })
  name: string;

  @Field.string({ schema: EMAIL_SCHEMA })
  email: string;

  @Field.string(NEW_PASSWORD)
  password: string;

  @Field.string({ optional: true, nullAsAbsent: true, description: REDIRECT })
  callbackURL?: string;

  @Field.string({
    optional: true,
    nullAsAbsent: true,
    description:
      'Token of the claim link of a prepared account. Its holder may register where registration is by ' +
      'invitation',
  })
  claimToken?: string;
}

export class SignInRequest {
  @Field.string({ schema: EMAIL_SCHEMA })
  email: string;

  @Field.string()
  password: string;

  @Field.boolean({ optional: true, nullAsAbsent: true, description: 'Default `true`' })
  rememberMe?: boolean;

  @Field.string({ optional: true, nullAsAbsent: true, description: REDIRECT })
  callbackURL?: string;
}

export class RequestPasswordResetRequest {
  @Field.string({ schema: EMAIL_SCHEMA })
  email: string;

  @Field.string({ optional: true, nullAsAbsent: true, description: REDIRECT })
  redirectTo?: string;
}

export class ResetPasswordRequest {
  @Field.string(NEW_PASSWORD)
  newPassword: string;

  @Field.string()
  token: string;
}

export class ChangePasswordRequest {
  @Field.string()
  currentPassword: string;

  @Field.string(NEW_PASSWORD)
  newPassword: string;

  @Field.boolean({ optional: true, nullAsAbsent: true })
  revokeOtherSessions?: boolean;
}

export class RevokeSessionRequest {
  @Field.string({ description: 'The alias of the session, as in the list' })
  token: string;
}
