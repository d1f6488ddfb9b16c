import { Module } from '@nestjs/common';
import { ConversationsModule } from '../conversations/conversations.module.js';
import { MemoriesModule } from '../memories/memories.module.js';
import { SkillsModule } from '../skills/skills.module.js';
import { TurnContext } from './turn-context.js';
import { TurnMessages } from './turn-messages.js';
import { TurnHistory } from './turn-history.js';

@Module({
  imports: [ConversationsModule, MemoriesModule, SkillsModule],
  providers: [TurnContext, TurnMessages, TurnHistory],
  exports: [TurnContext, TurnMessages, TurnHistory],
})
export class CompositionModule {}
