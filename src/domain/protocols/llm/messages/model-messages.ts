/** What a model is asked and what it says, whichever provider it is of (contract 04 §11). */

/** A tool as models are told about it. */
export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the object of arguments. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

export interface MessageImage {
  readonly mediaType: string;
  /** Base64. */
  readonly data: string;
}

export interface ToolCall {
  /** As the provider gave it. */
  readonly id: string;
  readonly name: string;
  /** JSON as the model wrote it, which may be none. */
  readonly args: string;
}

export interface ToolOutcome {
  readonly callId: string;
  readonly content: string;
  readonly isError: boolean;
}

/** `kept` is what a provider wants back as it gave it (signed reasoning); nobody else reads it. */
export type ModelMessage =
  | { readonly role: 'user'; readonly text: string; readonly images?: readonly MessageImage[] }
  | {
      readonly role: 'assistant';
      readonly text: string;
      readonly toolCalls?: readonly ToolCall[];
      readonly kept?: unknown;
    }
  | { readonly role: 'tools'; readonly outcomes: readonly ToolOutcome[] };

export interface ModelRequest {
  readonly model: string;
  readonly effort: string | null;
  readonly system: string;
  readonly messages: readonly ModelMessage[];
  /** How many of the messages, from the first, were said before the turn: these can be left out. */
  readonly earlier: number;
  readonly tools: readonly ToolDefinition[];
  /** No tool can be called any more; they stay described, because earlier calls of them do. */
  readonly mustAnswer: boolean;
  readonly maxOutputTokens: number;
}

/** While a model speaks. */
export interface ModelPiece {
  readonly kind: 'text' | 'thinking';
  readonly text: string;
}

export interface ModelUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheReadInputTokens: number;
}

export interface ModelResponse {
  readonly text: string;
  readonly toolCalls: readonly ToolCall[];
  readonly kept: unknown;
  readonly usage: ModelUsage;
  readonly stopped: 'end' | 'tools' | 'length' | 'refusal';
}
