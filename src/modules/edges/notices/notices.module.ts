import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DescribeTags } from '../../../kernel/http/openapi-tags.js';
import { AuditModule } from '../../foundation/audit/audit.module.js';
import { declareAudited } from '../../foundation/audit/audit-vocabulary.js';
import { NoticeEntity } from './notice.entity.js';
import { NoticesController } from './notices.controller.js';
import { NoticesService } from './notices.service.js';

declareAudited('notice');

@DescribeTags({ Notices: 'What an organization tells everybody in it.' })
@Module({
  imports: [TypeOrmModule.forFeature([NoticeEntity]), AuditModule],
  controllers: [NoticesController],
  providers: [NoticesService],
})
export class NoticesModule {}
