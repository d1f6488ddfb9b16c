import { BooleanField, DateTimeField, ObjectField, StringField } from '../../../kernel/http/fields.js';

const ALIAS = 'Alias of the session; not the cookie secret';

export class AuthUser {
  @StringField()
  id: string;

  @StringField()
  name: string;

  @StringField({ format: 'email' })
  email: string;

  @BooleanField()
  emailVerified: boolean;

  @StringField({ nullable: true })
  image: string | null;

  @DateTimeField()
  createdAt: Date;

  @DateTimeField()
  updatedAt: Date;

  @StringField()
  externalAuthId: string;
}

export class AuthSession {
  @StringField()
  id: string;

  @StringField({ description: ALIAS })
  token: string;

  @StringField()
  userId: string;

  @DateTimeField()
  expiresAt: Date;

  @DateTimeField()
  createdAt: Date;

  @DateTimeField()
  updatedAt: Date;

  @StringField({ nullable: true })
  ipAddress: string | null;

  @StringField({ nullable: true })
  userAgent: string | null;
}

export class SignUpAnswer {
  @StringField({ description: ALIAS })
  token: string;

  @ObjectField(AuthUser)
  user: AuthUser;
}

export class SignInAnswer extends SignUpAnswer {
  @BooleanField()
  redirect: boolean;

  @StringField({ optional: true })
  url?: string;
}

export class ChangePasswordAnswer {
  @StringField({ nullable: true, description: 'The new alias when the session was rotated' })
  token: string | null;

  @ObjectField(AuthUser)
  user: AuthUser;
}

export class CurrentSessionAnswer {
  @ObjectField(AuthSession)
  session: AuthSession;

  @ObjectField(AuthUser)
  user: AuthUser;
}

export class SuccessAnswer {
  @BooleanField()
  success: boolean;
}

export class StatusAnswer {
  @BooleanField()
  status: boolean;
}

export class StatusMessageAnswer extends StatusAnswer {
  @StringField()
  message: string;
}

export class OkAnswer {
  @BooleanField()
  ok: boolean;
}
