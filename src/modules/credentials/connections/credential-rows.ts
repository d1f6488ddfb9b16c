import { Injectable, Logger } from '@nestjs/common';
import type { Counter } from 'prom-client';
import { SecretBox, UndecryptableError } from '../../../kernel/crypto/secret-box.js';
import { placesIn } from '../../../kernel/crypto/sealed-columns.js';
import { Database, Prepared } from '../../../kernel/database/database.js';
import { selection } from '../../../kernel/database/entity-columns.js';
import { Metrics } from '../../../kernel/ops/metrics.js';
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

const bindingOf = placesIn(ConnectionEntity);
const READ = new Prepared(`SELECT ${selection(ConnectionEntity, FIELDS)} FROM connections WHERE id = $1`);

/** The credentials of connections in the clear, for whoever uses them at providers. */
@Injectable()
export class CredentialRows {
  private readonly logger = new Logger(CredentialRows.name);
  private readonly skips: Counter<'cause'>;

  constructor(
    private readonly db: Database,
    private readonly box: SecretBox,
    metrics: Metrics,
  ) {
    this.skips = metrics.counter({
      name: 'connection_credentials_unavailable_total',
      help: 'Connections left out of a request because their credentials could not be produced.',
      labelNames: ['cause'],
    });
  }

  /** Null when it is gone, out of use, or cannot be opened. Throws when nothing can be read. */
  async read(id: string): Promise<StoredCredentials | null> {
    const [row] = await this.db.query<CredentialRow>(READ, [id]);
    return row === undefined ? null : this.opened(row);
  }

  private opened({ credentialsCiphertext: sealed, ...row }: CredentialRow): StoredCredentials | null {
    if (row.status !== 'connected') return null;
    try {
      const values = JSON.parse(this.box.open(sealed, bindingOf(row.id))) as Record<string, string>;
      return { ...row, values, sealed };
    } catch (error) {
      if (!(error instanceof UndecryptableError)) throw error;
      this.skips.inc({ cause: 'undecryptable' });
      this.logger.warn(
        { connectionId: row.id, err: error },
        'the credentials of a connection cannot be opened',
      );
      return null;
    }
  }
}
