import { Module, type OnModuleInit } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ApiKeysModule } from '../../foundation/api-keys/api-keys.module.js';
import { EditionsModule } from '../../foundation/editions/editions.module.js';
import { MappedRoles } from '../../people/organizations/mapped-roles.js';
import { OrganizationsModule } from '../../people/organizations/organizations.module.js';
import { GroupsModule } from '../groups/groups.module.js';
import { Demotions } from './demotions.js';
import { RoleMappingEntity } from './role-mapping.entity.js';
import { RoleMappingStore } from './role-mapping-store.js';
import { RoleMappingsController } from './role-mappings.controller.js';
import { RoleMappingsService } from './role-mappings.service.js';
import { RoleResolution } from './role-resolution.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([RoleMappingEntity]),
    ApiKeysModule,
    EditionsModule,
    GroupsModule,
    OrganizationsModule,
  ],
  controllers: [RoleMappingsController],
  providers: [Demotions, RoleMappingStore, RoleMappingsService, RoleResolution],
  exports: [Demotions],
})
export class RoleMappingsModule implements OnModuleInit {
  constructor(
    private readonly roles: MappedRoles,
    private readonly resolution: RoleResolution,
  ) {}

  onModuleInit(): void {
    this.roles.register((tx, trigger) => this.resolution.apply(tx, trigger));
  }
}
