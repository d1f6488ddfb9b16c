import { Controller, Delete, Get, Param, Put, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access, Public } from '../../../kernel/access/declaration/access.decorator.js';
import type { WorkspaceCaller } from '../../../kernel/access/declaration/caller.js';
import { CurrentCaller } from '../../../kernel/access/declaration/current-caller.decorator.js';
import { Operation } from '../../../kernel/http/openapi/operation.decorator.js';
import { PublicUrls } from '../../../kernel/http/public-urls.js';
import { RawBody, TakesRawBody } from '../../../kernel/http/body/raw-body.decorator.js';
import { agentImageUrl } from './records/agent-image-url.js';
import { AgentImages } from './agent-images.service.js';
import { AgentImageResponse } from './dto/agent-response.dto.js';
import { IMAGE_TYPES } from './image-type.js';
import { platformErrors } from '../../../kernel/errors/platform-errors.js';
import { agentErrors } from './records/agent.errors.js';

@Controller('v1')
@ApiTags('Agents')
export class AgentImagesController {
  constructor(
    private readonly images: AgentImages,
    private readonly urls: PublicUrls,
  ) {}

  @Put('agents/:agentId/image')
  @Access({ as: ['workspace-key', 'org-key', 'session'], level: 'workspace' })
  @TakesRawBody(IMAGE_TYPES)
  @Operation({
    summary: "Replaces the agent's avatar; at most 1 MiB of PNG, JPEG, WebP or GIF",
    description:
      'The bytes decide what kind of picture it is, not the header; SVG is refused. Every upload ' +
      'has an address of its own, and the earlier picture is gone.',
    response: AgentImageResponse,
    errors: [agentErrors.agent_not_found, platformErrors.payload_too_large],
  })
  async setAgentImage(
    @CurrentCaller() caller: WorkspaceCaller,
    @Param('agentId') agentId: string,
    @RawBody() bytes: Buffer,
    @Req() request: FastifyRequest,
  ): Promise<AgentImageResponse> {
    const key = await this.images.set(caller, agentId, bytes);
    return { imageUrl: agentImageUrl(this.urls.api(request), agentId, key) };
  }

  @Delete('agents/:agentId/image')
  @Access({ as: ['workspace-key', 'org-key', 'session'], level: 'workspace' })
  @Operation({
    summary: "Removes the agent's avatar",
    description: 'Succeeds also where there was none. The address of the picture answers `404` from then on.',
    errors: [agentErrors.agent_not_found],
  })
  deleteAgentImage(
    @CurrentCaller() caller: WorkspaceCaller,
    @Param('agentId') agentId: string,
  ): Promise<void> {
    return this.images.remove(caller, agentId);
  }

  @Get('agent-images/:agentId/:imageKey')
  @Public()
  @Operation({
    summary: "An agent's avatar; its URL changes with every upload",
    description:
      'Needs no credential: who knows the address may see the picture. Browsers may keep it, ' +
      'because a new picture has a new address.',
    response: { mediaType: 'image/*' },
    errors: [agentErrors.agent_image_not_found],
  })
  async getAgentImage(
    @Param('agentId') agentId: string,
    @Param('imageKey') imageKey: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Buffer> {
    const { contentType, bytes } = await this.images.get(agentId, imageKey);
    // Not by decorator: a `404` must not be kept.
    void reply.headers({ 'content-type': contentType, 'cache-control': 'public, max-age=3600' });
    return bytes;
  }
}
