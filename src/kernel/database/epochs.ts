import { Injectable, Logger } from '@nestjs/common';
import { Database } from './database.js';
import { Notifications } from './notifications.js';
import { Prepared } from './statements/prepared-run.js';
import { type Outcome, SharedReads } from './shared-reads.js';
import type { Tx } from './transaction.js';

/** Whose decisions a write may change: everything of an organization, of one workspace, or of a partner's customers. */
export type EpochScope = { organization: string } | { workspace: string } | { partner: string };

type RaiseListener = (scope: string, epoch: number) => void;

const CHANNEL = 'epochs';
const MAX_SCOPES = 1_000;
const OF_SCOPES = new Prepared('SELECT scope, epoch FROM epochs WHERE scope = ANY($1)');

/**
 * Microseconds of the database's clock, or the next number where it stands still. A database that goes back to an earlier
 * state counts from there again: by steps of one it would come to numbers that running processes know as something else.
 */
const NOW = '(extract(epoch FROM clock_timestamp()) * 1000000)::bigint';

/**
 * A number per organization and workspace, raised by every write that policy or injection depends on, in the
 * same transaction (06 §17.1). This process hears of its own raises before `Database.tx` returns; the others
 * by NOTIFY. No number is ever given twice (ADR 86).
 */
@Injectable()
export class Epochs {
  private readonly log = new Logger(Epochs.name);
  private readonly listeners = new Set<RaiseListener>();
  private readonly raised = new WeakMap<Tx, Set<string>>();
  private readonly reads = new SharedReads<number>({
    mostKeys: MAX_SCOPES,
    read: (scopes) => this.readAll(scopes),
  });

  constructor(
    private readonly db: Database,
    private readonly notifications: Notifications,
  ) {
    notifications.subscribe(CHANNEL, (payload) => {
      const separator = payload.lastIndexOf('=');
      const epoch = Number(payload.slice(separator + 1));
      // Whatever else another release may say here one day; no listener could compare it.
      if (Number.isSafeInteger(epoch)) this.apply(payload.slice(0, separator), epoch);
    });
  }

  /**
   * Raises the scopes when the transaction commits. The rows are written last and in one order, because every
   * writer of an organization meets there: held briefly, and never the cause of a deadlock.
   */
  async raise(tx: Tx, ...scopes: EpochScope[]): Promise<void> {
    let collected = this.raised.get(tx);
    if (!collected) {
      collected = new Set();
      this.raised.set(tx, collected);
      const all = collected;
      tx.beforeCommit(() => this.write(tx, [...all].sort()));
    }
    for (const scope of scopes) collected.add(scopeKey(scope));
  }

  /**
   * Everything there is, as if all of it had been written: processes that go on while the database under them is put back
   * to an earlier state read all of it again. Answers how many.
   */
  async raiseAll(tx: Tx): Promise<number> {
    const scopes = await tx.query<{ scope: string }>('SELECT scope FROM epochs ORDER BY scope');
    await this.write(
      tx,
      scopes.map(({ scope }) => scope),
    );
    return scopes.length;
  }

  /** The committed epochs of these scope keys; one that was never raised is 0. */
  async read(scopes: string[]): Promise<Map<string, number>> {
    const epochs = await Promise.all(scopes.map((scope) => this.reads.get(scope)));
    return new Map(scopes.map((scope, at) => [scope, epochs[at]!]));
  }

  /**
   * `fn` hears every raise, of this process and of others. The same one may come twice (directly and by
   * NOTIFY) and two may come out of order: compare the number.
   */
  onRaise(fn: RaiseListener): () => void {
    this.listeners.add(fn);
    return () => void this.listeners.delete(fn);
  }

  /** False: what was heard may be out of date, read the epochs from the database (06 §17.1.3). */
  alive(): boolean {
    return this.notifications.alive();
  }

  /** `fn` is called after raises may have been missed, before `alive` turns true again. */
  onGap(fn: () => void | Promise<void>): () => void {
    return this.notifications.onGap(fn);
  }

  private async readAll(scopes: readonly string[]): Promise<Map<string, Outcome<number>>> {
    const rows = await this.db.queryForTraffic<{ scope: string; epoch: string }>(OF_SCOPES, [scopes]);
    const epochs = new Map<string, Outcome<number>>(scopes.map((scope) => [scope, { value: 0 }]));
    for (const { scope, epoch } of rows) epochs.set(scope, { value: Number(epoch) });
    return epochs;
  }

  private async write(tx: Tx, scopes: string[]): Promise<void> {
    const rows = await tx.query<{ scope: string; epoch: string }>(
      `WITH raised AS (
         INSERT INTO epochs AS current (scope, epoch)
         SELECT scope, ${NOW} FROM unnest($1::text[]) AS scope
         ON CONFLICT (scope) DO UPDATE SET epoch = greatest(current.epoch + 1, ${NOW})
         RETURNING scope, epoch
       )
       SELECT scope, epoch, pg_notify('${CHANNEL}', scope || '=' || epoch) FROM raised`,
      [scopes],
    );
    tx.afterCommit(() => {
      for (const { scope, epoch } of rows) {
        this.apply(scope, Number(epoch));
        this.notifications.announced(CHANNEL, `${scope}=${epoch}`);
      }
    });
  }

  private apply(scope: string, epoch: number): void {
    for (const listener of this.listeners) {
      try {
        listener(scope, epoch);
      } catch (error) {
        this.log.error(error, 'epoch listener failed');
      }
    }
  }
}

function scopeKey(scope: EpochScope): string {
  if ('partner' in scope) return `partner:${scope.partner}`;
  return 'workspace' in scope ? `ws:${scope.workspace}` : `org:${scope.organization}`;
}
