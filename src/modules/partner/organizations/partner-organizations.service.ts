import { Injectable } from '@nestjs/common';
import type { PartnerCaller } from '../../../kernel/access/declaration/caller.js';
import { Database } from '../../../kernel/database/database.js';
import { Epochs } from '../../../kernel/database/epochs.js';
import { apiKeyAudit } from '../../foundation/api-keys/api-key.audit.js';
import { ApiKeysService } from '../../foundation/api-keys/api-keys.service.js';
import { organizationAudit } from '../../foundation/operator/organization.audit.js';
import { OrganizationDeletion } from '../../people/org/organization-deletion.js';
import { ClaimTokens, claimUrl } from '../partners/claim-tokens.js';
import { UnclaimedOrganizations } from '../partners/unclaimed-organizations.js';
import { PartnerOrganizationsStore, statusOf } from '../partners/partner-organizations.store.js';
import { PartnerProjects } from '../partners/records/partner-projects.js';
import { recordForBoth, recordForPartner } from '../partners/partner-trail.js';
import { partnerAudit } from '../partners/partner.audit.js';
import type {
  ClaimLinkResponse,
  ListPartnerOrgsQuery,
  PartnerOrgResponse,
  RotatedTokensResponse,
} from './dto/partner-organization.dto.js';
import { presentOrganization } from './partner-organization.view.js';

/** What a partner sees of its organizations, and does with those nobody has claimed (07 A6). */
@Injectable()
export class PartnerOrganizationsService {
  constructor(
    private readonly db: Database,
    private readonly epochs: Epochs,
    private readonly unclaimed: UnclaimedOrganizations,
    private readonly store: PartnerOrganizationsStore,
    private readonly projects: PartnerProjects,
    private readonly claimTokens: ClaimTokens,
    private readonly apiKeys: ApiKeysService,
    private readonly deletion: OrganizationDeletion,
  ) {}

  async list({ partnerId }: PartnerCaller, { status }: ListPartnerOrgsQuery): Promise<PartnerOrgResponse[]> {
    const organizations = await this.store.list(this.db, partnerId);
    const projects = await this.projects.ofMany(this.db, partnerId);
    return organizations
      .filter((organization) => status === undefined || statusOf(organization) === status)
      .map((organization) =>
        presentOrganization(organization, projects.get(organization.organizationId) ?? []),
      );
  }

  async get({ partnerId }: PartnerCaller, organizationId: string): Promise<PartnerOrgResponse> {
    const organization = await this.store.require(this.db, partnerId, organizationId);
    return presentOrganization(organization, await this.projects.of(this.db, organizationId));
  }

  /** The link before is dead with the answer, and the gateway prints this one from the next request on. */
  reissueClaimLink(
    caller: PartnerCaller,
    organizationId: string,
    dashboard: string,
  ): Promise<ClaimLinkResponse> {
    return this.unclaimed.change(caller, organizationId, async (tx, { id }) => {
      const { value, stored } = this.claimTokens.issue(id);
      await this.store.replaceClaim(tx, id, stored);
      await this.epochs.raise(tx, { organization: organizationId });
      await recordForBoth(tx, partnerAudit, { caller, organizationId }, 'update', { claimLink: 'reissued' });
      return { claimUrl: claimUrl(dashboard, value) };
    });
  }

  /** The key of the organization and the one of the default project; no other, and no agent's token. */
  rotateTokens(caller: PartnerCaller, organizationId: string): Promise<RotatedTokensResponse> {
    return this.unclaimed.change(caller, organizationId, async (tx, organization) => {
      const workspaceId = await this.projects.defaultOf(tx, organization);
      const holder = { organizationId, userId: organization.placeholderUserId! };
      const orgApiKey = await this.apiKeys.regenerateOrganizationKey(tx, holder);
      const projectApiKey = await this.apiKeys.regenerateWorkspaceKey(tx, { ...holder, workspaceId });
      const metadata = { scope: 'partner-rotate', projectId: workspaceId };
      await recordForBoth(tx, apiKeyAudit, { caller, organizationId }, 'regenerate', metadata);
      return { orgApiKey, projectApiKey, projectId: workspaceId };
    });
  }

  /** With everything in it and its placeholder. Its own log goes along; the partner's keeps the entry. */
  delete(caller: PartnerCaller, organizationId: string): Promise<void> {
    return this.unclaimed.change(caller, organizationId, async (tx, { name, workspaceId: projectId }) => {
      await this.deletion.deleteWithin(tx, organizationId);
      const metadata = { organizationId, name, projectId };
      await recordForPartner(tx, organizationAudit, caller, 'delete', metadata);
    });
  }
}
