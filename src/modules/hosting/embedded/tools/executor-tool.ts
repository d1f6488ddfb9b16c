import type { ToolDefinition } from '../../../../domain/protocols/llm/messages/model-messages.js';
import type { LoadedSkill } from '../../../../domain/agents/skills/effective-skills.js';
import type { ToolCaller } from '../../tools/platform-tool.js';
import type { OnHeld } from '../traffic/hold-watch.js';

/** The turn for which a tool works. */
export interface ToolRun extends ToolCaller {
  readonly turn: NonNullable<ToolCaller['turn']>;
  /** As they were when the turn began (04 §5.5). */
  readonly skills: readonly LoadedSkill[];
  /** Ends what is under way. */
  readonly signal: AbortSignal;
  readonly onHeld: OnHeld;
}

/** What the model is told. */
export interface ToolOutput {
  readonly content: string;
  readonly isError: boolean;
  /** It did not get what it wanted: an error, or an answer that refuses. */
  readonly failed: boolean;
}

/** A tool of this runner beside those of the platform (04 §11.4). */
export interface ExecutorTool {
  readonly definition: ToolDefinition;
  /** Rejects only with what ends the run. */
  call(run: ToolRun, args: unknown): Promise<ToolOutput>;
}

export function result(value: object): ToolOutput {
  return { content: JSON.stringify(value), isError: false, failed: false };
}

export function toolError(message: string): ToolOutput {
  return { content: message, isError: true, failed: true };
}
