import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../../kernel/access/declaration/access.decorator.js';
import { type OrganizationCaller, CurrentCaller } from '../../../kernel/access/declaration/caller.js';
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

const ASKED = 'The server asks the provider with the token of the connection.';
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
    summary: 'List the folders of a Dropbox account',
    description: `${ASKED} Returns one level in the order of the provider, at most 1000 folders.`,
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
    summary: 'List the folders and shared drives of a Google Drive account',
    description: `${ASKED} Returns one level, at most 1000 folders. Subfolders are counted for the first 50.`,
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
    summary: 'Get the names of folders of a Google Drive account',
    description: `${ASKED} An id that the provider does not know has no name.`,
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
    summary: 'List the repositories of a GitHub App installation',
    description: `${ASKED} Returns the first 1000 repositories and stores their names with the connection.`,
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
