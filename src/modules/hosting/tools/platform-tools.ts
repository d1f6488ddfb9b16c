import { Injectable } from '@nestjs/common';
import { withoutUnusableText } from '../../../domain/agents/conversations/transcript-event.js';
import type { ToolDefinition } from '../../../domain/protocols/llm/messages/model-messages.js';
import { truncate } from '../../../domain/text/truncate.js';
import { Database, type Tx } from '../../../kernel/database/database.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import { isObject } from '../../../kernel/http/fields/dto-reader.js';
import { nestsTooDeep } from '../../../kernel/http/fields/validation.pipe.js';
import { MemoryTools } from './memory-tools.js';
import type { PlatformTool, ToolCaller, ToolResult } from './platform-tool.js';
import { ScheduleTools } from './schedule-tools.js';

/** 04 §9.1.7. */
const MAX_ARGS = 32_000;
const SHOWN_NAME = 100;
const FAULT = 500;

/**
 * What the platform does for an agent that asks (04 §9.4), whichever way the question came. What the agent may not or got
 * wrong is told to it; a fault of ours is thrown.
 */
@Injectable()
export class PlatformTools {
  private readonly tools: ReadonlyMap<string, PlatformTool>;

  constructor(
    private readonly db: Database,
    memories: MemoryTools,
    schedules: ScheduleTools,
  ) {
    const all = [...schedules.all(), ...memories.all()];
    this.tools = new Map(all.map((tool) => [tool.definition.name, tool]));
  }

  definitions(): readonly ToolDefinition[] {
    return Array.from(this.tools.values(), ({ definition }) => definition);
  }

  /** Whether a call that is made twice would have its effect twice. */
  changes(tool: string): boolean {
    return this.tools.get(tool)?.changes ?? false;
  }

  call(caller: ToolCaller, tool: string, args: unknown): Promise<ToolResult> {
    return this.db.tx((tx) => this.callWithin(tx, caller, tool, args));
  }

  /** As a part of a larger transaction, which goes on when the tool refuses. */
  async callWithin(tx: Tx, caller: ToolCaller, tool: string, args: unknown): Promise<ToolResult> {
    const found = this.tools.get(tool);
    if (found === undefined) return refused(`There is no tool ${truncate(tool, SHOWN_NAME)}`);
    const problem = problemOf(args ?? {});
    if (problem !== null) return refused(problem);
    // What no column can hold is left out of what models say (04 §2.2.8).
    const usable = withoutUnusableText(structuredClone(args ?? {}));
    try {
      return { ok: true, result: await tx.savepoint(() => found.run(tx, caller, usable)) };
    } catch (error) {
      if (error instanceof AppError && error.status < FAULT) return refused(error.message);
      throw error;
    }
  }
}

function problemOf(args: unknown): string | null {
  if (!isObject(args)) return 'The arguments must be a JSON object';
  if (nestsTooDeep(args)) return 'The arguments are nested too deeply';
  return JSON.stringify(args).length > MAX_ARGS
    ? `The arguments are longer than ${MAX_ARGS} characters`
    : null;
}

function refused(error: string): ToolResult {
  return { ok: false, error };
}
