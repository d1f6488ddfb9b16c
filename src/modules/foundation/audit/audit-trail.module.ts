import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { EditionsModule } from '../editions/editions.module.js';
import { AuditLogEntity } from './audit-log.entity.js';
import { AuditRetention, AuditCleanup } from './audit-retention.js';
import { AuditTrailController } from './audit-trail.controller.js';
import { AuditTrailService } from './audit-trail.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([AuditLogEntity]), EditionsModule],
  controllers: [AuditTrailController],
  providers: [AuditTrailService, AuditRetention, AuditCleanup],
})
export class AuditTrailModule {}
