// Bodies of `/auth/*`. Only types are judged here; lengths and e-mail syntax have codes of their own
// (01 §11.2) and are judged by the services.
import { BooleanField, StringField } from '../../../kernel/http/fields.js';

/** PostgreSQL stores no NUL in text. */
// eslint-disable-next-line no-control-regex
const WITHOUT_NUL = /^[^\u0000]*$/;
const REDIRECT = 'Relative path, or a URL on a trusted origin';

export class SignUpRequest {
  @StringField({
    trim: true,
    minLength: 1,
    maxLength: 255,
    pattern: WITHOUT_NUL,
    patternMessage: 'name contains a character that is not allowed',
  })
  name: string;

  @StringField({ format: 'email' })
  email: string;

  @StringField({ description: '8 to 128 characters' })
  password: string;

  @StringField({ optional: true, nullAsAbsent: true, description: REDIRECT })
  callbackURL?: string;
}

export class SignInRequest {
  @StringField({ format: 'email' })
  email: string;

  @StringField()
  password: string;

  @BooleanField({ optional: true, nullAsAbsent: true, description: 'Default true' })
  rememberMe?: boolean;

  @StringField({ optional: true, nullAsAbsent: true, description: REDIRECT })
  callbackURL?: string;
}

export class RequestPasswordResetRequest {
  @StringField({ format: 'email' })
  email: string;

  @StringField({ optional: true, nullAsAbsent: true, description: REDIRECT })
  redirectTo?: string;
}

export class ResetPasswordRequest {
  @StringField({ description: '8 to 128 characters' })
  newPassword: string;

  @StringField()
  token: string;
}

export class ChangePasswordRequest {
  @StringField()
  currentPassword: string;

  @StringField({ description: '8 to 128 characters' })
  newPassword: string;

  @BooleanField({ optional: true, nullAsAbsent: true })
  revokeOtherSessions?: boolean;
}

export class RevokeSessionRequest {
  @StringField({ description: 'The alias of the session, as listed' })
  token: string;
}
