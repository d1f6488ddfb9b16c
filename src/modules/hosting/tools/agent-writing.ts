import { Injectable } from '@nestjs/common';
import type { Store } from '../../../kernel/database/database.js';
import { workspaceScope } from '../../../kernel/database/scope.js';
import { actingPerson } from '../../foundation/audit/model/audit-origin.js';
import { UsersService } from '../../people/identity/users/users.service.js';
import type { MemoryWriting } from '../memories/memory-writer.js';
import type { ToolCaller } from './platform-tool.js';

/** In whose name an agent keeps something in mind: the person's whose turn it works on, where there is one (04 §4). */
@Injectable()
export class AgentWriting {
  constructor(private readonly users: UsersService) {}

  async of(store: Store, { scope, turn }: ToolCaller): Promise<MemoryWriting> {
    const userId = turn?.userId ?? null;
    const person = userId === null ? null : await this.users.find(store, userId);
    const by = actingPerson(userId, person?.email ?? null, 'system');
    const author = {
      authorKind: 'agent' as const,
      authorUserId: by.userId,
      authorEmail: by.userEmail,
      conversationId: turn?.conversationId ?? null,
      turnId: turn?.id ?? null,
    };
    return { author, origin: { ...workspaceScope(scope), by } };
  }
}
