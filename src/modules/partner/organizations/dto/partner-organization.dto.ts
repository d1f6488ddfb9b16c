import { Field } from '../../../../kernel/http/fields/fields.js';
import { PartnerProjectResponse } from '../../partners/dto/partner-project.dto.js';

export const PARTNER_ORGANIZATION_STATUSES = ['unclaimed', 'claimed', 'detached'] as const;

export class CreatePartnerOrgRequest {
  @Field.string({ trim: true, minLength: 1, maxLength: 255 })
  name: string;
}

export class ListPartnerOrgsQuery {
  @Field.oneOf(PARTNER_ORGANIZATION_STATUSES, { optional: true })
  status?: (typeof PARTNER_ORGANIZATION_STATUSES)[number];
}

export class PartnerOrgResponse {
  @Field.string() id: string;
  @Field.string() name: string;
  @Field.string() slug: string;
  @Field.dateTime() createdAt: string;
  @Field.oneOf(PARTNER_ORGANIZATION_STATUSES) status: (typeof PARTNER_ORGANIZATION_STATUSES)[number];
  @Field.string({ nullable: true }) claimedByEmail: string | null;
  @Field.dateTime({ nullable: true }) claimedAt: string | null;
  @Field.dateTime({ nullable: true }) detachedAt: string | null;
  @Field.dateTime({ nullable: true, description: 'Null if claim links do not expire, and after the claim.' })
  claimExpiresAt: string | null;
  @Field.list(PartnerProjectResponse, { description: 'Empty after the claim.' })
  projects: PartnerProjectResponse[];
}

export class CreatedPartnerOrgResponse {
  @Field.string() organizationId: string;
  @Field.string({ description: 'The default project, which is a workspace.' }) projectId: string;
  @Field.string({ description: 'Only this response contains it.' }) orgApiKey: string;
  @Field.string({ description: 'Only this response contains it.' }) projectApiKey: string;
  @Field.string({ description: 'Token of the default agent. Only this response contains it.' })
  agentToken: string;
  @Field.string({ description: 'Every person who opens it can claim the organization.' }) claimUrl: string;
}

export class ClaimLinkResponse {
  @Field.string({ description: 'The previous link stops working.' }) claimUrl: string;
}

export class RotatedTokensResponse {
  @Field.string() orgApiKey: string;
  @Field.string() projectApiKey: string;
  @Field.string({ description: 'The project whose key was replaced.' }) projectId: string;
}
