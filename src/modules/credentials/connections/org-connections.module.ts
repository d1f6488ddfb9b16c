import { Module } from '@nestjs/common';
import { DescribeTags } from '../../../kernel/http/openapi/openapi-tags.js';
import { ConnectionsModule } from './connections.module.js';
import { OrgConnectionsController } from './org-connections.controller.js';

@DescribeTags({
  'Organization connections': 'Accounts that agents of every workspace can be granted.',
})
@Module({ imports: [ConnectionsModule], controllers: [OrgConnectionsController] })
export class OrgConnectionsModule {}
