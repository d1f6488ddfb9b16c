import { BooleanField, DateTimeField, EnumField, StringField } from '../../../../kernel/http/fields.js';
import { Strict } from '../../../../kernel/http/strict.decorator.js';
import { EMAIL_MAX_LENGTH, EMAIL_PATTERN } from '../../identity/email-address.js';

const ROLES = ['admin', 'member'] as const;
export type InvitedRole = (typeof ROLES)[number];

@Strict()
export class CreateInvitationRequest {
  @StringField({
    trim: true,
    lowercase: true,
    maxLength: EMAIL_MAX_LENGTH,
    pattern: EMAIL_PATTERN,
    patternMessage: 'email must be an email address',
    format: 'email',
  })
  email: string;

  @EnumField(ROLES)
  role: InvitedRole;
}

@Strict()
export class InvitationTokenRequest {
  @StringField({ minLength: 1, maxLength: 200 })
  token: string;
}

export class InvitationResponse {
  @StringField({ format: 'uuid' })
  id: string;

  @StringField({ format: 'email' })
  email: string;

  @EnumField(ROLES)
  role: InvitedRole;

  @StringField({ format: 'email' })
  invitedByEmail: string;

  @DateTimeField()
  expiresAt: string;

  @DateTimeField()
  createdAt: string;

  @EnumField(['pending', 'expired'])
  status: 'pending' | 'expired';
}

export class CreatedInvitationResponse {
  @StringField({ format: 'uuid' })
  id: string;

  @StringField({ description: 'The link that accepts the invitation; shown only here and in the mail.' })
  joinUrl: string;

  @BooleanField({
    description:
      'Whether the mail server took the invitation during this request. False without mail delivery, for an ' +
      'address that unsubscribed, and while the server is still trying.',
  })
  emailed: boolean;
}

export class InvitationLookupResponse {
  @StringField({ format: 'email' })
  email: string;

  @StringField()
  organizationName: string;

  @StringField()
  organizationSlug: string;

  @DateTimeField()
  expiresAt: string;
}

export class AcceptedInvitationResponse {
  @StringField()
  organizationId: string;

  @StringField()
  organizationName: string;
}
