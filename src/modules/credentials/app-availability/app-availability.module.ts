import { Module, type OnModuleInit } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DescribeTags } from '../../../kernel/http/openapi/openapi-tags.js';
import { AppCatalogModule } from '../../foundation/app-catalog/catalog.module.js';
import { EditionsModule } from '../../foundation/editions/editions.module.js';
import { OrganizationsModule } from '../../people/organizations/organizations.module.js';
import { PrincipalRemovals } from '../../people/organizations/principal-removals.js';
import { AppAvailabilityController } from './app-availability.controller.js';
import { AppAvailabilityEntity } from './app-availability.entity.js';
import { AppAvailabilityService } from './app-availability.service.js';

@DescribeTags({ 'App availability': 'Which apps the people and groups of an organization may use.' })
@Module({
  imports: [
    TypeOrmModule.forFeature([AppAvailabilityEntity]),
    AppCatalogModule,
    EditionsModule,
    OrganizationsModule,
  ],
  controllers: [AppAvailabilityController],
  providers: [AppAvailabilityService],
  exports: [AppAvailabilityService],
})
export class AppAvailabilityModule implements OnModuleInit {
  constructor(
    private readonly removals: PrincipalRemovals,
    private readonly availability: AppAvailabilityService,
  ) {}

  onModuleInit(): void {
    this.removals.register((tx, principal) => this.availability.forget(tx, principal));
  }
}
