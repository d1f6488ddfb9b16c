import { Injectable } from '@nestjs/common';
import { Database } from '../../../../kernel/database/database.js';
import type { WorkspaceScope } from '../../../../kernel/database/scope.js';
import type { Place } from './sandbox-store.js';

export interface OutdatedSandbox extends WorkspaceScope {
  agentId: string;
  configHash: string;
  epoch: string;
}

/**
 * All epochs that the gateway's decisions about `agents a` depend on, as one number that changes with each of them
 * (06 §17.1): their sum, because each epoch only grows.
 */
const EPOCH = `(SELECT coalesce(sum(e.epoch), 0)::text FROM epochs e WHERE e.scope = ANY (
  ARRAY['ws:' || a.workspace_id, 'org:' || a.organization_id] || ARRAY(
    SELECT 'partner:' || o.partner_id FROM partner_organizations o WHERE o.organization_id = a.organization_id)))`;
const STARTED = `FROM agent_sandboxes s
  JOIN agent_placements p ON p.agent_id = s.agent_id AND p.runner_id = s.runner_id
  JOIN agents a ON a.id = s.agent_id
  WHERE s.runner_id = $1 AND p.compute_state IN ('starting', 'running') AND s.config_hash IS NOT NULL`;
const OF = 'agent_id = $1 AND runner_id = $2';

/** What each sandbox was made of, and whether something it depends on was written since. */
@Injectable()
export class SandboxConfigurations {
  constructor(private readonly db: Database) {}

  async epochOf(agentId: string): Promise<string> {
    const [found] = await this.db.query<{ epoch: string }>(
      `SELECT ${EPOCH} AS epoch FROM agents a WHERE a.id = $1`,
      [agentId],
    );
    return found?.epoch ?? '';
  }

  /** Records a run that was handed out: its daemon makes the sandbox of this configuration; a planned stop is cancelled. */
  async handedOut({ agentId, runnerId }: Place, configHash: string, epoch: string): Promise<void> {
    await this.db.query(
      `INSERT INTO agent_sandboxes (agent_id, runner_id, config_hash, config_epoch) VALUES ($1, $2, $3, $4)
       ON CONFLICT (agent_id, runner_id) DO UPDATE SET config_hash = excluded.config_hash,
         config_epoch = excluded.config_epoch, stop_reason = NULL, stop_told_at = NULL`,
      [agentId, runnerId, configHash, epoch],
    );
  }

  /** Started sandboxes whose configuration may have changed since. */
  outdated(runnerId: string, limit: number): Promise<OutdatedSandbox[]> {
    return this.db.query<OutdatedSandbox>(
      `SELECT * FROM (
         SELECT s.agent_id AS "agentId", a.organization_id AS "organizationId", a.workspace_id AS "workspaceId",
           s.config_hash AS "configHash", s.config_epoch AS seen, ${EPOCH} AS epoch ${STARTED}) AS started
       WHERE seen IS DISTINCT FROM epoch LIMIT $2`,
      [runnerId, limit],
    );
  }

  async isStill({ agentId, runnerId }: Place, configHash: string, epoch: string): Promise<void> {
    await this.db.query(`UPDATE agent_sandboxes SET config_epoch = $4 WHERE ${OF} AND config_hash = $3`, [
      agentId,
      runnerId,
      configHash,
      epoch,
    ]);
  }

  /** Marks the sandbox to be made again. False if another process was faster, or a run was handed out meanwhile. */
  async isOver({ agentId, runnerId }: Place, configHash: string): Promise<boolean> {
    const over = await this.db.query(
      `UPDATE agent_sandboxes SET config_hash = NULL, config_epoch = NULL, stop_reason = 'respawn',
         stop_told_at = NULL
       WHERE ${OF} AND config_hash = $3 RETURNING 1`,
      [agentId, runnerId, configHash],
    );
    return over.length > 0;
  }
}
