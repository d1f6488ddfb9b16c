import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { InboundPorts } from '../events/inbound-ports.js';
import { ClickReplies } from '../events/click-replies.js';
import { clickIn } from '../events/slack-clicks.js';
import type { LiveChannelApp } from '../apps/live-channel-apps.js';
import { objectOf, type SlackAnswer, textOrNull } from '../slack/slack-answer.js';

const PAUSES_MS = [500, 1_000, 2_000, 4_000];
/** Slack was told already that it has been heard; beyond that many this process is past helping. */
const MAX_WAITING = 1_000;

/** What comes over sockets, by the same doors as what Slack sends to us (04 §6.3). */
@Injectable()
export class SlackEnvelopes {
  private readonly log = new Logger(SlackEnvelopes.name);
  private line: Promise<void> = Promise.resolve();
  private waiting = 0;

  constructor(
    private readonly doors: InboundPorts,
    private readonly replies: ClickReplies,
  ) {}

  take(presence: LiveChannelApp, envelope: SlackAnswer): void {
    const payload = objectOf(envelope['payload']);
    const isOwn = payload['api_app_id'] === undefined || payload['api_app_id'] === presence.appId;
    if (!isOwn) return;
    if (envelope['type'] === 'interactive')
      return void this.click(presence, payload).catch(this.failed(presence));
    const eventId = textOrNull(payload['event_id']);
    if (envelope['type'] !== 'events_api' || eventId === null) return;
    if (this.waiting >= MAX_WAITING) return this.failed(presence)(new Error('Too many events wait'));
    this.waiting += 1;
    const event = { presenceId: presence.id, eventId, event: objectOf(payload['event']) };
    // In the order in which they came.
    this.line = this.line
      .then(() => this.withPatience(() => this.doors.receive(event)))
      .catch(this.failed(presence))
      .then(() => void (this.waiting -= 1));
  }

  private async click(presence: LiveChannelApp, payload: SlackAnswer): Promise<void> {
    const click = clickIn(payload);
    if (click === null) return;
    const reply = await this.doors.decide({ ...click, presenceId: presence.id });
    if (reply !== null) this.replies.send(payload['response_url'], reply);
  }

  /** Safe by the id of the event: what was written down is not taken twice. */
  private async withPatience(receive: () => Promise<void>): Promise<void> {
    for (const pause of PAUSES_MS) {
      try {
        return await receive();
      } catch {
        await sleep(pause, undefined, { ref: false });
      }
    }
    return receive();
  }

  private failed({ id: presenceId }: LiveChannelApp): (err: unknown) => void {
    return (err) => this.log.error({ err, presenceId }, 'message from a Slack socket was lost');
  }
}
