import { Injectable, Logger } from '@nestjs/common';
import { ProviderCalls } from '../../../../kernel/egress/provider-calls.js';
import type { ClickReply } from './inbound-ports.js';

const REPLY_HOST = 'hooks.slack.com';
const REPLY_MS = 10_000;

/** Answers a click where Slack said its answer goes, after the click itself was answered. */
@Injectable()
export class ClickReplies {
  private readonly logger = new Logger(ClickReplies.name);

  constructor(private readonly calls: ProviderCalls) {}

  /** Nothing happens for an address that is not Slack's (04 §6.7); a reply that fails is logged. */
  send(responseUrl: unknown, reply: ClickReply): void {
    const url = slackAddress(responseUrl);
    if (url === null) return;
    this.calls
      .send({
        method: 'POST',
        url,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(messageOf(reply)),
        milliseconds: REPLY_MS,
      })
      .catch((err: unknown) => this.logger.warn({ err }, 'Slack rejected the reply to a button press'));
  }
}

function slackAddress(text: unknown): URL | null {
  if (typeof text !== 'string' || !URL.canParse(text)) return null;
  const url = new URL(text);
  return url.protocol === 'https:' && url.host === REPLY_HOST ? url : null;
}

function messageOf({ replacesCard, text, blocks }: ClickReply): object {
  const content = { text, ...(blocks && { blocks }) };
  return replacesCard
    ? { ...content, replace_original: true }
    : { ...content, replace_original: false, response_type: 'ephemeral' };
}
