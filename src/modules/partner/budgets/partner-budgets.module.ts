import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DescribeTags } from '../../../kernel/http/openapi/openapi-tags.js';
import { PartnersModule } from '../partners/partners.module.js';
import { PartnerBudgetEntity } from './partner-budget.entity.js';
import { PartnerBudgetsController } from './partner-budgets.controller.js';
import { PartnerBudgetsService } from './partner-budgets.service.js';
import { PartnerSpendEntity } from './partner-spend.entity.js';

@DescribeTags({
  'Partner Budgets': 'How much organizations may spend with the model keys that a partner lends them.',
})
@Module({
  imports: [TypeOrmModule.forFeature([PartnerBudgetEntity, PartnerSpendEntity]), PartnersModule],
  controllers: [PartnerBudgetsController],
  providers: [PartnerBudgetsService],
})
export class PartnerBudgetsModule {}
