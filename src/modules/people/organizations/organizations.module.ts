import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { EditionsModule } from '../../foundation/editions/editions.module.js';
import { PolicySetsModule } from '../../foundation/policy-sets/policy-sets.module.js';
import { OrganizationQueries } from './organization.queries.js';
import { OrganizationsService } from './organizations.service.js';
import { Seats } from './seats.js';
import { MembershipEntity } from './membership.entity.js';
import { OrganizationEntity } from './organization.entity.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([MembershipEntity, OrganizationEntity]),
    EditionsModule,
    PolicySetsModule,
  ],
  providers: [OrganizationsService, OrganizationQueries, Seats],
  exports: [OrganizationsService, OrganizationQueries, Seats],
})
export class OrganizationsModule {}
