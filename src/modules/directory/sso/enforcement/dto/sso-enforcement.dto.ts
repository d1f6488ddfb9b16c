import { atLeastOneOf, BodyRules } from '../../../../../kernel/http/fields/body-rules.js';
import { Field } from '../../../../../kernel/http/fields/fields.js';

@BodyRules(atLeastOneOf(['ssoRequired', 'jitEnabled']))
export class UpdateSsoEnforcementRequest {
  @Field.boolean({ optional: true }) ssoRequired?: boolean;
  @Field.boolean({ optional: true }) jitEnabled?: boolean;
}

export class SsoEnforcementResponse {
  @Field.boolean({
    description:
      'Whether people of the verified domains can sign in through the identity provider only. Exempt ' +
      'members are not affected.',
  })
  ssoRequired: boolean;

  @Field.boolean({ description: 'A person has signed in through the connection, and it is not disabled.' })
  hasActiveConnection: boolean;

  @Field.boolean() hasVerifiedDomain: boolean;
  @Field.boolean({ description: 'True if both conditions above are met.' }) canRequire: boolean;
  @Field.integer({ min: 0, description: 'Number of active members who may sign in without single sign-on.' })
  exemptMemberCount: number;

  @Field.boolean({
    description:
      'Whether a person who is not a member becomes one with the first single sign-on. If not, that sign-in is refused.',
  })
  jitEnabled: boolean;

  @Field.boolean({ description: 'The operator disabled the requirement for the whole deployment.' })
  overriddenByOperator: boolean;
}
