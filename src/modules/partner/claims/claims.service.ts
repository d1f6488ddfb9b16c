import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../kernel/access/declaration/caller.js';
import { StandingCredential } from '../../../kernel/access/declaration/standing-credential.js';
import { Database, type Tx } from '../../../kernel/database/database.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import { platformErrors } from '../../../kernel/errors/platform-errors.js';
import { provisionErrors } from '../../directory/provisions/provision.errors.js';
import type { Person } from '../../people/identity/users/person.js';
import { UsersService } from '../../people/identity/users/users.service.js';
import { OnboardingService } from '../../people/onboarding/onboarding.service.js';
import { OrganizationsService } from '../../people/organizations/organizations.service.js';
import {
  type PartnerOrganization,
  PartnerOrganizationsStore,
} from '../partners/partner-organizations.store.js';
import { PartnersStore } from '../partners/partners.store.js';
import { claimErrors } from './claim.errors.js';
import type { ClaimedPartnerOrgResponse, PartnerClaimPreviewResponse, PartnerKeys } from './dto/claim.dto.js';
import { TakeOver } from './take-over.js';
import { OrganizationLimits } from '../../foundation/limits/organization-limits.js';

/** Claim links as their holders use them (07 A7.3). A suspended partner's go on working (07 A3.5). */
@Injectable()
export class ClaimsService {
  constructor(
    private readonly db: Database,
    private readonly store: PartnerOrganizationsStore,
    private readonly partners: PartnersStore,
    private readonly standing: StandingCredential,
    private readonly users: UsersService,
    private readonly organizations: OrganizationsService,
    private readonly onboarding: OnboardingService,
    private readonly takeOver: TakeOver,
    private readonly limits: OrganizationLimits,
  ) {}

  /** What the claim page shows to whoever holds the link; changes nothing. */
  async preview(token: string): Promise<PartnerClaimPreviewResponse> {
    const found = await this.store.findByToken(this.db, token);
    if (found === null) throw new AppError(claimErrors.partner_claim_unknown);
    const partner = await this.partners.find(this.db, found.partnerId);
    const reason = reasonOf(found);
    return {
      kind: 'organization',
      organizationName: found.name,
      partnerName: partner?.name ?? '',
      claimable: reason === null,
      reason,
    };
  }

  /** Whether the token is a partner's, whatever became of its organization. */
  async knows(token: string): Promise<boolean> {
    return (await this.store.findByToken(this.db, token)) !== null;
  }

  /** Of several claims at once one wins; the winner may ask again (07 A7.3). */
  claim(caller: Caller, token: string, partnerKeys: PartnerKeys = 'end'): Promise<ClaimedPartnerOrgResponse> {
    return this.db.tx(async (tx) => {
      const { person, organization } = await this.lock(tx, caller, token);
      const { organizationId, name: organizationName } = organization;
      const answer = { organizationId, organizationName };
      if (organization.claimedAt !== null) {
        if (organization.claimedByUserId === person.id) return answer;
        throw new AppError(claimErrors.partner_claim_taken);
      }
      if (organization.expired) throw new AppError(claimErrors.partner_claim_expired);
      this.limits.requireRoomToOwn((await this.organizations.ownedBy(tx, person.id)).length);
      await this.takeOver.perform(tx, person, { organization, partnerKeys });
      return answer;
    });
  }

  /** On the path that all claim pages share a refusal reads as that path's own, and the partner's keys end (07 A7.3). */
  async claimOnSharedPath(caller: Caller, token: string): Promise<ClaimedPartnerOrgResponse> {
    try {
      return await this.claim(caller, token);
    } catch (error) {
      const refused = error instanceof AppError && Object.values(claimErrors).includes(error.definition);
      throw refused ? new AppError(provisionErrors.claim_refused, { cause: error }) : error;
    }
  }

  /** What the link leads to is read again once partner and organization are held: neither goes away meanwhile. */
  private async lock(
    tx: Tx,
    caller: Caller,
    token: string,
  ): Promise<{ person: Person; organization: PartnerOrganization }> {
    await this.onboarding.lockPerson(tx, caller.email);
    const found = await this.store.findByToken(tx, token);
    if (found === null) throw new AppError(claimErrors.partner_claim_unknown);
    await this.store.holdPartner(tx, found.partnerId);
    await this.organizations.lockOrganization(tx, found.organizationId);
    await this.standing.lock(tx, caller);
    const person = await this.users.lock(tx, caller.userId);
    if (person === null) throw new AppError(platformErrors.invalid_credentials);
    const organization = await this.store.findByToken(tx, token);
    if (organization === null) throw new AppError(claimErrors.partner_claim_unknown);
    return { person, organization };
  }
}

function reasonOf({ claimedAt, expired }: PartnerOrganization): 'claimed' | 'expired' | null {
  if (claimedAt !== null) return 'claimed';
  return expired ? 'expired' : null;
}
