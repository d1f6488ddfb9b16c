import { isAmbiguousPath } from '../../../domain/decision/matching/ambiguous-path.js';
import { tooManyPaths } from '../../../domain/decision/matching/named-paths.js';
import { overridesOf } from '../../exchange/path-overrides.js';
import type { Admitted } from '../../exchange/progress.js';
import { ambiguousPath, methodNotAllowed } from '../../exchange/results/refusals.js';
import type { Ended, Step } from '../../exchange/steps.js';
import { somebodyReadsPaths } from '../facts/path-readers.js';

/** What of `normalise` is refused to a known agent, and so logged. */
export const normaliseMethod: Step<Admitted> = {
  name: 'normaliseMethod',
  run: ({ method }) => (method === 'TRACE' ? methodNotAllowed(method) : null),
};

/** What of `normalise` depends on the agent (R25). */
export const normalisePath: Step<Admitted> = {
  name: 'normalisePath',
  run(state): Ended {
    const overrides = overridesOf(state);
    const ambiguous =
      isAmbiguousPath(state.path) ||
      (overrides.length > 0 && (tooManyPaths(overrides) || overrides.some(isAmbiguousPath)));
    return ambiguous && somebodyReadsPaths(state.access, state.host) ? ambiguousPath() : null;
  },
};
