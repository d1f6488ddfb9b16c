import { hash } from 'node:crypto';
import { BUILT_IN_SKILL } from '../../skills/built-in-skill.js';

/** What every home has, and changes with a release only. */
export const BUILT_IN = hash('sha256', JSON.stringify(BUILT_IN_SKILL));

/**
 * Different whenever the home of `agents a` is another one (04 §9.2): ids with the number or moment of the newest change,
 * never the texts, because it is asked about every running sandbox every second or so. `$2` is `BUILT_IN`.
 */
export const HOME_FINGERPRINT = `md5(row($2::text, a.name, a.instructions,
  (SELECT array_agg(row(m.id, m.last_revision_seq) ORDER BY m.id) FROM agent_memories m WHERE m.agent_id = a.id),
  (SELECT array_agg(row(k.id, extract(epoch FROM k.updated_at)) ORDER BY k.id) FROM skills k
   WHERE k.organization_id = a.organization_id AND (k.workspace_id IS NULL OR k.workspace_id = a.workspace_id)
     AND (k.agent_id IS NULL OR k.agent_id = a.id) AND k.enabled))::text)`;
