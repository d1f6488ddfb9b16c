import { Controller, Delete, Get, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Access } from '../../../kernel/access/declaration/access.decorator.js';
import type { Caller } from '../../../kernel/access/declaration/caller.js';
import { CurrentCaller } from '../../../kernel/access/declaration/current-caller.decorator.js';
import { SessionCookies } from '../../../kernel/access/sessions/session-cookie.js';
import { Operation } from '../../../kernel/http/openapi/operation.decorator.js';
import { AccountDeletion } from './account-deletion.service.js';
import { DeletionPreview } from './deletion-preview.service.js';
import { DeletedAccountResponse, DeletionImpactResponse } from './dto/account.dto.js';
import { userErrors } from './user.errors.js';
import { memberErrors } from '../organizations/member.errors.js';

@Controller('v1/user')
@ApiTags('User')
@Access({ as: ['session'], level: 'person', sessionOnly: true })
export class AccountController {
  constructor(
    private readonly preview: DeletionPreview,
    private readonly deletion: AccountDeletion,
    private readonly cookies: SessionCookies,
  ) {}

  @Get('deletion-impact')
  @Operation({
    summary: 'Show what deleting your account would take along',
    description: 'Takes a session. Only a preview, with what stands in the way; the deletion judges anew.',
    response: DeletionImpactResponse,
  })
  getUserDeletionImpact(@CurrentCaller() caller: Caller): Promise<DeletionImpactResponse> {
    return this.preview.of(caller.userId);
  }

  @Delete()
  @Operation({
    summary: 'Delete your account, and the organizations nobody else is in',
    description:
      'Needs a session of your own. Organizations you are alone in are deleted with everything in ' +
      'them, shared ones are left; while you own a shared one or a partner, the deletion is refused.',
    response: DeletedAccountResponse,
    errors: [memberErrors.account_owns_shared_organization, userErrors.account_owns_partner],
  })
  async deleteUser(
    @CurrentCaller() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<DeletedAccountResponse> {
    const deletedOrganizationIds = await this.deletion.delete(caller);
    this.cookies.clear(reply);
    return { success: true, deletedOrganizationIds };
  }
}
