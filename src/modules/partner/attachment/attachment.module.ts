import { Module } from '@nestjs/common';
import { SecretsModule } from '../../credentials/secrets/secrets.module.js';
import { OrganizationsModule } from '../../people/organizations/organizations.module.js';
import { PartnersModule } from '../partners/partners.module.js';
import { AttachmentController } from './attachment.controller.js';
import { AttachmentService } from './attachment.service.js';

@Module({
  imports: [OrganizationsModule, PartnersModule, SecretsModule],
  controllers: [AttachmentController],
  providers: [AttachmentService],
})
export class AttachmentModule {}
