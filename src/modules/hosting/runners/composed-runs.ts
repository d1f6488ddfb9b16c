import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { distinctNames } from '../../../domain/conversations/attachment-name.js';
import { failureOf } from '../../../domain/conversations/turn-failure.js';
import { Configuration } from '../../../kernel/config/configuration.js';
import { Database } from '../../../kernel/database/database.js';
import type { WorkspaceScope } from '../../../kernel/database/scope.js';
import { AgentEnvironment } from '../../policy/agent-environment/agent-environment.js';
import type { AgentRow } from '../../policy/agents/agent.view.js';
import { HostedAgents } from '../../policy/agents/hosted-agents.js';
import { AgentModels } from '../../policy/agents/models/agent-models.service.js';
import { TurnContext } from '../composition/turn-context.js';
import { TurnHistory } from '../composition/turn-history.js';
import { RunAttachments } from '../conversations/runs/run-attachments.js';
import type { ClaimedTurn } from '../conversations/runs/run-queue.js';
import { WaitingFailures } from '../conversations/runs/waiting-failures.js';

const MS = 1_000;

interface SentSurroundings {
  env: Record<string, string>;
  files: { path: string; content: string }[];
  warnings: string[];
}

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
    private readonly models: AgentModels,
    private readonly environment: AgentEnvironment,
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
    const agent = await this.agents.get(this.db, thread, turn.agentId);
    const selected = await this.models.nextTurn(thread, agent);
    if (selected === null) {
      await this.failures.failClaimed(turn, failureOf('no_model_key'));
      return null;
    }
    const surroundings = await this.surroundingsOf(thread, agent);
    if (surroundings === null) {
      await this.failures.failClaimed(turn, failureOf('agent_start_failed'));
      return null;
    }
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
      agent: {
        name: agent.name,
        instructions: agent.instructions,
        harness: agent.harness,
        model: selected.model,
        effort: selected.effort,
        ...surroundings,
        configHash: hashOf(surroundings, agent.harness, selected),
      },
    };
  }

  /** Null when this server has no certificate of its own yet, or the agent is gone. */
  private async surroundingsOf(scope: WorkspaceScope, agent: AgentRow): Promise<SentSurroundings | null> {
    const found = await this.environment.of(scope, agent, this.configuration.appUrl);
    if (typeof found === 'string') return null;
    const { env, stubs, warnings, caCertificate, caCertificateContainerPath } = found;
    const files = [
      { path: caCertificateContainerPath, content: caCertificate },
      ...stubs.map(({ containerPath, content }) => ({ path: containerPath, content })),
    ];
    return { env, files, warnings };
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

/** A daemon whose compute was made of something else makes it anew (04 §9.3.1). What tells the time is left out. */
function hashOf({ env, files }: SentSurroundings, harness: string | null, selected: object): string {
  const paths = files.map(({ path }) => path);
  return hash('sha256', JSON.stringify([env, paths, harness, selected]));
}
