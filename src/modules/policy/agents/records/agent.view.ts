import { agentImageUrl } from './agent-image-url.js';
import type { AgentEntity } from './agent.entity.js';
import type {
  AgentChannelResponse,
  AgentDetailResponse,
  AgentListItemResponse,
  CreatedAgentResponse,
} from '../dto/agent-response.dto.js';

/** What of an agent this module's statements read. */
export const AGENT_FIELDS = [
  'id',
  'name',
  'identifier',
  'tokenCiphertext',
  'isDefault',
  'kind',
  'harness',
  'model',
  'modelProvider',
  'effort',
  'instructions',
  'createdAt',
] as const satisfies (keyof AgentEntity)[];

/**
 * The agent's apps at chat providers, oldest first, which an area below keeps (04 §6); `a` is the agent. Only hosted ones
 * have any, and lists are mostly of others.
 */
export const AGENT_CHANNELS = `CASE WHEN a.kind = 'hosted' THEN (
  SELECT coalesce(jsonb_agg(jsonb_build_object('provider', p.provider, 'identityName', p.identity_name,
    'externalId', p.external_id, 'status', p.status) ORDER BY p.created_at, p.id), '[]')
  FROM channel_presences p WHERE p.agent_id = a.id) ELSE '[]' END`;

/** An agent with the key of its avatar, its channels and its newest request inside a window. */
export interface AgentRow extends Pick<AgentEntity, (typeof AGENT_FIELDS)[number]> {
  imageKey: string | null;
  channels: Omit<AgentChannelResponse, 'settingsUrl'>[];
  lastRequestAt: Date | null;
}

/** `apiOrigin` is where the caller reaches this server; the avatar's URL starts with it. */
export function agentListItemView(
  row: AgentRow,
  accessToken: string,
  apiOrigin: string,
  workingInBackground: boolean,
): AgentListItemResponse {
  return {
    id: row.id,
    name: row.name,
    identifier: row.identifier,
    accessToken,
    isDefault: row.isDefault,
    kind: row.kind,
    imageUrl: imageUrlOf(row, apiOrigin),
    channels: channelsOf(row),
    workingInBackground,
    lastSeenAt: row.lastRequestAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  };
}

export function detailView(
  row: AgentRow,
  apiOrigin: string,
  workingInBackground: boolean,
): AgentDetailResponse {
  return {
    id: row.id,
    name: row.name,
    identifier: row.identifier,
    isDefault: row.isDefault,
    kind: row.kind,
    harness: row.harness,
    model: row.model,
    effort: row.effort,
    instructions: row.instructions,
    imageUrl: imageUrlOf(row, apiOrigin),
    channels: channelsOf(row),
    workingInBackground,
    recentRequestAt: row.lastRequestAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  };
}

export function createdAgentView(row: AgentRow, llmKeys: string[]): CreatedAgentResponse {
  return {
    id: row.id,
    name: row.name,
    identifier: row.identifier,
    kind: row.kind,
    harness: row.harness,
    model: row.model,
    instructions: row.instructions,
    createdAt: row.createdAt.toISOString(),
    llmKeys,
  };
}

/** Its settings are where its app is managed (04 §6.1). */
function channelsOf({ channels }: AgentRow): AgentChannelResponse[] {
  return channels.map((channel) => ({
    ...channel,
    settingsUrl: `https://api.slack.com/apps/${encodeURIComponent(channel.externalId)}/general`,
  }));
}

function imageUrlOf({ id, imageKey: key }: AgentRow, apiOrigin: string): string | null {
  return key === null ? null : agentImageUrl(apiOrigin, id, key);
}
