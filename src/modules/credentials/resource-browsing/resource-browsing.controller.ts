import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../../kernel/access/declaration/access.decorator.js';
import type { OrganizationCaller } from '../../../kernel/access/declaration/caller.js';
import { CurrentCaller } from '../../../kernel/access/declaration/current-caller.decorator.js';
import { platformErrors } from '../../../kernel/errors/platform-errors.js';
import { Operation } from '../../../kernel/http/openapi/operation.decorator.js';
import { DriveFolders } from './drive-folders.js';
import { DropboxFolders } from './dropbox-folders.js';
import {
  DriveFolderNamesQuery,
  DriveFolderResponse,
  DriveFoldersQuery,
  DropboxFolderResponse,
  DropboxFoldersQuery,
  RepositoriesQuery,
  RepositoriesResponse,
} from './dto/resource-browsing.dto.js';
import { ProviderSessions } from './provider-session.js';
import { InstallationRepositories } from './repositories.js';
import { browsingErrors } from './resource-browsing.errors.js';

const ASKED = 'The provider is asked with the token of the connection.';
const ERRORS = [
  platformErrors.invalid_request,
  browsingErrors.browsed_connection_not_found,
  browsingErrors.browsing_refused,
  browsingErrors.browsing_without_token,
  browsingErrors.browsed_provider_unreachable,
];

/** What people choose resource scopes from (03 §13.6). */
@Controller('v1/apps')
@ApiTags('Resource browsing')
@Access({
  as: ['workspace-key', 'org-key', 'session'],
  level: 'organization',
  edition: 'enterprise',
  feature: 'Resource scopes',
})
export class ResourceBrowsingController {
  constructor(
    private readonly sessions: ProviderSessions,
    private readonly dropbox: DropboxFolders,
    private readonly drive: DriveFolders,
    private readonly repositories: InstallationRepositories,
  ) {}

  @Get('dropbox/folders')
  @Operation({
    summary: 'Folders of a Dropbox account',
    description: `${ASKED} One level, in the order of the provider, at most 1000.`,
    response: [DropboxFolderResponse],
    errors: ERRORS,
  })
  async listDropboxFolders(
    @CurrentCaller() caller: OrganizationCaller,
    @Query() { connectionId, path }: DropboxFoldersQuery,
  ): Promise<DropboxFolderResponse[]> {
    return this.dropbox.list(await this.sessions.open(caller, 'dropbox', connectionId), path);
  }

  @Get('google-drive/folders')
  @Operation({
    summary: 'Folders and shared drives of a Google Drive account',
    description: `${ASKED} One level, at most 1000; what is in the first 50 of them is counted.`,
    response: [DriveFolderResponse],
    errors: ERRORS,
  })
  async listGoogleDriveFolders(
    @CurrentCaller() caller: OrganizationCaller,
    @Query() { connectionId, parentId }: DriveFoldersQuery,
  ): Promise<DriveFolderResponse[]> {
    return this.drive.list(await this.sessions.open(caller, 'google-drive', connectionId), parentId);
  }

  @Get('google-drive/folder-names')
  @Operation({
    summary: 'Names of folders of a Google Drive account',
    description: `${ASKED} An id of something it does not see has no name.`,
    response: {
      schema: { type: 'object', additionalProperties: { type: 'string', nullable: true } },
    },
    errors: ERRORS,
  })
  async getGoogleDriveFolderNames(
    @CurrentCaller() caller: OrganizationCaller,
    @Query() { connectionId, ids }: DriveFolderNamesQuery,
  ): Promise<Record<string, string | null>> {
    return this.drive.names(await this.sessions.open(caller, 'google-drive', connectionId), ids);
  }

  @Get('github-app/repositories')
  @Operation({
    summary: 'Repositories of an installation of a GitHub App',
    description: `${ASKED} The first 1000; their names are noted with the connection.`,
    response: RepositoriesResponse,
    errors: ERRORS,
  })
  async listGithubAppRepositories(
    @CurrentCaller() caller: OrganizationCaller,
    @Query() { connectionId, ...wanted }: RepositoriesQuery,
  ): Promise<RepositoriesResponse> {
    return this.repositories.list(await this.sessions.open(caller, 'github-app', connectionId), wanted);
  }
}
