import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DescribeTags } from '../../../kernel/http/openapi/openapi-tags.js';
import { EditionsModule } from '../../foundation/editions/editions.module.js';
import { PolicySetsModule } from '../../foundation/policy-sets/policy-sets.module.js';
import { SecretSourcesModule } from '../secret-sources/secret-sources.module.js';
import { WorkspacesModule } from '../../people/workspaces/workspaces.module.js';
import { LlmAttachment } from './llm-attachment.js';
import { OpenAiRefresh } from './openai-refresh.js';
import { OPENAI_TOKEN_URL, OPENAI_TOKEN_URL_DEFAULT, OpenAiTokenEndpoint } from './openai-token-endpoint.js';
import { SecretAnnouncements, SecretStore } from './secret-store.js';
import { SecretValues } from './secret-values.js';
import { SecretsController } from './secrets.controller.js';
import { SecretsService } from './secrets.service.js';
import { SecretEntity } from './secret.entity.js';
import { LimitsModule } from '../../foundation/limits/limits.module.js';

@DescribeTags({
  Secrets:
    'Credentials of a workspace that the gateway writes into requests. Stored values are never ' +
    'returned.',
})
@Module({
  imports: [
    LimitsModule,
    TypeOrmModule.forFeature([SecretEntity]),
    EditionsModule,
    PolicySetsModule,
    SecretSourcesModule,
    WorkspacesModule,
  ],
  controllers: [SecretsController],
  providers: [
    { provide: OPENAI_TOKEN_URL, useValue: OPENAI_TOKEN_URL_DEFAULT },
    OpenAiTokenEndpoint,
    OpenAiRefresh,
    SecretAnnouncements,
    SecretStore,
    SecretValues,
    LlmAttachment,
    SecretsService,
  ],
  exports: [LlmAttachment, SecretsService, SecretValues],
})
export class SecretsModule {}
