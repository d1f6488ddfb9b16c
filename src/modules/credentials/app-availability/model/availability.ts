/** Which apps are open to whom (03 §9). Pure. */

/** Gives apps to people and groups of the organization. */
export interface AvailabilityRule {
  id: string;
  name: string | null;
  userIds: string[];
  groupIds: string[];
  providers: string[];
}

export interface Availability {
  mode: 'open' | 'restricted';
  /** Oldest first. */
  rules: AvailabilityRule[];
}

/** An organization that never said anything (03 §9.1). */
export const OPEN_AVAILABILITY: Availability = { mode: 'open', rules: [] };

/** Everything in an answer to `GET /apps/available` (03 §9.3.4). */
export interface AvailableApps {
  restricted: boolean;
  providers: string[];
}

/** The apps of the rules that name one of these people or groups; nobody found, none. */
export function availableTo(
  { mode, rules }: Availability,
  { userIds, groupIds }: { userIds: readonly string[]; groupIds: readonly string[] },
): AvailableApps {
  if (mode === 'open') return { restricted: false, providers: [] };
  const people = new Set(userIds);
  const groups = new Set(groupIds);
  const named = rules.filter(
    (rule) => rule.userIds.some((id) => people.has(id)) || rule.groupIds.some((id) => groups.has(id)),
  );
  return { restricted: true, providers: [...new Set(named.flatMap(({ providers }) => providers))].sort() };
}

/** The rules without a person or group that is gone; the same list where none names them. */
export function withoutPrincipal(
  rules: AvailabilityRule[],
  type: 'user' | 'group',
  gone: string,
): AvailabilityRule[] {
  const field = type === 'user' ? 'userIds' : 'groupIds';
  const others = (ids: readonly string[]): string[] => ids.filter((id) => id.toLowerCase() !== gone);
  if (!rules.some((rule) => others(rule[field]).length < rule[field].length)) return rules;
  return rules
    .map((rule) => ({ ...rule, [field]: others(rule[field]) }))
    .filter(({ userIds, groupIds }) => userIds.length + groupIds.length > 0);
}

/** Known rules keep their place, new ones follow; a rule without people or without apps grants nothing and goes. */
export function replacedRules(
  before: readonly AvailabilityRule[],
  wanted: readonly (Omit<AvailabilityRule, 'id' | 'name'> & {
    id?: string | undefined;
    name?: string | null | undefined;
  })[],
  newId: () => string,
): AvailabilityRule[] {
  const place = new Map(before.map(({ id }, index) => [id, index]));
  return wanted
    .map(({ id, name, userIds, groupIds, providers }) => ({
      id: id !== undefined && place.has(id) ? id : newId(),
      name: name?.trim() || null,
      userIds: [...new Set(userIds)],
      groupIds: [...new Set(groupIds)],
      providers: [...new Set(providers)],
    }))
    .filter(
      ({ userIds, groupIds, providers }) => userIds.length + groupIds.length > 0 && providers.length > 0,
    )
    .sort((a, b) => (place.get(a.id) ?? Infinity) - (place.get(b.id) ?? Infinity) || 0);
}
