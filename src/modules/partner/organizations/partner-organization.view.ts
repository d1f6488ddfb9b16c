import type { Project } from '../partners/records/partner-projects.js';
import { type PartnerOrganization, statusOf } from '../partners/partner-organizations.store.js';
import { presentProject } from '../partners/dto/partner-project.dto.js';
import type { PartnerOrgResponse } from './dto/partner-organization.dto.js';

export function presentOrganization(
  organization: PartnerOrganization,
  projects: readonly Project[],
): PartnerOrgResponse {
  const { organizationId: id, name, slug, createdAt, claimedByEmail, claimedAt, detachedAt } = organization;
  const status = statusOf(organization);
  return {
    id,
    name,
    slug,
    createdAt: createdAt.toISOString(),
    status,
    claimedByEmail,
    claimedAt: claimedAt?.toISOString() ?? null,
    detachedAt: detachedAt?.toISOString() ?? null,
    claimExpiresAt: status === 'unclaimed' ? (organization.expiresAt?.toISOString() ?? null) : null,
    // What is in it is no business of the partner's from then on (07 A15).
    projects: status === 'unclaimed' ? projects.map(presentProject) : [],
  };
}
