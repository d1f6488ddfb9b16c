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
  @Field.dateTime({ nullable: true, description: 'Null where claim links do not expire, and once claimed.' })
  claimExpiresAt: string | null;
  @Field.list(PartnerProjectResponse, { description: 'Empty once claimed.' })
  projects: PartnerProjectResponse[];
}

export class CreatedPartnerOrgResponse {
  @Field.string() organizationId: string;
  @Field.string({ description: 'The default project: a workspace.' }) projectId: string;
  @Field.string({ description: 'Shown only here.' }) orgApiKey: string;
  @Field.string({ description: 'Shown only here.' }) projectApiKey: string;
  @Field.string({ description: 'Of the default agent; shown only here.' }) agentToken: string;
  @Field.string({ description: 'Whoever opens it may take the organization over.' }) claimUrl: string;
}

export class ClaimLinkResponse {
  @Field.string({ description: 'The link before stops working with this answer.' }) claimUrl: string;
}

export class RotatedTokensResponse {
  @Field.string() orgApiKey: string;
  @Field.string() projectApiKey: string;
  @Field.string({ description: 'Whose key was replaced.' }) projectId: string;
}
