import { Body, Controller, Delete, Get, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../../kernel/access/declaration/access.decorator.js';
import { type OrganizationCaller, CurrentCaller } from '../../../kernel/access/declaration/caller.js';
import { Throttled } from '../../../kernel/access/throttling/throttle.js';
import { Operation } from '../../../kernel/http/openapi/operation.decorator.js';
import { editionErrors } from '../../foundation/editions/edition.errors.js';
import { RequiresPlan } from '../../foundation/editions/plan.guard.js';
import { domainErrors } from './domain.errors.js';
import { DomainsService } from './domains.service.js';
import { VERIFY } from './domains.throttles.js';
import { CreateDomainRequest, DomainResponse } from './dto/domain.dto.js';

const BY_ADMINISTRATORS = {
  level: 'organization',
  role: 'admin',
  edition: 'enterprise',
  feature: 'Verified domains',
} as const;

/** A key for one workspace must not change how a company signs in (05 §1.3.3): writes refuse it. */
@Controller('v1/org/domains')
@ApiTags('Domains')
@Access({ as: ['org-key', 'session'], ...BY_ADMINISTRATORS })
export class DomainsController {
  constructor(private readonly domains: DomainsService) {}

  @Get()
  @Access({ as: ['workspace-key', 'org-key', 'session'], ...BY_ADMINISTRATORS })
  @Operation({
    summary: 'List the domains of the organization, oldest first',
    description: 'Administrators only. Claimed domains include the DNS record that verifies them.',
    response: [DomainResponse],
  })
  listOrgDomains(@CurrentCaller() caller: OrganizationCaller): Promise<DomainResponse[]> {
    return this.domains.list(caller);
  }

  @Post()
  @RequiresPlan('sso')
  @Operation({
    summary: 'Claim a domain',
    description:
      'Administrators only. A domain has no effect before it is verified. The response contains the ' +
      'DNS record. After a week, another organization can claim an unverified domain.',
    success: 201,
    response: DomainResponse,
    errors: [domainErrors.domain_is_public, domainErrors.domain_taken, editionErrors.plan_required],
  })
  createOrgDomain(
    @CurrentCaller() caller: OrganizationCaller,
    @Body() body: CreateDomainRequest,
  ): Promise<DomainResponse> {
    return this.domains.create(caller, body.domain);
  }

  @Post(':domainId/verify')
  @RequiresPlan('sso')
  @Throttled(VERIFY)
  @Operation({
    summary: 'Verify a domain by its DNS record',
    description: 'Administrators only. A verified domain stays verified until it is deleted.',
    success: 200,
    response: DomainResponse,
    errors: [domainErrors.domain_not_found, domainErrors.domain_record_missing, editionErrors.plan_required],
  })
  verifyOrgDomain(
    @CurrentCaller() caller: OrganizationCaller,
    @Param('domainId') domainId: string,
  ): Promise<DomainResponse> {
    return this.domains.verify(caller, domainId);
  }

  @Delete(':domainId')
  @Operation({
    summary: 'Delete a domain',
    description:
      'Administrators only. Everything that relies on the domain stops working immediately. People and ' +
      'sessions are kept.',
    errors: [domainErrors.domain_not_found],
  })
  deleteOrgDomain(
    @CurrentCaller() caller: OrganizationCaller,
    @Param('domainId') domainId: string,
  ): Promise<void> {
    return this.domains.delete(caller, domainId);
  }
}
