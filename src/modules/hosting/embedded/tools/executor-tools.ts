import { Injectable, Logger } from '@nestjs/common';
import { truncateMarked } from '../../../../domain/agents/turns/truncate-marked.js';
import type { ToolCall, ToolDefinition } from '../../../../domain/protocols/llm/messages/model-messages.js';
import { PlatformTools } from '../../tools/platform-tools.js';
import { AttachmentTool } from './attachment-tool.js';
import { type ExecutorTool, result, toolError, type ToolOutput, type ToolRun } from './executor-tool.js';
import { HttpRequestTool } from './http-request-tool.js';
import { SKILL_LIST, SKILL_READ } from './skill-tools.js';

/** 04 §9.1.7. */
const MAX_RESULT = 64_000;

/** Every tool there is in a turn: those of the platform and this runner's own (04 §11.4). */
@Injectable()
export class ExecutorTools {
  private readonly log = new Logger(ExecutorTools.name);
  private readonly own: ReadonlyMap<string, ExecutorTool>;
  readonly definitions: readonly ToolDefinition[];

  constructor(
    private readonly platform: PlatformTools,
    http: HttpRequestTool,
    attachments: AttachmentTool,
  ) {
    const own = [http, SKILL_LIST, SKILL_READ, attachments];
    this.own = new Map(own.map((tool) => [tool.definition.name, tool]));
    this.definitions = [...own.map(({ definition }) => definition), ...platform.definitions()];
  }

  /** Rejects only when the run is stopped: whatever else goes wrong is a result (04 §11.4.4). */
  async call(run: ToolRun, { name, args }: ToolCall): Promise<ToolOutput> {
    const given = argumentsOf(args);
    if (given === null) return toolError('The arguments are no JSON object');
    try {
      const output = await this.answer(run, name, given);
      return { ...output, content: truncateMarked(output.content, MAX_RESULT) };
    } catch (error) {
      run.signal.throwIfAborted();
      this.log.error({ err: error, agentId: run.agentId, turnId: run.turn.id }, 'tool call in a turn failed');
      return toolError('The tool failed because of a fault of the server');
    }
  }

  private async answer(run: ToolRun, name: string, args: object): Promise<ToolOutput> {
    const own = this.own.get(name);
    if (own !== undefined) return own.call(run, args);
    const answer = await this.platform.call(run, name, args);
    return answer.ok ? result(answer.result) : toolError(answer.error);
  }
}

/** Models leave them out where a tool takes none. Null for what is no JSON object. */
function argumentsOf(json: string): object | null {
  if (json.trim() === '') return {};
  try {
    const value = JSON.parse(json) as unknown;
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}
