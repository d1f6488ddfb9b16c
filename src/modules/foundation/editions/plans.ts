/** The plans of a Cloud deployment as `config/plans.json` has them (01 §7.3, R15). */
import { readFileSync } from 'node:fs';
import { configFile } from '../../../kernel/config/kinds/config-files.js';

const PLANS = ['free', 'pro', 'team', 'scale', 'enterprise'] as const;
export type Plan = (typeof PLANS)[number];

const GATES = [
  'deny_by_default',
  'rate_limits',
  'sso',
  'groups',
  'rule_identities',
  'app_availability',
  'provisioning',
  'workspace_sharing',
  'resource_scopes',
] as const;
export type PlanGate = (typeof GATES)[number];

export const QUOTAS = [
  'agents',
  'workspaces',
  'workspace_secrets',
  'workspace_connections',
  'seats',
  'monthly_integration_calls',
] as const;
export type Quota = (typeof QUOTAS)[number];

export interface PlanTable {
  /** Lowest first. */
  readonly plans: readonly Plan[];
  readonly gates: Readonly<Record<PlanGate, Plan>>;
  /** How many organizations of the lowest plan one person may own by creating them (01 §18.1). */
  readonly freeOrganizationsPerOwner: number;
  /** Null is unlimited. */
  readonly quotas: Readonly<Record<Quota, Readonly<Record<Plan, number | null>>>>;
  /** Days for which audit entries can be read and are kept; null is for ever. */
  readonly auditRetentionDays: Readonly<Record<Plan, number | null>>;
}

/** Read once at boot; a file with a gap stops the process, so that no gate opens by a typing error. */
export function loadPlanTable(): PlanTable {
  const table = JSON.parse(readFileSync(configFile('plans.json'), 'utf8')) as PlanTable;
  const faults = [
    ...PLANS.filter((plan) => !table.plans.includes(plan)),
    ...GATES.filter((gate) => !table.plans.includes(table.gates[gate])),
    ...QUOTAS.filter((quota) => PLANS.some((plan) => !isLimit(table.quotas[quota]?.[plan]))),
    ...(PLANS.some((plan) => !isLimit(table.auditRetentionDays?.[plan])) ? ['auditRetentionDays'] : []),
    ...(isCount(table.freeOrganizationsPerOwner) ? [] : ['freeOrganizationsPerOwner']),
  ];
  if (faults.length > 0) throw new Error(`config/plans.json lacks a usable entry for: ${faults.join(', ')}`);
  return table;
}

/** An unknown plan reads as `free`. */
export function planOf(table: PlanTable, stored: string): Plan {
  return table.plans.find((plan) => plan === stored) ?? 'free';
}

/** Whether `plan` is `least` or a higher one. */
export function includes(table: PlanTable, plan: Plan, least: Plan): boolean {
  return table.plans.indexOf(plan) >= table.plans.indexOf(least);
}

/** The plan as people write it. */
export function planNameOf(plan: Plan): string {
  return plan[0]!.toUpperCase() + plan.slice(1);
}

function isLimit(value: unknown): boolean {
  return value === null || isCount(value);
}

function isCount(value: unknown): boolean {
  return Number.isInteger(value) && (value as number) >= 0;
}
