/**
 * Connection grants as rules (02 §5.5): a stack of up to four for one agent on one connection, which first match
 * order makes the whole of what the agent may do with it. Read back from the same rules. Pure.
 */
import { isDeepStrictEqual } from 'node:util';
import type { PublishedRule, RuleTarget, SessionPolicy } from '../../../../domain/decision/policy/model.js';
import { append, type DraftChange, type NewRule, withoutRules } from '../draft/draft.js';
import { grantName, renamingCredential } from './grant-names.js';

/** What a grant says; `allow` and `ask` are sorted, withoutRules repetitions, and empty for `full`. */
export interface ConnectionGrant {
  agentId: string;
  connectionId: string;
  access: 'full' | 'custom';
  allow: string[];
  /** Tools that need a person's decision per request. */
  ask: string[];
  resources: SessionPolicy | null;
}

/** What a grant is compiled with: names for the rules, and every concrete tool of the app. */
export interface GrantContext {
  agentName: string;
  connectionName: string;
  tools: readonly string[];
}

interface Subject {
  agentId: string;
  connectionId: string;
}

/** 02 §19; longer lists become several targets of one rule (02 §5.5.3). */
const MAX_TOOLS_PER_TARGET = 100;

/** What a step is about, as its name ends. */
const STEPS = {
  full: '',
  allow: ' (allowed tools)',
  ask: ' (tools to ask for)',
  otherTools: ' (other tools)',
  rest: ' (everything else)',
} as const;

/** The grants of a set, each where its first rule stands. */
export function connectionGrantsIn(rules: readonly PublishedRule[]): ConnectionGrant[] {
  const stacks = Map.groupBy(rules.filter(isConnectionGrant), (rule) => {
    const { agentId, connectionId } = subjectOf(rule)!;
    return `${agentId} ${connectionId}`;
  });
  return [...stacks.values()].map(readStack);
}

/**
 * Replaces the grant whole and moves it to the end of the order; a grant that is in force already leaves the
 * draft as it is (02 §5.4.1, §5.4.2).
 */
export function granting(grant: ConnectionGrant, context: GrantContext): DraftChange {
  return (draft) => {
    const stack = draft.filter((rule) => isAbout(rule, grant));
    const rules = compileGrant(grant, context);
    if (isDeepStrictEqual(stack.map(effectOf), rules.map(effectOf))) return draft;
    return append(withoutRules(draft, new Set(stack.map(({ id }) => id))), rules);
  };
}

export function disconnecting(agentId: string, connectionId: string): DraftChange {
  return (draft) => draft.filter((rule) => !isAbout(rule, { agentId, connectionId }));
}

export function renamingConnection(connectionId: string, from: string, to: string): DraftChange {
  const stepOf = (rule: PublishedRule): string | null =>
    subjectOf(rule)?.connectionId === connectionId ? STEPS[stepKind(rule)] : null;
  return renamingCredential(stepOf, from, to);
}

/** The rules of a grant in their order (02 §5.5). Resources ride on the allows only. */
export function compileGrant(grant: ConnectionGrant, context: GrantContext): NewRule[] {
  if (grant.access === 'full') return [step(grant, context, { action: 'allow', tools: [] })];
  const named = new Set([...grant.allow, ...grant.ask]);
  const others = context.tools.filter((tool) => !named.has(tool));
  const rules: NewRule[] = [];
  if (grant.allow.length > 0) rules.push(step(grant, context, { action: 'allow', tools: grant.allow }));
  if (grant.ask.length > 0) {
    rules.push(step(grant, context, { action: 'allow', tools: grant.ask, requireApproval: true }));
  }
  if (others.length > 0) rules.push(step(grant, context, { action: 'block', tools: others }));
  return [...rules, step(grant, context, { action: 'block', tools: [] })];
}

function step(
  { agentId, connectionId, resources }: ConnectionGrant,
  { agentName, connectionName }: GrantContext,
  { tools, ...how }: { action: 'allow' | 'block'; tools: readonly string[]; requireApproval?: true },
): NewRule {
  const rule: NewRule = {
    ...how,
    source: 'grant',
    name: '',
    identities: [{ type: 'agent', id: agentId }],
    targets: targetsOf(connectionId, tools),
    conditions: how.action === 'allow' ? resources : null,
  };
  return { ...rule, name: grantName(agentName, connectionName, STEPS[stepKind(rule)]) };
}

function targetsOf(connectionId: string, tools: readonly string[]): RuleTarget[] {
  const targets: RuleTarget[] = [];
  for (let from = 0; from === 0 || from < tools.length; from += MAX_TOOLS_PER_TARGET) {
    const part = tools.slice(from, from + MAX_TOOLS_PER_TARGET);
    targets.push({ kind: 'connection', connectionId, tools: part });
  }
  return targets;
}

function readStack(stack: readonly PublishedRule[]): ConnectionGrant {
  const steps = Map.groupBy(stack, stepKind);
  const restricted = stack.find((rule) => rule.action === 'allow' && rule.conditions !== null);
  return {
    ...subjectOf(stack[0]!)!,
    access: steps.has('full') ? 'full' : 'custom',
    allow: toolsOf(steps.get('allow')),
    ask: toolsOf(steps.get('ask')),
    resources: (restricted?.conditions ?? null) as SessionPolicy | null,
  };
}

function stepKind(
  rule: Pick<PublishedRule, 'action' | 'targets'> & { requireApproval?: boolean },
): keyof typeof STEPS {
  const whole = rule.targets.every((target) => target.kind !== 'connection' || target.tools.length === 0);
  if (rule.action === 'block') return whole ? 'rest' : 'otherTools';
  if (rule.requireApproval) return 'ask';
  return whole ? 'full' : 'allow';
}

function toolsOf(rules: readonly PublishedRule[] = []): string[] {
  const tools = rules.flatMap(({ targets }) =>
    targets.flatMap((target) => (target.kind === 'connection' ? target.tools : [])),
  );
  return [...new Set(tools)].sort();
}

/** What a rule does, apart from its name and its place. */
function effectOf(rule: NewRule): object {
  const { action, requireApproval = false, enabled = true, conditions = null, targets } = rule;
  return { action, requireApproval, enabled, conditions, targets };
}

function isConnectionGrant(rule: PublishedRule): boolean {
  return subjectOf(rule) !== null;
}

function isAbout(rule: PublishedRule, { agentId, connectionId }: Subject): boolean {
  const subject = subjectOf(rule);
  return subject?.agentId === agentId && subject.connectionId === connectionId;
}

function subjectOf({ source, identities, targets }: PublishedRule): Subject | null {
  const [identity, target] = [identities[0], targets[0]];
  if (source !== 'grant' || identity?.type !== 'agent' || target?.kind !== 'connection') return null;
  return { agentId: identity.id, connectionId: target.connectionId };
}
