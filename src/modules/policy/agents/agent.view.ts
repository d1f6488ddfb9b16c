import { agentImageUrl } from './agent-image-url.js';
import type { AgentEntity } from './agent.entity.js';
import type {
  AgentDetailResponse,
  AgentListItemResponse,
  CreatedAgentResponse,
} from './dto/agent-response.dto.js';

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

/** An agent with the key of its avatar and its newest request inside a window. */
export interface AgentRow extends Pick<AgentEntity, (typeof AGENT_FIELDS)[number]> {
  imageKey: string | null;
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
    channels: [],
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
    channels: [],
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

function imageUrlOf({ id, imageKey: key }: AgentRow, apiOrigin: string): string | null {
  return key === null ? null : agentImageUrl(apiOrigin, id, key);
}
