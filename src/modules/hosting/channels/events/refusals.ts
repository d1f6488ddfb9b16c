import { Injectable } from '@nestjs/common';
import type { ChannelWord } from '../../../../domain/protocols/slack/channel-words.js';
import { Database } from '../../../../kernel/database/database.js';
import { ConsolePages } from './console-pages.js';
import { ChannelOutbox, type ChannelPlace } from '../posts/channel-outbox.js';

/** What people are told whom the agent does not serve (04 §6.3.2, §6.3.7). */
@Injectable()
export class Refusals {
  constructor(
    private readonly db: Database,
    private readonly outbox: ChannelOutbox,
    private readonly pages: ConsolePages,
  ) {}

  async say({ presenceId, channel, thread }: ChannelPlace, word: ChannelWord): Promise<void> {
    const content = { text: await this.pages.textOf(word, presenceId) };
    return this.db.tx((tx) =>
      this.outbox.add(tx, [{ presenceId, channel, thread, kind: 'message.post', content }]),
    );
  }

  /** To somebody whom the agent does not know: nothing where it was told to be silent. */
  async refuse(place: ChannelPlace, word: ChannelWord): Promise<void> {
    const silent = await this.db.query(
      'SELECT 1 FROM channel_silences WHERE presence_id = $1 AND channel = $2',
      [place.presenceId, place.channel],
    );
    if (silent.length === 0) await this.say(place, word);
  }

  /** From now on. Answers whether that is new. */
  async silence(presenceId: string, channel: string): Promise<boolean> {
    const begun = await this.db.query(
      `INSERT INTO channel_silences (presence_id, channel) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING 1`,
      [presenceId, channel],
    );
    return begun.length > 0;
  }

  async endSilence(presenceId: string, channel: string): Promise<void> {
    await this.db.query('DELETE FROM channel_silences WHERE presence_id = $1 AND channel = $2', [
      presenceId,
      channel,
    ]);
  }
}
