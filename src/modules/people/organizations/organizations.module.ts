import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { EditionsModule } from '../../foundation/editions/editions.module.js';
import { PolicySetsModule } from '../../foundation/policy-sets/policy-sets.module.js';
import { AdministratorLock } from './administrator-lock.js';
import { MappedRoles } from './mapped-roles.js';
import { MembersService } from './members.service.js';
import { OrganizationQueries } from './organization.queries.js';
import { OrganizationsService } from './organizations.service.js';
import { Ownership } from './ownership.js';
import { PrincipalRemovals } from './principal-removals.js';
import { Seats } from './seats.js';
import { MembershipEntity } from './membership.entity.js';
import { OrganizationEntity } from './organization.entity.js';
import { LimitsModule } from '../../foundation/limits/limits.module.js';

const FOR_OTHERS = [
  AdministratorLock,
  MappedRoles,
  MembersService,
  OrganizationQueries,
  OrganizationsService,
  Ownership,
  PrincipalRemovals,
  Seats,
];

@Module({
  imports: [
    LimitsModule,
    TypeOrmModule.forFeature([MembershipEntity, OrganizationEntity]),
    EditionsModule,
    PolicySetsModule,
  ],
  providers: FOR_OTHERS,
  exports: FOR_OTHERS,
})
export class OrganizationsModule {}
