import { Injectable } from '@nestjs/common';
import { memoryFile } from '../../../../domain/agents/memories/memory-file.js';
import { skillFolder } from '../../../../domain/agents/skills/effective-skills.js';
import { Database } from '../../../../kernel/database/database.js';
import { HostedAgents } from '../../../policy/agents/hosted-agents.js';
import { AgentMemories } from '../../memories/agent-memories.js';
import { AgentSkills } from '../../skills/agent-skills.js';
import type { RunnerHomeResponse } from '../dto/runner-sandbox.dto.js';
import type { PlacedAgent } from '../records/placed-agents.js';
import { BUILT_IN, HOME_FINGERPRINT } from './home-fingerprint.query.js';
import { type Place, SandboxStore } from './sandbox-store.js';

export interface HomeVersion {
  generation: number;
  fingerprint: string;
}

export interface HomeSync {
  agentId: string;
  generation: number;
}

/** 04 §9.3.3. */
const AGAIN_SECONDS = 60;
const RUNNING = `FROM agent_sandboxes s
  JOIN agent_placements p ON p.agent_id = s.agent_id AND p.runner_id = s.runner_id
  JOIN agents a ON a.id = s.agent_id`;

/** What of an agent is in its sandbox as files (04 §9.2): memories, skills, instructions; each change is a generation. */
@Injectable()
export class Homes {
  constructor(
    private readonly db: Database,
    private readonly store: SandboxStore,
    private readonly agents: HostedAgents,
    private readonly memories: AgentMemories,
    private readonly skills: AgentSkills,
  ) {}

  async version(place: Place): Promise<HomeVersion> {
    await this.store.ensure(this.db, place);
    await this.count(place.runnerId, place.agentId);
    const [version] = await this.db.query<HomeVersion>(
      `SELECT home_generation AS generation, home_fingerprint AS fingerprint FROM agent_sandboxes
       WHERE agent_id = $1 AND runner_id = $2`,
      [place.agentId, place.runnerId],
    );
    return version!;
  }

  /** Read after its generation was counted: at worst it is newer, and counted once more. */
  async read({ scope, agentId }: PlacedAgent, generation: number): Promise<RunnerHomeResponse> {
    const { name, instructions } = await this.agents.get(this.db, scope, agentId);
    const memories = await this.memories.documents(this.db, agentId);
    const skills = await this.skills.of(this.db, scope, agentId);
    const files = [...memories.map(memoryFile), ...skills.flatMap(skillFolder)];
    return { generation, instructions, agentName: name, files };
  }

  async applied({ agentId, runnerId }: Place, generation: number, computeRef: string): Promise<void> {
    await this.db.query(
      `UPDATE agent_sandboxes SET applied_generation = $3 WHERE agent_id = $1 AND runner_id = $2
         AND coalesce(compute_ref, $4) = $4 AND $3 <= home_generation AND $3 > coalesce(applied_generation, 0)`,
      [agentId, runnerId, generation, computeRef],
    );
  }

  /** Running sandboxes whose home is not what it should be; each again after a minute. */
  async due(runnerId: string, limit: number): Promise<HomeSync[]> {
    await this.count(runnerId, null);
    return this.db.query<HomeSync>(
      `WITH due AS MATERIALIZED (
         SELECT s.agent_id ${RUNNING}
         WHERE s.runner_id = $1 AND p.compute_state = 'running'
           AND s.applied_generation IS DISTINCT FROM s.home_generation
           AND (s.synced_at IS NULL OR s.synced_generation <> s.home_generation
             OR s.synced_at < now() - interval '${AGAIN_SECONDS} seconds')
         ORDER BY s.synced_at NULLS FIRST, s.agent_id LIMIT $2 FOR NO KEY UPDATE OF s SKIP LOCKED)
       UPDATE agent_sandboxes s SET synced_generation = s.home_generation, synced_at = now() FROM due
       WHERE s.agent_id = due.agent_id AND s.runner_id = $1
       RETURNING s.agent_id AS "agentId", s.home_generation AS generation`,
      [runnerId, limit],
    );
  }

  /** Counts changes since the last look: of this agent, or of all whose compute runs. */
  private async count(runnerId: string, agentId: string | null): Promise<void> {
    // Many rows at once are taken as far as nobody has them, so that two who look never wait for each other in a circle.
    const lock = `FOR NO KEY UPDATE OF s ${agentId === null ? 'SKIP LOCKED' : ''}`;
    await this.db.query(
      `WITH seen AS MATERIALIZED (
         SELECT s.agent_id, ${HOME_FINGERPRINT} AS fingerprint ${RUNNING}
         WHERE s.runner_id = $1
           AND CASE WHEN $3::uuid IS NULL THEN p.compute_state = 'running' ELSE s.agent_id = $3 END ${lock})
       UPDATE agent_sandboxes s SET home_generation = s.home_generation + 1, home_fingerprint = seen.fingerprint
       FROM seen WHERE s.agent_id = seen.agent_id AND s.runner_id = $1
         AND s.home_fingerprint IS DISTINCT FROM seen.fingerprint`,
      [runnerId, BUILT_IN, agentId],
    );
  }
}
