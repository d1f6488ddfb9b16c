import { Controller, Delete, Get, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Access } from '../../../kernel/access/declaration/access.decorator.js';
import { type Caller, CurrentCaller } from '../../../kernel/access/declaration/caller.js';
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
    summary: 'Preview what deleting your account would delete',
    description:
      'Requires a session. A preview that names what prevents the deletion. The deletion evaluates ' +
      'everything again.',
    response: DeletionImpactResponse,
  })
  getUserDeletionImpact(@CurrentCaller() caller: Caller): Promise<DeletionImpactResponse> {
    return this.preview.of(caller.userId);
  }

  @Delete()
  @Operation({
    summary: 'Delete your account and the organizations in which you are the only member',
    description:
      'Requires a session. Organizations in which you are the only member are deleted with everything ' +
      'in them. You leave the organizations that you share. The request is refused while you own a ' +
      'shared organization or a partner.',
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
