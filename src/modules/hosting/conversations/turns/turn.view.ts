import { attachmentView } from '../attachments/attachment.view.js';
import type { TurnResponse } from '../dto/turn.dto.js';
import type { ShownTurn } from './turn-store.js';

export function turnView(row: ShownTurn): TurnResponse {
  const { id, conversationId, status, source, userId, message, error, errorCode, usage, followUpOfTurnId } =
    row;
  return {
    id,
    conversationId,
    status,
    source,
    userId,
    message,
    error,
    errorCode,
    usage,
    followUpOfTurnId,
    attachments: row.attachments.map(attachmentView),
    startedAt: row.startedAt?.toISOString() ?? null,
    finishedAt: row.finishedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  };
}
