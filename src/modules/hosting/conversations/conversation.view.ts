import type { ConversationEntity } from './records/conversation.entity.js';
import type { ConversationResponse } from './dto/conversation.dto.js';

export function conversationView(row: ConversationEntity): ConversationResponse {
  const { id, agentId, source, externalRef, direct, userId, title, createdAt, updatedAt } = row;
  return {
    id,
    agentId,
    source,
    externalRef,
    direct,
    userId,
    title,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}
