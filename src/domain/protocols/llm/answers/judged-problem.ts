import type { FailedOutcome } from './model-failure.js';
import type { ProviderProblem } from './provider-problem.js';

/** What a refusal means (04 §11.6). */
export interface JudgedProblem {
  readonly outcome: Exclude<FailedOutcome, 'gateway-unreachable'>;
  readonly message: string;
  /** The same question may be asked again after a while. */
  readonly isPassing: boolean;
  /** What the provider did not take of the question; null where it names none. */
  readonly about: 'effort' | 'model' | 'length' | null;
}

/** Answers of the gateway that are its last word (06 §12); its passing faults are 5xx like anybody's. */
const VERDICTS: ReadonlySet<string> = new Set([
  'access_restricted',
  'agent_token_required',
  'app_not_connected',
  'app_unavailable',
  'blocked_by_default_policy',
  'blocked_by_policy',
  'budget_exceeded',
  'budget_unmeterable',
  'claim_required',
  'connection_not_found',
  'credential_needs_tls',
  'credential_not_found',
  'destination_not_allowed',
  'invalid_request',
  'malformed_request',
  'manual_approval_denied',
  'method_not_allowed',
  'multiple_connections',
  'multiple_providers',
  'payload_too_large',
  'proxy_authentication_required',
  'quota_exceeded',
  'rate_limited',
  'resource_access_denied',
]);
const WITHOUT_KEY: ReadonlySet<string> = new Set(['app_not_connected', 'credential_not_found']);

const REFUSALS: ReadonlySet<number | null> = new Set([401, 402, 403, 429, 529]);
/** Too much at this moment. */
const BUSY: ReadonlySet<string> = new Set([
  'overloaded_error',
  'rate_limit_error',
  'rate_limit_exceeded',
  'server_overloaded',
]);
const REFUSED: ReadonlySet<string> = new Set([
  ...BUSY,
  'account_deactivated',
  'authentication_error',
  'billing_error',
  'billing_hard_limit_reached',
  'insufficient_quota',
  'invalid_api_key',
  'permission_error',
]);
/** No credit comes back within seconds. */
const LASTING: ReadonlySet<string> = new Set(['billing_hard_limit_reached', 'insufficient_quota']);

const ABOUT_LENGTH =
  /prompt is too long|context.?(length|limit|window|size)|maximum context|too many (input )?tokens|input is too long|request_too_large/i;
const ABOUT_EFFORT = /thinking|budget_tokens|reasoning|effort/i;
const ABOUT_MODEL = /\bmodel\b/i;
const MODEL_TYPES: ReadonlySet<string> = new Set(['model_not_found', 'not_found_error', 'model']);

export function judged(problem: ProviderProblem): JudgedProblem {
  const { status, types, message, verdict } = problem;
  if (verdict !== null && VERDICTS.has(verdict)) {
    const outcome = WITHOUT_KEY.has(verdict) ? 'no-key' : 'failed';
    return { outcome, message, isPassing: false, about: null };
  }
  const has = (known: ReadonlySet<string>): boolean => types.some((type) => known.has(type));
  if (REFUSALS.has(status) || has(REFUSED)) {
    const isPassing = (status === 429 || status === 529 || has(BUSY)) && !has(LASTING);
    return { outcome: 'provider-refused', message: refusalOf(problem), isPassing, about: null };
  }
  const isPassing = status === null || status >= 500 || status === 408;
  return { outcome: 'failed', message, isPassing, about: isPassing ? null : aboutOf(problem) };
}

/** In our words: what says that a key is wrong may repeat the key. */
function refusalOf({ status, types }: ProviderProblem): string {
  const [type = 'no further word'] = types;
  return status === null ? `The provider gave up: ${type}.` : `The provider answered ${status}: ${type}.`;
}

function aboutOf({ status, types, message }: ProviderProblem): JudgedProblem['about'] {
  const said = `${types.join(' ')} ${message}`;
  if (status === 413 || ABOUT_LENGTH.test(said)) return 'length';
  if (ABOUT_EFFORT.test(said)) return 'effort';
  const isUnknown =
    status === 404 || types.includes('model_not_found') || /not (exist|found|supported)|unknown/i.test(said);
  return isUnknown && (types.some((type) => MODEL_TYPES.has(type)) || ABOUT_MODEL.test(said))
    ? 'model'
    : null;
}
