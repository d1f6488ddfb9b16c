import { Injectable } from '@nestjs/common';
import { Database } from '../../../kernel/database/database.js';
import { HostedAgents } from '../../policy/agents/hosted-agents.js';
import { ConversationStore, type ConversationViewer } from './records/conversation-store.js';
import { conversationView } from './conversation.view.js';
import { MAX_CONVERSATIONS } from './records/conversation-rules.js';
import type {
  ConversationPageResponse,
  ConversationResponse,
  CreateConversationRequest,
  ListConversationsQuery,
} from './dto/conversation.dto.js';
import { OrganizationLimits } from '../../foundation/limits/organization-limits.js';

/** Threads with hosted agents (04 §2). They are no business of the audit log. */
@Injectable()
export class ConversationsService {
  constructor(
    private readonly db: Database,
    private readonly agents: HostedAgents,
    private readonly store: ConversationStore,
    private readonly limits: OrganizationLimits,
  ) {}

  ensureDirect(viewer: ConversationViewer, agentId: string): Promise<ConversationResponse> {
    return this.db.tx(async (tx) => {
      const agent = await this.agents.get(tx, viewer, agentId);
      return conversationView(await this.store.direct(tx, viewer, agent.id));
    });
  }

  create(viewer: ConversationViewer, body: CreateConversationRequest): Promise<ConversationResponse> {
    const { agentId, source = 'web', externalRef = null, title = null } = body;
    return this.db.tx(async (tx) => {
      const agent = await this.agents.get(tx, viewer, agentId);
      const { workspaceId } = viewer;
      const conversation = { workspaceId, agentId: agent.id, source, externalRef, title };
      await this.limits.requireRoom(tx, 'conversations', viewer.organizationId);
      return conversationView(await this.store.insert(tx, conversation));
    });
  }

  async list(viewer: ConversationViewer, query: ListConversationsQuery): Promise<ConversationPageResponse> {
    const { agentId, before, limit = MAX_CONVERSATIONS } = query;
    const rows = await this.store.list(this.db, viewer, { agentId, before, limit });
    return { conversations: rows.slice(0, limit).map(conversationView), hasMore: rows.length > limit };
  }

  async get(viewer: ConversationViewer, id: string): Promise<ConversationResponse> {
    return conversationView(await this.store.get(this.db, viewer, id));
  }
}
