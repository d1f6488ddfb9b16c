import { Injectable } from '@nestjs/common';
import { objectOf, requiredText, textOrNull } from './slack-answer.js';
import { SlackApi } from './slack-api.js';
import { SlackRefused } from './slack-faults.js';

/** Who a token is of. */
export interface SlackIdentity {
  readonly teamId: string;
  readonly teamName: string | null;
  readonly userId: string;
  readonly handle: string | null;
  /** Null where Slack does not say: for tokens of people, and for bots that may not look. */
  readonly appId: string | null;
}

const PATIENCE_MS = 5_000;

/** Who bots are in Slack (04 §6.1). */
@Injectable()
export class SlackBots {
  constructor(private readonly slack: SlackApi) {}

  async identify(token: string): Promise<SlackIdentity> {
    const method = 'auth.test';
    const answer = await this.slack.call({ method, token, patienceMs: PATIENCE_MS });
    return {
      teamId: requiredText(method, answer, 'team_id'),
      teamName: textOrNull(answer['team']),
      userId: requiredText(method, answer, 'user_id'),
      handle: textOrNull(answer['user']),
      appId: await this.appOf(token, textOrNull(answer['bot_id'])),
    };
  }

  /** The name that people see beside what the bot posts. */
  async shownName(token: string, botUserId: string): Promise<string | null> {
    const answer = await this.slack.call({ method: 'users.info', token, fields: { user: botUserId } });
    const user = objectOf(answer['user']);
    return textOrNull(objectOf(user['profile'])['real_name']) ?? textOrNull(user['real_name']);
  }

  private async appOf(token: string, botId: string | null): Promise<string | null> {
    if (botId === null) return null;
    try {
      const answer = await this.slack.call({
        method: 'bots.info',
        token,
        fields: { bot: botId },
        patienceMs: PATIENCE_MS,
      });
      return textOrNull(objectOf(answer['bot'])['app_id']);
    } catch (error) {
      if (error instanceof SlackRefused) return null;
      throw error;
    }
  }
}
