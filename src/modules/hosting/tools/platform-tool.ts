import type { WorkspaceScope } from '../../../kernel/database/scope.js';

/** For whom a tool of the platform works (04 §9.4): the agent of a lease or a placement. */
export interface ToolCaller {
  readonly scope: WorkspaceScope;
  readonly agentId: string;
  /** The turn that calls, while its lease is valid: it anchors deliveries and names the person. */
  readonly turn: {
    readonly id: string;
    readonly conversationId: string;
    readonly userId: string | null;
  } | null;
}

/** What the model is told; a refusal is a result like any other. */
export type ToolResult =
  | { readonly ok: true; readonly result: object }
  | { readonly ok: false; readonly error: string };
