import { Injectable, type OnModuleInit } from '@nestjs/common';
import { heldAwakeCeiling } from '../../../../domain/agents/sandboxes/idle-stops.js';
import { Configuration } from '../../../../kernel/config/configuration.js';
import { Database } from '../../../../kernel/database/database.js';
import { RunnerLiveness, type RunnersSeen } from '../../../people/instance/runner-liveness.js';
import { AgentHosting } from '../../../policy/agents/agent-hosting.js';
import type { RunnerResponse } from '../dto/runner-list.dto.js';
import type { RunnerCapabilities } from '../records/runner.entity.js';
import { EmbeddedRunner } from './embedded-runner.js';
import { IS_STARTED, isOnline } from './online.js';

interface KnownRunner {
  id: string;
  name: string;
  kind: 'external' | 'embedded';
  online: boolean;
  lastSeenAt: Date | null;
  capabilities: RunnerCapabilities;
  started: string[];
}

const SELECT_KNOWN = `
  SELECT r.id, r.name, r.kind, ${isOnline('$1')} AS online, r.last_seen_at AS "lastSeenAt", r.capabilities,
    ARRAY(SELECT p.agent_id FROM agent_placements p WHERE p.runner_id = r.id AND ${IS_STARTED}) AS started
  FROM runners r WHERE r.revoked_at IS NULL ORDER BY r.created_at, r.id`;

const SELECT_SEEN = `
  SELECT count(*) > 0 AS registered, coalesce(bool_or(${isOnline('$1')}), false) AS online
  FROM runners r WHERE r.kind = 'embedded' OR r.boot_id IS NOT NULL`;

/** The runners of the deployment, as operators and administrators see them (04 §9.5), and what anybody may know. */
@Injectable()
export class KnownRunners implements OnModuleInit {
  constructor(
    private readonly db: Database,
    private readonly configuration: Configuration,
    private readonly hosting: AgentHosting,
    private readonly embedded: EmbeddedRunner,
    private readonly presence: RunnerLiveness,
  ) {}

  onModuleInit(): void {
    this.presence.register(() => this.seen());
  }

  /** Oldest first. */
  async list(): Promise<RunnerResponse[]> {
    const rows = await this.db.query<KnownRunner>(SELECT_KNOWN, [
      this.configuration.runnerOnlineThresholdSeconds,
    ]);
    const awake = await this.hosting.workingInBackground(
      this.db,
      rows.flatMap(({ started }) => started),
    );
    return rows.map(({ started, lastSeenAt, ...runner }) => ({
      ...runner,
      online: runner.kind === 'embedded' ? this.embedded.isOn : runner.online,
      lastSeenAt: lastSeenAt?.toISOString() ?? null,
      sandboxCount: started.length,
      heldAwakeCount: started.filter((agentId) => awake.has(agentId)).length,
      heldAwakeCeiling:
        runner.kind === 'embedded'
          ? 0
          : heldAwakeCeiling(runner.capabilities.maxSandboxes, this.configuration.maxHeldAwakeSandboxes),
    }));
  }

  /** The runner inside the server is there as long as the server is (04 §8.3.4). */
  private async seen(): Promise<RunnersSeen> {
    if (this.embedded.isOn) return { registered: true, online: true };
    const [seen] = await this.db.query<RunnersSeen>(SELECT_SEEN, [
      this.configuration.runnerOnlineThresholdSeconds,
    ]);
    return seen!;
  }
}
