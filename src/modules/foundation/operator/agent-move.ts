import type { Database, Tx } from '../../../kernel/database/database.js';
import { isUuid } from '../../../kernel/database/uuid.js';
import { declareAudited } from '../audit/audited.js';
import { actingPerson } from '../audit/model/audit-origin.js';

const agentAudit = declareAudited('agent');

export type MoveOutcome = 'moved' | 'already_there' | 'not_found' | 'not_hosted' | 'busy';

interface MovedAgent {
  organizationId: string;
  workspaceId: string;
  kind: 'byo' | 'hosted';
}

/**
 * Gives a hosted agent to another runner (04 §8.3.3), while none of its turns is active: whoever claims one holds the
 * placement, and is waited for or skips it. What the old one knew of its sandbox is forgotten, sessions included, since
 * a home is not copied.
 */
export function moveAgent(
  db: Database,
  agentId: string,
  runner: { id: string; name: string },
): Promise<MoveOutcome> {
  return isUuid(agentId) ? db.tx((tx) => moved(tx, agentId, runner)) : Promise.resolve('not_found');
}

async function moved(
  tx: Tx,
  agentId: string,
  { id: runnerId, name }: { id: string; name: string },
): Promise<MoveOutcome> {
  const [agent] = await tx.query<MovedAgent>(
    `SELECT organization_id AS "organizationId", workspace_id AS "workspaceId", kind FROM agents
     WHERE id = $1 FOR NO KEY UPDATE`,
    [agentId],
  );
  if (agent === undefined) return 'not_found';
  if (agent.kind !== 'hosted') return 'not_hosted';
  const [placement] = await tx.query<{ runnerId: string }>(
    'SELECT runner_id AS "runnerId" FROM agent_placements WHERE agent_id = $1 FOR UPDATE',
    [agentId],
  );
  if (placement?.runnerId === runnerId) return 'already_there';
  const active = await tx.query(
    `SELECT 1 FROM turns WHERE agent_id = $1 AND status IN ('queued', 'dispatched', 'running') LIMIT 1`,
    [agentId],
  );
  if (active.length > 0) return 'busy';
  await tx.query('DELETE FROM agent_placements WHERE agent_id = $1', [agentId]);
  await tx.query('INSERT INTO agent_placements (agent_id, runner_id) VALUES ($1, $2)', [agentId, runnerId]);
  await tx.query(
    'UPDATE conversations SET session_ref = NULL WHERE agent_id = $1 AND session_ref IS NOT NULL',
    [agentId],
  );
  const { organizationId, workspaceId } = agent;
  const by = actingPerson(null, null, 'system');
  const change = { agentId, fields: ['runner'], runner: name };
  await agentAudit.record(tx, { organizationId, workspaceId, by }, 'update', change);
  return 'moved';
}
