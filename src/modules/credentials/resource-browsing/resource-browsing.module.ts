import { Module } from '@nestjs/common';
import { DescribeTags } from '../../../kernel/http/openapi/openapi-tags.js';
import { ConnectionTokensModule } from '../connection-tokens/connection-tokens.module.js';
import { ConnectionsModule } from '../connections/connections.module.js';
import { DriveFolders } from './drive-folders.js';
import { DropboxFolders } from './dropbox-folders.js';
import { ProviderSessions } from './provider-session.js';
import { InstallationRepositories } from './repositories.js';
import { ResourceBrowsingController } from './resource-browsing.controller.js';

@DescribeTags({
  'Resource browsing':
    'Folders and repositories of connected accounts, for restricting the access of agents.',
})
@Module({
  imports: [ConnectionsModule, ConnectionTokensModule],
  controllers: [ResourceBrowsingController],
  providers: [DriveFolders, DropboxFolders, InstallationRepositories, ProviderSessions],
})
export class ResourceBrowsingModule {}
