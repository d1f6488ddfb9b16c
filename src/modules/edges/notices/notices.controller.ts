import { Body, Controller, Get, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../../kernel/access/access.decorator.js';
import type { OrganizationCaller } from '../../../kernel/access/caller.js';
import { CurrentCaller } from '../../../kernel/access/current-caller.decorator.js';
import { Throttled } from '../../../kernel/access/throttle.js';
import { Operation } from '../../../kernel/http/operation.decorator.js';
import { NoticeResponse, SetNoticeRequest } from './dto/notice.dto.js';
import type { NoticeEntity } from './notice.entity.js';
import { noticeErrors } from './notice.errors.js';
import { NoticesService } from './notices.service.js';
import { PUT_UP } from './notices.throttles.js';

@Controller('v1/org/notice')
@ApiTags('Notices')
@Access({ as: ['org-key', 'session'], level: 'organization', role: 'admin' })
export class NoticesController {
  constructor(private readonly notices: NoticesService) {}

  @Get()
  @Operation({
    id: 'getOrgNotice',
    summary: 'The notice of the organization',
    description: 'Administrators only. What everybody in it is told at the moment.',
    response: NoticeResponse,
    errors: [noticeErrors.notice_not_found],
  })
  async get(@CurrentCaller() caller: OrganizationCaller): Promise<NoticeResponse> {
    return shown(await this.notices.get(caller));
  }

  @Put()
  @Throttled(PUT_UP)
  @Operation({
    id: 'setOrgNotice',
    summary: 'Put a notice up in place of the one before',
    description: 'Administrators only. It stays for a week.',
    response: NoticeResponse,
  })
  async set(
    @CurrentCaller() caller: OrganizationCaller,
    @Body() { text }: SetNoticeRequest,
  ): Promise<NoticeResponse> {
    return shown(await this.notices.set(caller, text));
  }
}

function shown({ text, endsAt }: NoticeEntity): NoticeResponse {
  return { text, endsAt: endsAt.toISOString() };
}
