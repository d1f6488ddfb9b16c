import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AccessQueries } from '../../../kernel/access/queries/access.queries.js';
import type { WorkspaceCaller } from '../../../kernel/access/declaration/caller.js';
import { StandingCredential } from '../../../kernel/access/declaration/standing-credential.js';
import { placesIn, SecretBox } from '../../../kernel/crypto/secret-box.js';
import { randomHex, sha256 } from '../../../kernel/crypto/tokens.js';
import { Database, type Tx } from '../../../kernel/database/database.js';
import type { Queryable } from '../../../kernel/database/statements/queryable.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import { ApiKeysService } from '../../foundation/api-keys/api-keys.service.js';
import { originOf } from '../../foundation/audit/model/audit-origin.js';
import { apiKeyAudit } from '../../foundation/api-keys/api-key.audit.js';
import { authAudit } from '../identity/model/auth.audit.js';
import { UsersService } from '../identity/users/users.service.js';
import { OrganizationsService } from '../organizations/organizations.service.js';
import { DeviceLoginEntity } from './device-login.entity.js';
import type { DeviceLoginPollResponse } from './dto/device-login.dto.js';
import { platformErrors } from '../../../kernel/errors/platform-errors.js';
import { deviceLoginErrors } from './device-login.errors.js';
import { Jobs } from '../../../kernel/jobs/jobs.js';

const EVERY_TEN_MINUTES = '*/10 * * * *';
const CODE_BYTES = 16;
const CONFIRMABLE = '5 minutes';
/** A confirmed key that nobody has fetched by then stays unread; the row is about to be removed (01 §14.4). */
const READABLE_AFTER_EXPIRY = '1 hour';

const bindingOf = placesIn(DeviceLoginEntity);

interface SealedKey {
  id: string;
  workspaceId: string;
  sealed: string;
}

/** Login of command-line clients: a code waits, a person confirms it, the key is handed over once (01 §14). */
@Injectable()
export class DeviceLoginService {
  constructor(
    private readonly db: Database,
    private readonly access: AccessQueries,
    private readonly standing: StandingCredential,
    private readonly organizations: OrganizationsService,
    private readonly users: UsersService,
    private readonly apiKeys: ApiKeysService,
    private readonly box: SecretBox,
  ) {}

  /** A new code, which stands in the database as a hash only. */
  async start(): Promise<string> {
    const code = randomHex(CODE_BYTES);
    await this.db
      .repository(DeviceLoginEntity)
      .insert({ codeHash: sha256(code), expiresAt: () => `now() + interval '${CONFIRMABLE}'` });
    return code;
  }

  /** Unknown, expired and already read look alike: a client that saw one of them stops asking. */
  async poll(code: string): Promise<DeviceLoginPollResponse> {
    const hash = sha256(code);
    const [login] = await this.db.query<{ confirmed: boolean }>(
      `SELECT confirmed_at IS NOT NULL AS confirmed FROM device_logins
       WHERE code_hash = $1 AND (expires_at > now() OR key_ciphertext IS NOT NULL)`,
      [hash],
    );
    if (login === undefined) return { status: 'expired' };
    if (!login.confirmed) return { status: 'pending' };
    const taken = await this.takeKey(hash);
    if (taken === null) return { status: 'expired' };
    const apiKey = this.box.open(taken.sealed, bindingOf(taken.id));
    return { status: 'ok', api_key: apiKey, workspace_id: taken.workspaceId };
  }

  /**
   * Hands the caller's own key for the workspace to whoever waits with the code. The organization is locked first:
   * a membership that ends at the same moment takes the key with it, or ends before and nothing is handed over.
   */
  async confirm(caller: WorkspaceCaller, code: string): Promise<void> {
    const { userId, organizationId, workspaceId } = caller;
    await this.db.tx(async (tx) => {
      await this.organizations.lockOrganization(tx, organizationId);
      await this.standing.lock(tx, caller);
      if (!(await this.access.canUseWorkspace(userId, workspaceId, tx)))
        throw new AppError(platformErrors.invalid_credentials);
      const id = await this.lockWaiting(tx, code);
      const key = await this.apiKeys.ensureWorkspaceKey(tx, caller);
      const keyCiphertext = this.box.seal(key.value, bindingOf(id));
      await tx
        .repository(DeviceLoginEntity)
        .update({ id }, { confirmedAt: () => 'now()', workspaceId, apiKeyId: key.id, keyCiphertext });
      await this.users.completeOnboarding(tx, userId);
      await this.record(tx, caller, key.created);
    });
  }

  /** Throws what `confirm` would, for a page that asks before it offers to confirm. */
  async requireWaiting(code: string): Promise<void> {
    await this.waiting(this.db, code, '');
  }

  /** Rows whose hour is over; a skipped run leaves nothing that any look-up accepts (01 §28). */
  async removeEnded(): Promise<void> {
    await this.db.query(`DELETE FROM device_logins WHERE expires_at < now() - $1::interval`, [
      READABLE_AFTER_EXPIRY,
    ]);
  }

  /** Of two confirmations of one code the second waits here and finds it confirmed. */
  private lockWaiting(tx: Tx, code: string): Promise<string> {
    return this.waiting(tx, code, 'FOR UPDATE');
  }

  private async waiting(db: Queryable, code: string, lock: '' | 'FOR UPDATE'): Promise<string> {
    const [login] = await db.query<{ id: string; confirmed: boolean; expired: boolean }>(
      `SELECT id, confirmed_at IS NOT NULL AS confirmed, expires_at <= now() AS expired
       FROM device_logins WHERE code_hash = $1 ${lock}`,
      [sha256(code)],
    );
    if (login === undefined) throw new AppError(deviceLoginErrors.device_login_unknown);
    if (login.confirmed) throw new AppError(deviceLoginErrors.device_login_confirmed);
    if (login.expired) throw new AppError(deviceLoginErrors.device_login_expired);
    return login.id;
  }

  /** Reads and wipes in one statement: of two polls at once the second waits and finds it wiped. */
  private async takeKey(codeHash: Buffer): Promise<SealedKey | null> {
    const [taken] = await this.db.query<SealedKey>(
      `UPDATE device_logins l SET key_ciphertext = NULL
       FROM (SELECT id, key_ciphertext FROM device_logins
         WHERE code_hash = $1 AND key_ciphertext IS NOT NULL AND expires_at > now() - $2::interval
         FOR UPDATE) login
       WHERE l.id = login.id
       RETURNING l.id, l.workspace_id AS "workspaceId", login.key_ciphertext AS sealed`,
      [codeHash, READABLE_AFTER_EXPIRY],
    );
    return taken ?? null;
  }

  private async record(tx: Tx, caller: WorkspaceCaller, keyCreated: boolean): Promise<void> {
    const origin = originOf(caller);
    if (keyCreated) await apiKeyAudit.record(tx, origin, 'create', { autoProvisioned: true });
    await authAudit.record(tx, origin, 'approve', { deviceLogin: true });
  }
}

/** Removes logins an hour after their expiry (01 §28). */
@Injectable()
export class DeviceLoginCleanup implements OnModuleInit {
  constructor(
    private readonly jobs: Jobs,
    private readonly logins: DeviceLoginService,
  ) {}

  onModuleInit(): void {
    this.jobs.registerPeriodic('device-login.remove-ended', EVERY_TEN_MINUTES, () =>
      this.logins.removeEnded(),
    );
  }
}
