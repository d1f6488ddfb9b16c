/**
 * Why no target of a rule matched a request: the part of the nearest one that failed (02 §8.6). Each question is
 * put to the engine as a rule with an easier target, so that hosts, paths, surfaces and the two forms of a path
 * mean here what they mean there. Pure.
 */
import { compilePolicy, type PolicyInput } from '../compiled/compile.js';
import { firstMatch } from './evaluate.js';
import type { RequestFacts } from '../conditions/facts.js';
import type { PublishedRule, RuleTarget } from '../model.js';

/** `none`: the rule has no targets. `own_tool`: it matches, but does not name every tool of the request (11 §5.2). */
export type TargetPart =
  'host' | 'path' | 'method' | 'tool' | 'own_tool' | 'connection' | 'app' | 'secret' | 'none';

interface Miss {
  readonly part: TargetPart;
  /** How many parts matched before it. */
  readonly near: number;
}

type Asks = (target: RuleTarget, more?: Partial<PublishedRule>) => boolean;

/** Of several equally near targets the first. */
export function nearestMiss(
  rule: PublishedRule,
  input: PolicyInput,
  facts: RequestFacts,
  method: string,
): TargetPart {
  const would: Asks = (target, more) =>
    matches({ ...rule, ...more, conditions: null, targets: [target] }, input, facts, method);
  let nearest: Miss | null = null;
  for (const target of rule.targets ?? []) {
    const miss = missOf(target, input, would);
    if (nearest === null || miss.near > nearest.near) nearest = miss;
  }
  return nearest?.part ?? 'none';
}

function missOf(target: RuleTarget, input: PolicyInput, would: Asks): Miss {
  switch (target.kind) {
    case 'network':
      if (!would({ ...target, pathPattern: null, method: null })) return { part: 'host', near: 0 };
      return would({ ...target, method: null }) ? { part: 'method', near: 2 } : { part: 'path', near: 1 };
    case 'app':
      return would({ ...target, tools: [] })
        ? { part: toolPart(target, would), near: 1 }
        : { part: 'app', near: 0 };
    case 'connection': {
      const provider = input.connections.find(({ id }) => id === target.connectionId)?.provider;
      if (provider === undefined) return { part: 'connection', near: 0 };
      if (!would({ kind: 'app', provider, tools: [], connectionScope: null }))
        return { part: 'app', near: 0 };
      return would({ ...target, tools: [] })
        ? { part: toolPart(target, would), near: 2 }
        : { part: 'connection', near: 1 };
    }
    default:
      return { part: 'secret', near: 0 };
  }
}

/** A block needs no more than a match. */
function toolPart(target: RuleTarget, would: Asks): TargetPart {
  return would(target, { action: 'block', requireApproval: false }) ? 'own_tool' : 'tool';
}

/** No target asked about here is one on a secret, so none is compiled in. */
function matches(rule: PublishedRule, input: PolicyInput, facts: RequestFacts, method: string): boolean {
  const alone = compilePolicy({ ...input, organization: [rule], workspace: [], secrets: [] });
  return firstMatch(alone.viewFor(facts.host).organization, facts, method) !== null;
}
