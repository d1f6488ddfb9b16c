import type { AccessibleConnection, AgentAccess } from '../../modules/policy/agent-snapshot/agent-access.js';
import { onceKnown } from '../exchange/maybe-async.js';
import type { JudgedRequest } from '../exchange/exchange.js';
import type { Judgement } from '../exchange/decision-state.js';
import { GOES_ON, inOrder, type Listed, type Step } from '../exchange/step.js';
import type { JudgingSteps, PassingDecision } from '../exchange/steps.js';

/** What the steps of judging are asked about, and what they find out. */
interface Look {
  readonly steps: JudgingSteps;
  readonly request: JudgedRequest;
  readonly access: AgentAccess;
  readonly judgement: Judgement;
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
  ({ steps, request, access, judgement: { winner } }) =>
    winner === null ? GOES_ON : steps.availability(request, access, winner),
  ({ steps, access, judgement: { winner } }) =>
    winner === null ? GOES_ON : steps.emptyScope(winner, access),
  ({ steps, request, judgement: { winner } }) => steps.placeholderRefresh(request, winner),
  peekBody,
  evaluate,
  policy,
  ({ steps, access, counting, passing }) => (counting ? steps.rateLimits(access, passing!) : GOES_ON),
  ({ steps, request, access, judgement: { winner } }) => steps.resourceGuard(request, access, winner),
  ({ steps, request, access }) => steps.budget(request, access),
  ({ steps, request, access, passing }) => steps.holdable(request, access, passing!),
];

/**
 * The first time they are asked `counting` is true; not once a person has agreed, when the request was counted already
 * (06 §15.1.5), nor for one that nobody makes (02 §8.6). What is found out is written into `judgement`, whether the
 * request goes on or not.
 */
export function judge(
  steps: JudgingSteps,
  request: JudgedRequest,
  access: AgentAccess,
  judgement: Judgement,
  counting: boolean,
): Promise<Step> | Step {
  return inOrder(JUDGING, { steps, request, access, judgement, counting, passing: null });
}

function detect({ steps, request, judgement }: Look): Step {
  judgement.provider = steps.detect(request);
  return GOES_ON;
}

function chooseConnection({ steps, request, access, judgement }: Look): Step<AccessibleConnection | null> {
  const chosen = steps.chooseConnection(request, access);
  if (!chosen.refused && chosen.found !== null) {
    judgement.winner = chosen.found;
    judgement.provider = chosen.found.provider;
    judgement.scope = access.resourceScopes.get(chosen.found.id) ?? null;
  }
  return chosen;
}

function peekBody({ steps, request, access, judgement }: Look): Promise<Step> | Step {
  return onceKnown(steps.peekBody(request, access, judgement.winner), (facts) => {
    judgement.facts = facts;
    return GOES_ON;
  });
}

function evaluate({ steps, access, judgement }: Look): Promise<Step> | Step {
  return onceKnown(steps.evaluate(access, judgement.facts!), (decision) => {
    judgement.decision = decision;
    return GOES_ON;
  });
}

function policy(look: Look): Step<PassingDecision> {
  const { steps, request, access, judgement } = look;
  const allowed = steps.policy(request, access, judgement.decision!);
  if (!allowed.refused) look.passing = allowed.found;
  return allowed;
}
