/**
 * Where the entries of a list come from. The newest of several streams, each of which an index gives in order,
 * are the newest of them all: so a page costs the same however many entries there are, and no list needs to be
 * sorted or searched as a whole.
 */
import { retainedSince } from './audit-retention.js';
import { AUDIT_ACTIONS, AUDITED_SERVICES } from './model/audit-vocabulary.js';
import type { AuditLogQuery } from './dto/audit-log.dto.js';
import type { SqlParameters } from './sql-parameters.js';

export interface AuditStreams {
  /** A FROM item with the columns that `condition` reads and `organization_name`. */
  from: string;
  /** Picks the entries (`a`) of one stream. */
  condition: string;
}

/** Everything of one organization: one stream, or one of each service and action that is asked for. */
export function streamsOfOrganization(
  organizationId: string,
  { service, action, workspaceId }: AuditLogQuery,
  daysByPlan: string,
  parameters: SqlParameters,
): AuditStreams {
  const organization = `SELECT o.id AS organization_id, o.name AS organization_name,
    ${retainedSince('o.plan', parameters.add(daysByPlan))} AS since
    FROM organizations o WHERE o.id = ${parameters.add(organizationId)} ${having(workspaceId, parameters)}`;
  const condition = 'a.organization_id = s.organization_id AND a.created_at >= s.since';
  if (service === undefined && action === undefined) return { from: `(${organization}) s`, condition };
  const services = parameters.add(service === undefined ? AUDITED_SERVICES : [service]);
  const actions = parameters.add(action === undefined ? AUDIT_ACTIONS : [action]);
  return {
    from: `(SELECT * FROM (${organization}) o, unnest(${services}::text[]) service, unnest(${actions}::text[]) action) s`,
    condition: `${condition} AND a.service = s.service AND a.action = s.action`,
  };
}

/** What one person did: one stream for each organization they are an active member of. */
export function streamsOfPerson(
  userId: string,
  { service, action, workspaceId }: AuditLogQuery,
  daysByPlan: string,
  parameters: SqlParameters,
): AuditStreams {
  const conditions = [
    'a.user_id = s.user_id',
    'a.organization_id = s.organization_id',
    'a.created_at >= s.since',
  ];
  if (service !== undefined) conditions.push(`a.service = ${parameters.add(service)}`);
  if (action !== undefined) conditions.push(`a.action = ${parameters.add(action)}`);
  return {
    from: `(SELECT m.user_id, o.id AS organization_id, o.name AS organization_name,
        ${retainedSince('o.plan', parameters.add(daysByPlan))} AS since
      FROM memberships m JOIN organizations o ON o.id = m.organization_id
      WHERE m.user_id = ${parameters.add(userId)} AND m.status = 'active' ${having(workspaceId, parameters)}) s`,
    condition: conditions.join(' AND '),
  };
}

/** Without it a workspace of somebody else would be looked for in everything the organization has. */
function having(workspaceId: string | undefined, parameters: SqlParameters): string {
  if (workspaceId === undefined) return '';
  const id = parameters.add(workspaceId);
  return `AND EXISTS (SELECT 1 FROM workspaces w WHERE w.id = ${id} AND w.organization_id = o.id)`;
}
