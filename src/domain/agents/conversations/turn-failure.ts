/** What a person reads when a run did not succeed; the raw cause is the operator's (04 §8.5). */
export const TURN_ERROR_CODES = [
  'no_model_key',
  'model_provider_error',
  'agent_restarted',
  'agent_start_failed',
  'at_capacity',
  'image_unavailable',
] as const;

export type TurnErrorCode = (typeof TURN_ERROR_CODES)[number];

export interface TurnFailure {
  readonly error: string;
  readonly code: TurnErrorCode | null;
}

const SENTENCES: Readonly<Record<TurnErrorCode, string>> = {
  no_model_key: 'The agent has no model key that it can use.',
  model_provider_error: "The model's provider refused the request.",
  agent_restarted: 'The agent was restarted while it worked on this. Part of the work may be done.',
  agent_start_failed: 'The agent could not be started.',
  at_capacity: 'There was no room to run the agent.',
  image_unavailable: 'The software of the agent is not available where it should run.',
};

const TOOK_TOO_LONG = 'The agent took too long and was stopped.';
const NEVER_SENT = 'This message waited too long and was not sent to the agent.';
const STORAGE_FULL = 'The organization stores as much as this server allows.';
const NO_REASON = 'The agent failed without saying why.';
/** R38.1. */
export const ABORTED = { message: 'The run was stopped.', code: 'aborted' } as const;

export function failureOf(code: TurnErrorCode): TurnFailure {
  return { error: SENTENCES[code], code };
}

/** The ceiling was reached (04 §8.1.2). */
export function ceilingFailure({ started }: { started: boolean }): TurnFailure {
  return started ? { error: TOOK_TOO_LONG, code: null } : failureOf('agent_start_failed');
}

/** A follow-up for which nothing came free (04 §2.4.5). */
export function wedgedFailure(): TurnFailure {
  return { error: NEVER_SENT, code: null };
}

/** A run that nobody can be refused, because it starts by itself (R65). */
export function storageFullFailure(): TurnFailure {
  return { error: STORAGE_FULL, code: null };
}

/** What an executor reports: a code of ours brings its sentence, any other is the executor's own affair. */
export function reportedFailure(error: string | undefined, code: string | undefined): TurnFailure {
  if (isTurnErrorCode(code)) return failureOf(code);
  return { error: error === undefined || error === '' ? NO_REASON : error, code: null };
}

function isTurnErrorCode(code: string | undefined): code is TurnErrorCode {
  return TURN_ERROR_CODES.some((known) => known === code);
}
