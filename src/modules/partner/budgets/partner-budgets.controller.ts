import { Body, Controller, Delete, Get, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../../kernel/access/declaration/access.decorator.js';
import { type PartnerCaller, CurrentCaller } from '../../../kernel/access/declaration/caller.js';
import { Operation } from '../../../kernel/http/openapi/operation.decorator.js';
import { secretErrors } from '../../credentials/secrets/secret.errors.js';
import { partnerErrors } from '../partners/partner.errors.js';
import { PartnerBudgetResponse, SetPartnerBudgetRequest } from './dto/partner-budget.dto.js';
import { partnerBudgetErrors } from './partner-budget.errors.js';
import { PartnerBudgetsService } from './partner-budgets.service.js';

const NOT_FOUND = [partnerErrors.partner_organization_not_found, secretErrors.secret_not_found];

@Controller('v1/partner/orgs/:orgId')
@ApiTags('Partner Budgets')
@Access({ as: ['partner-key', 'session'], level: 'partner' })
export class PartnerBudgetsController {
  constructor(private readonly budgets: PartnerBudgetsService) {}

  @Get('budgets')
  @Operation({
    summary: 'List the budgets of an organization with their spending, oldest first',
    description: 'Spending is updated some seconds after the traffic.',
    response: [PartnerBudgetResponse],
    errors: [partnerBudgetErrors.budget_organization_not_found],
  })
  listPartnerOrgBudgets(
    @CurrentCaller() caller: PartnerCaller,
    @Param('orgId') organizationId: string,
  ): Promise<PartnerBudgetResponse[]> {
    return this.budgets.list(caller, organizationId);
  }

  @Post('secrets/:secretId/budget')
  @Access({ as: ['partner-key', 'session'], level: 'partner', role: 'admin' })
  @Operation({
    summary: 'Set how much an organization may spend with a key',
    description:
      'Administrators only. When the limit is reached, calls with the key are refused with ' +
      '`budget_exceeded`; after the limit is raised, the next call passes. Earlier spending counts. ' +
      'Calls whose cost cannot be measured are refused with `budget_unmeterable` unless ' +
      '`allowUnmetered` is true.',
    success: 200,
    response: PartnerBudgetResponse,
    errors: [
      ...NOT_FOUND,
      partnerBudgetErrors.budget_organization_detached,
      partnerBudgetErrors.budget_secret_not_metered,
    ],
  })
  setPartnerOrgBudget(
    @CurrentCaller() caller: PartnerCaller,
    @Param('orgId') organizationId: string,
    @Param('secretId') secretId: string,
    @Body() body: SetPartnerBudgetRequest,
  ): Promise<PartnerBudgetResponse> {
    return this.budgets.set(caller, organizationId, secretId, body);
  }

  @Delete('secrets/:secretId/budget')
  @Access({ as: ['partner-key', 'session'], level: 'partner', role: 'admin' })
  @Operation({
    summary: 'Remove the spending limit of an organization for a key',
    description: 'Administrators only. The spending is kept, and counts when a budget is set again.',
    errors: NOT_FOUND,
  })
  clearPartnerOrgBudget(
    @CurrentCaller() caller: PartnerCaller,
    @Param('orgId') organizationId: string,
    @Param('secretId') secretId: string,
  ): Promise<void> {
    return this.budgets.clear(caller, organizationId, secretId);
  }
}
