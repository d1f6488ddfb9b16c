import { Injectable } from '@nestjs/common';
import { distinctNames } from '../../../domain/agents/conversations/attachment-name.js';
import { failureOf } from '../../../domain/agents/conversations/turn-failure.js';
import { Configuration } from '../../../kernel/config/configuration.js';
import { Database } from '../../../kernel/database/database.js';
import type { WorkspaceScope } from '../../../kernel/database/scope.js';
import { HostedAgents } from '../../policy/agents/hosted-agents.js';
import { TurnContext } from '../composition/turn-context.js';
import { TurnHistory } from '../composition/turn-history.js';
import { RunAttachments } from '../conversations/runs/run-attachments.js';
import type { ClaimedTurn } from '../conversations/runs/run-queue.js';
import { WaitingFailures } from '../conversations/runs/waiting-failures.js';
import { AgentSetups } from './records/agent-setups.js';
import { SandboxConfigurations } from './sandboxes/sandbox-configurations.js';

const MS = 1_000;

/** What the runner can do something with (04 §9.2). */
export interface WantedParts {
  attachments: boolean;
  history: boolean;
}

/** `turn.run` (04 §9.3): made of what is true at the moment it is handed out. */
@Injectable()
export class ComposedRuns {
  constructor(
    private readonly db: Database,
    private readonly configuration: Configuration,
    private readonly agents: HostedAgents,
    private readonly setups: AgentSetups,
    private readonly sandboxes: SandboxConfigurations,
    private readonly attachments: RunAttachments,
    private readonly failures: WaitingFailures,
    private readonly context: TurnContext,
    private readonly history: TurnHistory,
  ) {}

  /** Null for one that cannot be run any more, which has failed by then (04 §8.4.7). */
  async compose(turn: ClaimedTurn, wanted: WantedParts): Promise<object | null> {
    const [thread] = await this.db.query<WorkspaceScope & { sessionRef: string | null }>(
      `SELECT w.organization_id AS "organizationId", w.id AS "workspaceId", c.session_ref AS "sessionRef"
       FROM conversations c JOIN workspaces w ON w.id = c.workspace_id WHERE c.id = $1`,
      [turn.conversationId],
    );
    if (thread === undefined) return null;
    // Before what it is about: a change that comes between is looked at once more.
    const epoch = await this.sandboxes.epochOf(turn.agentId);
    const agent = await this.agents.get(this.db, thread, turn.agentId);
    const setup = await this.setups.of(thread, agent);
    if (typeof setup === 'string') {
      await this.failures.failClaimed(turn, failureOf(setup));
      return null;
    }
    const place = { runnerId: turn.leaseRunnerId!, agentId: turn.agentId };
    await this.sandboxes.handedOut(place, setup.configHash, epoch);
    const attachments = wanted.attachments ? await this.filesOf(turn.id) : [];
    const files = attachments.map(({ path }) => `- ${path}`);
    const deadlineAt = turn.queuedAt.getTime() + this.configuration.turnCeilingSeconds * MS;
    return {
      kind: 'turn.run',
      leaseId: turn.leaseId,
      leaseExpiresAt: turn.leaseExpiresAt.toISOString(),
      attempt: turn.attempt,
      deadlineAt: new Date(deadlineAt).toISOString(),
      agentId: turn.agentId,
      conversationId: turn.conversationId,
      turnId: turn.id,
      message: turn.message,
      context: await this.context.of(turn, { files, withReports: !wanted.history }),
      ...(wanted.history && { history: await this.history.of(turn) }),
      resumeSessionRef: thread.sessionRef,
      attachments,
      agent: { name: agent.name, instructions: agent.instructions, ...setup },
    };
  }

  private async filesOf(turnId: string): Promise<{ path: string }[]> {
    const files = await this.attachments.of(turnId);
    const names = distinctNames(files.map(({ name }) => name));
    return files.map(({ sha256, ...file }, at) => ({
      ...file,
      sha256: sha256.toString('hex'),
      path: `attachments/${turnId}/${names[at]}`,
    }));
  }
}
