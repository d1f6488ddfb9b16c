/**
 * What the organization says about the tools of one app, as clients before rules know it (02 §7.8): read from
 * every rule for everyone, written as up to three rules per app, one per permission. Pure.
 */
import type { CatalogTool } from '../../../../domain/decision/catalog/model/model.js';
import type { BodyCondition, RuleTarget } from '../../../../domain/decision/policy/model.js';
import {
  append,
  type Draft,
  type DraftRule,
  type NewRule,
} from '../../../foundation/policy-sets/draft/draft.js';

/** In the order new rules are appended. */
const PERMISSIONS = ['block', 'manual_approval', 'allow'] as const;
export type AppPermission = (typeof PERMISSIONS)[number];

export interface PermittedApp {
  readonly provider: string;
  readonly name: string;
}

export interface PermissionChanges {
  readonly byTool: ReadonlyMap<string, AppPermission>;
  /** Undefined keeps what the rules have. */
  readonly conditions: BodyCondition[] | null | undefined;
}

export interface ToolDefault {
  permission: AppPermission;
  conditions: BodyCondition[];
}

type AppTarget = Extract<RuleTarget, { kind: 'app' }>;

const MAX_TOOLS_PER_TARGET = 100;
const RULE_NAME: Readonly<Record<AppPermission, string>> = {
  block: 'blocked tools',
  manual_approval: 'tools that need approval',
  allow: 'allowed tools',
};

/** The first rule for everyone that covers a tool decides; tools that none covers are absent. */
export function toolDefaults(
  rules: Draft,
  provider: string,
  tools: readonly CatalogTool[],
): Record<string, ToolDefault> {
  const general = rules.filter((rule) => rule.enabled && !rule.isDefault && rule.identities.length === 0);
  // One that leaves tools of its group out would promise what the gateway does not enforce.
  const wildcards = tools.filter((tool) => tool.wildcard && tool.wildcardComplete);
  const entries = tools.flatMap((tool): [string, ToolDefault][] => {
    if (tool.wildcard) return [];
    const names = [tool, ...wildcards.filter(({ group }) => group === tool.group)].map(({ id }) => id);
    const rule = general.find(({ targets }) => targets.some((target) => covers(target, provider, names)));
    if (rule === undefined) return [];
    const conditions = Array.isArray(rule.conditions) ? rule.conditions : [];
    return [[tool.id, { permission: permissionOf(rule), conditions }]];
  });
  return Object.fromEntries(entries);
}

/** Moves tools between the app's three rules; rules without tools go, new ones are appended. */
export function withPermissions(draft: Draft, app: PermittedApp, changes: PermissionChanges): Draft {
  const homes = new Map<AppPermission, string>();
  for (const rule of draft) {
    const permission = permissionOf(rule);
    if (isOfPermissions(rule, app.provider) && !homes.has(permission)) homes.set(permission, rule.id);
  }
  const kept = draft.flatMap((rule) => {
    if (!isOfPermissions(rule, app.provider)) return [rule];
    const rewritten = rewrite(rule, app.provider, changes, homes.get(permissionOf(rule)) === rule.id);
    return rewritten.targets.length === 0 ? [] : [rewritten];
  });
  const added = PERMISSIONS.filter((permission) => !homes.has(permission)).flatMap((permission) => {
    const tools = toolsBecoming(changes, permission);
    return tools.length === 0 ? [] : [newRule(app, permission, tools, changes.conditions ?? null)];
  });
  return added.length === 0 ? kept : append(kept, added);
}

function rewrite(
  rule: DraftRule,
  provider: string,
  { byTool, conditions }: PermissionChanges,
  isHome: boolean,
): DraftRule {
  const own = rule.targets.flatMap((target) => (target.kind === 'app' ? target.tools : []));
  const permission = permissionOf(rule);
  const becoming = isHome ? toolsBecoming({ byTool }, permission) : [];
  const arriving = becoming.filter((tool) => !own.includes(tool));
  const staying = own.filter((tool) => !byTool.has(tool) || becoming.includes(tool));
  const toolsChange = arriving.length > 0 || staying.length < own.length;
  const takesConditions = conditions !== undefined && becoming.length > 0;
  return {
    ...rule,
    ...(toolsChange && { targets: targetsOf(provider, [...staying, ...arriving]) }),
    ...(takesConditions && { conditions }),
  };
}

/** A custom rule for everyone that only lists tools of this app, without a limit. */
function isOfPermissions(rule: DraftRule, provider: string): boolean {
  return (
    rule.source === 'custom' &&
    rule.enabled &&
    rule.identities.length === 0 &&
    rule.rateLimit === null &&
    rule.targets.length > 0 &&
    rule.targets.every((target) => listsTools(target, provider))
  );
}

function listsTools(target: RuleTarget, provider: string): target is AppTarget {
  if (target.kind !== 'app' || target.provider !== provider) return false;
  return target.connectionScope === null && target.tools.length > 0;
}

function covers(target: RuleTarget, provider: string, names: readonly string[]): boolean {
  if (target.kind !== 'app' || target.provider !== provider) return false;
  return target.tools.length === 0 || names.some((name) => target.tools.includes(name));
}

function permissionOf(rule: Pick<DraftRule, 'action' | 'requireApproval'>): AppPermission {
  if (rule.action === 'block') return 'block';
  return rule.requireApproval ? 'manual_approval' : 'allow';
}

function toolsBecoming({ byTool }: Pick<PermissionChanges, 'byTool'>, permission: AppPermission): string[] {
  return [...byTool].flatMap(([tool, wanted]) => (wanted === permission ? [tool] : []));
}

function newRule(
  { provider, name }: PermittedApp,
  permission: AppPermission,
  tools: readonly string[],
  conditions: BodyCondition[] | null,
): NewRule {
  return {
    source: 'custom',
    name: `${name}: ${RULE_NAME[permission]}`,
    action: permission === 'block' ? 'block' : 'allow',
    requireApproval: permission === 'manual_approval',
    conditions,
    identities: [],
    targets: targetsOf(provider, tools),
  };
}

function targetsOf(provider: string, tools: readonly string[]): RuleTarget[] {
  const targets: RuleTarget[] = [];
  for (let from = 0; from < tools.length; from += MAX_TOOLS_PER_TARGET) {
    const part = tools.slice(from, from + MAX_TOOLS_PER_TARGET);
    targets.push({ kind: 'app', provider, tools: part, connectionScope: null });
  }
  return targets;
}
