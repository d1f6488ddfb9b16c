import { Injectable } from '@nestjs/common';
import type { WorkspaceScope } from '../../../../kernel/database/scope.js';
import type { Tx } from '../../../../kernel/database/database.js';

/** Called after the secret grants of a workspace changed, in the transaction that changed them. */
export type SecretGrantWatcher = (tx: Tx, scope: WorkspaceScope) => Promise<void>;

/** Port for what depends on which secrets an agent has and a higher module owns (chosen models, 02 §2.5.2). */
@Injectable()
export class SecretGrantWatchers {
  private readonly watchers: SecretGrantWatcher[] = [];

  register(watcher: SecretGrantWatcher): void {
    this.watchers.push(watcher);
  }

  async announce(tx: Tx, scope: WorkspaceScope): Promise<void> {
    for (const watcher of this.watchers) await watcher(tx, scope);
  }
}
