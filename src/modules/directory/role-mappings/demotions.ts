import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../kernel/database/database.js';
import { ApiKeysService } from '../../foundation/api-keys/api-keys.service.js';
import { apiKeyAudit } from '../../foundation/api-keys/api-key.audit.js';
import type { AuditActor } from '../../foundation/audit/model/audit-origin.js';

/** What goes with the rank of an administrator, however it was lost (05 §2.6). */
@Injectable()
export class Demotions {
  constructor(private readonly apiKeys: ApiKeysService) {}

  /** Of somebody who is a plain member already. */
  async apply(
    tx: Tx,
    { organizationId, userId, by }: { organizationId: string; userId: string; by: AuditActor },
  ): Promise<void> {
    const revokedCount = await this.apiKeys.revokeBeyondReach(tx, { organizationId, userId });
    if (revokedCount === 0) return;
    const revoked = { reason: 'role_change', revokedCount };
    await apiKeyAudit.record(tx, { organizationId, by }, 'delete', revoked);
  }
}
