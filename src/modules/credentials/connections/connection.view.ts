import { levelOf } from '../../../kernel/database/scope.js';
import type { ConnectionEntity } from './connection.entity.js';
import type { ConnectionResponse, RenamedConnectionResponse } from './dto/connection.dto.js';

/** What lists and answers are made of: never the ciphertext, so that no view can leak it. */
export const SHOWN_CONNECTION_FIELDS = [
  'id',
  'workspaceId',
  'provider',
  'label',
  'status',
  'scopes',
  'metadata',
  'connectedAt',
] as const satisfies (keyof ConnectionEntity)[];

export type ShownConnection = Pick<ConnectionEntity, (typeof SHOWN_CONNECTION_FIELDS)[number]>;

export function connectionView(connection: ShownConnection): ConnectionResponse {
  const { id, provider, label, status, scopes, metadata, connectedAt } = connection;
  return {
    id,
    provider,
    label,
    status,
    scopes,
    scope: levelOf(connection),
    metadata,
    connectedAt: connectedAt.toISOString(),
  };
}

export function renamedView({
  id,
  provider,
  label,
  status,
}: Pick<ConnectionEntity, 'id' | 'provider' | 'label' | 'status'>): RenamedConnectionResponse {
  return { id, provider, status, label };
}
