import type { ChosenSecret } from '../../../domain/decision/policy/choices/secret-choice.js';
import type { RequestFacts } from '../../../domain/decision/policy/conditions/facts.js';
import type { AccessibleSecret, AgentAccess } from '../../../modules/policy/agent-snapshot/agent-access.js';

/**
 * The secrets that are written into a request (02 §11.2), without those that do not go to a path which some field puts
 * in place of its own (R42).
 */
export function chosenSecrets(
  { granted }: AgentAccess,
  { host, path, canonicalPath, overrides }: RequestFacts,
  absent?: ReadonlySet<string>,
): readonly ChosenSecret<AccessibleSecret>[] {
  const chosen = granted.choose(host, path, canonicalPath, absent);
  if (overrides.length === 0) return chosen;
  return chosen.filter(({ entry }) =>
    overrides.every((named) => granted.serves(entry.id, host, named, named)),
  );
}
