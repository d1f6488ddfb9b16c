import { Body, Controller, Delete, Get, Param, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access, type AccessRule } from '../../../../kernel/access/declaration/access.decorator.js';
import { type OrganizationCaller, CurrentCaller } from '../../../../kernel/access/declaration/caller.js';
import { Operation } from '../../../../kernel/http/openapi/operation.decorator.js';
import { channelErrors } from './channel.errors.js';
import {
  CreateUserLinkRequest,
  OrgChannelsResponse,
  PutCredentialsRequest,
  PutCredentialsResponse,
  UserLinkResponse,
} from './org-channels.dto.js';
import { OrgChannels } from './org-channels.service.js';
import { UserLinks } from './user-links.service.js';

const READERS: AccessRule = {
  as: ['workspace-key', 'org-key', 'session'],
  level: 'organization',
  role: 'admin',
};
/** To say which Slack workspace is the organization's, or who is who there, is to say who speaks (R52.3). */
const BINDERS: AccessRule = { ...READERS, roleInEveryEdition: true };

@Controller('v1/org/channels')
@ApiTags('Organization channels')
@Access(READERS)
export class OrgChannelsController {
  constructor(
    private readonly channels: OrgChannels,
    private readonly links: UserLinks,
  ) {}

  @Get()
  @Operation({
    summary: "List the organization's channel workspaces and the people linked to them",
    description: 'Administrators only. Linked people are listed in the order of their links, oldest first.',
    response: OrgChannelsResponse,
  })
  getOrgChannels(@CurrentCaller() caller: OrganizationCaller): Promise<OrgChannelsResponse> {
    return this.channels.list(caller);
  }

  @Access(BINDERS)
  @Put(':provider/credentials')
  @Operation({
    summary: 'Store the token that creates apps for agents in a Slack workspace',
    description:
      'Administrators only. The refresh token is used immediately, and only the token pair that Slack ' +
      'returns is stored. The Slack workspace can change only while no agent is attached.',
    response: PutCredentialsResponse,
    errors: [
      channelErrors.channel_unknown,
      channelErrors.other_slack_workspace,
      channelErrors.slack_refused,
      channelErrors.slack_unreachable,
    ],
  })
  putOrgChannelCredentials(
    @CurrentCaller() caller: OrganizationCaller,
    @Param('provider') provider: string,
    @Body() { credential }: PutCredentialsRequest,
  ): Promise<PutCredentialsResponse> {
    return this.channels.putCredentials(caller, provider, credential);
  }

  @Access(BINDERS)
  @Delete(':provider')
  @Operation({
    summary: 'Delete the token of a Slack workspace',
    description: 'Administrators only. Attached agents stay attached, and linked people stay linked.',
    errors: [channelErrors.channel_unknown, channelErrors.integration_not_found],
  })
  deleteOrgChannel(
    @CurrentCaller() caller: OrganizationCaller,
    @Param('provider') provider: string,
  ): Promise<void> {
    return this.channels.disconnect(caller, provider);
  }

  @Access(BINDERS)
  @Post(':provider/user-links')
  @Operation({
    summary: 'Link a Slack user to a member',
    description:
      'Administrators only. People with the same e-mail address in both places are linked ' +
      'automatically with their first message.',
    success: 201,
    response: UserLinkResponse,
    errors: [
      channelErrors.channel_unknown,
      channelErrors.integration_not_found,
      channelErrors.external_user_linked,
      channelErrors.user_linked,
      channelErrors.not_an_active_member,
    ],
  })
  createChannelUserLink(
    @CurrentCaller() caller: OrganizationCaller,
    @Param('provider') provider: string,
    @Body() body: CreateUserLinkRequest,
  ): Promise<UserLinkResponse> {
    return this.links.create(caller, provider, body);
  }

  @Access(BINDERS)
  @Delete(':provider/user-links/:linkId')
  @Operation({
    summary: 'Delete the link between a Slack user and a member',
    description:
      "Administrators only. Messages of the member's direct conversation are no longer sent to that " +
      'Slack user.',
    errors: [channelErrors.channel_unknown, channelErrors.user_link_not_found],
  })
  deleteChannelUserLink(
    @CurrentCaller() caller: OrganizationCaller,
    @Param('provider') provider: string,
    @Param('linkId') linkId: string,
  ): Promise<void> {
    return this.links.remove(caller, provider, linkId);
  }
}
