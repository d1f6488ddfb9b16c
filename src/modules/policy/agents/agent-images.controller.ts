import { Controller, Delete, Get, Param, Put, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access, Public } from '../../../kernel/access/declaration/access.decorator.js';
import { type WorkspaceCaller, CurrentCaller } from '../../../kernel/access/declaration/caller.js';
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
    summary: "Replace the agent's avatar; at most 1 MiB of PNG, JPEG, WebP or GIF",
    description:
      'The type of the picture follows from its bytes, not from the header. SVG is refused. Every ' +
      'upload has a new URL, and the previous picture is deleted.',
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
    summary: "Remove the agent's avatar",
    description: 'Also succeeds if there is no avatar. The URL of the picture answers `404` from then on.',
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
    summary: "Get an agent's avatar; its URL changes with every upload",
    description:
      'Public: the URL is the only credential. Browsers may cache the picture, because a new picture ' +
      'has a new URL.',
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
