import { Injectable } from '@nestjs/common';
import { CHANNEL_WORDS, type ChannelWord } from '../../../../domain/protocols/slack/channel-words.js';
import { PublicUrls } from '../../../../kernel/http/public-urls.js';
import { LiveChannelApps } from '../apps/live-channel-apps.js';

/** What the bot says by itself, with the page of the console where a person can go on (R52). */
@Injectable()
export class ConsolePages {
  constructor(
    private readonly presences: LiveChannelApps,
    private readonly urls: PublicUrls,
  ) {}

  async textOf(word: ChannelWord, presenceId: string): Promise<string> {
    const text: string = CHANNEL_WORDS[word];
    if (!text.includes('{console}')) return text;
    const page = await this.pageOf(word, presenceId);
    return text.replace('{console}', () => page);
  }

  private async pageOf(word: ChannelWord, presenceId: string): Promise<string> {
    const presence = await this.presences.working(presenceId);
    if (presence === null) return this.urls.dashboard();
    const workspace = `${this.urls.dashboard()}/w/${presence.workspaceId}`;
    return word === 'decision_elsewhere'
      ? `${workspace}/approvals`
      : `${workspace}/agents/${presence.agentId}`;
  }
}
