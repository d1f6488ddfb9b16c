import { Injectable } from '@nestjs/common';
import { historyOf, MAX_TURNS, type HistoryMessage } from '../../../domain/agents/composition/history.js';
import { Configuration } from '../../../kernel/config/configuration.js';
import { RunHistory } from '../conversations/runs/run-history.js';

/** What was said before a turn, for executors that keep no session of their own (04 §9.2, §11.3.2). */
@Injectable()
export class TurnHistory {
  private readonly characters: number;

  constructor(
    private readonly history: RunHistory,
    configuration: Configuration,
  ) {
    this.characters = configuration.embeddedHistoryChars;
  }

  async of(turn: { id: string; conversationId: string }): Promise<HistoryMessage[]> {
    const { turns, areMore } = await this.history.before(turn, this.characters);
    return historyOf(turns, areMore, { turns: MAX_TURNS, characters: this.characters });
  }
}
