import { Module } from '@nestjs/common';
import { DescribeTags } from '../../../kernel/http/openapi/openapi-tags.js';
import { SecretsModule } from './secrets.module.js';
import { OrgSecretsController } from './secrets.controller.js';

@DescribeTags({
  'Organization secrets': 'Secrets that agents of every workspace can be granted.',
})
@Module({ imports: [SecretsModule], controllers: [OrgSecretsController] })
export class OrgSecretsModule {}
