import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../../kernel/database/database.js';

export interface EndedTurn {
  id: string;
  conversationId: string;
}

type EndListener = (tx: Tx, turn: EndedTurn) => Promise<void>;

/** What else belongs to the commit that ends a turn (04 §8.1.4): what a channel will post. */
@Injectable()
export class TurnEndings {
  private readonly listeners: EndListener[] = [];

  /** Called under the conversation's lock, with the rows as they end; not for follow-ups that joined another turn. */
  onEnd(listener: EndListener): void {
    this.listeners.push(listener);
  }

  async ended(tx: Tx, turn: EndedTurn): Promise<void> {
    for (const listener of this.listeners) await listener(tx, turn);
  }
}
