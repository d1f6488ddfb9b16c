import { Injectable } from '@nestjs/common';
import type { OrganizationCaller } from '../../../kernel/access/caller.js';
import { StandingCredential } from '../../../kernel/access/standing-credential.js';
import { Database, type Tx } from '../../../kernel/database/database.js';
import { ApiKeysService } from '../../foundation/api-keys/api-keys.service.js';
import { actorOf } from '../../foundation/audit/audit-event.js';
import { AuditService } from '../../foundation/audit/audit.service.js';
import { OrganizationsService } from '../organizations/organizations.service.js';

/**
 * The caller's own key for the organization (01 §18.4), minted on the first request. The membership is locked
 * meanwhile, so that nobody who is being removed is left with a key.
 */
@Injectable()
export class OrgApiKeyService {
  constructor(
    private readonly db: Database,
    private readonly audit: AuditService,
    private readonly apiKeys: ApiKeysService,
    private readonly organizations: OrganizationsService,
    private readonly standing: StandingCredential,
  ) {}

  /** The caller's own, minted on the first request. */
  read(caller: OrganizationCaller): Promise<string> {
    return this.db.tx(async (tx) => {
      await this.standing.lock(tx, caller);
      await this.organizations.lockMember(tx, caller.organizationId, caller.userId);
      const key = await this.apiKeys.ensureOrganizationKey(tx, caller);
      if (key.created) await this.record(tx, caller, 'create', { autoProvisioned: true });
      return key.value;
    });
  }

  /** The previous value is refused from the answer on. */
  regenerate(caller: OrganizationCaller): Promise<string> {
    return this.db.tx(async (tx) => {
      await this.standing.lock(tx, caller);
      await this.organizations.lockMember(tx, caller.organizationId, caller.userId);
      const value = await this.apiKeys.regenerateOrganizationKey(tx, caller);
      await this.record(tx, caller, 'regenerate');
      return value;
    });
  }

  private record(
    tx: Tx,
    caller: OrganizationCaller,
    action: 'create' | 'regenerate',
    details: Record<string, unknown> = {},
  ): Promise<void> {
    return this.audit.record(tx, {
      organizationId: caller.organizationId,
      by: actorOf(caller),
      action,
      service: 'api-key',
      metadata: { scope: 'organization', ...details },
    });
  }
}
