import { Field } from '../../../../kernel/http/fields/fields.js';
import type { AdapterSighting } from './adapter-sightings.js';
import { CHANNEL_PROVIDERS, type ChannelProvider } from './channel-integration.entity.js';

export class TenantResponse {
  @Field.string({ description: 'The id of the Slack workspace.' })
  externalId: string;

  @Field.string({ nullable: true })
  name: string | null;
}

export class AdapterResponse {
  @Field.boolean({ description: 'Whether a channel adapter has reported recently.' })
  online: boolean;

  @Field.dateTime({ nullable: true })
  lastSeenAt: string | null;
}

export class ProviderResponse {
  @Field.oneOf(CHANNEL_PROVIDERS)
  provider: ChannelProvider;
}

export function presentAdapter({ online, lastSeenAt }: AdapterSighting): AdapterResponse {
  return { online, lastSeenAt: lastSeenAt?.toISOString() ?? null };
}
