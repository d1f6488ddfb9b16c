import { Field } from '../../../../kernel/http/fields/fields.js';
import { Strict } from '../../../../kernel/http/fields/body-rules.js';
import { CHANNEL_PROVIDERS, type ChannelProvider } from './channel-integration.entity.js';
import { LINKED_VIA } from './channel-user-link.entity.js';
import { AdapterResponse, ProviderResponse, TenantResponse } from './channel-parts.dto.js';

const ID = { minLength: 1, maxLength: 200 };

@Strict()
export class PutCredentialsRequest {
  @Field.string({
    minLength: 1,
    maxLength: 4_000,
    pattern: /^xoxe/,
    patternMessage: 'credential must be an app configuration refresh token, which starts with xoxe',
    description: "The refresh token of the Slack workspace's app configuration tokens.",
  })
  credential: string;
}

@Strict()
export class CreateUserLinkRequest {
  @Field.string({ ...ID, description: 'The id of the user in Slack.', example: 'U024BE7LH' })
  externalUserId: string;

  @Field.string(ID)
  userId: string;
}

export class PutCredentialsResponse {
  @Field.oneOf(CHANNEL_PROVIDERS)
  provider: ChannelProvider;

  @Field.object(TenantResponse)
  tenant: TenantResponse;
}

export class IntegrationResponse {
  @Field.oneOf(CHANNEL_PROVIDERS)
  provider: ChannelProvider;

  @Field.string({ description: 'The id of the Slack workspace.' })
  externalId: string;

  @Field.string({ nullable: true })
  name: string | null;

  @Field.boolean({ description: 'Whether the server can create apps for agents.' })
  hasCredentials: boolean;

  @Field.boolean({ description: 'Slack refuses the stored token; a new one is required.' })
  needsCredentials: boolean;

  @Field.dateTime({ nullable: true })
  credentialsRotatedAt: string | null;

  @Field.integer()
  presenceCount: number;
}

export class LinkedUserResponse {
  @Field.string()
  id: string;

  @Field.string()
  email: string;

  @Field.string({ nullable: true })
  name: string | null;
}

export class UserLinkResponse {
  @Field.string()
  id: string;

  @Field.string()
  externalUserId: string;

  @Field.oneOf(LINKED_VIA)
  linkedVia: (typeof LINKED_VIA)[number];

  @Field.dateTime()
  createdAt: string;

  @Field.object(LinkedUserResponse)
  user: LinkedUserResponse;

  @Field.object(ProviderResponse)
  integration: ProviderResponse;
}

export class OrgChannelsResponse {
  @Field.list(IntegrationResponse)
  integrations: IntegrationResponse[];

  @Field.list(UserLinkResponse)
  userLinks: UserLinkResponse[];

  @Field.object(AdapterResponse)
  adapter: AdapterResponse;
}
