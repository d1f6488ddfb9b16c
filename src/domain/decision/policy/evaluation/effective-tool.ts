/** What an agent may do with one tool, put together from what the engine says about its probes (02 §8.1). Pure. */
import type { ToolMatch } from '../../catalog/model/model.js';
import { methodSet } from '../../matching/methods.js';
import type { CompiledPolicy } from '../compiled/compiled-policy.js';
import { evaluate } from './evaluate.js';
import { requestFacts } from '../conditions/facts.js';
import type { Decider, Decision, RateLimitWindow } from '../model.js';
import { type Probe, probeHost, probesOf } from './probe.js';

/** `mixed`: variants or accounts disagree. `unmanaged`: no rule matched and no default is armed. */
export type ToolVerdict = 'allow' | 'approval' | 'block' | 'mixed' | 'unmanaged';
export type Ceiling = 'allow' | 'approval' | 'block';

export interface EffectiveTool {
  readonly verdict: ToolVerdict;
  readonly rateLimit: number | null;
  readonly rateLimitWindow: RateLimitWindow | null;
  /** Null too when the variants have different deciders. */
  readonly decidedBy: Decider | null;
  /** The organization's set alone, strictest over all variants; null when it says nothing. */
  readonly orgCeiling: Ceiling | null;
  /** Some variant is held, or counted, whatever the verdict. */
  readonly anyApproval: boolean;
  readonly anyRateLimit: boolean;
}

/** What a probe of a host is judged by. */
export interface HostProbe {
  readonly policy: CompiledPolicy;
  /** Whether a credential is available on the host (02 §11.4.3). */
  readonly managed: (host: string) => boolean;
  readonly llmHost: (host: string) => boolean;
}

export interface ProbeSettings extends HostProbe {
  /** The organization's rules without the workspace's. */
  readonly ceiling: CompiledPolicy;
  /** The app may be used at all (03 §9.3). */
  readonly available: boolean;
  /** Accounts to try, each in turn; null is a request without one. */
  readonly winners: readonly (string | null)[];
}

interface Variant {
  readonly decision: Decision;
  readonly verdict: ToolVerdict;
  readonly ceiling: Ceiling | null;
}

/** No rule says it: it is said before any is asked. */
const UNAVAILABLE: EffectiveTool = Object.freeze({
  verdict: 'block',
  rateLimit: null,
  rateLimitWindow: null,
  decidedBy: null,
  orgCeiling: 'block',
  anyApproval: false,
  anyRateLimit: false,
});

const STRICTEST_FIRST: readonly Ceiling[] = ['block', 'approval', 'allow'];

export function effectiveTool(matches: readonly ToolMatch[], settings: ProbeSettings): EffectiveTool {
  if (!settings.available) return UNAVAILABLE;
  const variants = probesOf(matches).flatMap((probe) =>
    settings.winners.map((winner) => judgeProbe(probe, winner, settings)),
  );
  const limits = variants.map(({ decision }) => firstLimit(decision));
  const limit = shared(limits, (each) => (each === null ? '' : `${each.limit}/${each.window}`)) ?? null;
  const decider = shared(
    variants.map(({ decision }) => decision.decidedBy),
    (each) => (each === null ? '' : `${each.scope} ${each.rule.logicalId}`),
  );
  return {
    verdict: sharedVerdict(variants.map(({ verdict }) => verdict)),
    rateLimit: limit?.limit ?? null,
    rateLimitWindow: limit?.window ?? null,
    decidedBy: decider ?? null,
    orgCeiling: STRICTEST_FIRST.find((each) => variants.some(({ ceiling }) => ceiling === each)) ?? null,
    anyApproval: variants.some(({ decision }) => decision.kind === 'pass' && decision.approval),
    anyRateLimit: limits.some((each) => each !== null),
  };
}

/** What all say, else `mixed`; `unmanaged` of nothing at all. */
export function sharedVerdict(verdicts: readonly ToolVerdict[]): ToolVerdict {
  const [first = 'unmanaged'] = verdicts;
  return verdicts.every((verdict) => verdict === first) ? first : 'mixed';
}

function judgeProbe({ host, path, method }: Probe, winner: string | null, settings: ProbeSettings): Variant {
  const facts = requestFacts({
    host,
    path,
    methods: methodSet(method),
    winnerConnectionId: winner,
    managed: settings.managed(host),
    llmHost: settings.llmHost(host),
  });
  const decision = evaluate(settings.policy, facts);
  const armed = facts.managed && !facts.llmHost;
  const verdict = decision.decidedBy === null && !armed ? 'unmanaged' : plainVerdict(decision);
  return { decision, verdict, ceiling: ceilingOf(evaluate(settings.ceiling, facts)) };
}

function plainVerdict(decision: Decision): Ceiling {
  if (decision.kind !== 'pass') return 'block';
  return decision.approval ? 'approval' : 'allow';
}

function ceilingOf(decision: Decision): Ceiling | null {
  return decision.decidedBy === null ? null : plainVerdict(decision);
}

/** The organization's before the workspace's: the order in which they are counted. */
function firstLimit(decision: Decision): { limit: number; window: RateLimitWindow } | null {
  return decision.kind === 'pass' ? (decision.limits[0] ?? null) : null;
}

/** The value they all have by their key; undefined when they differ. */
function shared<T>(values: readonly T[], keyOf: (value: T) => string): T | undefined {
  const [first] = values;
  if (first === undefined) return undefined;
  const key = keyOf(first);
  return values.every((value) => keyOf(value) === key) ? first : undefined;
}

/** How much of a credential is left: all of it, some, nothing; `unknown` of an app without known tools. */
export type Reach = 'usable' | 'limited' | 'blocked' | 'unknown';

const OPEN: readonly ToolVerdict[] = ['allow', 'unmanaged'];

export function reachOf(tools: readonly Pick<EffectiveTool, 'verdict'>[]): Reach {
  if (tools.length === 0) return 'unknown';
  if (tools.every(({ verdict }) => OPEN.includes(verdict))) return 'usable';
  return tools.every(({ verdict }) => verdict === 'block') ? 'blocked' : 'limited';
}

/** A secret has no tools: it is probed where its host begins (02 §8.3.2). */
export function secretReach(
  hostPattern: string,
  { policy, managed, llmHost }: HostProbe,
): 'usable' | 'blocked' {
  const host = probeHost(hostPattern);
  const decision = evaluate(
    policy,
    requestFacts({
      host,
      path: '/',
      methods: methodSet('GET'),
      managed: managed(host),
      llmHost: llmHost(host),
    }),
  );
  return decision.kind === 'pass' ? 'usable' : 'blocked';
}
