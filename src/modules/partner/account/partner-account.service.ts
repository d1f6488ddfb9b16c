import { Injectable } from '@nestjs/common';
import type { PartnerCaller } from '../../../kernel/access/declaration/caller.js';
import { Database } from '../../../kernel/database/database.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import { platformErrors } from '../../../kernel/errors/platform-errors.js';
import { apiKeyAudit } from '../../foundation/api-keys/api-key.audit.js';
import { ApiKeysService } from '../../foundation/api-keys/api-keys.service.js';
import { presentPartner } from '../partners/dto/partner.dto.js';
import { PartnerLock } from '../partners/partner-lock.js';
import { recordForPartner } from '../partners/partner-trail.js';
import { PartnersStore } from '../partners/partners.store.js';
import type { PartnerProfileResponse } from './dto/partner-profile.dto.js';

/** A partner and its key, as itself sees them (07 A4). */
@Injectable()
export class PartnerAccountService {
  constructor(
    private readonly db: Database,
    private readonly lock: PartnerLock,
    private readonly partners: PartnersStore,
    private readonly apiKeys: ApiKeysService,
  ) {}

  async profile({ partnerId, member, role }: PartnerCaller): Promise<PartnerProfileResponse> {
    const partner = await this.partners.find(this.db, partnerId);
    if (partner === null) throw new AppError(platformErrors.invalid_credentials);
    const kind = member === null ? 'key' : 'member';
    const { userId, email } = member ?? { userId: null, email: null };
    return { ...presentPartner(partner), viewer: { kind, userId, email, role } };
  }

  /** Of two calls with one key the second finds it dead. */
  regenerateKey(caller: PartnerCaller): Promise<string> {
    return this.db.tx(async (tx) => {
      await this.lock.take(tx, caller, 'admin');
      const value = await this.apiKeys.replacePartnerKey(tx, caller.partnerId);
      await recordForPartner(tx, apiKeyAudit, caller, 'regenerate', { scope: 'partner' });
      return value;
    });
  }
}
