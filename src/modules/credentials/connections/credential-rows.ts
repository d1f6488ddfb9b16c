import { Injectable, Logger } from '@nestjs/common';
import { SecretBox, placesIn } from '../../../kernel/crypto/secret-box.js';
import { Database, Prepared } from '../../../kernel/database/database.js';
import { selection } from '../../../kernel/database/statements/entity-columns.js';
import { Epochs } from '../../../kernel/database/epochs.js';
import { epochOf } from '../../../kernel/database/scope.js';
import type { Counted } from '../../../kernel/metrics/labelled.js';
import { Metrics } from '../../../kernel/metrics/metrics.js';
import { ConnectionEntity } from './connection.entity.js';

const FIELDS = [
  'id',
  'organizationId',
  'workspaceId',
  'provider',
  'status',
  'metadata',
  'appConfigId',
  'credentialsCiphertext',
  'expiresAt',
  'refreshNotBefore',
] as const satisfies (keyof ConnectionEntity)[];

type CredentialRow = Pick<ConnectionEntity, (typeof FIELDS)[number]>;

/** What is stored of an account, opened. Never logged or serialised; held as long as a request or a minute. */
export interface StoredCredentials extends Omit<CredentialRow, 'credentialsCiphertext'> {
  readonly values: Readonly<Record<string, string>>;
  /** As it is stored: whoever writes next compares it, so that nothing newer is written over. */
  readonly sealed: string;
}

/** What replaces it after a refresh. */
export interface RenewedCredentials {
  readonly values: Readonly<Record<string, string>>;
  readonly expiresAt: Date | null;
}

/** Longer than a provider is waited for, shorter than a person waits for a process that died. */
const LEASE_SECONDS = 15;

const bindingOf = placesIn(ConnectionEntity);
const READ = new Prepared(`SELECT ${selection(ConnectionEntity, FIELDS)} FROM connections WHERE id = $1`);

/**
 * The credentials of connections in the clear, for whoever uses them at providers. Every write is of what was read: it
 * is made only while nobody stored anything else, so a reconnect wins over a refresh that began before it.
 */
@Injectable()
export class CredentialRows {
  private readonly logger = new Logger(CredentialRows.name);
  private readonly skips: Counted<{ cause: 'undecryptable' }>;

  constructor(
    private readonly db: Database,
    private readonly box: SecretBox,
    private readonly epochs: Epochs,
    metrics: Metrics,
  ) {
    this.skips = metrics.counter({
      name: 'connection_credentials_unavailable_total',
      help: 'Connections that were not injected because their credentials could not be resolved.',
      labelNames: ['cause'],
    });
  }

  /** Null when it is gone, out of use, or cannot be opened. Throws when nothing can be read. */
  async read(id: string): Promise<StoredCredentials | null> {
    const [row] = await this.db.query<CredentialRow>(READ, [id]);
    return row === undefined ? null : this.opened(row);
  }

  /** Claims the right to refresh it. False while another process has it, after a failure, or when it changed. */
  async lease({ id, sealed }: StoredCredentials): Promise<boolean> {
    return this.changes(
      `UPDATE connections SET refresh_leased_until = now() + interval '${LEASE_SECONDS} seconds'
       WHERE id = $1 AND credentials_ciphertext = $2 AND status = 'connected'
         AND (refresh_leased_until IS NULL OR refresh_leased_until < now())
         AND (refresh_not_before IS NULL OR refresh_not_before <= now())
       RETURNING id`,
      [id, sealed],
    );
  }

  /** Stores what the provider gave and ends the lease; null when somebody stored something else meanwhile. */
  async replace(
    stored: StoredCredentials,
    { values, expiresAt }: RenewedCredentials,
    pauseSeconds: number,
  ): Promise<StoredCredentials | null> {
    const { id, sealed: from } = stored;
    const sealed = this.box.seal(JSON.stringify(values), bindingOf(id));
    const replaced = await this.db.tx(async (tx) => {
      const [before] = await tx.query<Pick<CredentialRow, 'status'>>(
        `UPDATE connections SET credentials_ciphertext = $3, expires_at = $4, status = 'connected',
           refresh_leased_until = NULL,
           refresh_not_before = now() + make_interval(secs => $5), updated_at = now()
         FROM (SELECT id, status FROM connections WHERE id = $1 FOR UPDATE) AS before
         WHERE connections.id = before.id AND credentials_ciphertext = $2 RETURNING before.status`,
        [id, from, sealed, expiresAt, pauseSeconds],
      );
      // Another process was refused the token that had just been spent here, and took the account out of every snapshot.
      if (before?.status === 'expired') await this.epochs.raise(tx, epochOf(stored));
      return before !== undefined;
    });
    if (replaced) return { ...stored, values, expiresAt, sealed, refreshNotBefore: null };
    // The same under another key: changing the encryption key is no reason to lose what was given.
    const current = await this.read(id);
    const same = current !== null && JSON.stringify(current.values) === JSON.stringify(stored.values);
    return same && current.sealed !== from
      ? this.replace(current, { values, expiresAt }, pauseSeconds)
      : null;
  }

  /** Ends the lease; nobody tries again for so long (03 §12.3.3). */
  async pause({ id, sealed }: StoredCredentials, seconds: number): Promise<void> {
    await this.changes(
      `UPDATE connections SET refresh_leased_until = NULL, refresh_not_before = now() + make_interval(secs => $3)
       WHERE id = $1 AND credentials_ciphertext = $2 RETURNING id`,
      [id, sealed, seconds],
    );
  }

  /** The account is out of use until a person connects it anew. False when somebody has. */
  async end(stored: StoredCredentials, cause: Error): Promise<boolean> {
    const { id, provider, sealed } = stored;
    const ended = await this.db.tx(async (tx) => {
      const rows = await tx.query(
        `UPDATE connections SET status = 'expired', refresh_leased_until = NULL, updated_at = now()
         WHERE id = $1 AND credentials_ciphertext = $2 AND status = 'connected' RETURNING id`,
        [id, sealed],
      );
      if (rows.length > 0) await this.epochs.raise(tx, epochOf(stored));
      return rows.length > 0;
    });
    const told = { connectionId: id, provider, err: cause };
    if (ended) this.logger.warn(told, 'connection must be reconnected: its provider refuses to refresh it');
    return ended;
  }

  private async changes(statement: string, values: readonly unknown[]): Promise<boolean> {
    return (await this.db.query(statement, values)).length > 0;
  }

  private opened({ credentialsCiphertext: sealed, ...row }: CredentialRow): StoredCredentials | null {
    if (row.status !== 'connected') return null;
    const values = this.box.openOr(sealed, bindingOf(row.id), (err) => {
      this.skips.inc({ cause: 'undecryptable' });
      this.logger.warn({ connectionId: row.id, err }, 'credentials of a connection could not be decrypted');
      return null;
    });
    return values === null ? null : { ...row, values: JSON.parse(values) as Record<string, string>, sealed };
  }
}
