import type { ToolDefinition } from '../../../domain/protocols/llm/messages/model-messages.js';
import type { Tx } from '../../../kernel/database/database.js';
import { jsonSchemaOf } from '../../../kernel/http/fields/dto-schema.js';
import { validateDto } from '../../../kernel/http/fields/validation.pipe.js';
import type { WorkingAgent } from '../schedules/agent-schedules.js';

/** For whom a tool of the platform works (04 §9.4): its turn anchors deliveries and names the person. */
export type ToolCaller = WorkingAgent;

/** What the model is told; a refusal is a result like any other. */
export type ToolResult =
  { readonly ok: true; readonly result: object } | { readonly ok: false; readonly error: string };

export interface PlatformTool {
  readonly definition: ToolDefinition;
  /** A call that is made twice may have its effect once only. */
  readonly changes: boolean;
  /** Judges the arguments first. What the agent may be told is thrown as an `AppError`. */
  readonly run: (tx: Tx, caller: ToolCaller, args: unknown) => Promise<object>;
}

interface ToolDeclaration<Args extends object> {
  name: string;
  description: string;
  changes: boolean;
  args: new () => Args;
  run: (tx: Tx, caller: ToolCaller, args: Args) => Promise<object>;
}

/** The same DTO tells the model of its arguments and judges what it sends. */
export function platformTool<Args extends object>(tool: ToolDeclaration<Args>): PlatformTool {
  const { name, description, changes, args: type, run } = tool;
  return {
    definition: { name, description, parameters: jsonSchemaOf(type) },
    changes,
    run: (tx, caller, args) => run(tx, caller, validateDto(type, args)),
  };
}
