import { Injectable } from '@nestjs/common';
import { Database } from '../../../kernel/database/database.js';
import { isUuid } from '../../../kernel/database/uuid.js';

/** The rows of `agent_placements`, as a daemon asks for them (04 §9.2). */
@Injectable()
export class PlacementStore {
  constructor(private readonly db: Database) {}

  async agentsAt(runnerId: string): Promise<string[]> {
    const rows = await this.db.query<{ id: string }>(
      'SELECT agent_id AS id FROM agent_placements WHERE runner_id = $1 ORDER BY agent_id',
      [runnerId],
    );
    return rows.map(({ id }) => id);
  }

  /** Those that are no agent of anybody's at all: one that only belongs elsewhere is not among them. */
  async missing(agentIds: readonly string[]): Promise<string[]> {
    const rows = await this.db.query<{ id: string }>('SELECT id FROM agents WHERE id = ANY ($1)', [
      agentIds.filter(isUuid),
    ]);
    const known = new Set(rows.map(({ id }) => id));
    return agentIds.filter((id) => !known.has(id));
  }
}
