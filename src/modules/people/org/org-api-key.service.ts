import { Injectable } from '@nestjs/common';
import type { OrganizationCaller } from '../../../kernel/access/declaration/caller.js';
import { StandingCredential } from '../../../kernel/access/declaration/standing-credential.js';
import { Database } from '../../../kernel/database/database.js';
import { ApiKeysService } from '../../foundation/api-keys/api-keys.service.js';
import { organizationOriginOf } from '../../foundation/audit/model/audit-origin.js';
import { apiKeyAudit } from '../../foundation/api-keys/api-key.audit.js';
import { OrganizationsService } from '../organizations/organizations.service.js';

const SCOPE = { scope: 'organization' };

/**
 * The caller's own key for the organization (01 §18.4), minted on the first request. The membership is locked
 * meanwhile, so that nobody who is being removed is left with a key.
 */
@Injectable()
export class OrgApiKeyService {
  constructor(
    private readonly db: Database,
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
      if (key.created)
        await apiKeyAudit.record(tx, organizationOriginOf(caller), 'create', {
          ...SCOPE,
          autoProvisioned: true,
        });
      return key.value;
    });
  }

  /** The previous value is refused from the answer on. */
  regenerate(caller: OrganizationCaller): Promise<string> {
    return this.db.tx(async (tx) => {
      await this.standing.lock(tx, caller);
      await this.organizations.lockMember(tx, caller.organizationId, caller.userId);
      const value = await this.apiKeys.regenerateOrganizationKey(tx, caller);
      await apiKeyAudit.record(tx, organizationOriginOf(caller), 'regenerate', SCOPE);
      return value;
    });
  }
}
