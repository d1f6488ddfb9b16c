import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { PLACEHOLDER_DOMAIN } from '../../../domain/text/placeholder-address.js';
import { slugify, workspaceSlug } from '../../../domain/text/slug.js';
import type { PartnerCaller } from '../../../kernel/access/declaration/caller.js';
import { Database, type Tx } from '../../../kernel/database/database.js';
import { ApiKeysService } from '../../foundation/api-keys/api-keys.service.js';
import { organizationAudit } from '../../foundation/operator/organization.audit.js';
import { UsersService } from '../../people/identity/users/users.service.js';
import { OrganizationsService } from '../../people/organizations/organizations.service.js';
import { WorkspacesService } from '../../people/workspaces/workspaces.service.js';
import { AgentTokens } from '../../policy/agents/agent-tokens.js';
import { ClaimTokens, claimUrl } from '../partners/claim-tokens.js';
import { PartnerLock } from '../partners/partner-lock.js';
import { PartnerOrganizationsStore } from '../partners/partner-organizations.store.js';
import { recordForBoth } from '../partners/partner-trail.js';
import type { CreatedPartnerOrgResponse } from './dto/partner-organization.dto.js';

const PROJECT_NAME = 'Default';
const SLUG_FALLBACK = 'organization';

interface Placeholder {
  userId: string;
  email: string;
}

/** An organization with all a customer needs to start, in one transaction (07 A6). Nobody is written to. */
@Injectable()
export class PartnerOrganizationCreation {
  constructor(
    private readonly db: Database,
    private readonly lock: PartnerLock,
    private readonly users: UsersService,
    private readonly organizations: OrganizationsService,
    private readonly workspaces: WorkspacesService,
    private readonly tokens: AgentTokens,
    private readonly apiKeys: ApiKeysService,
    private readonly claimTokens: ClaimTokens,
    private readonly store: PartnerOrganizationsStore,
  ) {}

  /** `dashboard` is the base of the link. No licence and no plan limits how many (07 A1). */
  create(caller: PartnerCaller, name: string, dashboard: string): Promise<CreatedPartnerOrgResponse> {
    return this.db.tx(async (tx) => {
      await this.lock.share(tx, caller);
      const owner = await this.makePlaceholder(tx);
      const organizationId = await this.makeOrganization(tx, name, owner);
      const project = await this.workspaces.make(tx, {
        organizationId,
        name: PROJECT_NAME,
        slug: workspaceSlug(PROJECT_NAME),
        createdBy: owner,
      });
      const projectId = project.workspace.id;
      const scope = { organizationId, workspaceId: projectId };
      const key = await this.apiKeys.ensureOrganizationKey(tx, { organizationId, userId: owner.userId });
      const token = await this.link(tx, caller, { ...scope, placeholderUserId: owner.userId });
      await recordForBoth(tx, organizationAudit, { caller, organizationId }, 'create', { name, projectId });
      return {
        organizationId,
        projectId,
        orgApiKey: key.value,
        projectApiKey: project.apiKey,
        agentToken: await this.tokens.ofDefault(tx, scope),
        claimUrl: claimUrl(dashboard, token),
      };
    });
  }

  /** Nobody can sign in as it, write to it or find it among people (05 §1.7). */
  private async makePlaceholder(tx: Tx): Promise<Placeholder> {
    const email = `partner-${randomUUID()}@${PLACEHOLDER_DOMAIN}`;
    const { id: userId } = await this.users.create(tx, { email, name: null, emailVerified: false });
    return { userId, email };
  }

  private async makeOrganization(tx: Tx, name: string, owner: Placeholder): Promise<string> {
    const slug = slugify(name) || SLUG_FALLBACK;
    const { id } = await this.organizations.make(tx, { name, slug, owner, claimed: false });
    return id;
  }

  private async link(
    tx: Tx,
    { partnerId }: PartnerCaller,
    place: { organizationId: string; workspaceId: string; placeholderUserId: string },
  ): Promise<string> {
    const id = randomUUID();
    const { value, stored } = this.claimTokens.issue(id);
    await this.store.insert(tx, { id, partnerId, ...place, ...stored });
    return value;
  }
}
