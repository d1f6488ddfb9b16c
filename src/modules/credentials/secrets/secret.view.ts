import type { SecretType } from '../../../domain/decision/injection/request-edits/model.js';
import { levelOf, scopeOf } from '../../../kernel/database/scope.js';
import { shownSource } from '../secret-sources/kinds.js';
import type {
  CreatedSecretResponse,
  SecretListItemResponse,
  StoredSecretResponse,
} from './dto/secret-response.dto.js';
import type { SecretEntity } from './secret.entity.js';

/** What lists and answers are made of: never the ciphertext, so that no view can leak it. */
export const SHOWN_SECRET_FIELDS = [
  'id',
  'name',
  'type',
  'sourceKind',
  'sourceReference',
  'hostPattern',
  'pathPattern',
  'injectionConfig',
  'metadata',
  'organizationId',
  'workspaceId',
  'partnerId',
  'createdAt',
] as const satisfies (keyof SecretEntity)[];

export type ShownSecret = Pick<SecretEntity, (typeof SHOWN_SECRET_FIELDS)[number]>;

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
    ...sourceView(secret),
    hostPattern: secret.hostPattern,
    pathPattern: secret.pathPattern,
    injectionConfig: secret.injectionConfig,
    metadata: secret.metadata,
    scope: levelOf(scopeOf(secret)),
    createdAt: secret.createdAt.toISOString(),
  };
}

/** To whom it is lent: the account behind the key is between the partner and the provider. */
export function lentSecretView(secret: ShownSecret): SecretListItemResponse {
  const authMode = secret.metadata?.authMode;
  return { ...secretListItemView(secret), metadata: authMode === undefined ? null : { authMode } };
}

/** `preview` is the masked value of an inline secret, null for a reference. */
export function storedSecretView(secret: ShownSecret, preview: string | null): StoredSecretResponse {
  return {
    id: secret.id,
    name: secret.name,
    type: secret.type,
    ...sourceView(secret),
    hostPattern: secret.hostPattern,
    pathPattern: secret.pathPattern,
    createdAt: secret.createdAt.toISOString(),
    ...(preview !== null && { preview }),
  };
}

export function createdSecretView(
  secret: ShownSecret,
  attachedAgents: string[],
  preview: string | null,
): CreatedSecretResponse {
  return { ...storedSecretView(secret, preview), attachedAgents };
}

function sourceView({ sourceKind, sourceReference }: ShownSecret): { valueSource: string } {
  return { valueSource: sourceKind, ...shownSource(sourceKind, sourceReference) };
}
