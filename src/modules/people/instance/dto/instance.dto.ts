import {
  ArrayField,
  BooleanField,
  EnumField,
  ObjectField,
  StringField,
} from '../../../../kernel/http/fields.js';
import { EMAIL_MAX_LENGTH, EMAIL_PATTERN } from '../../identity/email-address.js';
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '../../identity/password-rules.js';

export class RunnersResponse {
  @BooleanField()
  registered: boolean;

  @BooleanField()
  online: boolean;
}

export class InstanceResponse {
  @EnumField(['onprem', 'cloud'])
  edition: 'onprem' | 'cloud';

  @BooleanField({ description: 'Whether Enterprise features are available' })
  entitled: boolean;

  @StringField()
  version: string;

  @ObjectField(RunnersResponse)
  runners: RunnersResponse;
}

export class SignInMethodsResponse {
  @BooleanField()
  password: boolean;

  @BooleanField()
  google: boolean;

  @BooleanField()
  sso: boolean;
}

export class InstanceBootstrapResponse {
  @BooleanField({ description: 'No user exists yet' })
  firstAccount: boolean;

  @BooleanField()
  setupTokenRequired: boolean;

  @EnumField(['open', 'invite', 'closed'])
  registration: 'open' | 'invite' | 'closed';

  @ObjectField(SignInMethodsResponse)
  signIn: SignInMethodsResponse;

  @BooleanField({ description: 'Mail can be sent' })
  emailDelivery: boolean;

  @ArrayField('string', { description: 'What the operator should still configure: `app-url-unset`' })
  problems: 'app-url-unset'[];
}

export class BootstrapInstanceRequest {
  @StringField({ trim: true, minLength: 1, maxLength: 255 })
  name: string;

  @StringField({
    trim: true,
    lowercase: true,
    format: 'email',
    maxLength: EMAIL_MAX_LENGTH,
    pattern: EMAIL_PATTERN,
    patternMessage: 'email must be an email address',
  })
  email: string;

  @StringField({ minLength: PASSWORD_MIN_LENGTH, maxLength: PASSWORD_MAX_LENGTH })
  password: string;

  @StringField({ optional: true, nullAsAbsent: true, trim: true, minLength: 1, maxLength: 255 })
  organizationName?: string;

  @StringField({ optional: true, nullAsAbsent: true, description: 'Needed when `setupTokenRequired`' })
  setupToken?: string;
}

export class FirstUserResponse {
  @StringField()
  id: string;

  @StringField({ nullable: true })
  name: string | null;

  @StringField({ format: 'email' })
  email: string;
}

export class BootstrapInstanceResponse {
  @ObjectField(FirstUserResponse)
  user: FirstUserResponse;

  @StringField()
  organizationId: string;

  @StringField()
  workspaceId: string;

  @StringField({ description: 'Workspace API key' })
  apiKey: string;
}
