import type { Database, Tx } from '../../../kernel/database/database.js';
import type { Epochs } from '../../../kernel/database/epochs.js';
import { actingPerson } from '../audit/model/audit-origin.js';
import { organizationAudit } from './organization.audit.js';

/** What a person holds for a while and can get again; most of it was ended or used up since the backup. */
const ENDED = {
  sessions: 'user_sessions',
  passwordResets: 'password_reset_tokens',
  deviceLogins: 'device_logins',
  signIns: 'sign_in_flows',
  singleSignOns: 'sso_transactions',
  connectionsUnderWay: 'connection_flows',
} as const;

/** What is alive again although it may have been revoked since; nothing in the database tells. */
const STANDING = `
  SELECT (SELECT count(*) FROM agents)::int AS "agentTokens",
    (SELECT count(*) FROM api_keys)::int AS "keys",
    (SELECT count(*) FROM invitations WHERE status = 'pending' AND expires_at > now())::int AS "invitations",
    (SELECT max(created_at) FROM audit_log) AS "lastAuditEntry"`;

export interface RestoredState {
  readonly agentTokens: number;
  readonly keys: number;
  readonly invitations: number;
  readonly lastAuditEntry: Date | null;
}

export interface Settled {
  readonly ended: Readonly<Record<keyof typeof ENDED, number>>;
  readonly standing: RestoredState;
}

/**
 * What has to be done with a database that went back to an earlier state (docs/disaster-recovery.md). Repeating it does no
 * harm beyond people signing in again.
 */
export class RestoredDatabase {
  constructor(
    private readonly db: Database,
    private readonly epochs: Epochs,
  ) {}

  settle(): Promise<Settled> {
    return this.db.tx(async (tx) => {
      const [standing] = await tx.query<RestoredState>(STANDING);
      const ended = Object.fromEntries(await this.endAll(tx)) as Settled['ended'];
      await this.note(tx);
      await this.epochs.raiseAll(tx);
      return { ended, standing: standing! };
    });
  }

  private async endAll(tx: Tx): Promise<[string, number][]> {
    const counts: [string, number][] = [];
    for (const [name, table] of Object.entries(ENDED)) {
      const [row] = await tx.query<{ count: number }>(
        `WITH gone AS (DELETE FROM ${table} RETURNING 1) SELECT count(*)::int AS count FROM gone`,
      );
      counts.push([name, row!.count]);
    }
    return counts;
  }

  /** Each organization's log says why it has a gap. */
  private async note(tx: Tx): Promise<void> {
    const organizations = await tx.query<{ id: string }>('SELECT id FROM organizations ORDER BY id');
    for (const { id } of organizations) {
      const where = { organizationId: id, by: actingPerson(null, null, 'system') };
      await organizationAudit.record(tx, where, 'update', { databaseRestored: true });
    }
  }
}
