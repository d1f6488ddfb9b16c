import { Field } from '../../../../kernel/http/fields/fields.js';

const ALIAS = 'Alias of the session, not the cookie secret';

export class AuthUser {
  @Field.string()
  id: string;

  @Field.string()
  name: string;

  @Field.string({ format: 'email' })
  email: string;

  @Field.boolean()
  emailVerified: boolean;

  @Field.string({ nullable: true })
  image: string | null;

  @Field.dateTime()
  createdAt: Date;

  @Field.dateTime()
  updatedAt: Date;

  @Field.string()
  externalAuthId: string;
}

export class AuthSession {
  @Field.string()
  id: string;

  @Field.string({ description: ALIAS })
  token: string;

  @Field.string()
  userId: string;

  @Field.dateTime()
  expiresAt: Date;

  @Field.dateTime()
  createdAt: Date;

  @Field.dateTime()
  updatedAt: Date;

  @Field.string({ nullable: true })
  ipAddress: string | null;

  @Field.string({ nullable: true })
  userAgent: string | null;
}

export class SignUpResponse {
  @Field.string({ description: ALIAS })
  token: string;

  @Field.object(AuthUser)
  user: AuthUser;
}

export class SignInResponse extends SignUpResponse {
  @Field.boolean()
  redirect: boolean;

  @Field.string({ optional: true })
  url?: string;
}

export class ChangedPasswordResponse {
  @Field.string({ nullable: true, description: 'The new alias, if the session was rotated' })
  token: string | null;

  @Field.object(AuthUser)
  user: AuthUser;
}

export class CurrentSessionResponse {
  @Field.object(AuthSession)
  session: AuthSession;

  @Field.object(AuthUser)
  user: AuthUser;
}

export class StatusResponse {
  @Field.boolean()
  status: boolean;
}

export class StatusMessageResponse extends StatusResponse {
  @Field.string()
  message: string;
}

export class OkResponse {
  @Field.boolean()
  ok: boolean;
}
