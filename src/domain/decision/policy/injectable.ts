import { Principals } from './identities.js';
import type { AgentPrincipals, CredentialLevel, PolicyScope, PublishedRule } from './model.js';

/** What the rules let an agent receive (02 §11.1). Names credentials; whether they exist is the loader's matter. */
export interface InjectableCredentials {
  readonly secretIds: ReadonlySet<string>;
  readonly secretLevels: ReadonlySet<CredentialLevel>;
  readonly connectionIds: ReadonlySet<string>;
  /** Provider → levels all of whose connections are granted. */
  readonly providerLevels: ReadonlyMap<string, ReadonlySet<CredentialLevel>>;
}

export interface GrantingRule {
  readonly rule: PublishedRule;
  readonly scope: PolicyScope;
}

interface RuleSets {
  readonly organization: readonly PublishedRule[];
  readonly workspace: readonly PublishedRule[];
}

/**
 * The rules that attach credentials to this agent: enabled allows with an identity that names it. A rule about
 * everyone attaches nothing. Order, conditions and blocks do not matter here.
 */
export function grantingRules(sets: RuleSets, agent: AgentPrincipals): GrantingRule[] {
  const principals = new Principals(agent);
  const grants = (rule: PublishedRule) => isGrant(rule) && principals.names(rule);
  return [
    ...sets.organization.filter(grants).map((rule) => ({ rule, scope: 'organization' as const })),
    ...sets.workspace.filter(grants).map((rule) => ({ rule, scope: 'workspace' as const })),
  ];
}

/** Attaches the credentials it targets to whomever it names. */
export function isGrant({ enabled, isDefault, action }: PublishedRule): boolean {
  return enabled && !isDefault && action === 'allow';
}

/** The union of the targets of `grantingRules`. */
export function injectableCredentials(sets: RuleSets, agent: AgentPrincipals): InjectableCredentials {
  return credentialsOf(grantingRules(sets, agent).map(({ rule }) => rule));
}

/** The union of the targets of rules that are all grants to one and the same. */
export function credentialsOf(grants: readonly PublishedRule[]): InjectableCredentials {
  const secretIds = new Set<string>();
  const secretLevels = new Set<CredentialLevel>();
  const connectionIds = new Set<string>();
  const providerLevels = new Map<string, Set<CredentialLevel>>();
  for (const { targets } of grants) {
    for (const target of targets ?? []) {
      if (target.kind === 'connection') connectionIds.add(target.connectionId);
      else if (target.kind === 'secret') addSecret(target, secretIds, secretLevels);
      else if (target.kind === 'app' && target.connectionScope !== null) {
        const levels = providerLevels.get(target.provider) ?? new Set();
        providerLevels.set(target.provider, levels.add(target.connectionScope));
      }
    }
  }
  return { secretIds, secretLevels, connectionIds, providerLevels };
}

/** Partner secrets are in force for every agent while the organization is attached (02 §11.1.4). */
export function mayReceiveSecret(
  credentials: InjectableCredentials,
  secret: { id: string; level: CredentialLevel | 'partner' },
): boolean {
  if (secret.level === 'partner') return true;
  return credentials.secretIds.has(secret.id) || credentials.secretLevels.has(secret.level);
}

export function mayReceiveConnection(
  credentials: InjectableCredentials,
  connection: { id: string; provider: string; level: CredentialLevel },
): boolean {
  if (credentials.connectionIds.has(connection.id)) return true;
  return credentials.providerLevels.get(connection.provider)?.has(connection.level) ?? false;
}

function addSecret(
  target: { secretId: string | null; secretScope: CredentialLevel | null },
  ids: Set<string>,
  levels: Set<CredentialLevel>,
): void {
  if (target.secretId !== null) ids.add(target.secretId);
  else if (target.secretScope !== null) levels.add(target.secretScope);
}
