import { Injectable } from '@nestjs/common';
import type { WorkspaceCaller } from '../../../../kernel/access/declaration/caller.js';
import { Database } from '../../../../kernel/database/database.js';
import { AppError } from '../../../../kernel/errors/app-error.js';
import { Jobs } from '../../../../kernel/jobs/jobs.js';
import { originOf } from '../../../foundation/audit/model/audit-origin.js';
import { HostedAgents } from '../../../policy/agents/hosted-agents.js';
import { channelAudit } from '../accounts/channel.audit.js';
import { channelErrors } from '../accounts/channel.errors.js';
import { channelProvider } from '../accounts/channel-provider.js';
import { IntegrationStore } from '../accounts/integration-store.js';
import { channelAppNamed } from '../apps/channel-app-named.js';
import { ChannelAppStore } from '../apps/channel-app-store.js';
import { TEARDOWN } from './teardown.service.js';

/** An agent taken out of a channel (04 §6.1). What it said and heard there stays on the web. */
@Injectable()
export class Detachment {
  constructor(
    private readonly db: Database,
    private readonly agents: HostedAgents,
    private readonly presences: ChannelAppStore,
    private readonly integrations: IntegrationStore,
    private readonly jobs: Jobs,
  ) {}

  async detach(caller: WorkspaceCaller, agentId: string, word: string, deleteRemote: boolean): Promise<void> {
    await this.db.tx(async (tx) => {
      const agent = await this.agents.get(tx, caller, agentId);
      const presence = await this.presences.lock(tx, agent.id, channelProvider(word));
      if (presence === null) throw new AppError(channelErrors.presence_not_found);
      if (deleteRemote) {
        await this.presences.abandon(tx, presence.id);
        await this.jobs.enqueue(tx, TEARDOWN, {});
      } else {
        await this.presences.delete(tx, presence.id);
        await this.integrations.deleteReleased(tx, presence.integrationId);
      }
      await channelAudit.record(tx, originOf(caller), 'delete', {
        ...channelAppNamed(presence),
        deleteRemote,
      });
    });
  }
}
