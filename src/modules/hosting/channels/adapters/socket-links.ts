import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { type LiveChannelApp, LiveChannelApps } from '../apps/live-channel-apps.js';
import { SlackSocket } from './slack-socket.js';

/** 04 §10. */
const LOOK_EVERY_MS = 10_000;

interface Kept {
  appToken: string;
  stop: AbortController;
  over: Promise<void>;
}

/** Which apps are connected over sockets: those that are attached so, with the tokens they have now. */
@Injectable()
export class SocketLinks {
  private readonly log = new Logger(SocketLinks.name);
  private readonly kept = new Map<string, Kept>();

  constructor(
    private readonly presences: LiveChannelApps,
    private readonly sockets: SlackSocket,
  ) {}

  async keep(over: AbortSignal): Promise<void> {
    while (!over.aborted) {
      await this.look().catch((err: unknown) =>
        this.log.warn({ err }, 'list of Slack apps with sockets could not be read'),
      );
      await sleep(LOOK_EVERY_MS, undefined, { signal: over, ref: false }).catch(() => undefined);
    }
    for (const id of [...this.kept.keys()]) await this.drop(id);
  }

  private async look(): Promise<void> {
    const wanted = new Map<string, LiveChannelApp>();
    for (const presence of await this.presences.allWorking())
      if (presence.transport === 'socket' && presence.credentials.appToken !== undefined)
        wanted.set(presence.id, presence);
    for (const [id, { appToken }] of this.kept)
      if (wanted.get(id)?.credentials.appToken !== appToken) await this.drop(id);
    // One that Slack refused stays as it is until it has another token.
    for (const presence of wanted.values()) if (!this.kept.has(presence.id)) this.begin(presence);
  }

  private begin(presence: LiveChannelApp): void {
    const stop = new AbortController();
    const over = this.sockets
      .keep(presence, stop.signal)
      .catch((err: unknown) =>
        this.log.error(
          { err, presenceId: presence.id },
          'socket to Slack ended by a fault and is not opened again',
        ),
      );
    this.kept.set(presence.id, { appToken: presence.credentials.appToken!, stop, over });
  }

  private async drop(id: string): Promise<void> {
    const kept = this.kept.get(id)!;
    this.kept.delete(id);
    kept.stop.abort();
    await kept.over;
  }
}
