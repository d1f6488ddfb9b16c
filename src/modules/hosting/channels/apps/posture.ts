import { Injectable } from '@nestjs/common';
import { Configuration } from '../../../../kernel/config/configuration.js';
import type { ChannelTransport } from './channel-app.entity.js';

/** How providers reach this server (04 §6): they call it where it is public by TLS, else it holds a socket to them. */
@Injectable()
export class Posture {
  readonly transport: ChannelTransport;
  /** Public base of this server, without trailing slash. */
  readonly apiUrl: string;

  constructor({ apiUrl }: Configuration) {
    this.apiUrl = apiUrl;
    this.transport = new URL(apiUrl).protocol === 'https:' ? 'events' : 'socket';
  }
}
