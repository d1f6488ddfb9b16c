import type { Readable } from 'node:stream';
import { Controller, Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { attachmentDisposition } from '../../../../domain/agents/conversations/attachment-name.js';
import { Access } from '../../../../kernel/access/declaration/access.decorator.js';
import { type WorkspaceCaller, CurrentCaller } from '../../../../kernel/access/declaration/caller.js';
import { LostAccess } from '../../../../kernel/access/open-streams/lost-access.js';
import { Operation } from '../../../../kernel/http/openapi/operation.decorator.js';
import { TakesNoBody } from '../../../../kernel/http/body/raw-body.decorator.js';
import { conversationErrors } from '../records/conversation.errors.js';
import { AttachmentResponse, UploadAttachmentQuery } from '../dto/attachment.dto.js';
import { AttachmentsService } from './attachments.service.js';

const BYTES = 'application/octet-stream';

@Controller('v1/conversations/:conversationId/attachments')
@ApiTags('Conversations')
@Access({ as: ['workspace-key', 'org-key', 'session'], level: 'workspace' })
export class AttachmentsController {
  constructor(
    private readonly attachments: AttachmentsService,
    private readonly access: LostAccess,
  ) {}

  @Post()
  @TakesNoBody()
  @ApiConsumes(BYTES)
  @ApiBody({ required: true, schema: { type: 'string', format: 'binary' } })
  @Operation({
    summary: 'Upload a file to send with a message; at most 10 MiB',
    description:
      'The media type is taken from the header. Only the person who uploads the file can send it. A ' +
      'file that is not sent is deleted after a day.',
    success: 201,
    response: AttachmentResponse,
    errors: [
      conversationErrors.conversation_not_found,
      conversationErrors.too_many_pending_attachments,
      conversationErrors.attachment_too_large,
    ],
  })
  uploadAttachment(
    @CurrentCaller() caller: WorkspaceCaller,
    @Param('conversationId') conversationId: string,
    @Query() { name }: UploadAttachmentQuery,
    @Req() request: FastifyRequest,
  ): Promise<AttachmentResponse> {
    return this.attachments.upload(caller, conversationId, name, request.raw);
  }

  @Get(':attachmentId')
  @Operation({
    summary: 'Download a file of a conversation',
    description:
      'The file as it was uploaded. The response is always an attachment and never displayed inline.',
    response: { mediaType: BYTES },
    errors: [conversationErrors.conversation_not_found, conversationErrors.attachment_not_found],
  })
  async downloadAttachment(
    @CurrentCaller() caller: WorkspaceCaller,
    @Param('conversationId') conversationId: string,
    @Param('attachmentId') attachmentId: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Readable> {
    const { name, mimeType, sizeBytes, bytes } = await this.attachments.download(
      caller,
      conversationId,
      attachmentId,
    );
    void reply.headers({
      'content-type': mimeType,
      'content-length': sizeBytes,
      'content-disposition': attachmentDisposition(name),
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, max-age=3600',
    });
    return this.whileAllowed(bytes, caller, request);
  }

  /** Whoever reads slowly is cut when their access or their session ends (R64). */
  private whileAllowed(bytes: Readable, caller: WorkspaceCaller, request: FastifyRequest): Readable {
    const watch = this.access.follow(caller, request);
    watch.signal.addEventListener('abort', () => bytes.destroy(), { once: true });
    return bytes.once('close', () => watch.stop());
  }
}
