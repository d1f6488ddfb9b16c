import { Body, Controller, Delete, Get, Param, Post } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import { Access } from '../../../../kernel/access/declaration/access.decorator.js';
import type { WorkspaceCaller } from '../../../../kernel/access/declaration/caller.js';
import { CurrentCaller } from '../../../../kernel/access/declaration/current-caller.decorator.js';
import { Operation } from '../../../../kernel/http/openapi/operation.decorator.js';
import { agentErrors } from '../../../policy/agents/records/agent.errors.js';
import { GuidedAttach } from './guided-attach.service.js';
import { ManualAttach } from './manual-attach.service.js';
import { channelErrors } from '../accounts/channel.errors.js';
import {
  AgentChannelsResponse,
  ChannelManifestResponse,
  CompleteChannelRequest,
  CompletedPresenceResponse,
  CreatedPresenceResponse,
  DeleteChannelRequest,
} from './channels.dto.js';
import { Detachment } from './detachment.service.js';
import { ChannelAppLists } from './channel-app-lists.service.js';

const OF_THE_AGENT = [agentErrors.agent_not_found, agentErrors.agent_brings_its_own_program];
const OF_THE_CHANNEL = [...OF_THE_AGENT, channelErrors.channel_unknown];
const OF_SLACK = [channelErrors.slack_refused, channelErrors.slack_unreachable];

@Controller('v1/agents/:agentId/channels')
@ApiTags('Channels')
@Access({ as: ['workspace-key', 'org-key', 'session'], level: 'workspace' })
export class ChannelsController {
  constructor(
    private readonly presences: ChannelAppLists,
    private readonly guided: GuidedAttach,
    private readonly manual: ManualAttach,
    private readonly detachment: Detachment,
  ) {}

  @Get()
  @Operation({
    summary: 'Where people can talk to the agent besides the web, and where they could',
    description:
      'Whether Slack calls this server or it holds a socket is settled when an agent is attached; `posture` says what it ' +
      'would be now.',
    response: AgentChannelsResponse,
    errors: OF_THE_AGENT,
  })
  getAgentChannels(
    @CurrentCaller() caller: WorkspaceCaller,
    @Param('agentId') agentId: string,
  ): Promise<AgentChannelsResponse> {
    return this.presences.list(caller, agentId);
  }

  @Get(':provider/manifest')
  @Operation({
    summary: "The manifest of the agent's Slack app, to create it by hand",
    description: 'As it would be made here: its name, what it may do, and which events it asks for.',
    response: ChannelManifestResponse,
    errors: OF_THE_CHANNEL,
  })
  getChannelManifest(
    @CurrentCaller() caller: WorkspaceCaller,
    @Param('agentId') agentId: string,
    @Param('provider') provider: string,
  ): Promise<ChannelManifestResponse> {
    return this.presences.manifest(caller, agentId, provider);
  }

  @Post(':provider')
  @Operation({
    summary: 'Creates the Slack app of the agent',
    description:
      "With the organization's token. Asked again before the app is installed, it answers fresh addresses of the same app.",
    success: 201,
    response: CreatedPresenceResponse,
    errors: [
      ...OF_THE_CHANNEL,
      ...OF_SLACK,
      channelErrors.presence_exists,
      channelErrors.apps_cannot_be_made,
      channelErrors.other_slack_workspace,
    ],
  })
  createChannelPresence(
    @CurrentCaller() caller: WorkspaceCaller,
    @Param('agentId') agentId: string,
    @Param('provider') provider: string,
  ): Promise<CreatedPresenceResponse> {
    return this.guided.attach(caller, agentId, provider);
  }

  @Post(':provider/complete')
  @Operation({
    summary: 'Attaches the agent by the tokens of its Slack app',
    description: 'Of the app that was made here, or of one that was created by hand. No answer shows tokens.',
    success: 200,
    response: CompletedPresenceResponse,
    errors: [
      ...OF_THE_CHANNEL,
      ...OF_SLACK,
      channelErrors.presence_exists,
      channelErrors.app_in_use,
      channelErrors.other_slack_workspace,
      channelErrors.app_token_missing,
      channelErrors.signing_secret_missing,
      channelErrors.app_id_missing,
      channelErrors.token_of_other_app,
    ],
  })
  completeChannelPresence(
    @CurrentCaller() caller: WorkspaceCaller,
    @Param('agentId') agentId: string,
    @Param('provider') provider: string,
    @Body() body: CompleteChannelRequest,
  ): Promise<CompletedPresenceResponse> {
    return this.manual.complete(caller, agentId, provider, body);
  }

  @Delete(':provider')
  @ApiBody({ required: false, type: DeleteChannelRequest })
  @Operation({
    summary: 'Detaches the agent',
    description: 'Its conversations stay on the web.',
    errors: [...OF_THE_CHANNEL, channelErrors.presence_not_found],
  })
  deleteChannelPresence(
    @CurrentCaller() caller: WorkspaceCaller,
    @Param('agentId') agentId: string,
    @Param('provider') provider: string,
    @Body() body: DeleteChannelRequest,
  ): Promise<void> {
    return this.detachment.detach(caller, agentId, provider, body.deleteRemote ?? false);
  }
}
