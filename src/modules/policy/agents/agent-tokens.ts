import { Injectable } from '@nestjs/common';
import type { WorkspaceCaller } from '../../../kernel/access/declaration/caller.js';
import { StandingCredential } from '../../../kernel/access/declaration/standing-credential.js';
import { Database, type Tx } from '../../../kernel/database/database.js';
import { Epochs } from '../../../kernel/database/epochs.js';
import type { WorkspaceScope } from '../../../kernel/database/scope.js';
import { actingPerson, originOf } from '../../foundation/audit/model/audit-origin.js';
import type { AccountClaim } from '../../people/identity/accounts/account-claims.js';
import { agentAudit } from './agent.audit.js';
import { AgentStore } from './records/agent-store.js';
import { AgentWatchers } from './agent-watchers.js';
import type { AgentRow } from './records/agent.view.js';
import type { AgentTokenResponse } from './dto/agent-response.dto.js';

/** What agents prove themselves with (02 §2.2, §2.3). */
@Injectable()
export class AgentTokens {
  constructor(
    private readonly db: Database,
    private readonly store: AgentStore,
    private readonly epochs: Epochs,
    private readonly standing: StandingCredential,
    private readonly watchers: AgentWatchers,
  ) {}

  /** The agent's plaintext token. */
  of(row: AgentRow): string {
    return this.store.tokenOf(row);
  }

  /** That of a workspace's default agent, for who just made the workspace (07 A6). */
  async ofDefault(tx: Tx, scope: WorkspaceScope): Promise<string> {
    const agent = await this.store.findDefault(tx, scope);
    if (agent === null) throw new Error('A workspace was born without its agent');
    return this.store.tokenOf(agent);
  }

  /** A new token; the old one is refused from the answer on. */
  async regenerate(caller: WorkspaceCaller, agentId: string): Promise<AgentTokenResponse> {
    return this.db.tx(async (tx) => {
      await this.standing.lock(tx, caller);
      const agent = await this.store.lock(tx, caller, agentId);
      const accessToken = await this.store.replaceToken(tx, caller, agent.id);
      await this.watchers.changed(tx, caller, agent, ['accessToken']);
      await this.epochs.raise(tx, { workspace: caller.workspaceId });
      await agentAudit.record(tx, originOf(caller), 'regenerate', { agentId: agent.id });
      return { accessToken };
    });
  }

  /**
   * New tokens for every agent of organizations that had no other member than the one who turned out to be somebody
   * else: the default agent looks like anybody's, and whoever read its token would share all that is granted to it.
   */
  async replaceAllOf(tx: Tx, { user, organizationIds }: AccountClaim): Promise<void> {
    for (const scope of await this.store.replaceAllTokens(tx, organizationIds)) {
      const { organizationId, workspaceId, agents } = scope;
      await this.epochs.raise(tx, { workspace: workspaceId });
      await agentAudit.record(
        tx,
        { organizationId, workspaceId, by: actingPerson(user.id, user.email, 'system') },
        'regenerate',
        { reason: 'account-claimed', agents },
      );
    }
  }
}
