import { BooleanField, DateTimeField, ObjectField, StringField } from '../../../../kernel/http/fields.js';

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

export class SignUpResponse {
  @StringField({ description: ALIAS })
  token: string;

  @ObjectField(AuthUser)
  user: AuthUser;
}

export class SignInResponse extends SignUpResponse {
  @BooleanField()
  redirect: boolean;

  @StringField({ optional: true })
  url?: string;
}

export class ChangePasswordResponse {
  @StringField({ nullable: true, description: 'The new alias when the session was rotated' })
  token: string | null;

  @ObjectField(AuthUser)
  user: AuthUser;
}

export class CurrentSessionResponse {
  @ObjectField(AuthSession)
  session: AuthSession;

  @ObjectField(AuthUser)
  user: AuthUser;
}

export class StatusResponse {
  @BooleanField()
  status: boolean;
}

export class StatusMessageResponse extends StatusResponse {
  @StringField()
  message: string;
}

export class OkResponse {
  @BooleanField()
  ok: boolean;
}
