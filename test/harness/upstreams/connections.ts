import { randomUUID } from 'node:crypto';
import { type SealedPlace, SecretBox } from '../../../src/kernel/crypto/secret-box.js';
import { Database } from '../../../src/kernel/database/database.js';
import { Epochs } from '../../../src/kernel/database/epochs.js';
import type { ConnectionStatus } from '../../../src/modules/credentials/connections/model/connection.js';
import { PolicySetsService } from '../../../src/modules/foundation/policy-sets/policy-sets.service.js';
import type { TestServer } from '../server/server.js';

export interface ConnectionInput {
  provider?: string;
  label?: string | null;
  status?: ConnectionStatus;
  metadata?: Record<string, unknown> | null;
  credentials?: Record<string, string>;
}

/** A connected account as the product would store it: a row, because connecting one asks its provider. */
export async function connect(
  server: Pick<TestServer, 'app'>,
  scope: { organizationId: string; workspaceId?: string },
  {
    provider = 'gmail',
    label = null,
    status = 'connected',
    metadata = null,
    credentials,
  }: ConnectionInput = {},
): Promise<string> {
  const id = randomUUID();
  const sealed = server.app
    .get(SecretBox, { strict: false })
    .seal(
      JSON.stringify(credentials ?? { access_token: `token-of-${id}` }),
      `connections:${id}` as SealedPlace,
    );
  await changing(server, scope, (query) =>
    query(
      `INSERT INTO connections (id, organization_id, workspace_id, provider, label, status, metadata,
         credential_kind, credentials_ciphertext)
       VALUES ($1, $2, $3, $4, $5, $6, $7, 'oauth', $8)`,
      [id, scope.organizationId, scope.workspaceId ?? null, provider, label, status, metadata, sealed],
    ),
  );
  return id;
}

export function setStatus(
  server: Pick<TestServer, 'app'>,
  scope: { organizationId: string; workspaceId?: string },
  connectionId: string,
  status: ConnectionStatus,
): Promise<void> {
  return changing(server, scope, (query) =>
    query('UPDATE connections SET status = $2 WHERE id = $1', [connectionId, status]),
  );
}

/**
 * Its token ends in so many seconds, null: it does not say when, as if that had been so for a while: nobody remembers the
 * token, and nobody refreshed it lately.
 */
export function endsIn(
  server: Pick<TestServer, 'app'>,
  scope: { organizationId: string; workspaceId?: string },
  connectionId: string,
  seconds: number | null,
): Promise<void> {
  return changing(server, scope, (query) =>
    query(
      `UPDATE connections SET expires_at = now() + make_interval(secs => $2), refresh_not_before = NULL WHERE id = $1`,
      [connectionId, seconds],
    ),
  );
}

/** Deletes it with every rule about it, as the product would. */
export async function disconnect(
  server: Pick<TestServer, 'app'>,
  organizationId: string,
  connectionId: string,
): Promise<void> {
  const policySets = server.app.get(PolicySetsService, { strict: false });
  await server.app.get(Database).tx(async (tx) => {
    await tx.query('DELETE FROM connections WHERE id = $1', [connectionId]);
    await policySets.removeConnection(tx, organizationId, connectionId);
  });
}

/** Every write is in force at once, as the product's own writers make it. */
async function changing(
  server: Pick<TestServer, 'app'>,
  scope: { organizationId: string; workspaceId?: string },
  write: (query: (sql: string, params: readonly unknown[]) => Promise<unknown>) => Promise<unknown>,
): Promise<void> {
  const epochs = server.app.get(Epochs, { strict: false });
  await server.app.get(Database).tx(async (tx) => {
    await write((sql, params) => tx.query(sql, params));
    await epochs.raise(
      tx,
      scope.workspaceId === undefined
        ? { organization: scope.organizationId }
        : { workspace: scope.workspaceId },
    );
  });
}
