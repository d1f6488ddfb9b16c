import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SsoIdentityEntity } from './sso-identity.entity.js';
import { SsoIdentities } from './sso-identities.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([SsoIdentityEntity])],
  providers: [SsoIdentities],
  exports: [SsoIdentities],
})
export class SsoIdentitiesModule {}
