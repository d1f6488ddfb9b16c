import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { PolicySetsModule } from '../policy-sets/policy-sets.module.js';
import { OrganizationsService } from './organizations.service.js';

@Module({
  imports: [AuditModule, PolicySetsModule],
  providers: [OrganizationsService],
  exports: [OrganizationsService],
})
export class OrganizationsModule {}
