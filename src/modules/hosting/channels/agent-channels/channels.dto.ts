import { Field } from '../../../../kernel/http/fields/fields.js';
import { Strict } from '../../../../kernel/http/fields/body-rules.js';
import { CHANNEL_PROVIDERS, type ChannelProvider } from '../accounts/channel-integration.entity.js';
import {
  CHANNEL_TRANSPORTS,
  type ChannelTransport,
  PRESENCE_STATUSES,
  type ChannelAppStatus,
} from '../apps/channel-app.entity.js';
import { AdapterResponse, TenantResponse } from '../accounts/channel-parts.dto.js';

const SLACK_APP_ID = { description: 'The id of the Slack app.' };
const BOT_ID = { nullable: true, description: 'The user id of its bot.' };
const BOT_HANDLE = { nullable: true, description: 'The handle of its bot.' };
const TRANSPORT = {
  description: '`events`: Slack calls this server. `socket`: the channel adapter holds a socket to Slack.',
};

@Strict()
export class CompleteChannelRequest {
  @Field.string({
    minLength: 1,
    maxLength: 500,
    pattern: /^xoxb-[\x21-\x7e]*$/,
    patternMessage: 'botToken must start with xoxb-',
  })
  botToken: string;

  @Field.string({
    optional: true,
    minLength: 1,
    maxLength: 500,
    pattern: /^xapp-[\x21-\x7e]*$/,
    patternMessage: 'appToken must start with xapp-',
    description: 'Required if the transport is `socket`.',
  })
  appToken?: string;

  @Field.string({
    optional: true,
    minLength: 1,
    maxLength: 500,
    description: 'Required if the transport is `events`, unless the server created the app.',
  })
  signingSecret?: string;

  @Field.string({
    optional: true,
    minLength: 1,
    maxLength: 100,
    description: 'Required for an app that was created by hand.',
  })
  appId?: string;
}

@Strict()
export class DeleteChannelRequest {
  @Field.boolean({
    optional: true,
    description: 'Also deletes the app in Slack, as far as Slack permits it.',
    schema: { default: false },
  })
  deleteRemote?: boolean;
}

export class GroupThreadResponse {
  @Field.string({ description: 'The channel and the thread in the channel.' })
  externalThreadId: string;

  @Field.dateTime()
  createdAt: string;
}

export class PresenceResponse {
  @Field.oneOf(CHANNEL_PROVIDERS)
  provider: ChannelProvider;

  @Field.oneOf(PRESENCE_STATUSES)
  status: ChannelAppStatus;

  @Field.oneOf(CHANNEL_TRANSPORTS, TRANSPORT)
  transport: ChannelTransport;

  @Field.string(SLACK_APP_ID) externalId: string;
  @Field.string(BOT_ID) identityRef: string | null;
  @Field.string(BOT_HANDLE) identityName: string | null;

  @Field.object(TenantResponse)
  tenant: TenantResponse;

  @Field.list(GroupThreadResponse, { description: 'The newest 200 threads in channels, newest first.' })
  groupThreads: GroupThreadResponse[];
}

export class PostureResponse {
  @Field.oneOf(CHANNEL_TRANSPORTS, TRANSPORT)
  transport: ChannelTransport;
}

export class OrgIntegrationResponse {
  @Field.oneOf(CHANNEL_PROVIDERS)
  provider: ChannelProvider;

  @Field.boolean({ schema: { enum: [true] } })
  connected: boolean;

  @Field.boolean({ description: 'Whether the server can create apps for agents.' })
  hasCredentials: boolean;
}

export class AgentChannelsResponse {
  @Field.list(PresenceResponse)
  presences: PresenceResponse[];

  @Field.object(PostureResponse, { description: 'The transport that a new attachment would use.' })
  posture: PostureResponse;

  @Field.list(OrgIntegrationResponse)
  orgIntegrations: OrgIntegrationResponse[];

  @Field.object(AdapterResponse)
  adapter: AdapterResponse;
}

export class ChannelManifestResponse {
  @Field.oneOf(CHANNEL_TRANSPORTS, TRANSPORT)
  transport: ChannelTransport;

  @Field.json({ description: 'The app manifest, to create the app by hand.' })
  material: Record<string, unknown>;
}

export class CreatedPresenceResponse {
  @Field.string()
  presenceId: string;

  @Field.oneOf(CHANNEL_TRANSPORTS, TRANSPORT)
  transport: ChannelTransport;

  @Field.string({ nullable: true, description: "Slack's consent page for installing the app." })
  installUrl: string | null;

  @Field.string({ description: "The app's page in Slack." })
  settingsUrl: string;
}

class CompletedIntegrationResponse {
  @Field.string()
  id: string;

  @Field.string({ description: 'The id of the Slack workspace.' })
  externalId: string;

  @Field.string({ nullable: true })
  name: string | null;
}

export class CompletedPresenceResponse {
  @Field.string()
  id: string;

  @Field.oneOf(CHANNEL_PROVIDERS)
  provider: ChannelProvider;

  @Field.string(SLACK_APP_ID) externalId: string;
  @Field.string(BOT_ID) identityRef: string | null;
  @Field.string(BOT_HANDLE) identityName: string | null;

  @Field.oneOf(CHANNEL_TRANSPORTS, TRANSPORT)
  transport: ChannelTransport;

  @Field.oneOf(PRESENCE_STATUSES)
  status: ChannelAppStatus;

  @Field.dateTime()
  createdAt: string;

  @Field.object(CompletedIntegrationResponse)
  integration: CompletedIntegrationResponse;
}
