/**
 * Everything the database keeps sealed (02 §3.6), in one place: whoever rotates keys or checks a deployment goes
 * through this list. `SecretBox.seal` takes places of this list only, so what is not on it does not compile; a test
 * fills every one of these columns and finds no envelope in any other.
 */

/** A column of envelopes; each value is bound to `<table>:<id>`. */
interface SealedColumn {
  readonly table: string;
  readonly column: string;
  /** The primary key. */
  readonly id: string;
  /** PostgreSQL type of the primary key; one of bytes is bound by its hexadecimal text. */
  readonly idType: 'uuid' | 'integer' | 'bytea';
}

export const SEALED_COLUMNS = [
  { table: 'agents', column: 'token_ciphertext', id: 'id', idType: 'uuid' },
  { table: 'api_keys', column: 'token_ciphertext', id: 'id', idType: 'uuid' },
  { table: 'connections', column: 'credentials_ciphertext', id: 'id', idType: 'uuid' },
  { table: 'device_logins', column: 'key_ciphertext', id: 'id', idType: 'uuid' },
  { table: 'gateway_ca', column: 'key_ciphertext', id: 'id', idType: 'integer' },
  { table: 'secrets', column: 'value_ciphertext', id: 'id', idType: 'uuid' },
  { table: 'sign_in_flows', column: 'error_url', id: 'state_hash', idType: 'bytea' },
  { table: 'sign_in_flows', column: 'success_url', id: 'state_hash', idType: 'bytea' },
  { table: 'vault_connections', column: 'credentials_ciphertext', id: 'id', idType: 'uuid' },
] as const satisfies readonly SealedColumn[];

/** Jobs whose payload is `{ id, sealed }`; bound to `<job>:<id>`. */
type SealedJob = 'mail.send';

/** Where a sealed value is kept; it opens nowhere else. */
export type SealedPlace = `${(typeof SEALED_COLUMNS)[number]['table'] | SealedJob}:${string}`;
