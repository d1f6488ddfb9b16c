import { Field } from '../../../../kernel/http/fields/fields.js';
import { Strict } from '../../../../kernel/http/fields/body-rules.js';
import { EmailField } from '../../identity/users/email-field.js';

const ROLES = ['admin', 'member'] as const;
export type InvitedRole = (typeof ROLES)[number];

@Strict()
export class CreateInvitationRequest {
  @EmailField()
  email: string;

  @Field.oneOf(ROLES)
  role: InvitedRole;
}

@Strict()
export class InvitationTokenRequest {
  @Field.string({ minLength: 1, maxLength: 200 })
  token: string;
}

export class InvitationResponse {
  @Field.string({ format: 'uuid' })
  id: string;

  @Field.string({ format: 'email' })
  email: string;

  @Field.oneOf(ROLES)
  role: InvitedRole;

  @Field.string({ format: 'email' })
  invitedByEmail: string;

  @Field.dateTime()
  expiresAt: string;

  @Field.dateTime()
  createdAt: string;

  @Field.oneOf(['pending', 'expired'])
  status: 'pending' | 'expired';
}

export class CreatedInvitationResponse {
  @Field.string({ format: 'uuid' })
  id: string;

  @Field.string({
    description: 'The link that accepts the invitation. Only this response and the mail contain it.',
  })
  joinUrl: string;

  @Field.boolean({
    description:
      'Whether the mail server accepted the mail during this request. False without a mail server, for ' +
      'an address that unsubscribed, and while the server is still retrying.',
  })
  emailed: boolean;
}

export class InvitationLookupResponse {
  @Field.string({ format: 'email' })
  email: string;

  @Field.string()
  organizationName: string;

  @Field.string()
  organizationSlug: string;

  @Field.dateTime()
  expiresAt: string;
}

export class AcceptedInvitationResponse {
  @Field.string()
  organizationId: string;

  @Field.string()
  organizationName: string;
}
