import { Module, type OnModuleInit } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DescribeTags } from '../../../kernel/http/openapi/openapi-tags.js';
import { ApiKeysModule } from '../../foundation/api-keys/api-keys.module.js';
import { EditionsModule } from '../../foundation/editions/editions.module.js';
import { AccountClaims } from '../../people/identity/accounts/account-claims.js';
import { AccountsModule } from '../../people/identity/accounts.module.js';
import { OrganizationsModule } from '../../people/organizations/organizations.module.js';
import { ScimTokenEntity } from './scim-token.entity.js';
import { ScimTokensController } from './scim-tokens.controller.js';
import { ScimTokensService } from './scim-tokens.service.js';

@DescribeTags({ 'SCIM tokens': 'Credentials with which an identity provider manages users and groups.' })
@Module({
  imports: [
    TypeOrmModule.forFeature([ScimTokenEntity]),
    AccountsModule,
    ApiKeysModule,
    EditionsModule,
    OrganizationsModule,
  ],
  controllers: [ScimTokensController],
  providers: [ScimTokensService],
  exports: [ScimTokensService],
})
export class ScimTokensModule implements OnModuleInit {
  constructor(
    private readonly claims: AccountClaims,
    private readonly tokens: ScimTokensService,
  ) {}

  onModuleInit(): void {
    this.claims.register((tx, claim) => this.tokens.revokeAll(tx, claim));
  }
}
