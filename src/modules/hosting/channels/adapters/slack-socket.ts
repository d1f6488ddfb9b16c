import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import type { WebSocket } from 'undici';
import { ProviderStreams } from '../../../../kernel/egress/provider-streams.js';
import type { LiveChannelApp } from '../apps/live-channel-apps.js';
import { ChannelAppHealth } from '../apps/channel-app-health.js';
import { requiredText } from '../slack/slack-answer.js';
import { SlackApi } from '../slack/slack-api.js';
import { SlackRefused, SlackUnreachable } from '../slack/slack-faults.js';
import { SlackEnvelopes } from './slack-envelopes.js';
import { followLink, type LinkEnd } from './slack-link.js';

/** 04 §10.4. */
const SHORTEST_MS = 500;
const LONGEST_MS = 30_000;
const OPENING_MS = 10_000;

/** Keeps one app connected to Slack over sockets until it is told not to, or Slack says that it may not. */
@Injectable()
export class SlackSocket {
  private readonly log = new Logger(SlackSocket.name);

  constructor(
    private readonly slack: SlackApi,
    private readonly streams: ProviderStreams,
    private readonly health: ChannelAppHealth,
    private readonly envelopes: SlackEnvelopes,
  ) {}

  async keep(presence: LiveChannelApp, over: AbortSignal): Promise<void> {
    let pause = SHORTEST_MS;
    const greeted = (): void => void (pause = SHORTEST_MS);
    while (!over.aborted) {
      const end = await this.follow(presence, over, greeted);
      if (end === 'disabled' || over.aborted) return;
      if (end === 'replace') continue;
      // Many links that break at once are not dialled again at once.
      await sleep(pause * (0.5 + Math.random() / 2), undefined, { signal: over, ref: false }).catch(
        () => undefined,
      );
      pause = Math.min(pause * 2, LONGEST_MS);
    }
  }

  private async follow(presence: LiveChannelApp, over: AbortSignal, greeted: () => void): Promise<LinkEnd> {
    let socket: WebSocket;
    try {
      socket = await this.dial(presence);
    } catch (error) {
      return this.undialled(presence, error);
    }
    const listener = {
      greeted: () => {
        greeted();
        void this.tell(presence, true);
      },
      envelope: (envelope: Parameters<SlackEnvelopes['take']>[1]) => this.envelopes.take(presence, envelope),
    };
    const end = await followLink(socket, listener, over);
    if (end === 'disabled') await this.tell(presence, false, 'link_disabled');
    return end;
  }

  private async dial({ credentials: { appToken: token } }: LiveChannelApp): Promise<WebSocket> {
    const method = 'apps.connections.open';
    if (token === undefined) throw new SlackRefused(method, 'not_authed');
    const url = new URL(requiredText(method, await this.slack.call({ method, token }), 'url'));
    const isSlacks = url.hostname === 'slack.com' || url.hostname.endsWith('.slack.com');
    if (url.protocol !== 'wss:' || !isSlacks) throw new SlackUnreachable(method, false);
    return this.streams.socket(url, AbortSignal.timeout(OPENING_MS));
  }

  private async undialled(presence: LiveChannelApp, error: unknown): Promise<LinkEnd> {
    if (error instanceof SlackRefused && error.retryAfterSeconds === null) {
      await this.tell(presence, false, error.code);
      return 'disabled';
    }
    this.log.warn({ err: error, presenceId: presence.id }, 'socket to Slack could not be opened');
    return 'lost';
  }

  private async tell({ id }: LiveChannelApp, healthy: boolean, reason?: string): Promise<void> {
    try {
      await this.health.report(id, healthy, reason ?? null);
    } catch (err) {
      this.log.warn({ err, presenceId: id }, 'health of a Slack app could not be recorded');
    }
  }
}
