import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { Configuration } from '../config/configuration.js';
import { Notifications } from '../database/notifications.js';
import { RedisConnection } from './redis-connection.js';

const PREFIX = 'credential-gateway:wake:';
/** Nothing else is asked of a connection that only hears: one that fell silent is made anew. */
const LOOK_EVERY_MS = 5_000;

/**
 * What processes announce to each other, besides on the database's channel, where a Redis is configured (06 §17.2,
 * ADR 53). It says "look again" and proves nothing: what is lost here arrives by NOTIFY, and whether a process hears is
 * judged by that channel alone.
 */
@Injectable()
export class RedisWakeUps implements OnModuleInit, OnApplicationShutdown {
  /** One each, because a connection that subscribes may do nothing else. */
  private readonly hearing: RedisConnection | null;
  private readonly telling: RedisConnection | null;
  private timer: NodeJS.Timeout | null = null;

  constructor(
    { redis }: Configuration,
    private readonly notifications: Notifications,
  ) {
    this.hearing = redis && new RedisConnection(redis, (client) => this.subscribe(client), null);
    this.telling =
      redis && new RedisConnection(redis, (client) => client.publish(`${PREFIX}probe`, ''), null);
  }

  async onModuleInit(): Promise<void> {
    const { hearing, telling } = this;
    if (hearing === null || telling === null) return;
    this.notifications.alsoBy((channel, payload) => {
      void telling.ask((client) => client.publish(PREFIX + channel, payload));
    });
    this.timer = setInterval(() => void hearing.ask((client) => client.ping()), LOOK_EVERY_MS).unref();
    await Promise.all([hearing.open(), telling.open()]);
  }

  onApplicationShutdown(): void {
    if (this.timer) clearInterval(this.timer);
    this.hearing?.close();
    this.telling?.close();
  }

  /** Anew on each connection; the client stays the same. */
  private subscribe(client: Redis): Promise<unknown> {
    client.removeAllListeners('pmessage').on('pmessage', (_pattern, channel: string, payload: string) => {
      this.notifications.heardBeside(channel.slice(PREFIX.length), payload);
    });
    return client.psubscribe(`${PREFIX}*`);
  }
}
