import { agentImageUrl } from './agent-image-url.js';
import type { AgentKind } from './agent.entity.js';
import type {
  AgentDetailResponse,
  AgentListItemResponse,
  CreatedAgentResponse,
} from './dto/agent-response.dto.js';

/** A row of `agents` as the queries of this module read it. */
export interface AgentRow {
  id: string;
  name: string;
  identifier: string;
  token_ciphertext: string;
  is_default: boolean;
  kind: AgentKind;
  harness: string | null;
  model: string | null;
  model_provider: string | null;
  effort: string | null;
  instructions: string | null;
  created_at: Date;
  image_key: string | null;
  last_request_at: Date | null;
}

/** Channels and background work belong to hosted agents and their channels. */
const HOSTED_FIELDS = { channels: [], workingInBackground: false };

/** `apiOrigin` is where the caller reaches this server; the avatar's URL starts with it. */
export function listItemView(row: AgentRow, accessToken: string, apiOrigin: string): AgentListItemResponse {
  return {
    id: row.id,
    name: row.name,
    identifier: row.identifier,
    accessToken,
    isDefault: row.is_default,
    kind: row.kind,
    imageUrl: imageUrlOf(row, apiOrigin),
    ...HOSTED_FIELDS,
    lastSeenAt: row.last_request_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
  };
}

export function detailView(row: AgentRow, apiOrigin: string): AgentDetailResponse {
  return {
    id: row.id,
    name: row.name,
    identifier: row.identifier,
    isDefault: row.is_default,
    kind: row.kind,
    harness: row.harness,
    model: row.model,
    effort: row.effort,
    instructions: row.instructions,
    imageUrl: imageUrlOf(row, apiOrigin),
    ...HOSTED_FIELDS,
    recentRequestAt: row.last_request_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
  };
}

export function createdView(row: AgentRow, llmKeys: string[]): CreatedAgentResponse {
  return {
    id: row.id,
    name: row.name,
    identifier: row.identifier,
    kind: row.kind,
    harness: row.harness,
    model: row.model,
    instructions: row.instructions,
    createdAt: row.created_at.toISOString(),
    llmKeys,
  };
}

function imageUrlOf({ id, image_key: key }: AgentRow, apiOrigin: string): string | null {
  return key === null ? null : agentImageUrl(apiOrigin, id, key);
}
