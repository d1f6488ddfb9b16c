import { Injectable } from '@nestjs/common';
import type { LeasedItem, OutboxReport } from '../posts/outbox-leases.js';
import type { OutboxContent } from '../posts/outbox-item.entity.js';
import { textOrNull } from '../slack/slack-answer.js';
import { SlackApi } from '../slack/slack-api.js';
import { SlackRefused, SlackUnreachable } from '../slack/slack-faults.js';

/** How long it is remembered that a token may not choose a picture (04 §6.5.6). */
const PLAIN_MS = 3_600_000;
const MAX_PLAIN = 1_000;
/** Done already, by an attempt whose answer got lost. */
const DONE: ReadonlySet<string> = new Set(['already_reacted', 'no_reaction']);

type Fields = Readonly<Record<string, string | boolean | object | undefined>>;

/** Does in Slack what an item of the outbox says, and tells what came of it (04 §10). */
@Injectable()
export class SlackPosting {
  private readonly plainUntil = new Map<string, number>();

  constructor(private readonly slack: SlackApi) {}

  async deliver(item: LeasedItem, token: string): Promise<OutboxReport> {
    const content = item.content ?? {};
    switch (item.kind) {
      case 'message.post':
      case 'card.post':
        return this.post(item, content, token);
      case 'card.update':
        return this.change('chat.update', { ...shownIn(item, content), ts: content.messageRef }, token);
      case 'reaction.add':
        return this.change('reactions.add', reactionOf(item, content), token);
      case 'reaction.remove':
        return this.change('reactions.remove', reactionOf(item, content), token);
    }
  }

  /** What may have arrived is not sent again: nobody should read an answer twice. */
  private async post(item: LeasedItem, content: OutboxContent, token: string): Promise<OutboxReport> {
    const icon = this.mayChooseIcon(token) ? content.iconUrl : undefined;
    const fields = { ...shownIn(item, content), thread_ts: item.thread ?? undefined, ...NO_PREVIEWS };
    try {
      return await this.posted({ ...fields, icon_url: icon }, token);
    } catch (error) {
      if (!(error instanceof SlackRefused) || error.code !== 'missing_scope' || icon === undefined)
        return reportOf(error, 'rejected');
      this.rememberPlain(token);
      return this.posted(fields, token).catch((again: unknown) => reportOf(again, 'rejected'));
    }
  }

  private async posted(fields: Fields, token: string): Promise<OutboxReport> {
    const answer = await this.slack.call({ method: 'chat.postMessage', token, fields });
    return { result: 'sent', messageRef: textOrNull(answer['ts']) ?? undefined };
  }

  private async change(method: string, fields: Fields, token: string): Promise<OutboxReport> {
    try {
      await this.slack.call({ method, token, fields });
      return { result: 'sent' };
    } catch (error) {
      if (error instanceof SlackRefused && DONE.has(error.code)) return { result: 'sent' };
      return reportOf(error, 'retry');
    }
  }

  private mayChooseIcon(token: string): boolean {
    return (this.plainUntil.get(token) ?? 0) < Date.now();
  }

  private rememberPlain(token: string): void {
    if (this.plainUntil.size >= MAX_PLAIN) this.plainUntil.clear();
    this.plainUntil.set(token, Date.now() + PLAIN_MS);
  }
}

/** A picture of whatever a link leads to would be fetched by Slack and shown beside the answer. */
const NO_PREVIEWS = { unfurl_links: false, unfurl_media: false } as const;

function shownIn({ channel }: LeasedItem, { text, blocks }: OutboxContent): Fields {
  return { channel, text, blocks };
}

function reactionOf({ channel }: LeasedItem, { emoji, messageRef }: OutboxContent): Fields {
  return { channel, name: emoji, timestamp: messageRef };
}

/** `unsure`: what to say when nobody knows whether Slack did it. */
function reportOf(error: unknown, unsure: 'rejected' | 'retry'): OutboxReport {
  if (error instanceof SlackRefused) {
    if (error.retryAfterSeconds === null) return { result: 'rejected', errorCode: error.code };
    return { result: 'retry', errorCode: error.code, retryAfterSeconds: error.retryAfterSeconds };
  }
  if (error instanceof SlackUnreachable)
    return { result: error.neverSent ? 'retry' : unsure, errorCode: 'no_answer' };
  throw error;
}
