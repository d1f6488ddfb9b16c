import { Module } from '@nestjs/common';
import { SecretsModule } from './secrets.module.js';
import { OrgSecretsController } from './org-secrets.controller.js';

@Module({ imports: [SecretsModule], controllers: [OrgSecretsController] })
export class OrgSecretsModule {}
