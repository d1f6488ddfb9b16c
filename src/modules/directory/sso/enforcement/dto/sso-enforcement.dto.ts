import { atLeastOneOf, BodyRules } from '../../../../../kernel/http/fields/body-rules.js';
import { Field } from '../../../../../kernel/http/fields/fields.js';

@BodyRules(atLeastOneOf(['ssoRequired', 'jitEnabled']))
export class UpdateSsoEnforcementRequest {
  @Field.boolean({ optional: true }) ssoRequired?: boolean;
  @Field.boolean({ optional: true }) jitEnabled?: boolean;
}

export class SsoEnforcementResponse {
  @Field.boolean({
    description: 'Whether people of the verified domains get in through the identity provider only.',
  })
  ssoRequired: boolean;

  @Field.boolean({ description: 'Somebody has signed in through the connection, and it is not disabled.' })
  hasActiveConnection: boolean;

  @Field.boolean() hasVerifiedDomain: boolean;
  @Field.boolean({ description: 'Both of the above.' }) canRequire: boolean;
  @Field.integer({ min: 0, description: 'Active members who get in without.' }) exemptMemberCount: number;

  @Field.boolean({ description: 'Whether whoever the provider vouches for joins by signing in.' })
  jitEnabled: boolean;

  @Field.boolean({ description: 'The operator switched the requirement off for the whole deployment.' })
  overriddenByOperator: boolean;
}
