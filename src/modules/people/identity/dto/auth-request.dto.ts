// Bodies of `/auth/*`. Only types are judged here; lengths and e-mail syntax have codes of their own
// (01 §11.2) and are judged by the services.
import { EMAIL_SCHEMA } from '../email-address.js';
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '../password-rules.js';
import { BooleanField, StringField } from '../../../../kernel/http/fields.js';

/** The services judge it, with codes of their own (01 §11.2). */
const NEW_PASSWORD = { schema: { minLength: PASSWORD_MIN_LENGTH, maxLength: PASSWORD_MAX_LENGTH } };
const REDIRECT = 'Relative path, or a URL on a trusted origin';

export class SignUpRequest {
  @StringField({ trim: true, minLength: 1, maxLength: 255 })
  name: string;

  @StringField({ schema: EMAIL_SCHEMA })
  email: string;

  @StringField(NEW_PASSWORD)
  password: string;

  @StringField({ optional: true, nullAsAbsent: true, description: REDIRECT })
  callbackURL?: string;
}

export class SignInRequest {
  @StringField({ schema: EMAIL_SCHEMA })
  email: string;

  @StringField()
  password: string;

  @BooleanField({ optional: true, nullAsAbsent: true, description: 'Default true' })
  rememberMe?: boolean;

  @StringField({ optional: true, nullAsAbsent: true, description: REDIRECT })
  callbackURL?: string;
}

export class RequestPasswordResetRequest {
  @StringField({ schema: EMAIL_SCHEMA })
  email: string;

  @StringField({ optional: true, nullAsAbsent: true, description: REDIRECT })
  redirectTo?: string;
}

export class ResetPasswordRequest {
  @StringField(NEW_PASSWORD)
  newPassword: string;

  @StringField()
  token: string;
}

export class ChangePasswordRequest {
  @StringField()
  currentPassword: string;

  @StringField(NEW_PASSWORD)
  newPassword: string;

  @BooleanField({ optional: true, nullAsAbsent: true })
  revokeOtherSessions?: boolean;
}

export class RevokeSessionRequest {
  @StringField({ description: 'The alias of the session, as listed' })
  token: string;
}
