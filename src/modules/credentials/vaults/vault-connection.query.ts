import { jsonSelection } from '../../../kernel/database/statements/entity-columns.js';
import { ONEPASSWORD, type StoredVaultConnection } from './provider/vault-connection.js';
import { VaultConnectionEntity } from './vault-connection.entity.js';

const FIELDS = ['id', 'credentialsCiphertext'] as const satisfies (keyof StoredVaultConnection)[];

/** The connection of the workspace `subject.workspace_id` as JSON; null where it is not paired. */
export const CONNECTION_OF_WORKSPACE = `SELECT ${jsonSelection(VaultConnectionEntity, FIELDS, 'v')}
  FROM vault_connections v WHERE v.workspace_id = subject.workspace_id AND v.provider = '${ONEPASSWORD}'`;
