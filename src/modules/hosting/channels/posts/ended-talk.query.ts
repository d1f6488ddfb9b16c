import type { EndedTalk, SpokenMessage } from '../../../../domain/protocols/slack/turn-posts.js';
import type { Tx } from '../../../../kernel/database/database.js';
import { Prepared } from '../../../../kernel/database/statements/prepared-run.js';
import { speaksForEveryone } from '../apps/app-trust.js';
import type { ChannelThreadLinkEntity } from './channel-thread-link.entity.js';

/** A thread elsewhere that is told of a turn. */
export interface ToldThread extends Pick<
  ChannelThreadLinkEntity,
  'id' | 'presenceId' | 'kind' | 'externalThreadId'
> {
  agentId: string;
  workspaceId: string;
  imageKey: string | null;
  /** Whose the conversation is, where it is one person's. */
  ownerId: string | null;
  /** Of the app (`app-trust.ts`). */
  speaksForEveryone: boolean;
  attachedBy: string | null;
}

/** Turns that came before the link are not told, unless something that came after it was taken up by them (04 §6.5.1). */
const TOLD = new Prepared(`
  SELECT l.id, l.presence_id AS "presenceId", l.kind, l.external_thread_id AS "externalThreadId",
    c.agent_id AS "agentId", c.workspace_id AS "workspaceId", i.image_key AS "imageKey", c.user_id AS "ownerId",
    p.created_by_user_id AS "attachedBy", ${speaksForEveryone('p', 'a.organization_id')} AS "speaksForEveryone"
  FROM channel_thread_links l
  JOIN channel_presences p ON p.id = l.presence_id
  JOIN agents a ON a.id = p.agent_id
  JOIN conversations c ON c.id = l.conversation_id
  LEFT JOIN agent_images i ON i.agent_id = c.agent_id
  JOIN turns t ON t.id = $2
  WHERE l.conversation_id = $1 AND (t.queued_at >= l.created_at OR EXISTS (
    SELECT FROM turns f WHERE f.offered_to_turn_id = t.id AND f.status = 'joined' AND f.created_at >= l.created_at))`);

const SAID = `
  SELECT t.id = $1 AS "isTurn", t.source, t.message, t.error, t.error_code AS "errorCode", u.name AS speaker,
    coalesce((SELECT jsonb_agg(a.name ORDER BY a.created_at, a.id) FROM conversation_attachments a
      WHERE a.turn_id = t.id), '[]') AS files,
    CASE WHEN t.id = $1 THEN (SELECT e.payload->>'text' FROM transcript_events e
      WHERE e.conversation_id = t.conversation_id AND e.turn_id = t.id AND e.payload->>'type' = 'text'
      ORDER BY e.seq DESC LIMIT 1) END AS text
  FROM turns t LEFT JOIN users u ON u.id = t.user_id
  WHERE t.id = $1 OR (t.offered_to_turn_id = $1 AND t.status = 'joined')
  ORDER BY t.id = $1 DESC, t.created_at, t.id`;

interface SaidRow extends Omit<SpokenMessage, 'fromSlack'> {
  isTurn: boolean;
  source: 'web' | 'slack' | 'cron' | 'watch';
  error: string | null;
  errorCode: string | null;
  text: string | null;
}

export function threadsToTell(tx: Tx, conversationId: string, turnId: string): Promise<ToldThread[]> {
  return tx.query<ToldThread>(TOLD, [conversationId, turnId]);
}

/** What was said in the turn and its follow-ups, and what came of it. */
export async function endedTalk(tx: Tx, turnId: string): Promise<Omit<EndedTalk, 'modelsUrl'>> {
  const [turn, ...joined] = await tx.query<SaidRow>(SAID, [turnId]);
  const { source, text, error, errorCode } = turn!;
  return {
    question: saidOf(turn!),
    joined: joined.map(saidOf),
    automation: source === 'cron' || source === 'watch' ? source : null,
    text,
    error,
    errorCode,
  };
}

function saidOf({ source, speaker, message, files }: SaidRow): SpokenMessage {
  return { fromSlack: source === 'slack', speaker, message, files };
}
