import type {
  InjectionConfig,
  SecretMetadata,
  SecretType,
  ValueSource,
} from '../../domain/injection/model.js';
import type { PublishedRule } from '../../domain/policy/model.js';

export interface SecretRow {
  id: string;
  name: string;
  type: SecretType;
  workspace_id: string | null;
  value_source: ValueSource;
  value_ciphertext: string | null;
  op_ref: string | null;
  host_pattern: string;
  path_pattern: string | null;
  injection_config: InjectionConfig | null;
  metadata: SecretMetadata | null;
  created_at: string;
}

/** `generation` without `rules` is a snapshot that should exist and does not. */
export interface LiveSet {
  generation: number;
  rules: PublishedRule[] | null;
}

export interface AgentAccessRow {
  id: string;
  name: string;
  identifier: string;
  workspace_id: string;
  organization_id: string;
  plan: string;
  claimed: boolean;
  organization_epoch: string | null;
  workspace_epoch: string | null;
  organization_set: LiveSet | null;
  workspace_set: LiveSet | null;
  active_holders: string;
  suspended_holders: string;
  user_ids: string[];
  group_ids: string[];
  secrets: SecretRow[];
}

const LIVE_SET = `
  SELECT jsonb_build_object('generation', p.live_generation, 'rules', s.rules)
  FROM policy_sets p LEFT JOIN policy_snapshots s ON s.set_id = p.id AND s.generation = p.live_generation
  WHERE p.organization_id = agent.organization_id AND p.workspace_id`;

/**
 * Everything about one agent in one statement, hence from one snapshot of the database: identity, epochs,
 * both live rule sets, principals (02 §10), holders (05 §2.8) and the sealed secrets of both levels.
 */
export function agentAccessQuery(condition: 'token_hash' | 'id'): string {
  return `
    WITH agent AS (SELECT * FROM agents WHERE ${condition} = $1),
    holders AS (
      SELECT DISTINCT m.user_id, m.status
      FROM agent
      JOIN workspace_bindings b ON b.workspace_id = agent.workspace_id
      LEFT JOIN user_group_members g ON g.group_id = b.group_id
      JOIN memberships m ON m.organization_id = agent.organization_id AND m.user_id = coalesce(b.user_id, g.user_id)
    ),
    people AS (SELECT user_id FROM holders WHERE status = 'active'),
    groups AS (
      SELECT b.group_id FROM agent JOIN workspace_bindings b ON b.workspace_id = agent.workspace_id
      WHERE b.group_id IS NOT NULL
      UNION
      SELECT g.group_id FROM agent
      JOIN user_groups u ON u.organization_id = agent.organization_id
      JOIN user_group_members g ON g.group_id = u.id
      WHERE g.user_id IN (SELECT user_id FROM people)
    )
    SELECT agent.id, agent.name, agent.identifier, agent.workspace_id, agent.organization_id, o.plan, o.claimed,
      (SELECT epoch FROM epochs WHERE scope = 'org:' || agent.organization_id) AS organization_epoch,
      (SELECT epoch FROM epochs WHERE scope = 'ws:' || agent.workspace_id) AS workspace_epoch,
      (${LIVE_SET} IS NULL) AS organization_set,
      (${LIVE_SET} = agent.workspace_id) AS workspace_set,
      (SELECT count(*) FROM people) AS active_holders,
      (SELECT count(*) FROM holders WHERE status <> 'active') AS suspended_holders,
      ARRAY(SELECT user_id::text FROM people) AS user_ids,
      ARRAY(SELECT group_id::text FROM groups) AS group_ids,
      (SELECT coalesce(jsonb_agg(to_jsonb(s)), '[]') FROM secrets s
        WHERE s.organization_id = agent.organization_id
          AND (s.workspace_id = agent.workspace_id OR s.workspace_id IS NULL)) AS secrets
    FROM agent JOIN organizations o ON o.id = agent.organization_id`;
}
