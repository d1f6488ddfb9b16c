import { Body, Controller, Get, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../../kernel/access/declaration/access.decorator.js';
import { type OrganizationCaller, CurrentCaller } from '../../../kernel/access/declaration/caller.js';
import { Database } from '../../../kernel/database/database.js';
import { platformErrors } from '../../../kernel/errors/platform-errors.js';
import { Operation } from '../../../kernel/http/openapi/operation.decorator.js';
import { actorOf } from '../../foundation/audit/model/audit-origin.js';
import { editionErrors } from '../../foundation/editions/edition.errors.js';
import { availabilityErrors } from './app-availability.errors.js';
import { AppAvailabilityService } from './app-availability.service.js';
import { AppAvailabilityResponse, SetAppAvailabilityRequest } from './dto/app-availability.dto.js';

@Controller('v1/org/app-availability')
@ApiTags('App availability')
@Access({
  as: ['org-key', 'session'],
  level: 'organization',
  role: 'admin',
  edition: 'enterprise',
  feature: 'App availability rules',
})
export class AppAvailabilityController {
  constructor(
    private readonly db: Database,
    private readonly availability: AppAvailabilityService,
  ) {}

  @Get()
  @Operation({
    summary: 'Get which apps the people and groups of the organization may use',
    description: 'Administrators only. By default every app is available.',
    response: AppAvailabilityResponse,
  })
  getAppAvailability(
    @CurrentCaller() { organizationId }: OrganizationCaller,
  ): Promise<AppAvailabilityResponse> {
    return this.availability.get(this.db, organizationId);
  }

  @Put()
  @Operation({
    summary: 'Replace the mode and all rules of app availability',
    description:
      'Administrators only, with immediate effect. With `restricted`, agents of a workspace may use ' +
      'only the apps of rules that name one of its people or groups. No account is disconnected.',
    response: AppAvailabilityResponse,
    errors: [
      platformErrors.invalid_request,
      availabilityErrors.availability_app_unknown,
      availabilityErrors.availability_identity_unknown,
      editionErrors.plan_required,
    ],
  })
  setAppAvailability(
    @CurrentCaller() caller: OrganizationCaller,
    @Body() body: SetAppAvailabilityRequest,
  ): Promise<AppAvailabilityResponse> {
    return this.availability.set(caller.organizationId, actorOf(caller), body);
  }
}
