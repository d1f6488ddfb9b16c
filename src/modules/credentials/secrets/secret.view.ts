import type { SecretType } from '../../../domain/injection/model.js';
import { levelOf } from '../../../kernel/database/scope.js';
import type { CreatedSecretResponse, SecretListItemResponse } from './dto/secret-response.dto.js';
import type { SecretEntity } from './secret.entity.js';

/** What lists and answers are made of: never the ciphertext, so that no view can leak it. */
export const SHOWN_FIELDS = [
  'id',
  'name',
  'type',
  'valueSource',
  'opRef',
  'hostPattern',
  'pathPattern',
  'injectionConfig',
  'metadata',
  'workspaceId',
  'createdAt',
] as const satisfies (keyof SecretEntity)[];

export type ShownSecret = Pick<SecretEntity, (typeof SHOWN_FIELDS)[number]>;

const TYPE_LABELS: Record<SecretType, string> = {
  anthropic: 'Anthropic API Key',
  openai: 'OpenAI',
  generic: 'Generic Secret',
};

export function secretListItemView(secret: ShownSecret): SecretListItemResponse {
  return {
    id: secret.id,
    name: secret.name,
    type: secret.type,
    typeLabel: TYPE_LABELS[secret.type],
    valueSource: secret.valueSource,
    opRef: secret.opRef,
    hostPattern: secret.hostPattern,
    pathPattern: secret.pathPattern,
    injectionConfig: secret.injectionConfig,
    metadata: secret.metadata,
    scope: levelOf(secret),
    createdAt: secret.createdAt.toISOString(),
  };
}

/** `preview` is the masked value of an inline secret, null for a 1Password reference. */
export function createdSecretView(
  secret: ShownSecret,
  attachedAgents: string[],
  preview: string | null,
): CreatedSecretResponse {
  return {
    id: secret.id,
    name: secret.name,
    type: secret.type,
    valueSource: secret.valueSource,
    opRef: secret.opRef,
    hostPattern: secret.hostPattern,
    pathPattern: secret.pathPattern,
    createdAt: secret.createdAt.toISOString(),
    attachedAgents,
    ...(preview !== null && { preview }),
  };
}
