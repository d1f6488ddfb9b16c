import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../kernel/database/database.js';
import type { WorkspaceScope } from '../../../kernel/database/scope.js';
import type { NamedAgent } from './records/agent-store.js';

export interface AgentWatcher {
  /** After the row was changed; `fields` as a patch names them, and `accessToken`. */
  changed?(tx: Tx, scope: WorkspaceScope, agent: NamedAgent, fields: readonly string[]): Promise<void>;
  /** While everything that belongs to the agent is still there. */
  removing?(tx: Tx, scope: WorkspaceScope, agent: NamedAgent): Promise<void>;
}

/** Port for what follows an agent and an area below owns; it commits or fails with the change (02 §2.3). */
@Injectable()
export class AgentWatchers {
  private readonly watchers: AgentWatcher[] = [];

  register(watcher: AgentWatcher): void {
    this.watchers.push(watcher);
  }

  async changed(tx: Tx, scope: WorkspaceScope, agent: NamedAgent, fields: readonly string[]): Promise<void> {
    for (const watcher of this.watchers) await watcher.changed?.(tx, scope, agent, fields);
  }

  async removing(tx: Tx, scope: WorkspaceScope, agent: NamedAgent): Promise<void> {
    for (const watcher of this.watchers) await watcher.removing?.(tx, scope, agent);
  }
}
