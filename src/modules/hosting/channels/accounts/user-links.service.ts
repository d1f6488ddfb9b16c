import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { OrganizationCaller } from '../../../../kernel/access/declaration/caller.js';
import { Database, type Tx } from '../../../../kernel/database/database.js';
import { AppError } from '../../../../kernel/errors/app-error.js';
import { organizationOriginOf } from '../../../foundation/audit/model/audit-origin.js';
import { MembersService } from '../../../people/organizations/members.service.js';
import { organizationErrors } from '../../../people/organizations/organization.errors.js';
import { PrincipalRemovals } from '../../../people/organizations/principal-removals.js';
import { channelAudit } from './channel.audit.js';
import { channelErrors } from './channel.errors.js';
import { channelProvider } from './channel-provider.js';
import type { CreateUserLinkRequest, UserLinkResponse } from './org-channels.dto.js';
import { IntegrationStore } from './integration-store.js';
import { presentUserLink, type UserLinkRow, UserLinkStore } from './user-link-store.js';

/** Who somebody in Slack is here, as administrators say it (04 §6.2). */
@Injectable()
export class UserLinks implements OnModuleInit {
  constructor(
    private readonly db: Database,
    private readonly integrations: IntegrationStore,
    private readonly store: UserLinkStore,
    private readonly members: MembersService,
    private readonly removals: PrincipalRemovals,
  ) {}

  onModuleInit(): void {
    this.removals.register(async (tx, { organizationId, type, id }) => {
      if (type === 'user') await this.store.deleteOfUser(tx, organizationId, id);
    });
  }

  create(
    caller: OrganizationCaller,
    word: string,
    { externalUserId, userId }: CreateUserLinkRequest,
  ): Promise<UserLinkResponse> {
    const provider = channelProvider(word);
    const { organizationId } = caller;
    return this.db.tx(async (tx) => {
      const integration = await this.integrations.lock(tx, organizationId, provider);
      if (integration === null) throw new AppError(channelErrors.integration_not_found);
      await this.requireActive(tx, organizationId, userId);
      const link = { integrationId: integration.id, externalUserId, userId, linkedVia: 'manual' as const };
      const id = await this.store.insert(tx, link);
      const row = (await this.store.find(tx, organizationId, provider, id))!;
      await channelAudit.record(tx, organizationOriginOf(caller), 'create', named(row));
      return presentUserLink(row);
    });
  }

  async remove(caller: OrganizationCaller, word: string, linkId: string): Promise<void> {
    const provider = channelProvider(word);
    await this.db.tx(async (tx) => {
      const row = await this.store.find(tx, caller.organizationId, provider, linkId);
      if (row === null) throw new AppError(channelErrors.user_link_not_found);
      await this.store.delete(tx, row.id);
      await channelAudit.record(tx, organizationOriginOf(caller), 'delete', named(row));
    });
  }

  private async requireActive(tx: Tx, organizationId: string, userId: string): Promise<void> {
    const member = await this.members.require(tx, organizationId, userId).catch((error: unknown) => {
      if (error instanceof AppError && error.definition === organizationErrors.member_not_found) return null;
      throw error;
    });
    if (member?.status !== 'active') throw new AppError(channelErrors.not_an_active_member);
  }
}

function named({ id, userId, provider, externalUserId }: UserLinkRow): Record<string, unknown> {
  return { provider, linkId: id, linkedUserId: userId, externalUserId };
}
