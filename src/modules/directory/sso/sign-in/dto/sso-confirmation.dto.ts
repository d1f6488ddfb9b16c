import { Field } from '../../../../../kernel/http/fields/fields.js';
import { Strict } from '../../../../../kernel/http/fields/body-rules.js';
import { PASSWORD_MAX_LENGTH } from '../../../../people/identity/model/password-rules.js';

@Strict()
export class LookupSsoConfirmationRequest {
  @Field.string({ minLength: 1, maxLength: 100, description: 'The value from the URL of the page.' })
  confirm: string;
}

@Strict()
export class CompleteSsoConfirmationRequest {
  @Field.string({ minLength: 1, maxLength: 100, description: 'The value from the URL of the page.' })
  confirm: string;

  @Field.string({
    optional: true,
    minLength: 1,
    maxLength: PASSWORD_MAX_LENGTH,
    description: 'Password of the account. With it nothing ends.',
  })
  password?: string;

  @Field.boolean({
    optional: true,
    description: 'True: continue without the password and end what `ends` lists.',
  })
  endAccess?: boolean;
}

/** What the account loses without its password. */
export class SsoConfirmationEndsResponse {
  @Field.boolean({ description: 'Whether the account has a password, which ends too.' }) password: boolean;
  @Field.integer() sessions: number;
  @Field.integer() apiKeys: number;
  @Field.integer({ description: 'Agents whose tokens are replaced.' }) agents: number;
  @Field.integer() scimTokens: number;
  @Field.integer() invitations: number;
  @Field.integer({ description: 'Prepared accounts that are not claimed.' }) provisions: number;
}

export class SsoConfirmationResponse {
  @Field.string() email: string;
  @Field.string() organizationName: string;
  @Field.object(SsoConfirmationEndsResponse) ends: SsoConfirmationEndsResponse;
}

export class CompletedSsoConfirmationResponse {
  @Field.string({
    description: 'URL for the browser to open; after a refusal the login page with an error code.',
  })
  url: string;
}
