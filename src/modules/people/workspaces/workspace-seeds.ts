import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../kernel/database/database.js';

/** A workspace that was inserted in the running transaction, with its owner, key and rule set. */
export interface SeededWorkspace {
  id: string;
  organizationId: string;
  name: string;
  createdByUserId: string;
}

export interface WorkspaceSeed {
  /** What it writes commits or fails with the workspace. */
  onCreate(tx: Tx, workspace: SeededWorkspace): Promise<void>;
}

/** Port for what a new workspace is born with and a higher module owns (the default agent, 01 §12.2). */
@Injectable()
export class WorkspaceSeeds {
  private readonly seeds: WorkspaceSeed[] = [];

  register(seed: WorkspaceSeed): void {
    this.seeds.push(seed);
  }

  async plant(tx: Tx, workspace: SeededWorkspace): Promise<void> {
    for (const seed of this.seeds) await seed.onCreate(tx, workspace);
  }
}
