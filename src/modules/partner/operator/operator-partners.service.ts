import { Injectable } from '@nestjs/common';
import { slugify } from '../../../domain/text/slug.js';
import { Database, type Tx } from '../../../kernel/database/database.js';
import { Epochs } from '../../../kernel/database/epochs.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import { apiKeyAudit } from '../../foundation/api-keys/api-key.audit.js';
import { ApiKeysService } from '../../foundation/api-keys/api-keys.service.js';
import { actingPerson } from '../../foundation/audit/model/audit-origin.js';
import type { AuditAction } from '../../foundation/audit/model/audit-vocabulary.js';
import { type PartnerResponse, presentPartner } from '../partners/dto/partner.dto.js';
import type { PartnerSetupLinkResponse } from '../partners/dto/partner-member.dto.js';
import { PartnerMembersStore, presentPartnerMember } from '../partners/partner-members.store.js';
import { PartnerPeople } from '../partners/partner-people.js';
import { partnerAudit } from '../partners/partner.audit.js';
import { partnerErrors } from '../partners/partner.errors.js';
import { type CountedPartner, type Partner, PartnersStore } from '../partners/partners.store.js';
import type {
  CreatedPartnerResponse,
  CreatePartnerRequest,
  ListPartnersQuery,
  PartnerAccountResponse,
  UpdatePartnerRequest,
} from './dto/operator-partner.dto.js';

export const BY_THE_OPERATOR = actingPerson(null, 'operator', 'system');
const SLUG_FALLBACK = 'partner';
const SLUG_MAX = 56;

/** Partners as the operator makes and rules them (07 A3). */
@Injectable()
export class OperatorPartnersService {
  constructor(
    private readonly db: Database,
    private readonly epochs: Epochs,
    private readonly store: PartnersStore,
    private readonly members: PartnerMembersStore,
    private readonly people: PartnerPeople,
    private readonly apiKeys: ApiKeysService,
  ) {}

  async list({ status }: ListPartnersQuery): Promise<PartnerAccountResponse[]> {
    return (await this.store.listCounted(this.db, status ?? null)).map(presentCounted);
  }

  async get(partnerId: string): Promise<PartnerAccountResponse> {
    return presentCounted(await this.store.requireCounted(this.db, partnerId));
  }

  /** With its owner and its one key. */
  create(request: CreatePartnerRequest, dashboard: string): Promise<CreatedPartnerResponse> {
    const { name, slug } = request;
    const email = this.people.addressOf(request.ownerEmail);
    const wished = slug ?? (slugify(name).slice(0, SLUG_MAX).replace(/-$/, '') || SLUG_FALLBACK);
    return this.db.tx(async (tx) => {
      const partner = await this.store.insert(tx, name, wished, { asked: slug !== undefined });
      const owner = await this.people.add(tx, { partnerId: partner.id, role: 'owner', email });
      const link = await this.people.setUp(tx, owner, dashboard);
      const partnerApiKey = await this.apiKeys.replacePartnerKey(tx, partner.id);
      await this.record(tx, partner, 'create', { name, slug: partner.slug, ownerEmail: email });
      return {
        partner: presentPartner(partner),
        owner: presentPartnerMember(owner),
        ownerSetupUrl: link?.setupUrl ?? null,
        partnerApiKey,
      };
    });
  }

  /** Suspending and its opposite reach the gateway through the partner's epoch. */
  update(partnerId: string, change: UpdatePartnerRequest): Promise<PartnerResponse> {
    return this.db.tx(async (tx) => {
      const partner = await this.store.lock(tx, partnerId);
      const { name = partner.name, status = partner.status } = change;
      await this.store.change(tx, partner.id, { name, status });
      if (status !== partner.status) await this.epochs.raise(tx, { partner: partner.id });
      await this.record(tx, partner, 'update', { name, status });
      return presentPartner({ ...partner, name, status });
    });
  }

  rotateKey(partnerId: string): Promise<string> {
    return this.db.tx(async (tx) => {
      const partner = await this.store.lock(tx, partnerId);
      const value = await this.apiKeys.replacePartnerKey(tx, partner.id);
      const origin = { partnerId: partner.id, by: BY_THE_OPERATOR };
      await apiKeyAudit.record(tx, origin, 'regenerate', { scope: 'partner' });
      return value;
    });
  }

  reissueOwnerSetupLink(partnerId: string, dashboard: string): Promise<PartnerSetupLinkResponse> {
    return this.db.tx(async (tx) => {
      const partner = await this.store.lock(tx, partnerId);
      const owner = await this.members.owner(tx, partner.id);
      const link = owner && (await this.people.setUp(tx, owner, dashboard));
      if (link === null) throw new AppError(partnerErrors.partner_member_signs_in);
      await this.record(tx, partner, 'update', { setupLink: 'reissued' });
      return { ...link, expiresAt: link.expiresAt.toISOString() };
    });
  }

  private record(
    tx: Tx,
    { id: partnerId }: Partner,
    action: AuditAction,
    metadata: Record<string, unknown>,
  ): Promise<void> {
    return partnerAudit.record(tx, { partnerId, by: BY_THE_OPERATOR }, action, metadata);
  }
}

function presentCounted(row: CountedPartner): PartnerAccountResponse {
  const { unclaimed, claimed, detached, members, secrets } = row;
  return { ...presentPartner(row), organizations: { unclaimed, claimed, detached }, members, secrets };
}
