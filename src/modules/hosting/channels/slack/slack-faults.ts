/** Slack said no. Its code is one of the words that its documentation lists, and names no credential. */
export class SlackRefused extends Error {
  override readonly name = 'SlackRefused';

  constructor(
    method: string,
    readonly code: string,
    /** Of `ratelimited`. */
    readonly retryAfterSeconds: number | null = null,
  ) {
    super(`Slack refused ${method}: ${code}`);
  }
}

/** Slack gave no answer, or none that can be understood. */
export class SlackUnreachable extends Error {
  override readonly name = 'SlackUnreachable';

  constructor(
    method: string,
    /** Nothing of the call went out, so it can be made again without being made twice. */
    readonly neverSent: boolean,
    options?: ErrorOptions,
  ) {
    super(`Slack gave no answer to ${method}`, options);
  }
}

const UNREACHABLE_PAUSE_SECONDS = 60;

/** What a credential that counts no more is refused with. */
const CREDENTIAL_ENDED = new Set([
  'account_inactive',
  'app_uninstalled',
  'invalid_auth',
  'not_authed',
  'token_expired',
  'token_revoked',
]);

export function endsCredential(error: unknown): error is SlackRefused {
  return error instanceof SlackRefused && CREDENTIAL_ENDED.has(error.code);
}

/** Whether Slack has spoken: the same call would be refused again. */
export function isFinal(error: unknown): error is SlackRefused {
  return error instanceof SlackRefused && error.retryAfterSeconds === null;
}

/** Seconds after which the same call may well succeed; null where that is not for Slack to say. */
export function pauseAfterFault(error: unknown): number | null {
  if (error instanceof SlackUnreachable) return UNREACHABLE_PAUSE_SECONDS;
  return error instanceof SlackRefused ? error.retryAfterSeconds : null;
}

/** Faults of connecting: the request had not begun. */
const BEFORE_SENDING = new Set(['EAI_AGAIN', 'ECONNREFUSED', 'ENOTFOUND', 'UND_ERR_CONNECT_TIMEOUT']);
/** How deep causes are looked for. */
const CAUSES = 5;

export function isNeverSent(error: unknown): boolean {
  for (let at = error, depth = 0; at instanceof Error && depth < CAUSES; at = at.cause, depth++) {
    if (BEFORE_SENDING.has(String((at as { code?: unknown }).code))) return true;
  }
  return false;
}
