import { Body, Controller, Delete, Get, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../../kernel/access/declaration/access.decorator.js';
import type { OrganizationCaller } from '../../../kernel/access/declaration/caller.js';
import { CurrentCaller } from '../../../kernel/access/declaration/current-caller.decorator.js';
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
    description: 'Administrators only. Claimed ones come with the record that proves them.',
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
      'Administrators only. Gives nothing before it is verified; the answer has the record to put into DNS. A claim ' +
      'that is left unverified for a week gives way to another organization.',
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
    summary: 'Look for the record of a domain in DNS',
    description: 'Administrators only. A domain that was verified once stays so until it is deleted.',
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
    summary: 'Give a domain up',
    description:
      'Administrators only. What trusts the domain ends with this answer; people and sessions stay.',
    errors: [domainErrors.domain_not_found],
  })
  deleteOrgDomain(
    @CurrentCaller() caller: OrganizationCaller,
    @Param('domainId') domainId: string,
  ): Promise<void> {
    return this.domains.delete(caller, domainId);
  }
}
