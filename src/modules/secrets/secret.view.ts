import type {
  InjectionConfig,
  SecretMetadata,
  SecretType,
  ValueSource,
} from '../../domain/injection/model.js';
import type { CreatedSecretResponse, SecretListItemResponse } from './dto/secret-response.dto.js';

/** A row as lists and answers need it: never the ciphertext, so that no view can leak it. */
export interface SecretRow {
  id: string;
  name: string;
  type: SecretType;
  value_source: ValueSource;
  op_ref: string | null;
  host_pattern: string;
  path_pattern: string | null;
  injection_config: InjectionConfig | null;
  metadata: SecretMetadata | null;
  workspace_id: string | null;
  created_at: Date;
}

export const SECRET_COLUMNS = `id, name, type, value_source, op_ref, host_pattern, path_pattern, injection_config,
  metadata, workspace_id, created_at`;

const TYPE_LABELS: Record<SecretType, string> = {
  anthropic: 'Anthropic API Key',
  openai: 'OpenAI',
  generic: 'Generic Secret',
};

export function listItemView(row: SecretRow): SecretListItemResponse {
  return {
    id: row.id,
    name: row.name,
    type: row.type,
    typeLabel: TYPE_LABELS[row.type],
    valueSource: row.value_source,
    opRef: row.op_ref,
    hostPattern: row.host_pattern,
    pathPattern: row.path_pattern,
    injectionConfig: row.injection_config,
    metadata: row.metadata,
    scope: row.workspace_id === null ? 'organization' : 'workspace',
    createdAt: row.created_at.toISOString(),
  };
}

/** `preview` is the masked value of an inline secret, null for a 1Password reference. */
export function createdView(
  row: SecretRow,
  attachedAgents: string[],
  preview: string | null,
): CreatedSecretResponse {
  return {
    id: row.id,
    name: row.name,
    type: row.type,
    valueSource: row.value_source,
    opRef: row.op_ref,
    hostPattern: row.host_pattern,
    pathPattern: row.path_pattern,
    createdAt: row.created_at.toISOString(),
    attachedAgents,
    ...(preview !== null && { preview }),
  };
}
