import { Module } from '@nestjs/common';
import { EditionsModule } from '../../foundation/editions/editions.module.js';
import { OrganizationsModule } from '../organizations/organizations.module.js';
import { LlmUsageService } from './llm-usage.service.js';
import { UsageController } from './usage.controller.js';
import { UsageService } from './usage.service.js';
import { LimitsModule } from '../../foundation/limits/limits.module.js';
import { LimitUsageService } from './limit-usage.service.js';

@Module({
  imports: [LimitsModule, EditionsModule, OrganizationsModule],
  controllers: [UsageController],
  providers: [UsageService, LimitUsageService, LlmUsageService],
})
export class UsageModule {}
