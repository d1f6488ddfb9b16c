import { Injectable } from '@nestjs/common';
import type { PartnerCaller } from '../../../kernel/access/declaration/caller.js';
import { Database } from '../../../kernel/database/database.js';
import type {
  SecretListItemResponse,
  StoredSecretResponse,
} from '../../credentials/secrets/dto/secret-response.dto.js';
import { readNewSecret } from '../../credentials/secrets/secret-draft.js';
import { readSecretPatch } from '../../credentials/secrets/secret-patch.js';
import { SecretsService } from '../../credentials/secrets/secrets.service.js';
import { PartnerLock } from '../partners/partner-lock.js';
import { partnerActor } from '../partners/partner-trail.js';
import type { CreatePartnerSecretRequest, UpdatePartnerSecretRequest } from './dto/partner-secret.dto.js';

/** What a partner lends (07 A10): secrets like any other, of its scope. */
@Injectable()
export class PartnerSecretsService {
  constructor(
    private readonly db: Database,
    private readonly lock: PartnerLock,
    private readonly secrets: SecretsService,
  ) {}

  list({ partnerId }: PartnerCaller): Promise<SecretListItemResponse[]> {
    return this.secrets.listOfPartner({ partnerId });
  }

  create(caller: PartnerCaller, body: CreatePartnerSecretRequest): Promise<StoredSecretResponse> {
    const { partnerId } = caller;
    const draft = readNewSecret(body, 'partner');
    return this.db.tx(async (tx) => {
      await this.lock.share(tx, caller);
      return this.secrets.lendWithin(tx, { partnerId }, partnerActor(caller), draft);
    });
  }

  async update(caller: PartnerCaller, secretId: string, body: UpdatePartnerSecretRequest): Promise<void> {
    const { partnerId } = caller;
    const patch = readSecretPatch(body, 'partner');
    await this.db.tx(async (tx) => {
      await this.lock.share(tx, caller);
      await this.secrets.updateWithin(tx, { partnerId }, partnerActor(caller), secretId, patch);
    });
  }

  /** Its budgets and what was spent on it go with the row. */
  async remove(caller: PartnerCaller, secretId: string): Promise<void> {
    const { partnerId } = caller;
    await this.db.tx(async (tx) => {
      await this.lock.share(tx, caller);
      await this.secrets.removeWithin(tx, { partnerId }, partnerActor(caller), secretId);
    });
  }
}
