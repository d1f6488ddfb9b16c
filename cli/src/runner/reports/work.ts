/** What a runner is told to do (04 §9.3). */
export interface TurnRun {
  readonly kind: 'turn.run';
  readonly leaseId: string;
  readonly attempt: number;
  readonly agentId: string;
  readonly conversationId: string;
  readonly turnId: string;
  readonly message: string;
  readonly context: string;
  readonly resumeSessionRef: string | null;
  readonly attachments: readonly Attachment[];
  readonly agent: {
    readonly name: string;
    readonly instructions: string | null;
    readonly harness: string | null;
    readonly model: string;
    readonly effort: string | null;
    readonly env: Readonly<Record<string, string>>;
    readonly files: readonly { readonly path: string; readonly content: string }[];
    readonly warnings: readonly string[];
  };
}

export interface Attachment {
  readonly id: string;
  readonly name: string;
  readonly mimeType: string;
  readonly sizeBytes: number;
  readonly sha256: string;
  /** Below the home of the agent. */
  readonly path: string;
}

export interface Steer {
  readonly kind: 'turn.steer';
  readonly turnId: string;
  readonly targetTurnId: string;
  readonly message: string;
}

export type WorkItem =
  | TurnRun
  | Steer
  | { readonly kind: 'turn.abort'; readonly turnId: string; readonly leaseId: string }
  | { readonly kind: 'agent.sync'; readonly agentId: string }
  | { readonly kind: 'agent.stop'; readonly agentId: string; readonly reason: string };

/** One thing that happens in a turn, as the server takes it. */
export interface TurnEvent {
  readonly type: string;
  readonly [field: string]: unknown;
}

export interface Finish {
  readonly status: 'done' | 'failed' | 'aborted';
  readonly error?: string;
  readonly errorCode?: string;
  readonly usage?: unknown;
  readonly sessionRef?: string;
  readonly followUps?: readonly { readonly turnId: string; readonly outcome: 'joined' | 'missed' }[];
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Ids become names of folders here. */
export function isId(value: unknown): value is string {
  return typeof value === 'string' && UUID.test(value);
}
