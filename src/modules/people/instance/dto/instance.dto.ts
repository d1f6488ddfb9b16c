import { Field } from '../../../../kernel/http/fields/fields.js';
import { EmailField } from '../../identity/users/email-field.js';
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '../../identity/model/password-rules.js';

export class RunnersResponse {
  @Field.boolean()
  registered: boolean;

  @Field.boolean()
  online: boolean;
}

export class InstanceResponse {
  @Field.oneOf(['onprem', 'cloud'])
  edition: 'onprem' | 'cloud';

  @Field.boolean({ description: 'Whether Enterprise features are available' })
  entitled: boolean;

  @Field.string()
  version: string;

  @Field.object(RunnersResponse)
  runners: RunnersResponse;
}

export class SignInMethodsResponse {
  @Field.boolean()
  password: boolean;

  @Field.boolean()
  google: boolean;

  @Field.boolean()
  sso: boolean;
}

export class InstanceBootstrapResponse {
  @Field.boolean({ description: 'True while no user exists' })
  firstAccount: boolean;

  @Field.boolean()
  setupTokenRequired: boolean;

  @Field.oneOf(['open', 'invite', 'closed'])
  registration: 'open' | 'invite' | 'closed';

  @Field.object(SignInMethodsResponse)
  signIn: SignInMethodsResponse;

  @Field.boolean({ description: 'Whether the server can send mail' })
  emailDelivery: boolean;

  @Field.list('string', { description: 'What the operator should still configure: `app-url-unset`' })
  problems: 'app-url-unset'[];
}

export class BootstrapInstanceRequest {
  @Field.string({ trim: true, minLength: 1, maxLength: 255 })
  name: string;

  @EmailField()
  email: string;

  @Field.string({ minLength: PASSWORD_MIN_LENGTH, maxLength: PASSWORD_MAX_LENGTH })
  password: string;

  @Field.string({ optional: true, nullAsAbsent: true, trim: true, minLength: 1, maxLength: 255 })
  organizationName?: string;

  @Field.string({ optional: true, nullAsAbsent: true, description: 'Required if `setupTokenRequired`' })
  setupToken?: string;
}

export class FirstUserResponse {
  @Field.string()
  id: string;

  @Field.string({ nullable: true })
  name: string | null;

  @Field.string({ format: 'email' })
  email: string;
}

export class BootstrappedInstanceResponse {
  @Field.object(FirstUserResponse)
  user: FirstUserResponse;

  @Field.string()
  organizationId: string;

  @Field.string()
  workspaceId: string;

  @Field.string({ description: 'Workspace API key' })
  apiKey: string;
}
