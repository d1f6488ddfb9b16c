import type { AccessibleConnection, AgentAccess } from '../../modules/policy/agent-snapshot/agent-access.js';
import { thenSync } from '../exchange/maybe-async.js';
import type { EvaluatedRequest } from '../exchange/exchange.js';
import type { DecisionState } from '../exchange/decision-state.js';
import { GOES_ON, inOrder, type Listed, type Step } from '../exchange/step.js';
import type { AuthorizationSteps, PassingDecision } from '../exchange/steps.js';

/** What the steps of judging are asked about, and what they find out. */
interface Look {
  readonly steps: AuthorizationSteps;
  readonly request: EvaluatedRequest;
  readonly access: AgentAccess;
  readonly state: DecisionState;
  readonly counting: boolean;
  /** Set by `policy`. */
  passing: PassingDecision | null;
}

/** `claim` to `budget`, and whether what is to be held can be. */
const JUDGING: readonly Listed<Look>[] = [
  ({ steps, request, access }) => steps.normalisePath(request, access),
  ({ steps, request, access }) => steps.claim(request, access),
  detect,
  ({ steps, request, access }) => steps.availability(request, access, null),
  chooseConnection,
  // Another app may have the same paths, which does not open this one's accounts.
  ({ steps, request, access, state: { winner } }) =>
    winner === null ? GOES_ON : steps.availability(request, access, winner),
  ({ steps, access, state: { winner } }) => (winner === null ? GOES_ON : steps.emptyScope(winner, access)),
  ({ steps, request, state: { winner } }) => steps.placeholderRefresh(request, winner),
  peekBody,
  evaluate,
  policy,
  ({ steps, access, counting, passing }) => (counting ? steps.rateLimits(access, passing!) : GOES_ON),
  ({ steps, request, access, state: { winner } }) => steps.resourceGuard(request, access, winner),
  ({ steps, request, access }) => steps.budget(request, access),
  ({ steps, request, access, passing }) => steps.holdable(request, access, passing!),
];

/**
 * The first time they are asked `counting` is true; not once a person has agreed, when the request was counted already
 * (06 §15.1.5), nor for one that nobody makes (02 §8.6). What is found out is written into `decision`, whether the
 * request goes on or not.
 */
export function authorize(
  steps: AuthorizationSteps,
  request: EvaluatedRequest,
  access: AgentAccess,
  state: DecisionState,
  counting: boolean,
): Promise<Step> | Step {
  return inOrder(JUDGING, { steps, request, access, state, counting, passing: null });
}

function detect({ steps, request, state }: Look): Step {
  state.provider = steps.detect(request);
  return GOES_ON;
}

function chooseConnection({ steps, request, access, state }: Look): Step<AccessibleConnection | null> {
  const chosen = steps.chooseConnection(request, access);
  if (!chosen.refused && chosen.found !== null) {
    state.winner = chosen.found;
    state.provider = chosen.found.provider;
    state.scope = access.resourceScopes.get(chosen.found.id) ?? null;
  }
  return chosen;
}

function peekBody({ steps, request, access, state }: Look): Promise<Step> | Step {
  return thenSync(steps.peekBody(request, access, state.winner), (facts) => {
    state.facts = facts;
    return GOES_ON;
  });
}

function evaluate({ steps, access, state }: Look): Promise<Step> | Step {
  return thenSync(steps.evaluate(access, state.facts!), (decision) => {
    state.decision = decision;
    return GOES_ON;
  });
}

function policy(look: Look): Step<PassingDecision> {
  const { steps, request, access, state } = look;
  const allowed = steps.policy(request, access, state.decision!);
  if (!allowed.refused) look.passing = allowed.found;
  return allowed;
}
