import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../../foundation/audit/audit.module.js';
import { declareAudited } from '../../foundation/audit/audit-vocabulary.js';
import { EditionsModule } from '../../foundation/editions/editions.module.js';
import { PolicySetsModule } from '../../foundation/policy-sets/policy-sets.module.js';
import { OrganizationQueries } from './organization.queries.js';
import { OrganizationsService } from './organizations.service.js';
import { Seats } from './seats.js';
import { MembershipEntity } from './membership.entity.js';
import { OrganizationEntity } from './organization.entity.js';

declareAudited('organization');

@Module({
  imports: [
    TypeOrmModule.forFeature([MembershipEntity, OrganizationEntity]),
    AuditModule,
    EditionsModule,
    PolicySetsModule,
  ],
  providers: [OrganizationsService, OrganizationQueries, Seats],
  exports: [OrganizationsService, OrganizationQueries, Seats],
})
export class OrganizationsModule {}
