import { Body, Controller, Delete, Get, Param, Post } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import { Access } from '../../../../kernel/access/declaration/access.decorator.js';
import { type WorkspaceCaller, CurrentCaller } from '../../../../kernel/access/declaration/caller.js';
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
    summary: 'List the channels of the agent and those it can be attached to',
    description:
      'The transport, events or socket, is fixed when an agent is attached. `posture` shows the ' +
      'transport that a new attachment would use.',
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
    summary: "Get the manifest of the agent's Slack app, to create the app by hand",
    description:
      'The manifest that the server would use: the name, the permissions and the events of the app.',
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
    summary: "Create the agent's Slack app",
    description:
      "Uses the organization's token. A repeated call before the app is installed returns new URLs for " +
      'the same app.',
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
    summary: 'Attach the agent with the tokens of its Slack app',
    description: 'The app was created by the server or by hand. No response contains tokens.',
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
    summary: 'Detach the agent from the channel',
    description: "The agent's conversations stay available on the web.",
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
