import { Injectable, Logger } from '@nestjs/common';
import { truncate } from '../../../../domain/text/truncate.js';
import { Configuration } from '../../../../kernel/config/configuration.js';
import { Database } from '../../../../kernel/database/database.js';
import type { WorkspaceScope } from '../../../../kernel/database/scope.js';
import type { PendingApproval } from '../../../policy/approvals/approval-rows.js';
import { HostedAgents } from '../../../policy/agents/hosted-agents.js';
import { ModelTargets } from '../../../policy/agents/models/model-targets.js';
import { TurnMessages } from '../../composition/turn-messages.js';
import { RunDirections } from '../../conversations/runs/run-directions.js';
import { ModelClient } from '../../models/model-client.js';
import { AgentSkills } from '../../skills/agent-skills.js';
import type { ToolRun } from '../tools/executor-tool.js';
import { ExecutorTools } from '../tools/executor-tools.js';
import { AgentTraffic } from '../traffic/agent-traffic.js';
import type { ActiveRun } from './active-run.js';
import { modelSend } from './model-send.js';
import { TurnLoop } from './turn-loop.js';
import { ReceivedCredentials } from '../../conversations/runs/received-credentials.js';
import type { TurnJournal } from './turn-journal.js';
import { TurnTools } from './turn-tools.js';

export interface PreparedTurn {
  readonly loop: TurnLoop;
  readonly tools: TurnTools;
}

const MAX_NAMED = 200;
const MAX_PATH = 16_000;

/** What a turn is made of when it begins (04 §11.5.1): everything as it is now, so that edits count from the next turn on. */
@Injectable()
export class TurnPreparation {
  private readonly log = new Logger(TurnPreparation.name);

  constructor(
    private readonly configuration: Configuration,
    private readonly db: Database,
    private readonly agents: HostedAgents,
    private readonly targets: ModelTargets,
    private readonly dialogue: TurnMessages,
    private readonly skills: AgentSkills,
    private readonly models: ModelClient,
    private readonly directions: RunDirections,
    private readonly traffic: AgentTraffic,
    private readonly tools: ExecutorTools,
    private readonly credentials: ReceivedCredentials,
  ) {}

  /** Null without a key or a model. */
  async prepare(run: ActiveRun, journal: TurnJournal): Promise<PreparedTurn | null> {
    const { turn, signal } = run;
    const scope = await this.scopeOf(turn.conversationId);
    const agent = await this.agents.get(this.db, scope, turn.agentId);
    const target = await this.targets.of(scope, agent);
    if (target === null) return null;
    const onHeld = this.telling(journal);
    const skills = await this.skills.of(this.db, scope, agent.id);
    const { id, conversationId, userId } = turn;
    const working: ToolRun = {
      scope,
      agentId: agent.id,
      turn: { id, conversationId, userId },
      skills,
      signal,
      onHeld,
    };
    const { embeddedMaxToolCalls } = this.configuration;
    const tools = new TurnTools(this.tools, working, journal, embeddedMaxToolCalls, this.credentials);
    const opening = await this.dialogue.begin(scope, agent, turn);
    const send = modelSend(this.traffic, working);
    const loop = new TurnLoop(
      {
        turnId: id,
        target,
        ...opening,
        definitions: this.tools.definitions,
        mostSteps: this.configuration.embeddedMaxSteps,
        maxOutputTokens: this.configuration.embeddedMaxOutputTokens,
      },
      { models: this.models, way: { send, signal }, directions: this.directions, journal, tools },
    );
    return { loop, tools };
  }

  private async scopeOf(conversationId: string): Promise<WorkspaceScope> {
    const [scope] = await this.db.query<WorkspaceScope>(
      `SELECT w.organization_id AS "organizationId", w.id AS "workspaceId"
       FROM conversations c JOIN workspaces w ON w.id = c.workspace_id WHERE c.id = $1`,
      [conversationId],
    );
    if (scope === undefined) throw new Error('The conversation of a turn is gone');
    return scope;
  }

  /** Who reads along learns that a person is asked (04 §11.4.3). */
  private telling(journal: TurnJournal) {
    return ({ id, request, expiresAt }: PendingApproval): (() => void) => {
      const { method, host, path, summary } = request;
      const event = {
        type: 'approval.pending' as const,
        description: summary?.action ?? `${method} ${host}`,
        approvalId: id,
        method,
        host: truncate(host, MAX_NAMED),
        path: truncate(path, MAX_PATH),
        expiresAt: expiresAt.toISOString(),
      };
      journal
        .say(event)
        .catch((err: unknown) =>
          this.log.warn({ err, approvalId: id }, 'pending approval could not be announced'),
        );
      return () => undefined;
    };
  }
}
